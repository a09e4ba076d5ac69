/* pointer: how tests point into a level. */
#ifndef TESTS_POINTER_H
#define TESTS_POINTER_H

#include "../src/sandbox/sandbox.h"
#include "../src/slidemove/vec.h"

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

static inline sm3_vec unit(sm3_vec v) {
    return sm3_scaled(v, 1 / sm3_length(v));
}

/* From the eye, which looks at `middle`, through a point of a level in space; in a picture of 720
 * pixels. */
static inline pointer_ray ray_through(sm3_vec eye, sm3_vec middle, sm3_vec point) {
    static const float pixel_angle = 2 * 0.46630766f / 720;
    sm3_vec direction = unit(sm3_between(eye, point)), view = unit(sm3_between(eye, middle));
    sm3_vec right = unit(sm3_cross(view, (sm3_vec){0.11f, 0.97f, 0.13f})),
            up = unit(sm3_cross(right, view));
    float depth = sm3_dot(direction, view) * pixel_angle;
    return (pointer_ray){.at = {sm3_dot(direction, right) / depth, sm3_dot(direction, up) / depth},
                         .eye = eye,
                         .direction = direction,
                         .view = view,
                         .pixel = pixel_angle,
                         .depth = sm3_dot(sm3_between(eye, middle), view),
                         .slack = 7,
                         .arrow = 70,
                         .may_turn = true};
}

/* What lies there, or within `slack` world units. */
static inline pick pick_at(const sandbox *s, sm_vec2 at, float slack) {
    sm3_vec place;
    pointer_ray ray = ray_down(at, 1, slack);
    return s->obstacles->dimension->pick(s->obstacles, &s->player, &ray, &place);
}

#endif
