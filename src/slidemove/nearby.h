/* nearby: the obstacles that a move can meet, gathered once and grown by the mover.
 *
 * They are held in a buffer of fixed size. When more are near than it holds, every question is put
 * to the source again, one obstacle at a time: slower, with the same answers. */
#ifndef SM_NEARBY_H
#define SM_NEARBY_H

#include "grown.h"

enum { NEARBY_MAX = 48 };

typedef struct near_obstacle {
    grown shape;
    sm_obstacle source;
    sm_capsule capsule; /* where it stands at the time */
} near_obstacle;

typedef struct nearby {
    const sm_obstacles *obstacles;
    vec mover_min, mover_max; /* the box around the mover at the origin */
    double time;              /* 0 .. 1: moving obstacles stand this far on their way */
    vec min, max;             /* positions for which the list is complete */
    bool gathered;            /* min and max mean something */
    bool overflowed;          /* the list is not complete: ask the source */
    bool any_moves;           /* an obstacle moved this tick */
    double farthest;          /* how far, at the most, an end of one moved */
    int count;
    near_obstacle list[NEARBY_MAX];
} nearby;

void nearby_start(nearby *n, const sm_obstacles *obstacles);

/* Stands moving obstacles at `time` of their way. */
void nearby_set_time(nearby *n, double time);

/* Makes the list complete for all positions on the way from `from` to `to`, and within `margin`
 * around. Does nothing if it is already. */
void nearby_cover(nearby *n, vec from, vec to, double margin);

typedef void near_fn(const near_obstacle *obstacle, void *context);

/* Calls `visit` for each obstacle near the positions last covered, in no certain order. */
void nearby_each(const nearby *n, near_fn *visit, void *context);

/* Whether a one-way obstacle is solid for a contact with this normal. The others always are. */
bool near_is_solid(const near_obstacle *obstacle, vec normal);

#endif
