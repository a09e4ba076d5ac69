/* plane: what tests in 2D write points with, and compare them by. */
#ifndef TESTS_PLANE_H
#define TESTS_PLANE_H

#include "test.h"

#include <math.h>

#include "../src/slidemove/slidemove.h"

static inline sm_vec2 v(float x, float y) {
    return (sm_vec2){x, y};
}

static inline void assert_near(sm_vec2 found, double x, double y, double error) {
    if (!(fabs((double)found.x - x) <= error && fabs((double)found.y - y) <= error))
        fail_msg("(%.9g, %.9g) is not (%g, %g)", (double)found.x, (double)found.y, x, y);
}

static inline void assert_vec(sm_vec2 found, double x, double y) {
    assert_near(found, x, y, 1e-6);
}

#endif
