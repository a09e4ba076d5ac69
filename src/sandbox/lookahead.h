/* lookahead: what lies before the player, for the eye: the ray along its heading, and its shape
 * brought forward along that ray, turning, by conservative advancement. Nothing depends on it;
 * overlays draw it. */
#ifndef LOOKAHEAD_H
#define LOOKAHEAD_H

#include "plane/ground.h"

#define LOOKAHEAD_RAY     1000.0f /* world units */
#define LOOKAHEAD_ADVANCE 50.0f   /* world units: the motion goes as far as the ray, or so far */
#define LOOKAHEAD_TURN    3.14159265f /* radians, in the whole motion */

enum { LOOKAHEAD_STEPS = 64 };

typedef struct lookahead {
    sm_vec2 from, to; /* of the ray; `to` is the hit, or its end */
    float distance;   /* between them */
    sm_touch ray;

    sm_hull mover;    /* around the origin, */
    sm_motion motion; /* and how it is brought forward */
    sm_touch touch;   /* of the first obstacle in its way; the steps are towards this one */
    sm_advance_step steps[LOOKAHEAD_STEPS];
    int step_count, steps_lost; /* lost: made, but not recorded */
} lookahead;

/* Looks from `position` along `heading`, a unit vector. What the mover touches at the start and is
 * not moved into is not in its way. */
void lookahead_make(lookahead *a, const ground *g, sm_hull mover, sm_vec2 position,
                    sm_vec2 heading);

#endif
