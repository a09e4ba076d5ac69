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

/* Casts at one capsule. */
static inline sm_touch cast_hull(sm_vec2 position, sm_vec2 delta, sm_hull mover,
                                 sm_capsule obstacle) {
    const sm_capsule_array one = {&obstacle, 1};
    return sm_shapecast(position, delta, mover, sm_obstacles_of_array(&one), NULL);
}

static inline sm_touch cast(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                            sm_capsule obstacle) {
    return cast_hull(position, delta, sm_hull_of_capsule(mover), obstacle);
}

/* Moves among capsules, which are numbered by their index. */
static inline sm_result move_among_capsules(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                                            const sm_capsule *capsules, int count,
                                            const sm_options *options) {
    const sm_capsule_array array = {capsules, count};
    return sm_slide_move(position, delta, sm_hull_of_capsule(mover), sm_obstacles_of_array(&array),
                         options);
}

#endif
