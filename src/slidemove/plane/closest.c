/* closest: the one measurement that everything here rests on.
 *
 * In the plane two segments that do not cross are closest at an end of one of them. So the closest
 * points of two segments are the best of four clamped projections, after one test for crossing. */
#include "closest.h"

/* The ends of each segment lie strictly on both sides of the other. Segments that merely touch do
 * so at an end, which the projections find. */
static bool segments_cross(vec a1, vec b1, vec a2, vec b2) {
    vec d1 = vec_sub(b1, a1), d2 = vec_sub(b2, a2);
    double a2_side = vec_cross(d1, vec_sub(a2, a1)), b2_side = vec_cross(d1, vec_sub(b2, a1));
    double a1_side = vec_cross(d2, vec_sub(a1, a2)), b1_side = vec_cross(d2, vec_sub(b1, a2));
    return ((a2_side > 0 && b2_side < 0) || (a2_side < 0 && b2_side > 0)) &&
           ((a1_side > 0 && b1_side < 0) || (a1_side < 0 && b1_side > 0));
}

static vec crossing_point(vec a1, vec b1, vec a2, vec b2) {
    vec d1 = vec_sub(b1, a1), d2 = vec_sub(b2, a2);
    return vec_add(a1, vec_scale(d1, vec_cross(vec_sub(a2, a1), d2) / vec_cross(d1, d2)));
}

static closest_pair pair_of(vec first, vec second) {
    vec between = vec_sub(first, second);
    return (closest_pair){first, second, vec_dot(between, between)};
}

static closest_pair nearer(closest_pair held, closest_pair other) {
    return other.distance_squared < held.distance_squared ? other : held;
}

closest_pair closest_of_segments(vec a1, vec b1, vec a2, vec b2) {
    if (segments_cross(a1, b1, a2, b2)) {
        vec crossing = crossing_point(a1, b1, a2, b2);
        return (closest_pair){crossing, crossing, 0};
    }
    closest_pair best = pair_of(a1, closest_on_segment(a1, a2, b2));
    best = nearer(best, pair_of(b1, closest_on_segment(b1, a2, b2)));
    best = nearer(best, pair_of(closest_on_segment(a2, a1, b1), a2));
    return nearer(best, pair_of(closest_on_segment(b2, a1, b1), b2));
}

sm_vec2 sm_closest_on_segment(sm_vec2 point, sm_vec2 a, sm_vec2 b) {
    return vec_round(closest_on_segment(vec_of(point), vec_of(a), vec_of(b)));
}

sm_closest_points sm_closest_of_segments(sm_vec2 a1, sm_vec2 b1, sm_vec2 a2, sm_vec2 b2) {
    closest_pair pair = closest_of_segments(vec_of(a1), vec_of(b1), vec_of(a2), vec_of(b2));
    return (sm_closest_points){vec_round(pair.first), vec_round(pair.second),
                               (float)sqrt(pair.distance_squared)};
}
