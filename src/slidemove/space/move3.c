/* move3: force the move, then push the mover out of the chosen collision until nothing is
 * penetrated or the pushes are used up. The 2D method (move.c) with one more dimension. */
#include "move3.h"

#include "../resolver.h"
#include "near3.h"
#include "options3.h"
#include "sweep3.h"
#include "world3_move.h"

/* ---- One look at the obstacles ----------------------------------------------------------- */

typedef struct look {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    sm_resolver resolver;
    bool both_sides;
    double reach;         /* see what has depth > -reach */
    double resolution;    /* a depth up to this counts as touching: the floats there are no finer */
    sm3_collision chosen; /* the preferred penetration so far; obstacle SM_NO_OBSTACLE: none yet */
    sm3_trace *trace;
} look;

static bool is_preferred(const look *l, const sm3_collision *collision) {
    if (l->chosen.obstacle == SM_NO_OBSTACLE)
        return true;
    sm_collision a = {.depth = collision->depth, .obstacle = collision->obstacle};
    sm_collision b = {.depth = l->chosen.depth, .obstacle = l->chosen.obstacle};
    return sm_resolver_prefers(l->resolver, &a, &b);
}

static void consider(look *l, sm3_collision collision) {
    int recorded = -1;
    if (l->trace != NULL && (double)collision.depth > -l->reach)
        recorded = trace3_record(l->trace, collision);
    if (!((double)collision.depth > l->resolution) || !is_preferred(l, &collision))
        return;
    l->chosen = collision;
    trace3_choose(l->trace, recorded);
}

/* A depth below this changes nothing. Smaller than it need be by more than a float's rounding, so
 * that equal depths are still compared. */
static double least_depth(const look *l) {
    static const double rounding = 1e-6;
    if (l->trace != NULL)
        return -l->reach * (1 + rounding);
    if (l->resolver == SM_DEEPEST && l->chosen.obstacle != SM_NO_OBSTACLE)
        return (double)l->chosen.depth * (1 - rounding);
    return l->resolution * (1 - rounding);
}

static void see(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    look *l = (look *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (!obstacle3_of(shape, &obstacle))
        return;
    bool met = (l->both_sides ? collide3 : collide3_in_front)(&l->mover, &obstacle, l->delta,
                                                              visitor->least, &contact);
    if (!met)
        return;
    consider(l, collision3_of(&contact, number));
    visitor->least = least_depth(l);
}

/* ---- The move ---------------------------------------------------------------------------- */

/* A move under way. */
typedef struct move {
    vec3 delta;
    sm3_capsule mover;
    near3 near;
    const sm3_options *options;
} move;

static sm3_collision look_around(void *context, const sm3_vec *position, bool is_last) {
    move *m = context;
    sm3_trace *trace = m->options->trace;
    look l = {
        .visitor = {see, 1, 0},
        .mover = mover3_at(m->mover, vec3_of(*position)),
        .delta = m->delta,
        .resolver = is_last ? SM_DEEPEST : m->options->resolver,
        .both_sides = m->options->both_sides,
        .reach = trace != NULL && trace->reach > 0 ? (double)trace->reach : 0,
        .resolution = options3_resolution(*position),
        .chosen = {0, {0, 0, 0}, {0, 0, 0}, SM_NO_OBSTACLE},
        .trace = trace,
    };
    l.visitor.least = least_depth(&l);
    sm3_region region = region3_around(&l.mover, l.mover.radius + l.reach, (vec3){0, 0, 0});
    near3_visit(&m->near, &region, &l.mover, &l.visitor);
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
    const sm3_world *world = world3_of(obstacles);
    if (world != NULL && world3_has_fast_move(&mover, options)) {
        world->move(world, position, delta, &mover, max_pushes, options->both_sides, &result);
        return result;
    }

    move m;
    m.delta = vec3_of(delta);
    m.mover = mover;
    m.options = options;
    /* Pushes lead about as far back as the move went forward. */
    near3_begin(&m.near, obstacles, options3_largest(delta));
    move3_push_out(position, max_pushes, options->trace, look_around, &m, &result);
    return result;
}
