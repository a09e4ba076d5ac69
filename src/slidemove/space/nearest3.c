/* nearest3: the closest points of a segment and a triangle, and when a path meets its edges,
 * compiled once for each processor (see wide.h).
 *
 * Unless the one goes through the other, an end of the segment is nearest to the face, or an edge
 * to the segment: at the edge's end, at the segment's, or between. Those distances are found for
 * all edges at once, and then the points of the shortest. Of equals counts what comes first in this
 * order: the face, the edges from the first end, from the second, then edge by edge its first
 * corner and the perpendicular. */
#ifndef KERNEL_AVX2
#define KERNEL_AVX2 0
#endif

#include "../wide.h"
#include "collide3.h"

typedef struct quad3 {
    quad x, y, z;
} quad3;

/* Of the vectors from `place` on. */
KERNEL_INLINE quad3 quad3_of(int place, const vec3 *a, const vec3 *b, const vec3 *c,
                             const vec3 *d) {
    return (quad3){quad_of(place, a->x, b->x, c->x, d->x), quad_of(place, a->y, b->y, c->y, d->y),
                   quad_of(place, a->z, b->z, c->z, d->z)};
}

KERNEL_INLINE quad3 quad3_all(const vec3 *v) {
    return quad3_of(0, v, v, v, v);
}

KERNEL_INLINE quad3 quad3_sub(quad3 a, quad3 b) {
    return (quad3){a.x - b.x, a.y - b.y, a.z - b.z};
}

