/* motion3_rooms: the rows of the motion table in 3D that are random tries in closed rooms: boxes,
 * convex and bumpy caves, and the rooms of the 2D table drawn out to a prism, with a pillar in
 * them; and loose triangles in each, some rounded. */
#ifndef MOTION3_ROOMS_H
#define MOTION3_ROOMS_H

#include "motion3_place.h"

/* Escapes of single shots, `speed` world units long, and of walks that go on. */
double count_escapes3(const contender3 *contender, double speed, double effort);
double count_lost_walks3(const contender3 *contender, double effort);

/* A mover that starts inside of walls. */
typedef struct settling3 {
    double ticks; /* the last one that moved it */
    double rise;  /* by how much more than before it was inside after any tick */
} settling3;

settling3 worst_settling3(const contender3 *contender, double effort);

#endif
