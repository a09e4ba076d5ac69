/* world_move: a 2D world as obstacles, and moves that are faster in a world.
 *
 * Most games move a disk, so a disk has a fast path of its own. A push usually moves it by less
 * than its delta. So the first search lists the obstacles within that much more than its reach, and
 * after a push no search is needed. The obstacle that pushed the disk need not be tested again: a
 * disk pushed along the normal keeps its closest point, so only rounding errors of the depth are
 * left, and these are bounded. */
#include <math.h>
#include <stddef.h>

#include "../resolver.h"
#include "minkowski.h"
#include "sweep_state.h"
#include "world_search.h"

/* A move of a disk that has its position as its centre. */
typedef struct disk_move {
    const sm_world *world;
    double slack;       /* world units: the list is complete so far from listed_at */
    vec listed_at;      /* where the list was made */
    sm_vec2 middle;     /* of the disk around its position: 0 or -0, added for the sum's sign */
    float pushed_depth; /* of the last push */
    int pushed_out_of;  /* its obstacle */
    world_search search;
} disk_move;

static inline double slack_for(sm_vec2 delta, double radius) {
    const double radius_fraction = 0.25; /* with more, the list of a fast mover would be too long */
    return sm_min((double)sm_maxf(fabsf(delta.x), fabsf(delta.y)), radius_fraction * radius);
}

static inline bool is_listed(const disk_move *m) {
    vec between = vec_sub(m->search.centre, m->listed_at);
    return !search_is_full(&m->search) && vec_dot(between, between) <= m->slack * m->slack;
}

/* Searches for the deepest obstacle; used when too many are near for the list. */
static search_best search_from_disk(const disk_move *m) {
    world_search s = m->search;
    s.lists = false;
    s.reach = reach_of_depth(0, s.radius);
    s.count = 0;
    s.best = best_beyond(0);
    sm_search(m->world, m->world->grids.list[0], &s);
    return s.best;
}

/* Returns the obstacle of the last push if it certainly left no depth above the resolution,
 * otherwise SM_NO_OBSTACLE. Rounding the position moves it by at most 0.71 of its float spacing,
 * and the resolution is at least that spacing. Rounding depth and normal adds 4 * 2^-24 of the
 * depth. So for a depth of up to 1/32 of the coordinate the error is 0.77 of the resolution.
 * Closest points in double add less than 0.1, unless the obstacle is larger than is allowed here.
 */
static inline int finished_obstacle(const disk_move *m, const sm3_vec *position) {
    const float max_fraction = 1.0f / 32, larger_by = 1e6f;
    const double not_too_deep = 0.9; /* fraction of the radius: the normal is exact enough */
    float coordinate = sm_maxf(fabsf(position->x), fabsf(position->y));
    bool is_bounded = m->pushed_depth <= coordinate * max_fraction &&
                      m->world->largest <= coordinate * larger_by &&
                      (double)m->pushed_depth <= not_too_deep * m->search.radius;
    return is_bounded ? m->pushed_out_of : SM_NO_OBSTACLE;
}

static inline float resolution_at(const sm3_vec *position) {
    return FLT_EPSILON * sm_maxf(fabsf(position->x), fabsf(position->y));
}

static inline vec centre_at(const disk_move *m, float x, float y) {
    return (vec){(double)(x + m->middle.x), (double)(y + m->middle.y)};
}

static inline sm3_collision look_of_disk(void *context, const sm3_vec *position, bool is_last) {
    (void)is_last; /* it finds the deepest in any case */
    disk_move *m = context;
    world_search *s = &m->search;
    s->centre = centre_at(m, position->x, position->y);
    if (!is_listed(m)) {
        m->listed_at = s->centre;
        s->count = 0;
        sm_search(m->world, m->world->grids.list[0], s);
    }
    int finished = finished_obstacle(m, position);
    search_best b = best_beyond(0);
    if (search_is_full(s))
        b = search_from_disk(m);
    else
        for (int i = 0; i < s->count; i++)
            if (entry_obstacle(s->list[i]) != finished)
                judge(m->world, s, true, &b, s->list[i]);
    if (b.obstacle == SM_NO_OBSTACLE || b.depth <= resolution_at(position))
        return (sm3_collision){.obstacle = SM_NO_OBSTACLE};
    m->pushed_depth = b.depth;
    m->pushed_out_of = b.obstacle;
    return sm_collision_to3(collision_of_best(m->world, s, &b));
}

