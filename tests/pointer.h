/* pointer: how tests point into a 2D level. */
#ifndef TESTS_POINTER_H
#define TESTS_POINTER_H

#include "../src/sandbox/sandbox.h"

/* The pointer at a point of the plane, where a pixel is so many world units. */
static inline pointer_ray ray_down(sm_vec2 at, float pixel, float slack_pixels) {
    sm3_vec down = {0, 0, -1};
    return (pointer_ray){.at = {at.x / pixel, -at.y / pixel},
                         .eye = {at.x, at.y, 1},
                         .direction = down,
                         .view = down,
                         .pixel = pixel,
                         .depth = 1,
                         .slack = slack_pixels};
}

/* What lies there, or within `slack` world units. */
static inline pick pick_at(const sandbox *s, sm_vec2 at, float slack) {
    sm3_vec place;
    pointer_ray ray = ray_down(at, 1, slack);
    return s->obstacles->dimension->pick(s->obstacles, &s->player, &ray, &place);
}

#endif
