#include "halfplanes.h"

#include <assert.h>

enum { HALFPLANES_MAX = 64 };

/* Two lines count as parallel when the sine of their angle is at most this. Then one leaves all of
 * the other or nothing, by their distance. */
static const double parallel_lines = 1e-13;

/* The part of one half-plane's line that the others leave. */
typedef struct interval {
    double min, max; /* distances from the foot, along the line */
} interval;

/* Cuts the interval by another half-plane. Returns false if nothing is left. */
static bool clip(interval *left, vec foot, vec along, halfplane other, double tolerance) {
    double slope = vec_dot(other.normal, along);
    double missing = other.least - vec_dot(other.normal, foot);
    if (fabs(slope) <= parallel_lines)
        return missing <= tolerance;
    if (slope > 0)
        left->min = sm_max(left->min, missing / slope);
    else
        left->max = sm_min(left->max, missing / slope);
    return left->min <= left->max + tolerance;
}

static bool nearest_on_line(const halfplane *planes, int line, vec wanted, double tolerance,
                            vec *nearest) {
    vec normal = planes[line].normal, along = vec_left(normal);
    vec foot = vec_add(wanted, vec_scale(normal, planes[line].least - vec_dot(normal, wanted)));
    interval left = {-INFINITY, INFINITY};
    for (int i = 0; i < line; i++) {
        if (!clip(&left, foot, along, planes[i], tolerance))
            return false;
    }
    double at = sm_min(sm_max(0, left.min), left.max);
    *nearest = vec_add(foot, vec_scale(along, at));
    return true;
}

bool sm_halfplanes_nearest(const halfplane *planes, int count, vec wanted, double tolerance,
                           vec *nearest) {
    vec point = wanted;
    for (int i = 0; i < count; i++) {
        if (vec_dot(planes[i].normal, point) >= planes[i].least - tolerance)
            continue;
        if (!nearest_on_line(planes, i, wanted, tolerance, &point))
            return false;
    }
    *nearest = point;
    return true;
}

/* sm_halfplanes_nearest to 0, where each may be violated by `violation`, up to its own maximum.
 * Returns false, too, if the point is farther than `farthest`. */
static bool nearest_when_relaxed(const halfplane *planes, int count, double violation,
                                 double tolerance, double farthest, vec *nearest) {
    static const vec zero = {0, 0};
    halfplane relaxed[HALFPLANES_MAX];
    for (int i = 0; i < count; i++) {
        relaxed[i] = planes[i];
        relaxed[i].least -= sm_min(violation, planes[i].max_violation);
    }
    return sm_halfplanes_nearest(relaxed, count, zero, tolerance, nearest) &&
           vec_length(*nearest) <= farthest;
}

double sm_halfplanes_least_violation(const halfplane *planes, int count, double tolerance,
                                     double farthest, vec *nearest) {
    assert(count <= HALFPLANES_MAX);
    *nearest = (vec){0, 0};
    if (nearest_when_relaxed(planes, count, 0, tolerance, farthest, nearest))
        return 0;
    double low = 0, high = 0;
    for (int i = 0; i < count; i++)
        high = sm_max(high, planes[i].least);
    for (int i = 0; i < 60 && high - low > tolerance; i++) { /* bisects to a double's last digit */
        double middle = (low + high) / 2;
        if (nearest_when_relaxed(planes, count, middle, tolerance, farthest, nearest))
            high = middle;
        else
            low = middle;
    }
    if (!nearest_when_relaxed(planes, count, high, tolerance, farthest, nearest))
        *nearest = (vec){0, 0};
    return high;
}

sm_vec2 sm_clip_velocity(sm_vec2 velocity, const sm_collision *contacts, int count) {
    halfplane planes[HALFPLANES_MAX];
    vec clipped;
    int used = 0;
    for (int i = 0; i < count && used < HALFPLANES_MAX; i++) {
        vec normal = vec_of(contacts[i].normal);
        double length = vec_length(normal);
        if (length > 0 && isfinite(length))
            planes[used++] = (halfplane){.normal = vec_scale(normal, 1 / length)};
    }
    if (!sm_is_finite(velocity))
        return (sm_vec2){0, 0};
    vec wanted = vec_of(velocity);
    double tolerance = 1e-9 * vec_length(wanted);
    if (!sm_halfplanes_nearest(planes, used, wanted, tolerance, &clipped))
        return (sm_vec2){0, 0};
    return vec_round(clipped);
}
