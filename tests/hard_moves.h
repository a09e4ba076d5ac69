/* hard_moves: moves of all resolvers, in 2D and 3D, of movers and of characters, chosen to be hard
 * to resolve and to explain. */
#ifndef TESTS_HARD_MOVES_H
#define TESTS_HARD_MOVES_H

#include "../src/sandbox/sandbox.h"

typedef struct hard_move {
    const char *name;
    const char *walls; /* behind the player's statement */
    sm_resolver resolver;
    mover_kind kind;
    sm3_vec from, delta;
    const char *says; /* in one of the moments */
    int ticks;        /* made with that delta before; what moves is then on its way */
    int held;         /* by how many obstacles at once, at the least, in one of the moments */
    bool is_deep;     /* a 3D level */
    bool walks;       /* as a character, in the direction of delta */
} hard_move;

enum { HARD_MOVES = 44 };
extern const hard_move hard_moves[];

/* Returns a sandbox in which the move is the last one; it is destroyed when the tests of the file
 * have run. */
sandbox *make_hard_move(const hard_move *m);

#endif