/* A function of its own, so that the moves that touch nothing do not set up its stack. */
SM_APART static sm_result push_disk_out(disk_move *m, sm_vec2 position, sm_vec2 delta,
                                        const sm_options *options) {
    sm3_result result;
    move_begin(sm_to3(position), sm_to3(delta), &result);
    m->listed_at = m->search.centre;
    m->pushed_depth = 0;
    m->pushed_out_of = SM_NO_OBSTACLE;
    m->search.delta = delta;
    move_push_out(sm_to3(position), move_pushes_allowed(options), NULL, look_of_disk, m, &result);
    return move_flat(&result);
}

static inline sm_result move_disk(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                                  const sm_world *world, const sm_options *options) {
    const sm_vec2 forced = sm_offset(position, delta, 1);
    if (!move_is_near(sm_to3(position)) || !move_is_near(sm_to3(forced)))
        return (sm_result){.position = position, .status = SM_NOT_FINITE};
    disk_move m;
    m.world = world;
    m.middle = mover->vertices[0];
    m.search.radius = sm_radius(mover->radius);
    m.slack = slack_for(delta, m.search.radius);
    m.search.lists = true;
    m.search.oneway_is_solid = false;
    m.search.centre = centre_at(&m, forced.x, forced.y);
    m.search.half_box = (vec){0, 0};
    m.search.half_length = 0;
    m.search.reach = reach_of_depth(0, m.search.radius) + m.slack * (1 + 1e-6);
    m.search.filter = options->filter;
    m.search.count = 0;
    sm_search(world, world->grids.list[0], &m.search);
    if (m.search.count > 0)
        return push_disk_out(&m, position, delta, options);
    return (sm_result){.position = forced, .status = SM_MOVED};
}

/* ---- As obstacles ------------------------------------------------------------------------ */

typedef struct gather_query {
    const sm_world *world;
    rect box;
    sm_obstacle_fn *visit;
    void *visit_context;
} gather_query;

static bool gather_obstacle(void *context, int obstacle) {
    const gather_query *q = context;
    if (extra_of(q->world, obstacle) == NULL) { /* then the walk has compared its own box */
        sm_obstacle wall = {.shape = q->world->capsules[obstacle], .number = obstacle};
        return q->visit(q->visit_context, &wall);
    }
    sm_obstacle o = sm_world_get(q->world, obstacle);
    return !obstacle_bounds_overlap(&o, q->box) || q->visit(q->visit_context, &o);
}

static void gather_world(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                         void *visit_context) {
    gather_query q = {context, rect_of_corners(min, max), visit, visit_context};
    sm_index_walk(q.world, &q.box, gather_obstacle, &q);
}

/* Whether the index's deepest obstacle is all that the move needs: no trace records the others. */
static bool needs_only_deepest(sm_resolver resolver, const sm_trace *trace) {
    return resolver == SM_DEEPEST && trace == NULL;
}

static void offer_world(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *hull,
                        sm_choice *choice) {
    const sm_world *world = context;
    if (!hull_is_capsule(hull) || !needs_only_deepest(choice->resolver, choice->trace)) {
        sm_offer_gathered(world, gather_world, position, delta, hull, choice);
        return;
    }
    sm_collision c = sm_search_deepest(world, sm_capsule_at(capsule_of_hull(hull), position), delta,
                                       choice->filter, false, choice->resolution);
    if (c.obstacle != SM_NO_OBSTACLE)
        sm_choice_offer(choice, c);
}

sm_obstacles sm_obstacles_of_world(const sm_world *world) {
    return (sm_obstacles){offer_world, world, gather_world};
}

const sm_world *sm_world_behind(const sm_obstacles *obstacles) {
    return obstacles->gather == gather_world ? obstacles->context : NULL;
}

/* ---- SM_SWEEP without a trace ------------------------------------------------------------
 *
 * One scan of the index finds all obstacles that the move can touch. Usually there are none, and
 * the mover moves by its whole delta. */

/* A square's diagonal, in sides, rounded up. */
static const double root_of_two = 1.41421357;

_Static_assert((int)SEARCH_LIST_MAX <= (int)CACHE_MAX, "what a search lists must fit");

/* Keeps the obstacles that the filter accepts. Returns how many are left. */
SM_APART static int keep_accepted(const sm_world *world, const sm_filter *filter, int32_t *entries,
                                  int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (is_accepted(world, filter, entries[i]))
            entries[kept++] = entries[i];
    }
    return kept;
}

