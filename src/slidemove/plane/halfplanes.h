/* halfplanes: the nearest point that satisfies several half-planes at once. What a contact allows
 * is a half-plane; what several allow together is their intersection, not one after the other. */
#ifndef SM_HALFPLANES_H
#define SM_HALFPLANES_H

#include "../vec.h"

/* All x with normal . x >= least; `normal` is a unit vector. `yields` is how much of it may be
 * given up where nothing satisfies all (see sm_halfplanes_least_violation). */
typedef struct halfplane {
    vec normal;
    double least;
    double yields;
} halfplane;

/* Finds the point nearest to `wanted` that lies in every half-plane to within `tolerance`. Returns
 * whether there is one. The half-planes are taken one by one, each new one that is violated holds
 * the new point on its line (de Berg et al., Computational Geometry, 4.3; van den Berg et al.
 * 2011). */
bool sm_halfplanes_nearest(const halfplane *planes, int count, vec wanted, double tolerance,
                           vec *nearest);

/* Finds the point nearest to 0, and not farther than `farthest`, that violates every half-plane by
 * no more than the least possible, and no half-plane by more than it yields. 0 itself must do that.
 * Returns that least violation. */
double sm_halfplanes_least_violation(const halfplane *planes, int count, double tolerance,
                                     double farthest, vec *nearest);

#endif
