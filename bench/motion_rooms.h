/* motion_rooms: the rows of the motion table that are random tries in closed rooms. */
#ifndef MOTION_ROOMS_H
#define MOTION_ROOMS_H

#include "../src/slidemove/slidemove.h"

/* Escapes of single shots, so many world units long. */
double shots_0_6(sm_resolver resolver, double effort);
double shots_2(sm_resolver resolver, double effort);
double shots_5(sm_resolver resolver, double effort);
double shots_50(sm_resolver resolver, double effort);
double shots_5000(sm_resolver resolver, double effort);

/* Escapes of walks that go on. */
double walks(sm_resolver resolver, double effort);

/* A disk that starts inside of walls: the last tick that moved it, and by how much more than before
 * it was inside after any tick. */
double settling_ticks(sm_resolver resolver, double effort);
double settling_rise(sm_resolver resolver, double effort);

#endif
