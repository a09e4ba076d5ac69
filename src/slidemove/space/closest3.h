/* closest3: the one measurement that everything in 3D rests on.
 *
 * Every candidate is a real point of its shape, and the nearest candidate wins. So a formula that
 * loses its precision (nearly parallel segments, a triangle of nearly no area) can only miss a
 * shorter distance by a rounding error, never invent one.
 *
 * Those of points are here, so that they can be compiled into a move of a ball. */
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

static inline closest3 closest3_of_points(vec3 first, vec3 second) {
    vec3 between = vec3_sub(first, second);
    return (closest3){first, second, vec3_dot(between, between)};
}

static inline closest3 closest3_nearer(closest3 held, closest3 other) {
    return other.distance_squared < held.distance_squared ? other : held;
}

static inline vec3 closest3_on_segment(vec3 point, vec3 a, vec3 b) {
    vec3 along = vec3_sub(b, a);
    double projection = vec3_dot(vec3_sub(point, a), along);
    if (!(projection > 0)) /* also where a = b */
        return a;
    double length_squared = vec3_dot(along, along);
    if (projection >= length_squared)
        return b;
    return vec3_add(a, vec3_scale(along, projection / length_squared));
}

/* A point's barycentric coordinates in the triangle, times `area`. */
typedef struct weights3 {
    double a, b, c;
} weights3;

static inline weights3 weights3_in_triangle(vec3 point, const triangle3 *t) {
    vec3 from_a = vec3_sub(point, t->a);
    double b = vec3_dot(vec3_cross(from_a, vec3_sub(t->c, t->a)), t->normal);
    double c = vec3_dot(vec3_cross(vec3_sub(t->b, t->a), from_a), t->normal);
    return (weights3){t->area - b - c, b, c};
}

static inline vec3 point3_of_weights(weights3 w, const triangle3 *t) {
    double scale = 1 / t->area;
    vec3 along_b = vec3_scale(vec3_sub(t->b, t->a), w.b * scale);
    vec3 along_c = vec3_scale(vec3_sub(t->c, t->a), w.c * scale);
    return vec3_add(t->a, vec3_add(along_b, along_c));
}

static inline vec3 closest3_on_triangle(vec3 point, const triangle3 *t) {
    /* An edge can be nearest only where the point lies beyond it; without area, all three can. */
    weights3 w = {-1, -1, -1};
    if (t->area > 0)
        w = weights3_in_triangle(point, t);
    if (w.a >= 0 && w.b >= 0 && w.c >= 0)
        return point3_of_weights(w, t);
    closest3 best = {point, t->a, INFINITY};
    if (w.c < 0)
        best = closest3_of_points(point, closest3_on_segment(point, t->a, t->b));
    if (w.a < 0)
        best = closest3_nearer(best,
                               closest3_of_points(point, closest3_on_segment(point, t->b, t->c)));
    if (w.b < 0)
        best = closest3_nearer(best,
                               closest3_of_points(point, closest3_on_segment(point, t->c, t->a)));
    return best.second;
}

closest3 closest3_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2);
closest3 closest3_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t);

#endif
