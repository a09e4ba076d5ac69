/* move: force the move, then push the mover out of the chosen collision until nothing is penetrated
 * or the pushes are used up. The loop itself is in move.h; here are its looks, and their trace. */
#include "move.h"

#include <assert.h>

#include "sweep.h"

/* A move under way. */
typedef struct move {
    const sm_obstacles *obstacles;
    const sm_hull *mover;
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
    m->obstacles->offer(m->obstacles->context, position, m->delta, m->mover, &choice);
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
static sm_collision look_by_offers(void *context, sm_vec2 position, bool is_last) {
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

static sm_result swept(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_obstacles *obstacles, sm_trace *trace) {
    if (obstacles->gather == NULL)
        return (sm_result){.position = position, .status = SM_NO_GATHER};
    if (!sm_hull_is_finite(mover)) { /* meets nothing, as in the others */
        sm_vec2 forced = {position.x + delta.x, position.y + delta.y};
        return (sm_result){.position = forced, .status = SM_MOVED};
    }
    return sm_sweep_move(position, delta, mover, obstacles, NULL, trace);
}

sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
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

    if (options->resolver == SM_SWEEP)
        return swept(position, delta, &mover, &obstacles, options->trace);
    assert(obstacles.offer != NULL);
    if (obstacles.offer == NULL)
        return result;
    move m = {&obstacles, &mover, delta, options->resolver, options->trace, false};
    move_push_out(position, move_pushes_allowed(options), look_by_offers, &m, &result);
    if (result.status == SM_MOVED)
        end_iteration(&m, result.position);
    return result;
}

sm_result sm_slide_move_capsules(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                                 const sm_capsule *obstacles, int count,
                                 const sm_options *options) {
    assert(count <= 0 || obstacles != NULL);
    sm_capsule_array array = {obstacles, obstacles != NULL ? count : 0};
    return sm_slide_move(position, delta, sm_hull_of_capsule(mover), sm_obstacles_of_array(&array),
                         options);
}
