/* move: force the move, then push the mover out of the chosen collision until nothing is penetrated
 * or the pushes are used up. */
#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "move.h"

static sm_collision choose(const move *m, sm_resolver resolver, sm_trace *trace) {
    if (m->deepest != NULL)
        return m->deepest(m->deepest_context, m->position);
    sm_choice choice = {
        .resolver = resolver,
        .reach = trace != NULL && trace->reach > 0 ? trace->reach : 0,
        .resolution = move_resolution(m->position),
        .chosen = {0, {0, 0}, {0, 0}, SM_NO_OBSTACLE},
        .trace = trace,
    };
    m->obstacles.offer(m->obstacles.context, m->position, m->delta, &choice);
    return choice.chosen;
}

static void begin_iteration(const move *m) {
    if (m->trace == NULL)
        return;
    m->trace->iterations[m->trace->iteration_count] = (sm_iteration){
        .before = m->position,
        .after = m->position,
        .first_candidate = m->trace->candidate_count,
        .chosen = -1,
    };
}

static void end_iteration(const move *m) {
    if (m->trace == NULL)
        return;
    m->trace->iterations[m->trace->iteration_count].after = m->position;
    m->trace->iteration_count++;
}

static sm_vec2 pushed_out(sm_vec2 position, sm_collision c) {
    return (sm_vec2){position.x + c.normal.x * c.depth, position.y + c.normal.y * c.depth};
}

/* Looks once more without pushing. Depth is what is left of the worst penetration, whichever one
 * the resolver would have taken. */
static float depth_left(const move *m) {
    begin_iteration(m);
    sm_collision deepest = choose(m, SM_DEEPEST, m->trace);
    if (m->trace != NULL)
        m->trace->iterations[m->trace->iteration_count].chosen = -1;
    end_iteration(m);
    return deepest.obstacle == SM_NO_OBSTACLE ? 0 : deepest.depth;
}

static sm_result not_moved(sm_vec2 start) {
    return (sm_result){.position = start, .status = SM_NOT_FINITE};
}

static sm_result push_out(move *m, int max_pushes) {
    sm_result result = {.status = SM_MOVED};
    for (;;) {
        if (result.pushes == max_pushes) {
            result.depth = depth_left(m);
            break;
        }
        begin_iteration(m);
        sm_collision chosen = choose(m, m->resolver, m->trace);
        bool free = chosen.obstacle == SM_NO_OBSTACLE;
        if (!free) {
            sm_vec2 next = pushed_out(m->position, chosen);
            if (!sm_is_finite(next))
                return not_moved(m->start);
            m->position = next;
            result.normal = chosen.normal;
            result.pushes++;
        }
        end_iteration(m);
        if (free)
            break;
    }
    result.position = m->position;
    return result;
}

static void begin_trace(sm_trace *trace, sm_vec2 position, sm_vec2 delta, sm_resolver resolver) {
    if (trace == NULL)
        return;
    trace->start = position;
    trace->delta = delta;
    trace->resolver = resolver;
    trace->iteration_count = 0;
    trace->candidate_count = 0;
    trace->candidates_lost = 0;
}

static int pushes_allowed(int wanted) {
    if (wanted == 0)
        return SM_PUSHES;
    return wanted < 1 ? 1 : wanted > SM_PUSHES_MAX ? SM_PUSHES_MAX : wanted;
}

sm_result move_run(move *m, const sm_options *options) {
    static const sm_options seed_method = {0};
    if (options == NULL)
        options = &seed_method;
    m->resolver = options->resolver;
    m->trace = options->trace;
    begin_trace(options->trace, m->start, m->delta, options->resolver);

    m->position = (sm_vec2){m->start.x + m->delta.x, m->start.y + m->delta.y};
    if (!sm_is_finite(m->start) || !sm_is_finite(m->delta) || !sm_is_finite(m->position))
        return not_moved(m->start);
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm_result){.position = m->start, .status = SM_NO_RESOLVER};
    if (m->deepest == NULL && m->obstacles.offer == NULL)
        return (sm_result){.position = m->position, .status = SM_MOVED};
    return push_out(m, pushes_allowed(options->max_pushes));
}

sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_obstacles obstacles,
                        const sm_options *options) {
    assert(obstacles.offer != NULL);
    move m = {.start = position, .delta = delta, .obstacles = obstacles};
    return move_run(&m, options);
}

static double least(float a, float b) {
    return (double)(a < b ? a : b);
}

static double most(float a, float b) {
    return (double)(a > b ? a : b);
}

/* Whether the boxes around the inner segments are farther apart than `reach`: a few comparisons
 * that spare most of a level's obstacles the collision. NaN is never out of reach. */
static bool is_out_of_reach(const sm_capsule *mover, const sm_capsule *obstacle, double reach) {
    return least(obstacle->a.x, obstacle->b.x) - most(mover->a.x, mover->b.x) > reach ||
           least(mover->a.x, mover->b.x) - most(obstacle->a.x, obstacle->b.x) > reach ||
           least(obstacle->a.y, obstacle->b.y) - most(mover->a.y, mover->b.y) > reach ||
           least(mover->a.y, mover->b.y) - most(obstacle->a.y, obstacle->b.y) > reach;
}

/* A little more than the reach of the capsules: the distance of the collision is rounded, too. */
static double padded_reach(float mover_radius, float obstacle_radius, float reach) {
    double radii = sm_radius(mover_radius) + sm_radius(obstacle_radius);
    return (radii + (double)reach) * (1 + 1e-9);
}

static void offer_array(const void *context, sm_vec2 position, sm_vec2 delta, sm_choice *choice) {
    const sm_capsule_array *array = context;
    sm_capsule mover = sm_capsule_at(array->mover, position);
    for (int i = 0; i < array->count; i++) {
        const sm_capsule *obstacle = &array->obstacles[i];
        if (is_out_of_reach(&mover, obstacle,
                            padded_reach(mover.radius, obstacle->radius, choice->reach)))
            continue;
        sm_collision collision = sm_collide(mover, *obstacle, delta);
        collision.obstacle = i;
        sm_choice_offer(choice, collision);
    }
}

sm_obstacles sm_obstacles_of_array(const sm_capsule_array *array) {
    return (sm_obstacles){offer_array, array};
}

sm_result sm_slide_move_capsules(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                                 const sm_capsule *obstacles, int count,
                                 const sm_options *options) {
    assert(count <= 0 || obstacles != NULL);
    sm_capsule_array array = {mover, obstacles, obstacles != NULL ? count : 0};
    return sm_slide_move(position, delta, sm_obstacles_of_array(&array), options);
}
