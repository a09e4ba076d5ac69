/* closest3: the one measurement that everything in 3D rests on.
 *
 * Every candidate is a real point of its shape, and the nearest candidate wins. So a formula that
 * loses its precision (nearly parallel segments, a triangle of nearly no area) can only miss a
 * shorter distance by a rounding error, never invent one. */
#include "closest3.h"

closest3 closest3_of_points(vec3 first, vec3 second) {
    vec3 between = vec3_sub(first, second);
    return (closest3){first, second, vec3_dot(between, between)};
}

static closest3 nearer(closest3 held, closest3 other) {
    return other.distance_squared < held.distance_squared ? other : held;
}

vec3 closest3_on_segment(vec3 point, vec3 a, vec3 b) {
    vec3 along = vec3_sub(b, a);
    double projection = vec3_dot(vec3_sub(point, a), along);
    if (!(projection > 0)) /* also where a = b */
        return a;
    double length_squared = vec3_dot(along, along);
    if (projection >= length_squared)
        return b;
    return vec3_add(a, vec3_scale(along, projection / length_squared));
}

/* The common perpendicular of the segments' lines, where it ends inside both; otherwise `held`,
 * also for parallel lines. Its ends follow from a1 + s d1 - a2 - t d2 being parallel to d1 x d2
 * (Goldman, Intersection of Two Lines in Three-Space, Graphics Gems 1990). */
static closest3 nearer_perpendicular(closest3 held, vec3 a1, vec3 b1, vec3 a2, vec3 b2) {
    vec3 d1 = vec3_sub(b1, a1), d2 = vec3_sub(b2, a2), between = vec3_sub(a2, a1);
    vec3 across = vec3_cross(d1, d2);
    double across_squared = vec3_dot(across, across);
    double s = vec3_dot(vec3_cross(between, d2), across);
    double t = vec3_dot(vec3_cross(between, d1), across);
    if (!(s > 0 && s < across_squared && t > 0 && t < across_squared))
        return held;
    vec3 first = vec3_add(a1, vec3_scale(d1, s / across_squared));
    return nearer(held,
                  closest3_of_points(first, vec3_add(a2, vec3_scale(d2, t / across_squared))));
}

closest3 closest3_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2) {
    closest3 best = closest3_of_points(a1, closest3_on_segment(a1, a2, b2));
    best = nearer(best, closest3_of_points(b1, closest3_on_segment(b1, a2, b2)));
    best = nearer(best, closest3_of_points(closest3_on_segment(a2, a1, b1), a2));
    best = nearer(best, closest3_of_points(closest3_on_segment(b2, a1, b1), b2));
    return nearer_perpendicular(best, a1, b1, a2, b2);
}

/* A point's barycentric coordinates in the triangle, times `area`. */
typedef struct weights {
    double a, b, c;
} weights;

static weights weights_in_triangle(vec3 point, const triangle3 *t) {
    vec3 from_a = vec3_sub(point, t->a);
    double b = vec3_dot(vec3_cross(from_a, vec3_sub(t->c, t->a)), t->normal);
    double c = vec3_dot(vec3_cross(vec3_sub(t->b, t->a), from_a), t->normal);
    return (weights){t->area - b - c, b, c};
}

static vec3 point_of_weights(weights w, const triangle3 *t) {
    double scale = 1 / t->area;
    vec3 along_b = vec3_scale(vec3_sub(t->b, t->a), w.b * scale);
    vec3 along_c = vec3_scale(vec3_sub(t->c, t->a), w.c * scale);
    return vec3_add(t->a, vec3_add(along_b, along_c));
}

vec3 closest3_on_triangle(vec3 point, const triangle3 *t) {
    /* An edge can be nearest only where the point lies beyond it; without area, all three can. */
    weights w = {-1, -1, -1};
    if (t->area > 0)
        w = weights_in_triangle(point, t);
    if (w.a >= 0 && w.b >= 0 && w.c >= 0)
        return point_of_weights(w, t);
    closest3 best = {point, t->a, INFINITY};
    if (w.c < 0)
        best = closest3_of_points(point, closest3_on_segment(point, t->a, t->b));
    if (w.a < 0)
        best = nearer(best, closest3_of_points(point, closest3_on_segment(point, t->b, t->c)));
    if (w.b < 0)
        best = nearer(best, closest3_of_points(point, closest3_on_segment(point, t->c, t->a)));
    return best.second;
}

/* Finds where the segment p-q goes through the triangle, from one side to the other. */
static bool pierces(vec3 p, vec3 q, const triangle3 *t, vec3 *through) {
    double p_side = vec3_dot(t->normal, vec3_sub(p, t->a));
    double q_side = vec3_dot(t->normal, vec3_sub(q, t->a));
    if (!(t->area > 0) || !((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)))
        return false;
    *through = vec3_add(p, vec3_scale(vec3_sub(q, p), p_side / (p_side - q_side)));
    weights w = weights_in_triangle(*through, t);
    return w.a >= 0 && w.b >= 0 && w.c >= 0;
}

closest3 closest3_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t) {
    vec3 through;
    if (pierces(p, q, t, &through))
        return (closest3){through, through, 0};
    closest3 best = closest3_of_points(p, closest3_on_triangle(p, t));
    best = nearer(best, closest3_of_points(q, closest3_on_triangle(q, t)));
    const vec3 corners[] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; i++) {
        vec3 corner = corners[i];
        best = nearer(best, closest3_of_points(closest3_on_segment(corner, p, q), corner));
        best = nearer_perpendicular(best, p, q, corner, corners[(i + 1) % 3]);
    }
    return best;
}

static sm3_closest_points rounded(closest3 pair) {
    return (sm3_closest_points){vec3_round(pair.first), vec3_round(pair.second),
                                (float)sqrt(pair.distance_squared)};
}

sm3_vec sm3_closest_on_segment(sm3_vec point, sm3_vec a, sm3_vec b) {
    return vec3_round(closest3_on_segment(vec3_of(point), vec3_of(a), vec3_of(b)));
}

sm3_closest_points sm3_closest_of_segments(sm3_vec a1, sm3_vec b1, sm3_vec a2, sm3_vec b2) {
    return rounded(closest3_of_segments(vec3_of(a1), vec3_of(b1), vec3_of(a2), vec3_of(b2)));
}

sm3_vec sm3_closest_on_triangle(sm3_vec point, sm3_vec a, sm3_vec b, sm3_vec c) {
    triangle3 t = triangle3_of(vec3_of(a), vec3_of(b), vec3_of(c));
    return vec3_round(closest3_on_triangle(vec3_of(point), &t));
}

sm3_closest_points sm3_closest_of_segment_triangle(sm3_vec p, sm3_vec q, sm3_vec a, sm3_vec b,
                                                   sm3_vec c) {
    triangle3 t = triangle3_of(vec3_of(a), vec3_of(b), vec3_of(c));
    return rounded(closest3_of_segment_triangle(vec3_of(p), vec3_of(q), &t));
}
