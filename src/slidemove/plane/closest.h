/* closest: closest points of segments, in double. slidemove.h has the public face of it. */
#ifndef SM_CLOSEST_H
#define SM_CLOSEST_H

#include "../vec.h"

typedef struct closest_pair {
    vec first, second; /* one point on each segment */
    double distance_squared;
} closest_pair;

/* Here because every candidate of every move passes through it. */
static inline vec closest_on_segment(vec point, vec a, vec b) {
    vec along = vec_sub(b, a);
    double length_squared = vec_dot(along, along);
    double projection = vec_dot(vec_sub(point, a), along);
    /* A table, not branches: which of the three it is, is hard to foresee. NaN and a = b give a. */
    const vec places[] = {a, vec_add(a, vec_scale(along, projection / length_squared)), b};
    return places[(projection > 0) + (projection > 0 && projection >= length_squared)];
}

closest_pair closest_of_segments(vec a1, vec b1, vec a2, vec b2);

#endif
