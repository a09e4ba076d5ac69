/* sweep3: SM_SWEEP in 3D. */
#ifndef SM_SWEEP3_H
#define SM_SWEEP3_H

#include "../slidemove3.h"

/* sm3_slide_move with SM_SWEEP, of arguments that it has found to be good. */
sm3_result sm3_sweep(sm3_vec position, sm3_vec delta, sm3_capsule mover, sm3_obstacles obstacles,
                     const sm_options *options);

#endif
