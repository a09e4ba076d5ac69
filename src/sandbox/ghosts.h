/* ghosts: other resolvers beside the player's, on the same input.
 *
 * A ghost is a mover of the player's shape with a resolver of its own. Each tick it is given the
 * very displacement that the player is given, and goes its own way from where it is. Beside a
 * player that walks as a character it walks as games do without one: with one velocity, to which
 * gravity adds, and from which what it touches takes what leads into it; no steps, no snap. While
 * the player ignores collisions there is nothing to compare: the ghosts are with it then.
 */
#ifndef GHOSTS_H
#define GHOSTS_H

#include "obstacles.h"

#define GHOSTS_ALL ((1u << SM_RESOLVER_COUNT) - 1)

#define GHOST_PARTED_SHARE                                                                         \
    0.01f /* of the radius; farther than that from the player it has parted */

typedef struct ghost_mover {
    sm3_vec position, previous_position; /* after the last tick and the one before */
    sm3_result result;                   /* of its last move */
    bool on_floor;                       /* beside a character: it touches what one can stand on, */
    bool parted;                         /* it has been apart from the player since they were ... */
    sm3_vec velocity;                    /* and goes so after the tick, world units a second */
    unsigned long parted_tick;           /* ... last together; the tick where it parted ... */
    sm3_vec parted_at, player_at;        /* ... and where it and the player were after it */
} ghost_mover;

typedef struct ghosts {
    unsigned set; /* of the resolvers that run: 1 << sm_resolver */
    ghost_mover list[SM_RESOLVER_COUNT];
} ghosts;

/* Sets which run. One that is new starts where the player is. */
void ghosts_set(ghosts *g, const player *p, unsigned set);

/* Takes all back to where the player is; none has parted then. */
void ghosts_return(ghosts *g, const player *p);

/* Moves all by what the player was given in its last move, in this tick. */
void ghosts_tick(ghosts *g, const obstacles *o, const player *p, const move_record *given,
                 unsigned long tick);

bool ghosts_has(const ghosts *g, sm_resolver resolver);

/* How far a ghost is from the player, world units. */
float ghosts_distance(const ghosts *g, const player *p, sm_resolver resolver);

#endif
