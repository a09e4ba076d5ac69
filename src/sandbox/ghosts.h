/* ghosts: other resolvers beside the player's, on the same input.
 *
 * A ghost is a mover of the player's shape with a resolver of its own. Each tick it is given the
 * very displacement that the player is given, and goes its own way from where it is. While the
 * player ignores collisions there is nothing to compare: the ghosts are with it then.
 */
#ifndef GHOSTS_H
#define GHOSTS_H

#include "../slidemove/slidemove.h"

struct sandbox;

#define GHOSTS_ALL ((1u << SM_RESOLVER_COUNT) - 1)

#define GHOST_PARTED_SHARE                                                                         \
    0.01f /* of the radius; farther than that from the player it has parted */

typedef struct ghost_mover {
    sm_vec2 position, previous_position; /* after the last tick and the one before */
    sm_result result;                    /* of its last move */
    bool parted;                         /* it has been apart from the player since they were ... */
    unsigned long parted_tick;           /* ... last together; the tick where it parted ... */
    sm_vec2 parted_at, player_at;        /* ... and where it and the player were after it */
} ghost_mover;

typedef struct ghosts {
    unsigned set; /* of the resolvers that run: 1 << sm_resolver */
    ghost_mover list[SM_RESOLVER_COUNT];
} ghosts;

/* Sets which run. One that is new starts where the player is. */
void ghosts_set(ghosts *g, const struct sandbox *s, unsigned set);

/* Takes all back to where the player is; none has parted then. */
void ghosts_return(ghosts *g, const struct sandbox *s);

/* Moves all by the displacement that the player was given in the sandbox's last tick: to be called
 * after it. */
void ghosts_tick(ghosts *g, const struct sandbox *s, sm_vec2 delta);

bool ghosts_has(const ghosts *g, sm_resolver resolver);

/* How far a ghost is from the player, world units. */
float ghosts_distance(const ghosts *g, const struct sandbox *s, sm_resolver resolver);

#endif
