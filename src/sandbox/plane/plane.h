/* plane: the obstacles of a 2D level as capsules, with an index, and the player among them. */
#ifndef PLANE_H
#define PLANE_H

#include "../obstacles.h"

typedef struct plane {
    obstacles common;

    sm_world *world;   /* owned */
    level_box3 around; /* a box around all obstacles and the player, maybe larger than needed */
} plane;

#define PLANE_DIMENSIONS 2

extern const dimension plane_dimension;

/* Returns the obstacles as a plane; NULL if they are of another dimension. */
plane *plane_to_change(obstacles *o);
const plane *plane_seen(const obstacles *o); /* the same, read-only */

/* Returns an obstacle. */
sm_capsule plane_get(const plane *g, int obstacle);

/* Returns an obstacle `between` (0 .. 1) where it was a tick ago and where it is. */
sm_capsule plane_between(const plane *g, int obstacle, float between);

/* Returns the plane as obstacles. It must outlive the result. */
static inline sm_obstacles plane_obstacles(const plane *g) {
    return sm_obstacles_of_world(g->world);
}

/* Finds the obstacles that touch the box, radii included, in no order. */
void plane_find(const obstacles *o, level_box box, obstacle_list *found);

#endif
