/* obstacle_cache: the obstacles that a move can meet, gathered once and grown by the mover.
 *
 * They are held in a buffer of fixed size. When more are near than it holds, every question is put
 * to the source again, one obstacle at a time: slower, with the same answers. How often a move
 * looks at the source is bounded, and how often it goes through the list: a look costs as much
 * effort as LOOK_EFFORT legs or planes of the move, and each part of it ends when only so much is
 * left as the parts after it need. */
#ifndef SM_OBSTACLE_CACHE_H
#define SM_OBSTACLE_CACHE_H

#include "minkowski.h"

enum { CACHE_MAX = 48, LOOK_EFFORT = 128, FIRST_LOOKS = 2 };

typedef struct near_obstacle {
    minkowski shape;
    sm_obstacle source;
    sm_capsule capsule; /* where it stands at the time */
} near_obstacle;

typedef struct obstacle_cache {
    const sm_obstacles *obstacles;
    const sm_filter *filter;      /* what it refuses is not there; NULL: nothing */
    const sm_hull *mover;         /* around its position */
    vec mover_min, mover_max;     /* the box around the mover at the origin */
    double time;                  /* 0 .. 1: moving obstacles stand this far on their way */
    vec min, max;                 /* positions for which the list is complete or has overflowed */
    sm_vec2 asked_min, asked_max; /* the box that was gathered for them */
    bool gathered;                /* min and max mean something */
    bool overflowed;              /* the list has one-way obstacles alone: ask the source */
    int near_count;               /* how many there are when it has */
    int effort_left;
    double slack;    /* world units: the list is made for positions so much farther */
    bool any_moves;  /* an obstacle moved this tick */
    double farthest; /* how far, at the most, an end of one moved */
    int count;
    near_obstacle list[CACHE_MAX];
} obstacle_cache;

/* They must outlive the cache. */
void sm_cache_start(obstacle_cache *n, const sm_obstacles *obstacles, const sm_filter *filter,
                    const sm_hull *mover);

/* Stands moving obstacles at `time` of their way. */
void sm_cache_set_time(obstacle_cache *n, double time);

/* Gathers for all positions from `min` to `max`, and those within the slack if all of that fits. */
void sm_cache_gather(obstacle_cache *n, vec min, vec max);

/* Whether the list is complete for all positions from `low` to `high`. */
static inline bool cache_covers(const obstacle_cache *n, vec low, vec high) {
    return n->gathered && !n->overflowed && low.x >= n->min.x && low.y >= n->min.y &&
           high.x <= n->max.x && high.y <= n->max.y;
}

/* Makes the list complete for all positions on the way from `from` to `to`, and within `margin`
 * around. Does nothing if it is already. */
static inline void cache_cover(obstacle_cache *n, vec from, vec to, double margin) {
    vec low = {sm_min(from.x, to.x) - margin, sm_min(from.y, to.y) - margin};
    vec high = {sm_max(from.x, to.x) + margin, sm_max(from.y, to.y) + margin};
    if (!cache_covers(n, low, high))
        sm_cache_gather(n, low, high);
}

/* Empties the list, to be made complete for all positions from `min` to `max` by the next. */
void sm_cache_begin(obstacle_cache *n, vec min, vec max);

/* Adds a finite wall that stands still to the list, which must have room. */
void sm_cache_add_wall(obstacle_cache *n, const sm_capsule *wall, int number);

/* Whether a part of the move may go on that leaves so many looks to the parts after it. */
static inline bool cache_may_look(const obstacle_cache *n, int looks_to_leave) {
    return n->effort_left > looks_to_leave * LOOK_EFFORT;
}

typedef void near_fn(const near_obstacle *obstacle, void *context);

/* cache_each where the list is not complete. */
void sm_cache_each_of_source(obstacle_cache *n, near_fn *visit, void *context);

/* Calls `visit` for each obstacle near the positions last covered, in no certain order. Here, so
 * that visits are compiled into it. */
static inline void cache_each(obstacle_cache *n, near_fn *visit, void *context) {
    if (n->overflowed) {
        sm_cache_each_of_source(n, visit, context);
        return;
    }
    for (int i = 0; i < n->count; i++)
        visit(&n->list[i], context);
}

/* Whether a one-way obstacle is solid for a contact with this normal. */
bool sm_oneway_is_front(const near_obstacle *obstacle, vec normal);

#endif
