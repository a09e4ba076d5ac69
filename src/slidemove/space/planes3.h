/* planes3: a point or a direction under up to a handful of plane constraints. */
#ifndef SM_PLANES3_H
#define SM_PLANES3_H

#include "../vec.h"

enum { PLANES3_MAX = 8 };

typedef struct plane3 {
    vec3 normal;  /* unit */
    double least; /* normal . x must be at least this */
} plane3;

/* Returns the vector nearest to `wanted` that leads into none of the planes (their `least` is taken
 * as 0) by more than `slope` per unit of its own: wanted itself, or along one plane, or along the
 * crease of two, or zero. */
vec3 sm3_planes_project(vec3 wanted, const plane3 *planes, int count, double slope);

/* Finds the shortest vector that satisfies all planes, of length up to `longest`. Returns false
 * when there is none. */
bool sm3_planes_shortest(const plane3 *planes, int count, double longest, vec3 *shortest);

#endif
