/* crowd: disks that wander through the level, meeting it, each other and the player.
 *
 * Each is moved by sm_slide_move like the player. They have an index of their own, in which each
 * moves when it has moved. */
#ifndef CROWD_H
#define CROWD_H

#include <stdint.h>

#include "plane.h"

#define CROWD_MAX 100000

typedef struct crowd_member {
    sm_vec2 position;
    float heading; /* radians */
} crowd_member;

typedef struct crowd {
    crowd_member *members; /* owned */
    int count;
    float radius;    /* of each, world units */
    sm_world *disks; /* owned; the members, by their numbers */
    uint64_t random;
    bool lacks_memory; /* it was to become larger, but there was no memory for that */
} crowd;

/* Makes the crowd that large, 0 .. CROWD_MAX; new members stand free around the player, in places
 * that a disk can get to from its middle. Returns how many there are: fewer when there is no more
 * room, or memory. The player's size counts when the first ones are made. */
int crowd_resize(crowd *c, int count, const obstacles *o, const player *p);
void crowd_free(crowd *c);

/* Makes the crowd what another one was. Returns false, and the crowd is gone, when memory ran out.
 */
bool crowd_set(crowd *c, int count, float radius, uint64_t random, const crowd_member *members);

/* Moves each member by one tick. The player is one more obstacle. None gets through a wall, however
 * it is squeezed. */
void crowd_tick(crowd *c, const obstacles *o, const player *p);

#endif
