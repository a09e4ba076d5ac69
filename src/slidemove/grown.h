/* grown: an obstacle grown by the mover, so that the mover shrinks to a point.
 *
 * A mover that does not turn meets an obstacle exactly where its position, a point, meets the set
 * of differences {obstacle - mover} (the Minkowski difference; Ericson, Real-Time Collision
 * Detection, 3.12). For a capsule and a convex mover that is a convex polygon with a radius.
 * Distances and first touches are then those of a point, in closed form, and hold for every
 * position at once. */
#ifndef SM_GROWN_H
#define SM_GROWN_H

#include "vec.h"

enum { GROWN_CORNERS = SM_HULL_VERTICES + 2 };

typedef struct grown {
    vec corners[GROWN_CORNERS]; /* counter-clockwise; one: a point, two: a segment */
    vec along[GROWN_CORNERS];   /* unit direction from each corner to the next; zero where equal */
    double lengths[GROWN_CORNERS];
    int count;
    double radius;
} grown;

/* Where a position stands to a grown obstacle. */
typedef struct separation {
    double gap;     /* world units, negative inside */
    vec normal;     /* unit, the way out */
    vec nearest;    /* on the polygon, without its radius */
    bool at_corner; /* `nearest` is a corner, so the normal turns as the position moves */
    vec ends[2];    /* of the edge it is on; both `nearest` at a corner */
} separation;

/* The first touch of a moving position. */
typedef struct first_touch {
    double fraction; /* of the delta; INFINITY: no touch at all */
    vec normal;
} first_touch;

/* Returns the obstacle grown by the mover, whose vertices are around its position. */
grown grown_by(const sm_hull *mover, sm_capsule obstacle);

/* Returns the distance and the way out at `position`. Exactly on a point or segment the way out
 * against `delta` is taken; without a delta, any. */
separation grown_separation(const grown *g, vec position, vec delta);

/* Returns when `position`, moved by `delta`, comes within `radius` of the polygon. It must not be
 * within already. A radius that is 0 or negative shrinks the polygon instead, and needs one that
 * has an area. */
first_touch grown_cast(const grown *g, double radius, vec position, vec delta);

#endif
