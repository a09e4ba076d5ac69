/* obstacle_cache: the obstacles near a move, gathered once and widened by the mover.
 *
 * The list has a fixed size. If more obstacles are near, every query gathers them from the source
 * again, one at a time: slower, with the same results.
 *
 * The cache also bounds a move's cost. A look at the source costs as much effort as LOOK_EFFORT
 * legs or planes of the move. Each part of a move ends when it would use effort that is reserved
 * for the parts after it. */
#ifndef SM_OBSTACLE_CACHE_H
#define SM_OBSTACLE_CACHE_H

#include "minkowski.h"

enum { CACHE_MAX = 48, LOOK_EFFORT = 128, FIRST_LOOKS = 2 };

typedef struct near_obstacle {
    minkowski shape;
    sm_obstacle source;
    sm_capsule capsule; /* its place at the cache's time */
} near_obstacle;

typedef struct obstacle_cache {
    const sm_obstacles *obstacles;
    const sm_filter *filter;  /* obstacles that it refuses are left out; NULL: none */
    const sm_hull *mover;     /* around its position */
    vec mover_min, mover_max; /* the box around the mover at the origin */
    double time;              /* 0 .. 1: the fraction of their motion that obstacles have made */
    vec min, max;             /* positions for which the list is complete or has overflowed */
    sm_vec2 gathered_min, gathered_max; /* the box that was gathered for them */
    bool is_gathered;                   /* min and max are set */
    bool overflowed; /* the list lacks obstacles: it has only one-way ones, for seams */
    int near_count;  /* if it overflowed: how many obstacles are near */
    int effort_left;
    double slack;    /* world units: gather for positions so much beyond those asked for */
    bool any_moves;  /* an obstacle moved this tick */
    double farthest; /* world units: the farthest that an end of an obstacle moved */
    int count;
    near_obstacle list[CACHE_MAX];
} obstacle_cache;

/* Forgets how much effort earlier moves took, and gathers from `obstacles` from now on. */
void sm_cache_renew(obstacle_cache *n, const sm_obstacles *obstacles);

/* Begins a cache without obstacles. The arguments must outlive it. */
void sm_cache_start(obstacle_cache *n, const sm_obstacles *obstacles, const sm_filter *filter,
                    const sm_hull *mover);

/* Places moving obstacles where they are at `time`, 0 .. 1. */
void sm_cache_set_time(obstacle_cache *n, double time);

/* Gathers the obstacles near positions from `min` to `max`, and within the slack around if they all
 * fit. */
void sm_cache_gather(obstacle_cache *n, vec min, vec max);

/* Whether the list is complete for all positions from `low` to `high`. */
static inline bool cache_covers(const obstacle_cache *n, vec low, vec high) {
    return n->is_gathered && !n->overflowed && low.x >= n->min.x && low.y >= n->min.y &&
           high.x <= n->max.x && high.y <= n->max.y;
}

/* Makes the list complete for all positions from `from` to `to` and within `margin` around. Does
 * nothing if it is already. */
static inline void cache_cover(obstacle_cache *n, vec from, vec to, double margin) {
    vec low = {sm_min(from.x, to.x) - margin, sm_min(from.y, to.y) - margin};
    vec high = {sm_max(from.x, to.x) + margin, sm_max(from.y, to.y) + margin};
    if (!cache_covers(n, low, high))
        sm_cache_gather(n, low, high);
}

/* Empties the list. The caller then adds, by sm_cache_add, all obstacles near positions from `min`
 * to `max`. */
void sm_cache_begin(obstacle_cache *n, vec min, vec max);

/* Adds a finite obstacle that does not move to the list, which must have room. */
void sm_cache_add(obstacle_cache *n, const sm_capsule *wall, int number, bool oneway);

/* Whether a part of the move may go on, if it must leave so many looks to the parts after it. */
static inline bool cache_may_look(const obstacle_cache *n, int looks_to_leave) {
    return n->effort_left > looks_to_leave * LOOK_EFFORT;
}

typedef void near_fn(const near_obstacle *obstacle, void *context);

/* cache_each for a list that has overflowed. */
void sm_cache_each_of_source(obstacle_cache *n, near_fn *visit, void *context);

/* Calls `visit` for each obstacle near the positions last covered, in no particular order. Inline,
 * so that `visit` is compiled into it. */
static inline void cache_each(obstacle_cache *n, near_fn *visit, void *context) {
    if (n->overflowed) {
        sm_cache_each_of_source(n, visit, context);
        return;
    }
    for (int i = 0; i < n->count; i++)
        visit(&n->list[i], context);
}

/* Whether a contact with this normal is on the front, the solid side, of a one-way obstacle. */
bool sm_oneway_is_front(const near_obstacle *obstacle, vec normal);

#endif
