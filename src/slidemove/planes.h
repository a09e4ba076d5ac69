/* planes: half-spaces that bound where a mover may go or be: the nearest way that leads into none,
 * and the shortest way out of all. Exact, since in three dimensions at most three planes decide:
 * each, each pair and each triple is tried, and the best that satisfies all is kept. */
#ifndef SM_PLANES_H
#define SM_PLANES_H

#include "vec.h"

/* Floats cannot tell a smaller slope between a way and a plane: so much into it counts as along. */
#define PLANES_SLOPE (3 * (double)FLT_EPSILON)

typedef struct plane3 {
    vec3 normal;  /* unit */
    double least; /* normal . x must be at least this */
} plane3;

/* Returns the vector nearest to `wanted` that leads into none of the planes, whose `least` is 0, by
 * more than `slope` per unit of its own: wanted itself, or along one plane, or along the crease of
 * two, or zero. */
vec3 sm3_planes_project(vec3 wanted, const plane3 *planes, int count, double slope);

/* Finds the shortest vector for which normal . x is `least` on each of up to three planes. Returns
 * false when there is none, or are more planes. */
bool sm3_planes_meet(const plane3 *planes, int count, vec3 *x);

/* Finds the shortest vector that satisfies all planes, of length up to `longest`. Returns false
 * when there is none. */
bool sm3_planes_shortest(const plane3 *planes, int count, double longest, vec3 *shortest);

#endif
