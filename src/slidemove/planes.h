/* planes: half-spaces that bound the displacement of a mover: the nearest displacement that leads
 * into none, and the shortest one out of all. The results are exact. In three dimensions at most
 * three planes decide, so every plane, pair and triple is tried, and the best result that satisfies
 * all planes is kept. */
#ifndef SM_PLANES_H
#define SM_PLANES_H

#include "vec.h"

/* A displacement with at most this slope into a plane counts as along it, since floats cannot
 * represent a smaller one. */
#define PLANES_SLOPE (3 * (double)FLT_EPSILON)

typedef struct plane3 {
    vec3 normal;  /* unit */
    double least; /* normal . x must be at least this */
} plane3;

/* Whether normal . x is no less than `least` of each plane, but for `slack`. */
bool sm3_planes_satisfied(vec3 x, const plane3 *planes, int count, double slack);

/* Makes v the vector nearest to it that leads into none of the planes by more than `slope` per unit
 * of its length: v itself, along one plane, along the crease of two, or zero. The planes' `least`
 * must be 0. */
void sm3_planes_project(vec3 *v, const plane3 *planes, int count, double slope);

/* Finds the shortest vector for which normal . x is `least` on both planes. Returns false if they
 * are parallel. */
bool sm3_planes_meet(const plane3 *p, const plane3 *q, vec3 *x);

/* Finds the shortest vector that satisfies all planes. Returns false if there is none of at most
 * the length `longest`. */
bool sm3_planes_shortest(const plane3 *planes, int count, double longest, vec3 *shortest);

#endif