static bool any_moves(const sm_world *world, const int32_t *entries, int count) {
    for (int i = 0; i < count; i++) {
        if (entries[i] < 0 && extra_of(world, ~entries[i])->moves)
            return true;
    }
    return false;
}

/* Puts the numbers of the obstacles in place of their entries. Returns a bit for each that is
 * one-way. */
static uint32_t number_obstacles(const sm_world *world, int32_t *entries, int count) {
    uint32_t oneway = 0;
    for (int i = 0; i < count; i++) {
        if (entries[i] < 0) {
            entries[i] = ~entries[i];
            oneway |= (uint32_t)extra_of(world, entries[i])->oneway << i;
        }
    }
    return oneway;
}

/* Makes a move of SM_SWEEP with one scan. Returns false if that is not possible; then it has not
 * set *result. */
static bool sweep_by_one_scan(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                              const sm_world *world, const sm_options *options, sm_result *result) {
    sm3_result refused;
    if (!move_begin(sm_to3(position), sm_to3(delta), &refused)) {
        *result = move_flat(&refused);
        return true;
    }
    vec from = vec_of(position), d = vec_of(delta);
    double length = vec_length(d), radius = sm_radius(mover.radius);
    bool is_usual = capsule_is_finite(mover) && length <= sweep_short_delta * radius &&
                    radius > sm_sweep_least_thickness(from);
    if (!is_usual)
        return false;

    sm_filter mask_alone; /* `accept` is called later, once for each obstacle that is left */
    const sm_filter *coarse = options->filter;
    if (coarse != NULL) {
        mask_alone = (sm_filter){.mask = coarse->mask};
        coarse = &mask_alone;
    }
    world_search s;
    double half = sweep_half_side(length, radius, from);
    vec middle = vec_add(from, vec_scale(d, 0.5));
    double around = half * root_of_two;
    search_begin(&s, vec_add(middle, vec_of(mover.a)), vec_add(middle, vec_of(mover.b)), radius,
                 (sm_vec2){0, 0}, coarse, (radius + around) * (1 + 1e-6));
    s.lists = true;
    sm_search(world, world->grids.list[0], &s);
    if (search_is_full(&s))
        return false;
    double larger_half = half + radius;
    rect around_mover = capsule_bounds(&(sm_capsule){mover.a, mover.b, 0});
    rect box = {middle.x + around_mover.x0 - larger_half, middle.y + around_mover.y0 - larger_half,
                middle.x + around_mover.x1 + larger_half, middle.y + around_mover.y1 + larger_half};
    int count = search_keep_once(world, &s, box);
    if (any_moves(world, s.list, count))
        return false;
    if (options->filter != NULL)
        count = keep_accepted(world, options->filter, s.list, count);
    if (count == 0) {
        *result = sm_sweep_unhindered(position, delta);
        return true;
    }
    const sm_hull hull = sm_hull_of_capsule(mover);
    const sm_obstacles obstacles = sm_obstacles_of_world(world);
    const uint32_t oneway = number_obstacles(world, s.list, count);
    sweep_known known = {
        .min = {middle.x - half, middle.y - half},
        .max = {middle.x + half, middle.y + half},
        .capsules = world->capsules,
        .numbers = s.list,
        .oneway = oneway,
        .count = count,
    };
    *result = sm_sweep_move(position, delta, &hull, &obstacles, &known, options);
    return true;
}

SM_APART static sm_result slide_general(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                                        const sm_obstacles *obstacles, const sm_world *world,
                                        const sm_options *options) {
    sm_result result;
    if (world != NULL && hull_is_capsule(mover) && options->resolver == SM_SWEEP &&
        options->trace == NULL &&
        sweep_by_one_scan(position, delta, capsule_of_hull(mover), world, options, &result))
        return result;
    return sm_slide_any(position, delta, mover, obstacles, options, NULL, NULL);
}

static inline bool is_centred_disk(const sm_hull *hull) {
    return hull->count == 1 && hull->vertices[0].x == 0 && hull->vertices[0].y == 0 &&
           hull->radius < INFINITY;
}

/* Short, so that the disk's fast path does not set up the stack that the others need. */
sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                        const sm_options *options) {
    const sm_world *world = sm_world_behind(&obstacles);
    if (options == NULL)
        options = &sm_seed_method;
    if (world != NULL && is_centred_disk(&mover) &&
        needs_only_deepest(options->resolver, options->trace))
        return move_disk(position, delta, &mover, world, options);
    return slide_general(position, delta, &mover, &obstacles, world, options);
}
