/* reference3: distances in 3D from their definition alone, to judge the library by.
 *
 * It shares no code and no formula with the library: the distance of a segment or a box and a
 * triangle is the least of a quadratic function under linear bounds. Each choice of bounds that
 * hold with equality leaves a small linear system; its solution counts where it keeps the other
 * bounds. All choices are tried, in long double. */
#ifndef REFERENCE3_H
#define REFERENCE3_H

#include "../src/slidemove/slidemove3.h"

typedef struct reference_vec3 {
    long double x, y, z;
} reference_vec3;

typedef struct reference_pair {
    reference_vec3 on_mover, on_triangle;
    double distance;
} reference_pair;

/* Radii do not count. `offset` moves the mover. Points and segments are triangles with equal
 * corners. */
reference_pair reference_closest_shapes(sm3_mover mover, reference_vec3 offset,
                                        sm3_triangle obstacle);

/* How far the mover's core must go along the unit vector `direction` until its extent along it
 * begins where the triangle's ends. */
double reference_way_along(sm3_mover mover, sm3_triangle obstacle, reference_vec3 direction);

reference_vec3 reference_of(sm3_vec v);

#endif
