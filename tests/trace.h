/* trace: records of moves, which must tell the same. */
#ifndef TESTS_TRACE_H
#define TESTS_TRACE_H

#include "test.h"

#include "../src/slidemove/slidemove.h"

static inline void assert_same_traces(const sm_trace *a, const sm_trace *b) {
    assert_int_equal(a->iteration_count, b->iteration_count);
    assert_int_equal(a->candidate_count, b->candidate_count);
    assert_int_equal(a->candidates_lost, b->candidates_lost);
    assert_memory_equal(a->iterations, b->iterations,
                        (size_t)a->iteration_count * sizeof *a->iterations);
    if (a->candidate_count > 0)
        assert_memory_equal(a->candidates, b->candidates,
                            (size_t)a->candidate_count * sizeof *a->candidates);
    if (a->candidate_count > 0 && a->let_through != NULL)
        assert_memory_equal(a->let_through, b->let_through, (size_t)a->candidate_count);
}

#endif
