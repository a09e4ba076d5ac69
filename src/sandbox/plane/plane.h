/* plane: the obstacles of a 2D level as capsules, with an index, and the player among them. */
#ifndef PLANE_H
#define PLANE_H

#include "../obstacles.h"

/* One of the last changes. */
typedef struct plane_change {
    unsigned version; /* of the obstacles, after it */
    int statement;    /* it has as many obstacles as before; -1: anything may have changed */
} plane_change;

enum { PLANE_CHANGES = 32 };

typedef struct plane {
    obstacles common;

    sm_world *world;   /* owned */
    level_box3 around; /* all obstacles and the player lie in it; it may be larger than they need */
    plane_change changes[PLANE_CHANGES]; /* the last ones, a ring */
    unsigned change_count;               /* so far */
} plane;

#define PLANE_DIMENSIONS 2

extern const dimension plane_dimension;

/* Returns the plane that obstacles of plane_dimension are, NULL of others. */
plane *plane_to_change(obstacles *o);
const plane *plane_seen(const obstacles *o); /* the same, to be read */

/* Returns an obstacle. */
sm_capsule plane_get(const plane *g, int obstacle);

/* Returns an obstacle `between` (0 .. 1) where it was a tick ago and where it is. */
sm_capsule plane_between(const plane *g, int obstacle, float between);

/* Returns the plane as obstacles. It must outlive the result. */
static inline sm_obstacles plane_obstacles(const plane *g) {
    return sm_obstacles_of_world(g->world);
}

/* Lists the statements that have changed since the plane had that version, some more than once.
 * Returns how many, -1 when anything may have changed. */
int plane_changed_since(const plane *g, unsigned version, int statements[PLANE_CHANGES]);

/* Finds the obstacles that touch the box, radii included, as they come. */
void plane_find(const obstacles *o, level_box box, obstacle_list *found);

#endif
