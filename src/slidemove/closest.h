/* closest: closest points of segments, in double. slidemove.h has the public face of it. */
#ifndef SM_CLOSEST_H
#define SM_CLOSEST_H

#include "vec.h"

typedef struct closest_pair {
    vec first, second; /* one point on each segment */
    double distance_squared;
} closest_pair;

vec closest_on_segment(vec point, vec a, vec b);
closest_pair closest_of_segments(vec a1, vec b1, vec a2, vec b2);

#endif
