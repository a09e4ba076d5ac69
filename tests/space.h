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

/* What a game offers by itself: here the collisions with the faces of an array, without saying
 * where they are. */
static inline void offer_faces(const void *context, sm3_vec position, sm3_vec delta,
                               const sm3_mover *mover, sm_choice *choice) {
    const sm3_triangle_array *array = context;
    for (int i = 0; i < array->count; i++) {
        sm3_collision c = sm3_collide(sm3_mover_at(*mover, position), array->triangles[i], delta);
        c.obstacle = i;
        sm3_choice_offer(choice, c);
    }
}

#endif
