/* sweep: what tests of SM_SWEEP in 2D have in common: a wall, a disk and one tick among them. */
#ifndef TESTS_SWEEP_H
#define TESTS_SWEEP_H

#include "plane.h"

static inline sm_obstacle wall(sm_vec2 a, sm_vec2 b) {
    return (sm_obstacle){.shape = sm_segment(a, b)};
}

static inline sm_hull disk(float radius) {
    return sm_hull_of_capsule(sm_circle(v(0, 0), radius));
}

/* One tick; the position is moved on. */
static inline sm_result go(sm_vec2 *position, sm_vec2 delta, sm_hull mover,
                           const sm_obstacle *obstacles, int count) {
    sm_obstacle_array array = {obstacles, count};
    sm_options options = {.resolver = SM_SWEEP};
    sm_result r = sm_slide_move(*position, delta, mover, sm_obstacles_of_list(&array), &options);
    *position = r.position;
    return r;
}

#endif
