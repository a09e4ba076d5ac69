/* space: the obstacles of a 3D level as rounded triangles, with an index, and the player among
 * them. */
#ifndef SPACE_H
#define SPACE_H

#include "../obstacles.h"

typedef struct space {
    obstacles common;
    sm3_triangle *triangles; /* owned; the obstacles as they are now */
    sm3_world *world;        /* owned; all of them */
} space;

#define SPACE_DIMENSIONS 3

extern const dimension space_dimension;

/* Returns the space that obstacles of space_dimension are, NULL of others. */
const space *space_seen(const obstacles *o);

/* Returns the unit vector of a heading. */
sm3_vec space_direction(float heading);

/* What the mover meets. `sp` must outlive the result, and stay unchanged. */
sm3_obstacles space_obstacles(const space *sp);

#endif
