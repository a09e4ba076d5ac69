/* move: force the move, then push the mover out of the chosen collision until nothing is penetrated
 * or the pushes are used up. The loop itself is in move.h; here are its looks, and their trace. */
#include "move.h"

#include <assert.h>

/* A move under way. */
typedef struct move {
    sm_obstacles obstacles;
    sm_vec2 delta;
    sm_resolver resolver;
    sm_trace *trace;
    bool has_looked;
} move;

static sm_collision choose(const move *m, sm_vec2 position, sm_resolver resolver) {
    sm_trace *trace = m->trace;
    sm_choice choice = {
        .resolver = resolver,
        .reach = trace != NULL && trace->reach > 0 ? trace->reach : 0,
        .resolution = move_resolution(position),
        .chosen = {0, {0, 0}, {0, 0}, SM_NO_OBSTACLE},
        .trace = trace,
    };
    m->obstacles.offer(m->obstacles.context, position, m->delta, &choice);
    return choice.chosen;
}

static void begin_iteration(const move *m, sm_vec2 position) {
    if (m->trace == NULL)
        return;
    m->trace->iterations[m->trace->iteration_count] = (sm_iteration){
        .before = position,
        .after = position,
        .first_candidate = m->trace->candidate_count,
        .chosen = -1,
    };
}

static void end_iteration(const move *m, sm_vec2 position) {
    if (m->trace == NULL)
        return;
    m->trace->iterations[m->trace->iteration_count].after = position;
    m->trace->iteration_count++;
}

/* The last look is for the depth that is left, which is that of the worst penetration, whichever
 * one the resolver would have taken. */
static sm_collision look(void *context, sm_vec2 position, bool is_last) {
    move *m = context;
    if (m->has_looked)
        end_iteration(m, position);
    m->has_looked = true;
    begin_iteration(m, position);
    sm_collision chosen = choose(m, position, is_last ? SM_DEEPEST : m->resolver);
    if (is_last && m->trace != NULL)
        m->trace->iterations[m->trace->iteration_count].chosen = -1;
    return chosen;
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

sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_obstacles obstacles,
                        const sm_options *options) {
    static const sm_options seed_method = {0};
    if (options == NULL)
        options = &seed_method;
    begin_trace(options->trace, position, delta, options->resolver);

    sm_result result;
    if (!move_begin(position, delta, &result))
        return result;
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm_result){.position = position, .status = SM_NO_RESOLVER};

    assert(obstacles.offer != NULL);
    if (obstacles.offer == NULL)
        return result;
    move m = {obstacles, delta, options->resolver, options->trace, false};
    move_push_out(position, move_pushes_allowed(options), look, &m, &result);
    if (result.status == SM_MOVED)
        end_iteration(&m, result.position);
    return result;
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
