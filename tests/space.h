/* space: what tests in 3D write points with, and compare them by. */
#ifndef TESTS_SPACE_H
#define TESTS_SPACE_H

#include "test.h"

#include <math.h>

#include "../src/slidemove/slidemove3.h"
#include "random.h"

static inline sm3_vec v(float x, float y, float z) {
    return (sm3_vec){x, y, z};
}

/* Each coordinate from -size to size. */
static inline sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return v(x, y, random_float(random, -size, size));
}

static inline void assert_vec(sm3_vec found, float x, float y, float z) {
    assert_float_equal(found.x, x, 1e-6);
    assert_float_equal(found.y, y, 1e-6);
    assert_float_equal(found.z, z, 1e-6);
}

#endif
