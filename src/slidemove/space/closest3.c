/* closest3: what needs more than points. */
#include "closest3.h"

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
    return closest3_nearer(
        held, closest3_of_points(first, vec3_add(a2, vec3_scale(d2, t / across_squared))));
}

closest3 closest3_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2) {
    closest3 best = closest3_of_points(a1, closest3_on_segment(a1, a2, b2));
    best = closest3_nearer(best, closest3_of_points(b1, closest3_on_segment(b1, a2, b2)));
    best = closest3_nearer(best, closest3_of_points(closest3_on_segment(a2, a1, b1), a2));
    best = closest3_nearer(best, closest3_of_points(closest3_on_segment(b2, a1, b1), b2));
    return nearer_perpendicular(best, a1, b1, a2, b2);
}

/* Finds where the segment p-q goes through the triangle, from one side to the other. */
static bool pierces(vec3 p, vec3 q, const triangle3 *t, vec3 *through) {
    double p_side = vec3_dot(t->normal, vec3_sub(p, t->a));
    double q_side = vec3_dot(t->normal, vec3_sub(q, t->a));
    if (!(t->area > 0) || !((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)))
        return false;
    *through = vec3_add(p, vec3_scale(vec3_sub(q, p), p_side / (p_side - q_side)));
    weights3 w = weights3_in_triangle(*through, t);
    return w.a >= 0 && w.b >= 0 && w.c >= 0;
}

closest3 closest3_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t) {
    vec3 through;
    if (pierces(p, q, t, &through))
        return (closest3){through, through, 0};
    closest3 best = closest3_of_points(p, closest3_on_triangle(p, t));
    best = closest3_nearer(best, closest3_of_points(q, closest3_on_triangle(q, t)));
    const vec3 corners[] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; i++) {
        vec3 corner = corners[i];
        best = closest3_nearer(best, closest3_of_points(closest3_on_segment(corner, p, q), corner));
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
