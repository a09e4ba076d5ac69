/* sweep3: the state of one move of the sweep in 3D, and its parts. */
#ifndef SM_SWEEP3_H
#define SM_SWEEP3_H

#include "contacts3.h"
#include "near3.h"

typedef struct sweep3 {
    sm3_capsule mover;
    vec3 position;
    vec3 delta;
    double squeezed; /* by how much there is less room than for the skin, here; usually 0 */
    near3 near;
    const sm3_options *options;
} sweep3;

/* The gap that the mover keeps: wide enough for the rounding of a position, many times over. */
double sweep3_skin(vec3 position);

/* The deepest obstacles at `position`, of those with a depth above -reach. */
contacts3 sweep3_contacts(sweep3 *s, vec3 position, double reach);

/* Moves along delta, as far and in the directions that what is touched allows. */
void sweep3_slide(sweep3 *s, sm3_result *result);

#endif
