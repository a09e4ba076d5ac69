/* world_sweep: SM_SWEEP through a world, without a trace. */
#ifndef SM_WORLD_SWEEP_H
#define SM_WORLD_SWEEP_H

#include "../slidemove.h"

/* The same result as that of sm_slide_move with the world as obstacles. */
sm_result world_sweep(sm_vec2 position, sm_vec2 delta, const sm_world_mover *m);

#endif
