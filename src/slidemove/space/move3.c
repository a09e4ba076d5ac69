/* move3: force the move, then push the mover out of the chosen collision until nothing is
 * penetrated or the pushes are used up. The 2D method (move.c) with one more dimension. */
#include "../resolver.h"
#include "obstacle_cache3.h"
#include "push3.h"
#include "sweep3.h"
#include "sweep_contacts3.h"
#include "world3.h"

/* ---- One look at the obstacles ----------------------------------------------------------- */

typedef struct look3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    sm_resolver resolver;
    bool both_sides;
    double reach;         /* see what has depth > -reach */
    double resolution;    /* a depth up to this counts as touching: the floats there are no finer */
    sm3_collision chosen; /* the preferred penetration so far; obstacle SM_NO_OBSTACLE: none yet */
    sm3_trace *trace;
} look3;

static bool is_preferred3(const look3 *l, const sm3_collision *collision) {
    if (l->chosen.obstacle == SM_NO_OBSTACLE)
        return true;
    sm_collision a = {.depth = collision->depth, .obstacle = collision->obstacle};
    sm_collision b = {.depth = l->chosen.depth, .obstacle = l->chosen.obstacle};
    return sm_resolver_prefers(l->resolver, &a, &b);
}

/* A depth below this changes nothing. Smaller than it need be by more than a float's rounding, so
 * that equal depths are still compared. */
static double least_depth3(const look3 *l) {
    static const double rounding = 1e-6;
    if (l->trace != NULL)
        return -l->reach * (1 + rounding);
    if (l->resolver == SM_DEEPEST && l->chosen.obstacle != SM_NO_OBSTACLE)
        return (double)l->chosen.depth * (1 - rounding);
    return l->resolution * (1 - rounding);
}

static void consider3(look3 *l, const contact3 *contact, int number) {
    sm3_collision collision = sm3_collision_of(contact, number);
    int recorded = -1;
    if (l->trace != NULL && (double)collision.depth > -l->reach)
        recorded = trace3_record(l->trace, collision, false);
    if (!((double)collision.depth > l->resolution) || !is_preferred3(l, &collision))
        return;
    l->chosen = collision;
    l->visitor.least = least_depth3(l);
    trace3_choose(l->trace, recorded);
}

static void see_obstacle3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    look3 *l = (look3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(&l->mover, &obstacle, l->delta, visitor->least, !l->both_sides, &contact))
        consider3(l, &contact, number);
}

/* ---- The move ---------------------------------------------------------------------------- */

/* A move under way. */
typedef struct move3 {
    obstacle_cache3 cache;
    const sm3_options *options;
} move3;

static double reach_of_trace3(const sm3_options *options) {
    const sm3_trace *trace = options->trace;
    return trace != NULL && trace->reach > 0 ? (double)trace->reach : 0;
}

static sm3_collision look_around3(void *context, const sm3_vec *position, bool is_last) {
    move3 *m = context;
    obstacle_cache3 *cache = &m->cache;
    const vec3 at = vec3_of(*position), no_way = {0, 0, 0};
    look3 l = {
        .visitor = {see_obstacle3, 1, 0},
        .mover = mover3_at(cache->mover, at),
        .delta = cache->delta,
        .resolver = is_last ? SM_DEEPEST : m->options->resolver,
        .both_sides = m->options->both_sides,
        .reach = reach_of_trace3(m->options),
        .resolution = options3_resolution(*position),
        .chosen = {0, {0, 0, 0}, {0, 0, 0}, SM_NO_OBSTACLE},
        .trace = m->options->trace,
    };
    l.visitor.least = least_depth3(&l);
    sm3_record_backs(l.trace, l.mover, l.delta, l.both_sides, cache->obstacles);
    if (!sm3_cache_hold(cache, at, larger(-l.visitor.least, 0))) {
        sm3_region region = region3_around(&l.mover, l.mover.radius + l.reach, no_way);
        sm3_visit_near(cache->obstacles, &region, &l.visitor);
        return l.chosen;
    }
    if (cache->moved > 0 && m->options->resolver == SM_DEEPEST) /* the others measure more */
        sm3_cache_bound(cache, at);
    for (int i = 0; i < cache->count; i++) {
        const cached3 *near = cache3_near(cache, i, at, no_way, 0, -l.visitor.least);
        if (near != NULL)
            consider3(&l, &near->contact, near->number);
    }
    return l.chosen;
}

sm3_result sm3_slide_move(sm3_vec position, sm3_vec delta, sm3_capsule mover,
                          sm3_obstacles obstacles, const sm3_options *options) {
    static const sm3_options seed_method = {0};
    if (options == NULL)
        options = &seed_method;
    trace3_begin(options->trace, position, delta, options->resolver);

    sm3_result result;
    if (!options3_allow(position, delta, options, &result))
        return result;
    result.position = (sm3_vec){position.x + delta.x, position.y + delta.y, position.z + delta.z};
    result.status = SM_MOVED;
    if (!options3_is_solid(mover))
        return result;
    if (options->resolver == SM_SWEEP)
        return sm3_sweep(position, delta, mover, obstacles, options);
    int max_pushes = options3_pushes(options);
    const sm3_world *world = sm3_world_of(obstacles);
    if (world != NULL && sm3_has_fast_move(&mover, options)) {
        world->move(world, position, delta, &mover, max_pushes, options->both_sides, &result);
        return result;
    }

    /* Pushes lead about as far back as the move went forward. */
    static const double more = 1.01;
    double reach = vec3_length(vec3_of(delta)) * more + 2 * reach_of_trace3(options);
    move3 m;
    m.options = options;
    sm3_cache_begin(&m.cache, obstacles, mover, vec3_of(delta), reach, !options->both_sides);
    move3_push_out(position, max_pushes, options->trace, look_around3, &m, &result);
    return result;
}
