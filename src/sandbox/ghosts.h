/* ghosts: movers with other resolvers, which get the same input as the player.
 *
 * A ghost is a mover of the player's shape with a resolver of its own. In each tick it wants the
 * same displacement as the player, but from its own position. If the player walks as a character, a
 * ghost walks as games do without one: it has one velocity, gravity adds to that, and contacts clip
 * it; it has no steps and no snap. While the player ignores collisions, the ghosts stay with it. */
#ifndef GHOSTS_H
#define GHOSTS_H

#include "obstacles.h"

#define GHOSTS_ALL ((1u << RESOLVERS_MAX) - 1)

#define GHOST_PARTED 0.01f /* radii: a ghost that is farther from the player has parted */

typedef struct ghost_mover {
    sm3_vec position, previous_position; /* after the last tick and the one before */
    sm3_result result;                   /* of its last move */
    bool on_floor;                       /* if it walks: it touches a floor */
    bool parted;                         /* it is farther from the player than GHOST_PARTED says */
    sm3_vec velocity;                    /* if it walks: after the tick, world units a second */
    unsigned long parted_tick;           /* when it parted */
    sm3_vec parted_at, player_at;        /* where it and the player were after that tick */
} ghost_mover;

typedef struct ghosts {
    unsigned set; /* of the resolvers that run: 1 << sm_resolver */
    ghost_mover list[RESOLVERS_MAX];
} ghosts;

/* Sets which ghosts run. A new one starts where the player is. */
void ghosts_set(ghosts *g, const player *p, unsigned set);

/* Puts all ghosts where the player is; none has parted then. */
void ghosts_return(ghosts *g, const player *p);

/* Moves all ghosts by the displacement that the player wanted in this tick. */
void ghosts_tick(ghosts *g, const obstacles *o, const player *p, const move_record *given,
                 unsigned long tick);

bool ghosts_has(const ghosts *g, sm_resolver resolver);

/* Returns how far a ghost is from the player, world units. */
float ghosts_distance(const ghosts *g, const player *p, sm_resolver resolver);

#endif
