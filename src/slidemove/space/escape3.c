/* escape3: the Minkowski difference of triangle and segment is a prism, and the shortest way out of
 * a convex solid leads across one of its faces. Their normals are the triangle's and the cross
 * products of the segment with its edges (the separating axes of Gottschalk et al., OBBTree, 1996).
 *
 * Moving by the extent of both shapes along any direction separates them, so rounding in a
 * direction can make a way a little longer, but never too short. */
#include "escape3.h"

static double most_along(vec3 direction, vec3 a, vec3 b) {
    return sm_higher(vec3_dot(direction, a), vec3_dot(direction, b));
}

/* How far the mover must go along the unit vector `direction`. */
static double distance_along(vec3 direction, const mover3 *mover, const triangle3 *t) {
    vec3 origin = t->a; /* differences keep the digits that large coordinates lose */
    double obstacle =
        sm_higher(0, most_along(direction, vec3_sub(t->b, origin), vec3_sub(t->c, origin)));
    vec3 back = vec3_scale(direction, -1);
    return obstacle + most_along(back, vec3_sub(mover->a, origin), vec3_sub(mover->b, origin));
}

typedef struct search {
    const mover3 *mover;
    const triangle3 *triangle;
    vec3 delta;
    bool front_only;
    escape3 best; /* distance infinite: none found yet */
} search;

static void try_direction(search *s, vec3 direction) {
    if (s->front_only && !(vec3_dot(direction, s->triangle->normal) > 0))
        return;
    escape3 way = {distance_along(direction, s->mover, s->triangle), direction};
    bool shorter = way.distance < s->best.distance - TOUCHING3;
    bool as_short = way.distance <= s->best.distance + TOUCHING3;
    if (shorter ||
        (as_short && vec3_dot(way.normal, s->delta) < vec3_dot(s->best.normal, s->delta)))
        s->best = way;
}

/* The square of the sine below which two directions count as parallel: their cross product is
 * rounding noise. */
static const double parallel = 1e-16;

static void try_across(search *s, vec3 u, vec3 v) {
    vec3 normal = vec3_cross(u, v);
    double length_squared = vec3_dot(normal, normal);
    if (!(length_squared > parallel * vec3_dot(u, u) * vec3_dot(v, v)))
        return;
    normal = vec3_scale(normal, 1 / sqrt(length_squared));
    try_direction(s, normal);
    try_direction(s, vec3_scale(normal, -1));
}

static vec3 longer(vec3 u, vec3 v) {
    return vec3_dot(v, v) > vec3_dot(u, u) ? v : u;
}

/* The part of `v` across the line along `u`, scaled to length 1. Returns false when there is next
 * to none. */
static bool unit_across(vec3 v, vec3 u, vec3 *unit) {
    double u_squared = vec3_dot(u, u);
    if (u_squared > 0)
        v = vec3_sub(v, vec3_scale(u, vec3_dot(u, v) / u_squared));
    double length = vec3_length(v);
    static const double next_to_none = 1e-9;
    if (!(length > next_to_none))
        return false;
    *unit = vec3_scale(v, 1 / length);
    return true;
}

/* All on one line or in one point: every direction across is as short, so the one against the
 * motion, or upward, or (for a vertical line) along x. */
static vec3 direction_across_line(vec3 line, vec3 delta) {
    vec3 unit = {1, 0, 0};
    double length = vec3_length(delta);
    if (length > 0 && unit_across(vec3_scale(delta, -1 / length), line, &unit))
        return unit;
    double longest = vec3_length(line);
    vec3 axis = longest > 0 ? vec3_scale(line, 1 / longest) : line;
    if (!unit_across((vec3){0, 1, 0}, axis, &unit))
        unit_across((vec3){1, 0, 0}, axis, &unit);
    return unit;
}

escape3 escape3_shortest(const mover3 *mover, const triangle3 *t, vec3 delta, bool front_only) {
    vec3 ab = vec3_sub(t->b, t->a), bc = vec3_sub(t->c, t->b), ca = vec3_sub(t->a, t->c);
    vec3 axis = vec3_sub(mover->b, mover->a);
    search s = {mover, t, delta, front_only, {INFINITY, {0, 0, 0}}};
    try_across(&s, ab, vec3_scale(ca, -1));
    try_across(&s, axis, ab);
    try_across(&s, axis, bc);
    try_across(&s, axis, ca);
    if (isfinite(s.best.distance))
        return s.best;
    vec3 direction = direction_across_line(longer(longer(ab, bc), longer(ca, axis)), delta);
    return (escape3){distance_along(direction, mover, t), direction};
}
