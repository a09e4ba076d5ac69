/* nearest3: the closest points of a segment and a triangle. Compiled once for each instruction set.
 *
 * Unless the one goes through the other, an end of the segment is nearest to the face, or an edge
 * to the segment: at the edge's end, at the segment's, or between. Those distances are found for
 * all edges at once, and then the points of the shortest. Of equals counts what comes first in this
 * order: the face, the edges from the first end, from the second, then edge by edge its first
 * corner and the perpendicular. */
#include "../eight.h"
#include "obstacle_cache3.h"

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

/* Counts a corner as beside the nearest point of the triangle, twice where it is that, not where it
 * is behind it; much too often where it is neither far from it nor the same. */
EIGHT_INLINE int beside_nearest4(vec3 corner, vec3 nearest, vec3 normal, double margin) {
    vec3 off = vec3_sub(corner, nearest);
    if (vec3_dot(off, normal) <= -margin)
        return 0;
    double squared = vec3_dot(off, off);
    return squared >= margin * margin ? 1 : squared > 0 ? 4 : 2;
}

/* Whether that is nearest by such a margin: on an edge, the third corner is behind it, at a corner
 * both others are. */
EIGHT_INLINE bool is_nearest_on_border4(const triangle3 *t, vec3 nearest, vec3 normal,
                                        double margin) {
    return beside_nearest4(t->a, nearest, normal, margin) +
               beside_nearest4(t->b, nearest, normal, margin) +
               beside_nearest4(t->c, nearest, normal, margin) ==
           2;
}

EIGHT_INLINE double lengths4(vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The contact of a capsule's end, where that is certainly the capsule's, to the last bit; the one
 * that is first along the normal that is guessed. Otherwise false, and *contact means nothing.
 *
 * With `margin` M, no length here above 512 M, whatever else could be nearest is
 * farther by 1e-11 of the squares of lengths: rounding is a ten-thousandth of that. */
EIGHT_INLINE bool end4(const mover3 *mover, const obstacle3 *obstacle, const vec3 *guess,
                       contact3 *contact) {
    static const double narrow = 1.0 / 512;
    const triangle3 *t = &obstacle->triangle;
    vec3 axis = vec3_sub(mover->b, mover->a), end = mover->a;
    double along = vec3_dot(*guess, axis);
    double lengths = lengths4(axis);
    if (!(fabs(along) > narrow * lengths) || !(t->area > 0))
        return false;
    if (along < 0) {
        end = mover->b;
        axis = vec3_scale(axis, -1);
    }
    const mover3 ball = {end, end, mover->radius, true, NULL};
    weights3 w = weights3_in_triangle(end, t);
    closest3 closest = closest3_of_points(end, closest3_by_weights(end, w, t));
    double distance = sqrt(closest.distance_squared);
    lengths += lengths4(vec3_sub(t->b, t->a)) + lengths4(vec3_sub(t->c, t->a)) +
               lengths4(vec3_sub(end, t->a));
    double margin = narrow * lengths;
    return distance > margin &&
           contact3_apart(&ball, obstacle, &closest, distance, false, contact) &&
           vec3_dot(contact->normal, axis) > margin &&
           (is_over_face3(w) || is_nearest_on_border4(t, closest.second, contact->normal, margin));
}

/* The contact of a ball; false where its centre touches the obstacle: that is another. Nobody else
 * is given the address of anything here, so that all of it can stay in registers. */
EIGHT_INLINE bool ball4(const mover3 *mover, const obstacle3 *obstacle, contact3 *contact) {
    const mover3 ball = {mover->a, mover->a, mover->radius, true, NULL};
    closest3 closest = closest3_of_ball(ball.a, obstacle);
    double distance = sqrt(closest.distance_squared);
    bool is_apart = distance > TOUCHING3;
    if (is_apart)
        contact3_apart(&ball, obstacle, &closest, distance, false, contact);
    return is_apart;
}

EIGHT_INLINE bool about4(const mover3 *mover, const obstacle3 *obstacle, const vec3 *delta,
                         const vec3 *guess, bool front_only, contact3 *contact) {
    front_only = front_only && obstacle->one_sided;
    if (mover->box == NULL &&
        (mover->is_sphere ? ball4(mover, obstacle, contact)
                          : !front_only && end4(mover, obstacle, guess, contact)))
        return !front_only || !obstacle3_is_behind(obstacle, mover->a);
    return sm3_contact(mover, obstacle, *delta, -INFINITY, front_only, contact);
}

/* See collide3.h. */
EIGHT_TARGET bool EIGHT_NAME(sm3_about)(const mover3 *mover, const obstacle3 *obstacle,
                                        const vec3 *delta, const vec3 *guess, bool front_only,
                                        contact3 *contact) {
    return about4(mover, obstacle, delta, guess, front_only, contact);
}

/* See obstacle_cache3.h. Where mover and obstacle touch in themselves, the normal is no more than a
 * way out, and any way may lead into what is touched like that. */
EIGHT_TARGET cached3 *EIGHT_NAME(sm3_measure)(obstacle_cache3 *cache, int i, const stand3 *at) {
    cached3 *made = &cache->made[i];
    contact3 *contact = &made->contact;
    if (cache->measured_at[i] == 0) {
        const placed3 *placed = cache3_placed(cache, i);
        obstacle3_of_finite(&placed->shape, &made->shape);
        made->number = placed->number;
    }
    const vec3 guess = cache3_normal(cache, i);
    if (!about4(&at->mover, &made->shape, &cache->delta, &guess, cache->front_only, contact))
        *contact = (contact3){.depth = -INFINITY};
    cache->measured_at[i] = at->number;
    double gap = -contact->depth, inner = -(at->mover.radius + made->shape.radius);
    bool has_normal = gap > inner + 2 * cache->fuzz && gap < INFINITY;
    cache3_note_bound(cache, i, has_normal ? gap - cache->fuzz : -INFINITY, &contact->normal, at);
    return made;
}
