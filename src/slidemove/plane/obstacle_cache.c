#include "obstacle_cache.h"

#include <float.h>

#include "collide.h"

void sm_cache_renew(obstacle_cache *n, const sm_obstacles *obstacles) {
    n->obstacles = obstacles;
    n->effort_left = (SM_SWEEP_LOOKS - FIRST_LOOKS) * LOOK_EFFORT;
    n->slack = 0;
}

void sm_cache_start(obstacle_cache *n, const sm_obstacles *obstacles, const sm_filter *filter,
                    const sm_hull *mover) {
    sm_cache_renew(n, obstacles);
    n->filter = filter;
    n->mover = mover;
    n->time = 1;
    n->min = (vec){0, 0};
    n->max = (vec){0, 0};
    n->is_gathered = false;
    n->overflowed = false;
    n->any_moves = false;
    n->farthest = 0;
    n->count = 0;
    double radius = sm_radius(mover->radius);
    vec low, high;
    hull_bounds(mover, &low, &high);
    n->mover_min = (vec){low.x - radius, low.y - radius};
    n->mover_max = (vec){high.x + radius, high.y + radius};
}

/* ---- Preparing an obstacle --------------------------------------------------------------- */

static sm_vec2 point_between(sm_vec2 before, sm_vec2 after, double time) {
    if (time >= 1)
        return after;
    vec motion = vec_sub(vec_of(after), vec_of(before));
    return vec_round(vec_add(vec_of(before), vec_scale(motion, time)));
}

static bool changes_place(const sm_obstacle *o) {
    return obstacle_moves(o) &&
           !(sm_same(o->before.a, o->shape.a) && sm_same(o->before.b, o->shape.b));
}

static sm_capsule shape_at(const sm_obstacle *o, double time) {
    if (!changes_place(o))
        return o->shape;
    return (sm_capsule){point_between(o->before.a, o->shape.a, time),
                        point_between(o->before.b, o->shape.b, time), o->shape.radius};
}

static void record_motion(obstacle_cache *n, const sm_obstacle *o) {
    if (!changes_place(o))
        return;
    n->any_moves = true;
    double a = vec_length(vec_sub(vec_of(o->shape.a), vec_of(o->before.a)));
    double b = vec_length(vec_sub(vec_of(o->shape.b), vec_of(o->before.b)));
    n->farthest = sm_max(n->farthest, sm_max(a, b));
}

static void prepare(near_obstacle *to, const obstacle_cache *n, const sm_obstacle *o) {
    to->source = *o;
    to->source.moves = obstacle_moves(o);
    to->capsule = shape_at(o, n->time);
    sm_minkowski_of(&to->shape, n->mover, &to->capsule);
}

/* The list need not be gathered again: it has what is near at any time. */
void sm_cache_set_time(obstacle_cache *n, double time) {
    if (time == n->time)
        return;
    n->time = time;
    for (int i = 0; i < n->count; i++) {
        near_obstacle *o = &n->list[i];
        if (o->source.moves) {
            o->capsule = shape_at(&o->source, time);
            sm_minkowski_of(&o->shape, n->mover, &o->capsule);
        }
    }
}

static bool is_usable(const obstacle_cache *n, const sm_obstacle *o) {
    return capsule_is_finite(o->shape) && sm_filter_accepts(n->filter, o->mask, o->number, o->user);
}

bool sm_oneway_is_front(const near_obstacle *obstacle, vec normal) {
    const sm_capsule *c = &obstacle->capsule;
    return vec_cross(vec_sub(vec_of(c->b), vec_of(c->a)), normal) > 0;
}

/* ---- Gathering --------------------------------------------------------------------------- */

/* Whether the obstacle comes into the gathered box. The source may show others, too: a plain loop
 * shows more than a world. */
static bool is_in_gathered_box(const obstacle_cache *n, const sm_obstacle *o) {
    rect box = rect_of_corners(n->gathered_min, n->gathered_max);
    return obstacle_moves(o) ? obstacle_bounds_overlap(o, box) : sm_capsule_touches(&o->shape, box);
}

/* Removes from the list what is not in the gathered box, or all that is not one-way. */
static void shrink_list(obstacle_cache *n, bool keeps_oneway_only) {
    int kept = 0;
    for (int i = 0; i < n->count; i++) {
        const sm_obstacle *o = &n->list[i].source;
        if (keeps_oneway_only ? o->oneway : is_in_gathered_box(n, o))
            n->list[kept++] = n->list[i];
    }
    n->count = kept;
}

