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

/* Returns the obstacles as a space; NULL if they are of another dimension. */
const space *space_seen(const obstacles *o);

/* Returns the unit vector of a heading. */
sm3_vec space_direction(float heading);

/* Returns the space as obstacles. `sp` must outlive the result, and stay unchanged. */
sm3_obstacles space_obstacles(const space *sp);

#endif
