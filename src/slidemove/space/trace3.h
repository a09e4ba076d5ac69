/* trace3: writing the record of a 3D move. A NULL trace records nothing. Inline, so that a move
 * that is known to have none is compiled without. */
#ifndef SM_TRACE3_H
#define SM_TRACE3_H

#include <stddef.h>

#include "../slidemove3.h"

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
static inline int trace3_record(sm3_trace *trace, sm3_collision collision) {
    if (trace == NULL)
        return -1;
    if (trace->candidate_count >= trace->capacity) {
        trace->candidates_lost++;
        return -1;
    }
    trace->candidates[trace->candidate_count] = collision;
    trace->iterations[trace->iteration_count].candidate_count++;
    return trace->candidate_count++;
}

/* Marks a candidate of the iteration under way as the one that pushes; -1: none. */
static inline void trace3_choose(sm3_trace *trace, int candidate) {
    if (trace != NULL)
        trace->iterations[trace->iteration_count].chosen = candidate;
}

#endif
