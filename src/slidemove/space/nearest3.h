/* nearest3: the closest points of a segment and a triangle. Compiled once for each instruction set.
 *
 * Unless the one goes through the other, an end of the segment is nearest to the face, or an edge
 * to the segment: at the edge's end, at the segment's, or between. Those distances are found for
 * all edges at once, and then the points of the shortest. Of equals counts what comes first in this
 * order: the face, the edges from the first end, from the second, then edge by edge its first
 * corner and the perpendicular. */
#include "../eight.h"
#include "collide3.h"

typedef struct four3 {
    four x, y, z;
} four3;

EIGHT_INLINE four3 four3_all(vec3 v) {
    return (four3){four_all(v.x), four_all(v.y), four_all(v.z)};
}

EIGHT_INLINE four3 four3_sub(four3 a, four3 b) {
    return (four3){four_sub(a.x, b.x), four_sub(a.y, b.y), four_sub(a.z, b.z)};
}

EIGHT_INLINE four four3_dot(four3 a, four3 b) {
    return four_add(four_add(four_mul(a.x, b.x), four_mul(a.y, b.y)), four_mul(a.z, b.z));
}

EIGHT_INLINE four3 four3_cross(four3 a, four3 b) {
    return (four3){four_sub(four_mul(a.y, b.z), four_mul(a.z, b.y)),
                   four_sub(four_mul(a.z, b.x), four_mul(a.x, b.z)),
                   four_sub(four_mul(a.x, b.y), four_mul(a.y, b.x))};
}

EIGHT_INLINE four3 four3_along(four3 from, four3 way, four part) {
    return (four3){four_add(from.x, four_mul(way.x, part)), four_add(from.y, four_mul(way.y, part)),
                   four_add(from.z, four_mul(way.z, part))};
}

EIGHT_INLINE four3 four3_where(four mask, four3 yes, four3 no) {
    return (four3){four_where(mask, yes.x, no.x), four_where(mask, yes.y, no.y),
                   four_where(mask, yes.z, no.z)};
}

EIGHT_INLINE four four3_squared(four3 a, four3 b) {
    four3 between = four3_sub(a, b);
    return four3_dot(between, between);
}

/* closest3_on_segment. */
EIGHT_INLINE four3 on_segments4(four3 point, four3 a, four3 b, four3 along) {
    four projection = four3_dot(four3_sub(point, a), along), squared = four3_dot(along, along);
    four3 on = four3_along(a, along, four_div(projection, squared));
    on = four3_where(four_below(projection, squared), on, b);
    return four3_where(four_below(four_all(0), projection), on, a);
}

/* The squares of the perpendiculars, INFINITY where there is none (see nearer_perpendicular3). */
EIGHT_INLINE four perpendiculars4(four3 a1, four3 d1, four3 a2, four3 d2) {
    four3 between = four3_sub(a2, a1), across = four3_cross(d1, d2);
    four squared = four3_dot(across, across), none = four_all(0);
    four s = four3_dot(four3_cross(between, d2), across);
    four t = four3_dot(four3_cross(between, d1), across);
    four inside = four_both(four_both(four_below(none, s), four_below(s, squared)),
                            four_both(four_below(none, t), four_below(t, squared)));
    four3 first = four3_along(a1, d1, four_div(s, squared));
    four3 second = four3_along(a2, d2, four_div(t, squared));
    return four_where(inside, four3_squared(first, second), four_all(INFINITY));
}

/* Of both ends of the segment, in the triangle's plane (see weights3_in_triangle). */
EIGHT_INLINE void weights_of_ends4(vec3 from_p, vec3 from_q, const triangle3 *t, weights3 *p,
                                   weights3 *q) {
    const vec3 ab = vec3_sub(t->b, t->a), ac = vec3_sub(t->c, t->a);
    const four3 u = {four_of(from_p.x, from_q.x, ab.x, ab.x),
                     four_of(from_p.y, from_q.y, ab.y, ab.y),
                     four_of(from_p.z, from_q.z, ab.z, ab.z)};
    const four3 v = {four_of(ac.x, ac.x, from_p.x, from_q.x),
                     four_of(ac.y, ac.y, from_p.y, from_q.y),
                     four_of(ac.z, ac.z, from_p.z, from_q.z)};
    double w[4];
    four_store(w, four3_dot(four3_cross(u, v), four3_all(t->normal)));
    *p = (weights3){t->area - w[0] - w[2], w[0], w[2]};
    *q = (weights3){t->area - w[1] - w[3], w[1], w[3]};
}

