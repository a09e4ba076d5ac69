/* closest3: closest points in double. */
#ifndef SM_CLOSEST3_H
#define SM_CLOSEST3_H

#include "vec3.h"

typedef struct closest3 {
    vec3 first, second; /* one on each shape */
    double distance_squared;
} closest3;

typedef struct triangle3 {
    vec3 a, b, c;
    vec3 normal; /* its length is twice the area */
    double area; /* that length squared; 0: no area that could be told from rounding */
} triangle3;

/* The sine of a corner's angle, squared, below which a triangle's normal is rounding noise. */
#define TRIANGLE3_FLAT 1e-16

static inline triangle3 triangle3_of(vec3 a, vec3 b, vec3 c) {
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a);
    vec3 normal = vec3_cross(ab, ac);
    double area = vec3_dot(normal, normal);
    bool is_flat = !(area > TRIANGLE3_FLAT * vec3_dot(ab, ab) * vec3_dot(ac, ac));
    return (triangle3){a, b, c, normal, is_flat ? 0 : area};
}

closest3 closest3_of_points(vec3 first, vec3 second);
vec3 closest3_on_segment(vec3 point, vec3 a, vec3 b);
closest3 closest3_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2);
vec3 closest3_on_triangle(vec3 point, const triangle3 *t);
closest3 closest3_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t);

#endif