/* Adds an obstacle to the list of one-way ones. A full list keeps those with the lowest numbers, so
 * that the source's order does not matter. */
static void add_oneway(obstacle_cache *n, const sm_obstacle *o) {
    int place = n->count;
    if (n->count == CACHE_MAX) {
        place = 0;
        for (int i = 1; i < CACHE_MAX; i++)
            place = n->list[i].source.number > n->list[place].source.number ? i : place;
        if (o->number > n->list[place].source.number)
            return;
    } else {
        n->count++;
    }
    prepare(&n->list[place], n, o);
}

/* Adds an obstacle. Of those outside of the box, moving ones are left out since they would count in
 * `farthest`, and all are left out once the list is full. */
static bool add_obstacle(void *context, const sm_obstacle *o) {
    obstacle_cache *n = context;
    bool is_full = n->overflowed || n->count == CACHE_MAX;
    if (!is_usable(n, o) || ((o->moves || is_full) && !is_in_gathered_box(n, o)))
        return true;
    record_motion(n, o);
    if (is_full && !n->overflowed)
        shrink_list(n, false);
    if (n->count == CACHE_MAX && !n->overflowed) {
        n->overflowed = true;
        n->near_count = CACHE_MAX;
        shrink_list(n, true);
    }
    n->near_count += n->overflowed;
    if (!n->overflowed)
        prepare(&n->list[n->count++], n, o);
    else if (o->oneway)
        add_oneway(n, o);
    return true;
}

/* Writes member by member: the processor would stall on copying a struct just stored. */
void sm_cache_add(obstacle_cache *n, const sm_capsule *wall, int number, bool oneway) {
    near_obstacle *to = &n->list[n->count++];
    to->source.shape = *wall;
    to->source.moves = false;
    to->source.oneway = oneway;
    to->source.number = number;
    to->capsule = *wall;
    sm_minkowski_of(&to->shape, n->mover, wall);
}

/* Returns a corner of the box to gather, place + side, rounded outward to floats so that nothing on
 * its edge is missed. `outward` is 1 for the largest corner, -1 for the smallest. A trace that
 * wants all obstacles makes the box infinite; this one ends where floats end. */
static sm_vec2 box_corner(vec place, vec side, double outward) {
    vec corner = vec_add(place, side);
    double x = fabs(corner.x) * 4 * (double)FLT_EPSILON + sm_rounding(fabs(place.x) + fabs(side.x));
    double y = fabs(corner.y) * 4 * (double)FLT_EPSILON + sm_rounding(fabs(place.y) + fabs(side.y));
    return vec_round_finite((vec){corner.x + outward * (x + (double)FLT_MIN),
                                  corner.y + outward * (y + (double)FLT_MIN)});
}

static void visit_source(obstacle_cache *n, sm_obstacle_fn *visit, void *context) {
    n->effort_left -= LOOK_EFFORT;
    n->obstacles->gather(n->obstacles->context, n->gathered_min, n->gathered_max, visit, context);
}

void sm_cache_begin(obstacle_cache *n, vec min, vec max) {
    n->min = min;
    n->max = max;
    n->is_gathered = true;
    n->overflowed = false;
    n->count = 0;
}

static void gather_with_slack(obstacle_cache *n, vec min, vec max, double slack) {
    vec spare = {slack, slack};
    sm_cache_begin(n, vec_sub(min, spare), vec_add(max, spare));
    n->gathered_min = box_corner(n->min, n->mover_min, -1);
    n->gathered_max = box_corner(n->max, n->mover_max, 1);
    visit_source(n, add_obstacle, n);
}

void sm_cache_gather(obstacle_cache *n, vec min, vec max) {
    if (n->overflowed && vec_equal(n->min, min) && vec_equal(n->max, max))
        return;
    double slack = n->overflowed ? 0 : n->slack;
    gather_with_slack(n, min, max, slack);
    if (n->overflowed && slack > 0)
        gather_with_slack(n, min, max, 0);
}

/* ---- Visiting the source ----------------------------------------------------------------- */

typedef struct stream {
    const obstacle_cache *cache;
    near_fn *visit;
    void *context;
} stream;

static bool pass_on(void *context, const sm_obstacle *o) {
    const stream *s = context;
    if (!is_usable(s->cache, o))
        return true;
    near_obstacle obstacle;
    prepare(&obstacle, s->cache, o);
    s->visit(&obstacle, s->context);
    return true;
}

void sm_cache_each_of_source(obstacle_cache *n, near_fn *visit, void *context) {
    stream s = {n, visit, context};
    visit_source(n, pass_on, &s);
}
