/* motion3: the motion table in three dimensions: the same kinds of places, figures and bounds as in
 * motion.h, and those that only 3D has. The mover, a ball of radius 0.5 or an upright capsule, is
 * pushed 0.08 a tick in places that are turned in five ways: as they are, about the upright axis,
 * and three any way. What is measured is measured here, in double, from positions alone. */
#ifndef MOTION3_H
#define MOTION3_H

#include "motion3_place.h"

typedef struct motion3_row {
    const char *place;
    const char *figure; /* what is measured, with its unit */
    double bound;       /* the worst may not exceed it */
    bool needs_no_gap;  /* SM_SWEEP is beyond the bound, since it keeps a gap of SM3_SKIN */
    /* Returns the worst. `effort` multiplies the number of random tries: of each kind of shot 10
     * 000, of moves in walks 400 000, of places inside of walls 5 000. */
    double (*worst)(const contender3 *contender, double effort);
} motion3_row;

extern const motion3_row motion3_rows[];
extern const int motion3_row_count;

#endif
