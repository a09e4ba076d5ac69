/* lookahead: what lies before the player, for the eye: the ray along its heading; in 2D its shape,
 * too, brought forward along that ray, turning, by conservative advancement; in 3D what is below
 * it. Nothing depends on it; overlays draw it. */
#ifndef LOOKAHEAD_H
#define LOOKAHEAD_H

#include "../slidemove/slidemove3.h"

#define LOOKAHEAD_RAY     1000.0f /* world units */
#define LOOKAHEAD_ADVANCE 50.0f   /* world units: the motion goes as far as the ray, or so far */
#define LOOKAHEAD_TURN    3.14159265f /* radians, in the whole motion */

enum { LOOKAHEAD_STEPS = 64 };

typedef struct lookahead {
    sm3_vec from;   /* of the ray, */
    sm3_touch ray;  /* what it hits, .position being there or at its end, */
    float distance; /* and how far that is */

    sm3_touch below; /* in 3D: straight down */

    sm_hull mover;    /* in 2D: around the origin, */
    sm_motion motion; /* and how it is brought forward; */
    sm_touch touch;   /* of the first obstacle in its way: the steps are towards this one */
    sm_advance_step steps[LOOKAHEAD_STEPS];
    int step_count, steps_lost; /* lost: made, but not recorded */
} lookahead;

#endif
