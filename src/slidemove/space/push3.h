/* push3: what the moves in 3D share: what they ask about their arguments, how they write their
 * record, and the loop of push-outs, which does not know how one looks at the obstacles. All
 * inline, so that a fast look is compiled into the loop, and a move that is known to have no record
 * without one. */
#ifndef SM_PUSH3_H
#define SM_PUSH3_H

#include <stddef.h>

#include "../vec.h"

/* ---- Options --------------------------------------------------------------------------------- */

static inline int options3_pushes(const sm3_options *options) {
    int wanted = options->max_pushes != 0 ? options->max_pushes : SM_PUSHES;
    return wanted < 1 ? 1 : wanted > SM_PUSHES_MAX ? SM_PUSHES_MAX : wanted;
}

static inline float options3_largest(sm3_vec v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z), larger = y > z ? y : z;
    return x > larger ? x : larger;
}

/* Returns false, and what the move returns then, when the arguments allow no move. */
static inline bool options3_allow(sm3_vec position, sm3_vec delta, const sm3_options *options,
                                  sm3_result *refused) {
    sm3_vec end = {position.x + delta.x, position.y + delta.y, position.z + delta.z};
    *refused = (sm3_result){.position = position, .status = SM_NOT_FINITE};
    if (!sm3_is_finite(end) || options3_largest(end) > SM_FARTHEST ||
        options3_largest(position) > SM_FARTHEST) /* the end is finite only if both are */
        return false;
    refused->status = SM_NO_RESOLVER;
    return (int)options->resolver >= 0 && options->resolver < SM_RESOLVER_COUNT;
}

/* Whether the mover can meet anything. */
static inline bool options3_is_solid(sm3_capsule mover) {
    return sm3_is_finite(mover.a) && sm3_is_finite(mover.b) && isfinite(mover.radius);
}

/* The coarsest of the coordinates' float spacings, rounded up: what a push cannot be finer than. */
static inline double options3_resolution(sm3_vec position) {
    return (double)(FLT_EPSILON * options3_largest(position));
}

/* ---- The record ------------------------------------------------------------------------------ */

static inline void trace3_begin(sm3_trace *trace, sm3_vec position, sm3_vec delta,
                                sm_resolver resolver) {
    if (trace == NULL)
        return;
    trace->start = position;
    trace->delta = delta;
    trace->resolver = resolver;
    trace->iteration_count = 0;
    trace->candidate_count = 0;
    trace->candidates_lost = 0;
}

static inline void trace3_begin_iteration(sm3_trace *trace, sm3_vec position, sm_step step) {
    if (trace == NULL)
        return;
    trace->iterations[trace->iteration_count] = (sm3_iteration){
        .before = position,
        .after = position,
        .first_candidate = trace->candidate_count,
        .chosen = -1,
        .step = step,
    };
}

static inline void trace3_end_iteration(sm3_trace *trace, sm3_vec position) {
    if (trace == NULL)
        return;
    trace->iterations[trace->iteration_count].after = position;
    trace->iteration_count++;
}

/* Returns the index of the record, -1 when it was not recorded. */
static inline int trace3_record(sm3_trace *trace, sm3_collision collision, bool let_through) {
    if (trace == NULL)
        return -1;
    if (trace->candidate_count >= trace->capacity) {
        trace->candidates_lost++;
        return -1;
    }
    trace->candidates[trace->candidate_count] = collision;
    if (trace->let_through != NULL)
        trace->let_through[trace->candidate_count] = let_through;
    trace->iterations[trace->iteration_count].candidate_count++;
    return trace->candidate_count++;
}

/* Marks a candidate of the iteration under way as the one that pushes; -1: none. */
static inline void trace3_choose(sm3_trace *trace, int candidate) {
    if (trace != NULL)
        trace->iterations[trace->iteration_count].chosen = candidate;
}

/* ---- Pushing out ----------------------------------------------------------------------------- */

/* Returns the collision to push out of at a position; obstacle SM_NO_OBSTACLE: free. The last look
 * asks for the deepest, whichever the resolver would take, without a push to follow. */
typedef sm3_collision move3_look_fn(void *context, const sm3_vec *position, bool is_last);

static inline sm3_vec move3_pushed_out(const sm3_vec *position, const sm3_collision *c) {
    return (sm3_vec){position->x + c->normal.x * c->depth, position->y + c->normal.y * c->depth,
                     position->z + c->normal.z * c->depth};
}

/* Pushes out, from result->position on. A move that cannot be finished ends at `start`. */
static inline void move3_push_out(sm3_vec start, int max_pushes, sm3_trace *trace,
                                  move3_look_fn *look, void *context, sm3_result *result) {
    for (;;) {
        bool is_last = result->pushes == max_pushes;
        trace3_begin_iteration(trace, result->position, SM_STEP_PUSH);
        sm3_collision chosen = look(context, &result->position, is_last);
        bool is_free = chosen.obstacle == SM_NO_OBSTACLE;
        if (is_free || is_last) {
            result->depth = is_free ? 0 : chosen.depth;
            trace3_choose(trace, -1);
            trace3_end_iteration(trace, result->position);
            return;
        }
        sm3_vec next = move3_pushed_out(&result->position, &chosen);
        if (!sm3_is_finite(next)) {
            *result = (sm3_result){.position = start, .status = SM_NOT_FINITE};
            return;
        }
        result->position = next;
        result->normal = chosen.normal;
        result->pushes++;
        trace3_end_iteration(trace, result->position);
    }
}

#endif
