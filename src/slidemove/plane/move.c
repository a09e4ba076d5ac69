/* move: force the move, then push the mover out of the chosen collision until nothing is penetrated
 * or the pushes are used up. The loop itself is in move.h; here is how it looks at any obstacles.
 */
#include "../move.h"

#include <assert.h>

#include "sweep.h"
#include "world.h"

/* A move under way. */
typedef struct move {
    const sm_obstacles *obstacles;
    const sm_hull *mover;
    sm_vec2 delta;
    const sm_options *options;
} move;

static sm3_collision look_by_offers(void *context, const sm3_vec *position, bool is_last) {
    const move *m = context;
    sm_trace *trace = m->options->trace;
    sm_choice choice = {
        .resolver = is_last ? SM_DEEPEST : m->options->resolver,
        .reach = trace != NULL && trace->reach > 0 ? trace->reach : 0,
        .resolution = move_resolution(*position),
        .chosen = {.obstacle = SM_NO_OBSTACLE},
        .trace = trace,
        .filter = m->options->filter,
    };
    sm_offer(m->obstacles, sm3_flat(*position), m->delta, m->mover, &choice);
    return choice.chosen;
}

static sm_result swept(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_obstacles *obstacles, const sm_options *options) {
    if (obstacles->gather == NULL)
        return (sm_result){.position = position, .status = SM_NO_GATHER};
    if (!sm_hull_is_finite(mover)) { /* meets nothing, as in the others */
        sm_vec2 forced = {position.x + delta.x, position.y + delta.y};
        return (sm_result){.position = forced, .status = SM_MOVED};
    }
    return sm_sweep_move(position, delta, mover, obstacles, NULL, options);
}

static sm_result slide_general(sm_vec2 position, sm_vec2 delta, sm_hull mover,
                               sm_obstacles obstacles, const sm_options *options) {
    sm3_vec start = sm3_lifted(position);
    sm_trace_begin(options->trace, start, sm3_lifted(delta), options->resolver);

    sm3_result result;
    if (!move_begin(start, sm3_lifted(delta), &result))
        return move_flat(&result);
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm_result){.position = position, .status = SM_NO_RESOLVER};

    if (options->resolver == SM_SWEEP)
        return swept(position, delta, &mover, &obstacles, options);
    assert(obstacles.offer != NULL || obstacles.gather != NULL);
    move m = {&obstacles, &mover, delta, options};
    move_push_out(start, move_pushes_allowed(options), options->trace, look_by_offers, &m, &result);
    return move_flat(&result);
}

sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                        const sm_options *options) {
    const sm_world *world = sm_world_behind(&obstacles);
    if (world != NULL && hull_is_capsule(&mover))
        return sm_slide_move_world(position, delta, capsule_of_hull(&mover), world, options);
    return slide_general(position, delta, mover, obstacles,
                         options != NULL ? options : &sm_seed_method);
}

sm_result sm_slide_move_capsules(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                                 const sm_capsule *obstacles, int count,
                                 const sm_options *options) {
    assert(count <= 0 || obstacles != NULL);
    sm_capsule_array array = {obstacles, obstacles != NULL ? count : 0};
    return sm_slide_move(position, delta, sm_hull_of_capsule(mover), sm_obstacles_of_array(&array),
                         options);
}

sm_result sm_slide_move_world(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                              const sm_world *world, const sm_options *options) {
    sm_result result;
    if (options == NULL)
        options = &sm_seed_method;
    if (sm_world_slide(world, position, delta, mover, options, &result))
        return result;
    return slide_general(position, delta, sm_hull_of_capsule(mover), sm_obstacles_of_world(world),
                         options);
}
