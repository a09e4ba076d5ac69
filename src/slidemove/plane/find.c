/* find: queries at a place and casts along a path, among obstacles of any kind. A few queries have
 * a faster form for worlds (world_index.h); all others look at what the obstacles gather. */
#include <assert.h>

#include "../resolver.h"
#include "sweep_state.h"
#include "world_index.h"

static const sm_collision nothing_found = {0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};

sm_collision sm_find_deepest(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                             const sm_filter *filter) {
    sm_choice choice = {
        .resolver = SM_DEEPEST, .chosen = {.obstacle = SM_NO_OBSTACLE}, .filter = filter};
    if (sm_hull_is_finite(&mover) && sm_is_finite(position) && sm_is_finite(delta))
        sm_offer(&obstacles, position, delta, &mover, &choice);
    return sm3_collision_to2(choice.chosen);
}

/* ---- Queries at a place ------------------------------------------------------------------ */

typedef struct query {
    const sm_filter *filter;
    sm_vec2 position, delta;
    const sm_hull *mover;
    rect box;
    sm_collision nearest;
    const hull_cast *cast;
    cast_first *first;
    sm_obstacle_fn *visit;
    void *context;
    bool is_done; /* `visit` asked to end, though `gather` may call on */
} query;

/* Returns the box widened by `reach` and a bound of rounding errors. */
static inline rect box_within(const rect *box, double reach) {
    double largest =
        sm_max(sm_max(fabs(box->x0), fabs(box->y0)), sm_max(fabs(box->x1), fabs(box->y1)));
    reach += 4 * (double)FLT_EPSILON * (largest + reach);
    return (rect){box->x0 - reach, box->y0 - reach, box->x1 + reach, box->y1 + reach};
}

static void gather_within(query *q, const sm_obstacles *obstacles, const rect *box, double reach,
                          sm_obstacle_fn *visit) {
    if (obstacles->gather == NULL)
        return;
    rect near = box_within(box, reach);
    obstacles->gather(obstacles->context, vec_round_finite((vec){near.x0, near.y0}),
                      vec_round_finite((vec){near.x1, near.y1}), visit, q);
}

static bool is_accepted_by(const query *q, const sm_obstacle *o) {
    return q->filter == NULL || sm_filter_accepts(q->filter, o->mask, o->number, o->user);
}

static bool report_found(query *q, const sm_obstacle *o) {
    q->is_done = !q->visit(q->context, o);
    return !q->is_done;
}

/* Returns the box around the hull at a place. */
static rect hull_bounds_at(const sm_hull *hull, sm_vec2 position) {
    vec low, high, p = vec_of(position);
    double r = sm_radius(hull->radius);
    hull_bounds(hull, &low, &high);
    return (rect){p.x + low.x - r, p.y + low.y - r, p.x + high.x + r, p.y + high.y + r};
}

static bool visit_overlap(void *context, const sm_obstacle *o) {
    query *q = context;
    return q->is_done || !is_accepted_by(q, o) ||
           !(sm_collide_mover(q->mover, q->position, o->shape, q->delta).depth >= 0) ||
           report_found(q, o);
}

void sm_find_overlaps(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter, sm_obstacle_fn *visit, void *context) {
    assert(visit != NULL);
    if (visit == NULL || !sm_hull_is_finite(&mover) || !sm_is_finite(position))
        return;
    query q = {.filter = filter,
               .position = position,
               .mover = &mover,
               .visit = visit,
               .context = context};
    rect box = hull_bounds_at(&mover, position);
    gather_within(&q, &obstacles, &box, 0, visit_overlap);
}

static bool visit_in_box(void *context, const sm_obstacle *o) {
    query *q = context;
    return q->is_done || !is_accepted_by(q, o) || !sm_capsule_touches(&o->shape, q->box) ||
           report_found(q, o);
}

void sm_find_in_box(sm_vec2 corner, sm_vec2 opposite_corner, sm_obstacles obstacles,
                    const sm_filter *filter, sm_obstacle_fn *visit, void *context) {
    assert(visit != NULL);
    if (visit == NULL || !sm_is_finite(corner) || !sm_is_finite(opposite_corner))
        return;
    const sm_capsule diagonal = {corner, opposite_corner, 0};
    query q = {
        .filter = filter, .box = capsule_bounds(&diagonal), .visit = visit, .context = context};
    gather_within(&q, &obstacles, &q.box, 0, visit_in_box);
}

static bool visit_nearest(void *context, const sm_obstacle *o) {
    query *q = context;
    sm_collision c = sm_collide(sm_circle(q->position, 0), o->shape, (sm_vec2){0, 0});
    c.obstacle = o->number;
    bool is_nearer = c.depth > q->nearest.depth ||
                     (c.depth == q->nearest.depth && c.obstacle < q->nearest.obstacle);
    if (is_nearer && is_accepted_by(q, o))
        q->nearest = c;
    return true;
}

sm_collision sm_find_nearest(sm_vec2 point, float max_distance, sm_obstacles obstacles,
                             const sm_filter *filter) {
    if (!sm_is_finite(point) || isnan(max_distance))
        return nothing_found;
    const sm_world *world = sm_world_behind(&obstacles);
    if (world != NULL)
        return sm_world_nearest(world, point, max_distance, filter);
    query q = {.filter = filter,
               .position = point,
               .nearest = {.depth = -max_distance, .obstacle = SM_NO_OBSTACLE}};
    const sm_capsule place = sm_circle(point, 0);
    const rect box = capsule_bounds(&place);
    gather_within(&q, &obstacles, &box, sm_max(0, (double)max_distance), visit_nearest);
    return q.nearest.obstacle == SM_NO_OBSTACLE ? nothing_found : q.nearest;
}

/* ---- Casts along a path ------------------------------------------------------------------ */

static bool visit_cast(void *context, const sm_obstacle *o) {
    query *q = context;
    if (!hull_cast_misses(q->cast, &o->shape) && is_accepted_by(q, o))
        sm_cast_solid(q->cast, &o->shape, o->oneway, o->number, q->first);
    return true;
}

/* Within its callers, so that a ray is cast as the constant that its hull is. */
SM_WITHIN static inline sm_touch cast_hull(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                                           const sm_obstacles *obstacles, const sm_filter *filter) {
    hull_cast cast;
    cast_first first = cast_first_none();
    if (!hull_cast_begin(&cast, position, delta, mover))
        return sm_hull_cast_touch(&cast, &first);
    const sm_world *world = sm_world_behind(obstacles);
    if (world != NULL) {
        sm_world_cast(world, &cast, filter, &first);
        return sm_hull_cast_touch(&cast, &first);
    }
    query q; /* not cleared, since it is large */
    q.filter = filter;
    q.cast = &cast;
    q.first = &first;
    rect start = hull_bounds_at(mover, position);
    vec d = vec_of(delta);
    rect end = {start.x0 + d.x, start.y0 + d.y, start.x1 + d.x, start.y1 + d.y};
    rect passed = rect_union(start, end);
    gather_within(&q, obstacles, &passed, 0, visit_cast);
    return sm_hull_cast_touch(&cast, &first);
}

sm_touch sm_shapecast(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter) {
    return cast_hull(position, delta, &mover, &obstacles, filter);
}

sm_touch sm_raycast(sm_vec2 origin, sm_vec2 delta, sm_obstacles obstacles,
                    const sm_filter *filter) {
    static const sm_hull point = {.count = 1};
    return cast_hull(origin, delta, &point, &obstacles, filter);
}
