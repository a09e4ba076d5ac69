#include "obstacle_cache.h"

#include <float.h>

#include "collide.h"

void sm_cache_start(obstacle_cache *n, const sm_obstacles *obstacles, const sm_filter *filter,
                    const sm_hull *mover) {
    n->obstacles = obstacles;
    n->filter = filter;
    n->mover = mover;
    n->time = 1;
    n->min = n->max = (vec){0, 0};
    n->gathered = false;
    n->overflowed = false;
    n->any_moves = false;
    n->farthest = 0;
    n->effort_left = (SM_SWEEP_LOOKS - FIRST_LOOKS) * LOOK_EFFORT;
    n->slack = 0;
    n->count = 0;
    double radius = sm_radius(mover->radius);
    vec low, high;
    hull_bounds(mover, &low, &high);
    n->mover_min = (vec){low.x - radius, low.y - radius};
    n->mover_max = (vec){high.x + radius, high.y + radius};
}

/* ---- Preparing one ----------------------------------------------------------------------- */

static sm_vec2 point_between(sm_vec2 before, sm_vec2 after, double time) {
    if (time >= 1)
        return after;
    vec way = vec_sub(vec_of(after), vec_of(before));
    return vec_round(vec_add(vec_of(before), vec_scale(way, time)));
}

static bool really_moves(const sm_obstacle *o) {
    return o->moves && !(sm_same(o->before.a, o->shape.a) && sm_same(o->before.b, o->shape.b));
}

static sm_capsule shape_at(const sm_obstacle *o, double time) {
    if (!really_moves(o))
        return o->shape;
    return (sm_capsule){point_between(o->before.a, o->shape.a, time),
                        point_between(o->before.b, o->shape.b, time), o->shape.radius};
}

static void note_motion(obstacle_cache *n, const sm_obstacle *o) {
    if (!really_moves(o))
        return;
    n->any_moves = true;
    double a = vec_length(vec_sub(vec_of(o->shape.a), vec_of(o->before.a)));
    double b = vec_length(vec_sub(vec_of(o->shape.b), vec_of(o->before.b)));
    n->farthest = sm_max(n->farthest, sm_max(a, b));
}

static void prepare(near_obstacle *to, const obstacle_cache *n, const sm_obstacle *o) {
    to->source = *o;
    to->capsule = shape_at(o, n->time);
    sm_minkowski_of(&to->shape, n->mover, to->capsule);
}

/* What has been gathered is complete for all times. */
void sm_cache_set_time(obstacle_cache *n, double time) {
    if (time == n->time)
        return;
    n->time = time;
    for (int i = 0; i < n->count; i++) {
        near_obstacle *o = &n->list[i];
        if (o->source.moves) {
            o->capsule = shape_at(&o->source, time);
            sm_minkowski_of(&o->shape, n->mover, o->capsule);
        }
    }
}

static bool is_usable(const obstacle_cache *n, const sm_obstacle *o) {
    return capsule_is_finite(o->shape) && (!o->moves || capsule_is_finite(o->before)) &&
           sm_filter_accepts(n->filter, o->mask, o->number, o->user);
}

bool sm_oneway_is_front(const near_obstacle *obstacle, vec normal) {
    const sm_capsule *c = &obstacle->capsule;
    return vec_cross(vec_sub(vec_of(c->b), vec_of(c->a)), normal) > 0;
}

/* ---- Gathering --------------------------------------------------------------------------- */

/* Whether it comes into the box asked for; more may be shown, a loop shows more than a world. */
static bool is_asked_for(const obstacle_cache *n, const sm_obstacle *o) {
    rect box = rect_of_corners(n->asked_min, n->asked_max);
    return o->moves ? obstacle_bounds_overlap(o, box) : sm_capsule_touches(&o->shape, box);
}

/* Keeps of the list what is asked for, or only what is one-way of it. */
static void thin_out(obstacle_cache *n, bool keeps_oneway_only) {
    int kept = 0;
    for (int i = 0; i < n->count; i++) {
        const sm_obstacle *o = &n->list[i].source;
        if (keeps_oneway_only ? o->oneway : is_asked_for(n, o))
            n->list[kept++] = n->list[i];
    }
    n->count = kept;
}

