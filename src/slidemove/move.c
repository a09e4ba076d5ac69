/* move: force the move, then push the mover out of the chosen collision until nothing is penetrated
 * or the pushes are used up. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "hull.h"
#include "sweep.h"

/* A move under way: what was asked, and where it stands. */
typedef struct move {
    sm_vec2 start;
    sm_vec2 position;
    sm_vec2 delta;
    sm_obstacles obstacles;
    sm_resolver resolver;
    sm_trace *trace;
} move;

/* The coarser of the two coordinates' float spacing, rounded up: what a push cannot be finer than.
 */
static float resolution_at(sm_vec2 position) {
    return FLT_EPSILON * fmaxf(fabsf(position.x), fabsf(position.y));
}

static sm_collision choose(const move *m, sm_resolver resolver, sm_trace *trace) {
    sm_choice choice = {
        .resolver = resolver,
        .reach = trace != NULL ? trace->reach : 0,
        .resolution = resolution_at(m->position),
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

static sm_result swept(sm_vec2 position, sm_vec2 delta, const sm_obstacles *obstacles,
                       sm_trace *trace) {
    if (obstacles->gather == NULL)
        return (sm_result){.position = position, .status = SM_NO_GATHER};
    if (!hull_is_finite(&obstacles->mover)) { /* meets nothing, as in the others */
        sm_vec2 forced = {position.x + delta.x, position.y + delta.y};
        return (sm_result){.position = forced, .status = SM_MOVED};
    }
    return sweep_move(position, delta, obstacles, trace);
}

sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_obstacles obstacles,
                        const sm_options *options) {
    static const sm_options seed_method = {0};
    if (options == NULL)
        options = &seed_method;
    begin_trace(options->trace, position, delta, options->resolver);

    sm_vec2 forced = {position.x + delta.x, position.y + delta.y};
    if (!sm_is_finite(position) || !sm_is_finite(delta) || !sm_is_finite(forced))
        return not_moved(position);
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm_result){.position = position, .status = SM_NO_RESOLVER};

    if (options->resolver == SM_SWEEP)
        return swept(position, delta, &obstacles, options->trace);
    assert(obstacles.offer != NULL);
    if (obstacles.offer == NULL)
        return (sm_result){.position = forced, .status = SM_MOVED};
    move m = {position, forced, delta, obstacles, options->resolver, options->trace};
    return push_out(&m, pushes_allowed(options->max_pushes));
}

sm_result sm_slide_move_capsules(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                                 const sm_capsule *obstacles, int count,
                                 const sm_options *options) {
    assert(count <= 0 || obstacles != NULL);
    sm_capsule_array array = {mover, obstacles, obstacles != NULL ? count : 0};
    return sm_slide_move(position, delta, sm_obstacles_of_array(&array), options);
}