KERNEL_INLINE quad quad3_dot(quad3 a, quad3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

KERNEL_INLINE quad3 quad3_cross(quad3 a, quad3 b) {
    return (quad3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

KERNEL_INLINE quad3 quad3_along(quad3 from, quad3 direction, quad fraction) {
    return (quad3){from.x + direction.x * fraction, from.y + direction.y * fraction,
                   from.z + direction.z * fraction};
}

KERNEL_INLINE quad3 quad3_where(quad_mask mask, quad3 yes, quad3 no) {
    return (quad3){quad_where(mask, yes.x, no.x), quad_where(mask, yes.y, no.y),
                   quad_where(mask, yes.z, no.z)};
}

KERNEL_INLINE quad quad3_squared(quad3 a, quad3 b) {
    quad3 between = quad3_sub(a, b);
    return quad3_dot(between, between);
}

KERNEL_INLINE quad quad_all(double x) {
    return quad_of(0, x, x, x, x);
}

/* closest3_on_segment. */
KERNEL_INLINE quad3 quad3_on_segments(quad3 point, quad3 a, quad3 b, quad3 along) {
    quad projection = quad3_dot(quad3_sub(point, a), along), squared = quad3_dot(along, along);
    quad3 on = quad3_along(a, along, projection / squared);
    on = quad3_where(projection < squared, on, b);
    return quad3_where(quad_all(0) < projection, on, a);
}

/* The squares of the perpendiculars, INFINITY where there is none (see nearer_perpendicular3). */
KERNEL_INLINE quad perpendiculars3(quad3 a1, quad3 d1, quad3 a2, quad3 d2) {
    quad3 between = quad3_sub(a2, a1), across = quad3_cross(d1, d2);
    quad squared = quad3_dot(across, across), none = quad_all(0);
    quad s = quad3_dot(quad3_cross(between, d2), across);
    quad t = quad3_dot(quad3_cross(between, d1), across);
    quad_mask inside = (none < s) & (s < squared) & (none < t) & (t < squared);
    quad3 first = quad3_along(a1, d1, s / squared), second = quad3_along(a2, d2, t / squared);
    return quad_where(inside, quad3_squared(first, second), quad_all(INFINITY));
}

/* The weights of both ends of the segment in the triangle's plane (see weights3_in_triangle). */
KERNEL_INLINE void weights_of_ends3(vec3 from_p, vec3 from_q, const triangle3 *t, weights3 *p,
                                    weights3 *q) {
    const vec3 ab = vec3_sub(t->b, t->a), ac = vec3_sub(t->c, t->a);
    const quad3 normal = quad3_all(&t->normal);
    double w[4];
    for (int i = 0; i < 4; i += QUAD) {
        quad3 u = quad3_of(i, &from_p, &from_q, &ab, &ab);
        quad3 v = quad3_of(i, &ac, &ac, &from_p, &from_q);
        quad dot = quad3_dot(quad3_cross(u, v), normal);
        memcpy(&w[i], &dot, sizeof dot);
    }
    *p = (weights3){t->area - w[0] - w[2], w[0], w[2]};
    *q = (weights3){t->area - w[1] - w[3], w[1], w[3]};
}

KERNEL_INLINE closest3 nearest_on_face3(vec3 point, weights3 w, const triangle3 *t) {
    return closest3_of_points(point, point3_of_weights(w, t));
}

#undef EDGE3_STEPS
#define EDGE3_STEPS ((3 + QUAD - 1) / QUAD) /* of QUAD edges each */

/* The squares of the distances from the segment to each edge, INFINITY where that is nearest
 * elsewhere. */
typedef struct edges3 {
    quad first[EDGE3_STEPS],
        second[EDGE3_STEPS];     /* from the ends, where they are beyond the edge */
    quad to_corner[EDGE3_STEPS]; /* from the edge's first corner */
    quad across[EDGE3_STEPS];    /* along the perpendicular */
} edges3;

/* The squares of an end's distances to the edges that it is beyond; otherwise INFINITY. */
KERNEL_INLINE quad beyond_edges3(int place, vec3 point, weights3 w, quad3 corner, quad3 next,
                                 quad3 edge) {
    quad_mask beyond = quad_of(place, w.c, w.a, w.b, 0) < quad_all(0);
    quad3 points = quad3_all(&point);
    return quad_where(beyond, quad3_squared(points, quad3_on_segments(points, corner, next, edge)),
                      quad_all(INFINITY));
}

/* Returns a bit for each edge with a squared distance of at most `least`. */
KERNEL_INLINE unsigned edges_within3(const quad squares[EDGE3_STEPS], double least) {
    unsigned farther = 0;
    for (int i = 0; i < EDGE3_STEPS; i++)
        farther |= quad_bits(quad_all(least) < squares[i]) << i * QUAD;
    return ~farther & 7;
}

KERNEL_INLINE closest3 nearest_on_edge3(vec3 point, const vec3 *const corners[5], unsigned bits) {
    int i = lanes_lowest(bits);
    return closest3_of_points(point, closest3_on_segment(point, *corners[i], *corners[i + 1]));
}

KERNEL_PUBLIC closest3 KERNEL(sm3_nearest)(vec3 p, vec3 q, const triangle3 *t) {
    weights3 of_p = {-1, -1, -1}, of_q = {-1, -1, -1}; /* without area, each edge can be nearest */
    closest3 on_face = {p, p, INFINITY};
    if (t->area > 0) {
        const vec3 from_p = vec3_sub(p, t->a), from_q = vec3_sub(q, t->a);
        double p_side = vec3_dot(t->normal, from_p), q_side = vec3_dot(t->normal, from_q);
        vec3 through;
        if (p_side * q_side < 0 && pierces_triangle3(p, q, p_side, q_side, t, &through))
            return (closest3){through, through, 0};
        weights_of_ends3(from_p, from_q, t, &of_p, &of_q);
        bool p_is_over = is_over_face3(of_p), q_is_over = is_over_face3(of_q);
        if (p_is_over)
            on_face = nearest_on_face3(p, of_p, t);
        if (q_is_over)
            on_face = closest3_nearer(on_face, nearest_on_face3(q, of_q, t));
        /* Nothing of the segment is nearer to the plane than its nearer end. */
        bool is_aside = p_side * q_side >= 0;
        if (is_aside && (fabs(p_side) <= fabs(q_side) ? p_is_over : q_is_over))
            return on_face;
    }
    const vec3 *const corners[] = {&t->a, &t->b, &t->c, &t->a, &t->b};
    const quad3 from = quad3_all(&p), to = quad3_all(&q), axis = quad3_sub(to, from);
    edges3 e;
    double least = INFINITY;
    for (int i = 0; i < EDGE3_STEPS; i++) {
        int place = i * QUAD;
        quad3 corner = quad3_of(place, &t->a, &t->b, &t->c, &t->c);
        quad3 next = quad3_of(place, &t->b, &t->c, &t->a, &t->c), edge = quad3_sub(next, corner);
        e.first[i] = beyond_edges3(place, p, of_p, corner, next, edge);
        e.second[i] = beyond_edges3(place, q, of_q, corner, next, edge);
        e.to_corner[i] = quad3_squared(quad3_on_segments(corner, from, to, axis), corner);
        e.across[i] = perpendiculars3(from, axis, corner, edge);
        quad nearest =
            quad_min(quad_min(e.first[i], e.second[i]), quad_min(e.to_corner[i], e.across[i]));
        least = sm_min(quad_least(nearest), least);
    }
    if (!(least < on_face.distance_squared))
        return on_face;
    unsigned bits = edges_within3(e.first, least);
    if (bits != 0)
        return nearest_on_edge3(p, corners, bits);
    bits = edges_within3(e.second, least);
    if (bits != 0)
        return nearest_on_edge3(q, corners, bits);
    bits = edges_within3(e.to_corner, least);
    int i = lanes_lowest(bits | edges_within3(e.across, least));
    if (bits >> i & 1)
        return closest3_of_points(closest3_on_segment(*corners[i], p, q), *corners[i]);
    return nearer_perpendicular3(on_face, p, q, *corners[i], *corners[i + 1]);
}

/* ---- When a path meets edges --------------------------------------------------------------
 *
 * A moving segment touches what the end p does of the triangle that is widened by the segment
 * backward: a prism. Its edges are the triangle's for both ends of the segment, and the segment at
 * each corner; its sides are an edge by the segment. All are met in closed form. */

/* When moving points come as near as `radius` to segments from corner to corner + edge. The line of
 * a segment is met where a quadratic equation says, and beyond the segment its end. INFINITY: they
 * stay farther away than `most`. 0: the path is so parallel to the segment that rounding could
 * decide. */
KERNEL_INLINE quad times_of_edges3(quad3 point, quad3 delta, quad3 corner, quad3 edge,
                                   double radius, double most) {
    static const double parallel = 1e-6; /* square of a sine */
    const quad none = quad_all(0), near = quad_all(radius * radius), far = quad_all(most * most);
    quad3 from = quad3_sub(point, corner), across = quad3_cross(delta, edge);
    quad length = quad3_dot(edge, edge), speed = quad3_dot(delta, delta);
    quad sine = quad3_dot(across, across), volume = quad3_dot(from, across);
    quad_mask is_parallel = sine <= quad_all(parallel) * speed * length;
    quad_mask passes = ~is_parallel & (volume * volume > far * sine);
    if (quad_bits(passes) == (1u << QUAD) - 1)
        return quad_all(INFINITY);
    quad root = (near * sine - volume * volume) * length;
    quad toward = -quad3_dot(quad3_cross(from, edge), across);
    quad time = (toward - quad_sqrt(quad_where(root > none, root, none))) / sine;
    quad along = quad3_dot(from, edge) + time * quad3_dot(delta, edge);
    quad_mask is_within = (along > none) & (along < length);
    quad3 to_end = quad3_where(along >= length, quad3_sub(from, edge), from);
    quad3 aside = quad3_cross(to_end, delta);
    quad square = quad3_dot(aside, aside), end_root = near * speed - square;
    quad end = -quad3_dot(to_end, delta) - quad_sqrt(quad_where(end_root > none, end_root, none));
    passes = passes | (~is_within & (square > far * speed));
    time = quad_where(is_within, time, end / speed);
    time = quad_where(passes | (time < none), quad_all(INFINITY), time);
    return quad_where(is_parallel, none, time);
}

/* The same of the sides that edges make with an axis backward. */
KERNEL_INLINE quad times_of_sides3(quad3 point, quad3 delta, quad3 corner, quad3 edge, quad3 axis,
                                   double radius) {
    static const double rounding = 1e-9;
    const quad none = quad_all(0);
    quad3 normal = quad3_cross(edge, axis), from = quad3_sub(point, corner);
    quad squared = quad3_dot(normal, normal), length = quad_sqrt(squared);
    quad height = quad3_dot(normal, from), speed = -quad3_dot(normal, delta);
    quad_mask is_under = height < none;
    height = quad_where(is_under, -height, height);
    speed = quad_where(is_under, -speed, speed);
    quad time = (height - quad_all(radius) * length) / speed;
    quad back = quad_all(radius) / length;
    back = quad_where(is_under, back, -back);
    quad3 there = quad3_along(quad3_along(from, delta, time), normal, back);
    quad u = quad3_dot(quad3_cross(there, axis), normal);
    quad v = quad3_dot(quad3_cross(there, edge), normal);
    quad least = -quad_all(rounding) * squared, most = squared - least;
    quad_mask meets =
        (speed > none) & (time >= none) & (u >= least) & (u <= most) & (v >= least) & (v <= most);
    return quad_where(meets, time, quad_all(INFINITY));
}

KERNEL_PUBLIC double KERNEL(sm3_meets_edges)(const mover3 *mover, const vec3 *delta,
                                             const triangle3 *t, double radius) {
    static const double rounding = 1e-11;
    const quad3 from = quad3_all(&mover->a), path = quad3_all(delta);
    const quad3 to = quad3_all(&mover->b), axis = quad3_sub(to, from);
    const quad3 back = quad3_sub(from, to);
    double most = radius + 4 * TOUCHING3 + rounding * vec3_largest(vec3_sub(mover->a, t->a));
    double least = INFINITY;
    for (int i = 0; i < EDGE3_STEPS; i++) {
        int place = i * QUAD;
        quad3 corner = quad3_of(place, &t->a, &t->b, &t->c, &t->c);
        quad3 next = quad3_of(place, &t->b, &t->c, &t->a, &t->a), edge = quad3_sub(next, corner);
        quad time = times_of_edges3(from, path, corner, edge, radius, most);
        if (!mover->is_sphere) {
            time = quad_min(times_of_edges3(to, path, corner, edge, radius, most), time);
            time = quad_min(times_of_edges3(from, path, corner, back, radius, most), time);
            time = quad_min(times_of_sides3(from, path, corner, edge, axis, radius), time);
        }
        least = sm_min(quad_least(time), least);
    }
    return least;
}
