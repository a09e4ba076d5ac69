/* momentum: thrust that accelerates instead of moving: a velocity that grows toward the steady one,
 * and dies away when nothing thrusts. Seconds, world units. */
#ifndef MOMENTUM_H
#define MOMENTUM_H

#include "../slidemove/slidemove.h"

#define MOMENTUM_DRAG 3.0f   /* a second: released, it coasts on for velocity / MOMENTUM_DRAG */
#define MOMENTUM_REST 0.001f /* world units a second: slower is standing */

/* Returns the velocity after one tick of 1/ticks_per_second. `steady` is the velocity that the
 * thrust would hold for ever; thrust and drag balance there, so the acceleration is
 * MOMENTUM_DRAG * steady. An implicit Euler step, v' = v + dt * MOMENTUM_DRAG * (steady - v'): it
 * never overshoots, and the way it coasts is that of the differential equation, v / MOMENTUM_DRAG,
 * exactly. */
sm_vec2 momentum_tick(sm_vec2 velocity, sm_vec2 steady, float ticks_per_second);

#endif