EIGHT_INLINE closest3 nearest_on_face4(vec3 point, weights3 w, const triangle3 *t) {
    return closest3_of_points(point, point3_of_weights(w, t));
}

/* The squares of an end's distances to the edges that it is beyond; otherwise INFINITY. */
EIGHT_INLINE four beyond_edges4(vec3 point, weights3 w, four3 corner, four3 next, four3 edge) {
    four beyond = four_below(four_of(w.c, w.a, w.b, 0), four_all(0));
    four3 points = four3_all(point);
    return four_where(beyond, four3_squared(points, on_segments4(points, corner, next, edge)),
                      four_all(INFINITY));
}

EIGHT_INLINE closest3 nearest_on_edge4(vec3 point, const vec3 *const corners[4], unsigned bits) {
    int i = lanes_lowest(bits);
    return closest3_of_points(point, closest3_on_segment(point, *corners[i], *corners[i + 1]));
}

EIGHT_TARGET closest3 EIGHT_NAME(sm3_nearest)(vec3 p, vec3 q, const triangle3 *t) {
    weights3 of_p = {-1, -1, -1}, of_q = {-1, -1, -1}; /* without area, each edge can be nearest */
    closest3 on_face = {p, p, INFINITY};
    if (t->area > 0) {
        const vec3 from_p = vec3_sub(p, t->a), from_q = vec3_sub(q, t->a);
        double p_side = vec3_dot(t->normal, from_p), q_side = vec3_dot(t->normal, from_q);
        vec3 through;
        if (p_side * q_side < 0 && pierces_triangle3(p, q, p_side, q_side, t, &through))
            return (closest3){through, through, 0};
        weights_of_ends4(from_p, from_q, t, &of_p, &of_q);
        bool p_is_over = is_over_face3(of_p), q_is_over = is_over_face3(of_q);
        if (p_is_over)
            on_face = nearest_on_face4(p, of_p, t);
        if (q_is_over)
            on_face = closest3_nearer(on_face, nearest_on_face4(q, of_q, t));
        /* Nothing of the segment is nearer to the plane than its nearer end. */
        bool is_aside = p_side * q_side >= 0;
        if (is_aside && (fabs(p_side) <= fabs(q_side) ? p_is_over : q_is_over))
            return on_face;
    }
    const vec3 *const corners[] = {&t->a, &t->b, &t->c, &t->a};
    const four3 corner = {four_of(t->a.x, t->b.x, t->c.x, t->c.x),
                          four_of(t->a.y, t->b.y, t->c.y, t->c.y),
                          four_of(t->a.z, t->b.z, t->c.z, t->c.z)};
    const four3 next = {four_next(corner.x), four_next(corner.y), four_next(corner.z)};
    const four3 edge = four3_sub(next, corner);
    const four3 from = four3_all(p), to = four3_all(q), axis = four3_sub(to, from);
    four first = beyond_edges4(p, of_p, corner, next, edge);
    four second = beyond_edges4(q, of_q, corner, next, edge);
    four to_corners = four3_squared(on_segments4(corner, from, to, axis), corner);
    four across = perpendiculars4(from, axis, corner, edge);
    double least = four_least(four_min(four_min(first, second), four_min(to_corners, across)));
    if (!(least < on_face.distance_squared))
        return on_face;
    const four shortest = four_all(least);
    unsigned bits = ~four_bits(four_below(shortest, first)) & 7;
    if (bits != 0)
        return nearest_on_edge4(p, corners, bits);
    bits = ~four_bits(four_below(shortest, second)) & 7;
    if (bits != 0)
        return nearest_on_edge4(q, corners, bits);
    bits = ~four_bits(four_below(shortest, to_corners)) & 7;
    int i = lanes_lowest(bits | (~four_bits(four_below(shortest, across)) & 7));
    if (bits >> i & 1)
        return closest3_of_points(closest3_on_segment(*corners[i], p, q), *corners[i]);
    return nearer_perpendicular3(on_face, p, q, *corners[i], *corners[i + 1]);
}