/* Of too many those with the lowest numbers, whatever the source's order is. */
static void hold_oneway(obstacle_cache *n, const sm_obstacle *o) {
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

/* How far something moves that is shown though it stays away would count, so it must not; nor must
 * what only fills the list. */
static bool hold(void *context, const sm_obstacle *o) {
    obstacle_cache *n = context;
    bool is_full = n->overflowed || n->count == CACHE_MAX;
    if (!is_usable(n, o) || ((o->moves || is_full) && !is_asked_for(n, o)))
        return true;
    note_motion(n, o);
    if (is_full && !n->overflowed)
        thin_out(n, false);
    if (n->count == CACHE_MAX && !n->overflowed) {
        n->overflowed = true;
        n->near_count = CACHE_MAX;
        thin_out(n, true);
    }
    n->near_count += n->overflowed;
    if (!n->overflowed)
        prepare(&n->list[n->count++], n, o);
    else if (o->oneway)
        hold_oneway(n, o);
    return true;
}

/* Member by member: a copy of what was just put together would wait for it. */
void sm_cache_add_wall(obstacle_cache *n, const sm_capsule *wall, int number) {
    near_obstacle *to = &n->list[n->count++];
    to->source.shape = *wall;
    to->source.moves = false;
    to->source.oneway = false;
    to->source.number = number;
    to->capsule = *wall;
    sm_minkowski_of(&to->shape, n->mover, *wall);
}

/* The query is in floats: rounded outward, so that nothing on its edge is missed. A trace that
 * wants to see everything makes it endless. */
static sm_vec2 widened(vec place, vec side, double way) {
    vec corner = vec_add(place, side);
    double x = fabs(corner.x) * 4 * (double)FLT_EPSILON + sm_rounding(fabs(place.x) + fabs(side.x));
    double y = fabs(corner.y) * 4 * (double)FLT_EPSILON + sm_rounding(fabs(place.y) + fabs(side.y));
    return vec_round_finite(
        (vec){corner.x + way * (x + (double)FLT_MIN), corner.y + way * (y + (double)FLT_MIN)});
}

static void ask(obstacle_cache *n, sm_obstacle_fn *visit, void *context) {
    n->effort_left -= LOOK_EFFORT;
    n->obstacles->gather(n->obstacles->context, n->asked_min, n->asked_max, visit, context);
}

void sm_cache_begin(obstacle_cache *n, vec min, vec max) {
    n->min = min;
    n->max = max;
    n->gathered = true;
    n->overflowed = false;
    n->count = 0;
}

static void fill(obstacle_cache *n, vec min, vec max, double slack) {
    vec spare = {slack, slack};
    sm_cache_begin(n, vec_sub(min, spare), vec_add(max, spare));
    n->asked_min = widened(n->min, n->mover_min, -1);
    n->asked_max = widened(n->max, n->mover_max, 1);
    ask(n, hold, n);
}

void sm_cache_gather(obstacle_cache *n, vec min, vec max) {
    if (n->overflowed && vec_equal(n->min, min) && vec_equal(n->max, max))
        return;
    double slack = n->overflowed ? 0 : n->slack;
    fill(n, min, max, slack);
    if (n->overflowed && slack > 0)
        fill(n, min, max, 0);
}

/* ---- Asking ------------------------------------------------------------------------------ */

typedef struct stream {
    const obstacle_cache *obstacle_cache;
    near_fn *visit;
    void *context;
} stream;

static bool pass_on(void *context, const sm_obstacle *o) {
    const stream *s = context;
    if (!is_usable(s->obstacle_cache, o))
        return true;
    near_obstacle obstacle;
    prepare(&obstacle, s->obstacle_cache, o);
    s->visit(&obstacle, s->context);
    return true;
}

void sm_cache_each_of_source(obstacle_cache *n, near_fn *visit, void *context) {
    stream s = {n, visit, context};
    ask(n, pass_on, &s);
}
