/* halfplanes: the nearest point that satisfies several half-planes at once. A contact allows a
 * half-plane of displacements; several contacts allow the intersection of theirs. */
#ifndef SM_HALFPLANES_H
#define SM_HALFPLANES_H

#include "../vec.h"

/* All x with normal . x >= least. */
typedef struct halfplane {
    vec normal; /* unit */
    double least;
    double max_violation; /* allowed if no point satisfies all; see sm_halfplanes_least_violation */
} halfplane;

/* Finds the point nearest to `wanted` that lies in every half-plane to within `tolerance`. Returns
 * whether there is one. The half-planes are added one by one; if the point violates the new one,
 * the next point lies on its line (de Berg et al., Computational Geometry, 4.3; van den Berg et al.
 * 2011). */
bool sm_halfplanes_nearest(const halfplane *planes, int count, vec wanted, double tolerance,
                           vec *nearest);

/* Finds the least violation v for which a point exists that violates no half-plane by more than v
 * or by more than its max_violation, and is at most `farthest` from 0. Gives the nearest such point
 * to 0 and returns v. 0 itself must satisfy the max_violations. */
double sm_halfplanes_least_violation(const halfplane *planes, int count, double tolerance,
                                     double farthest, vec *nearest);

#endif
