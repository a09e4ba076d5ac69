/* motion: how well a method moves, as figures: each row of the table is a kind of place where
 * methods fail, the worst that was seen there, and the bound that a good method keeps. The bench
 * prints the table for every resolver; a test holds SM_SWEEP to the bounds.
 *
 * The disk has radius 0.5 and is pushed 0.08 a tick for 600 ticks, in five directions, unless the
 * row says otherwise. What is measured is measured here, in double, from positions alone. */
#ifndef MOTION_H
#define MOTION_H

#include "../src/slidemove/slidemove.h"

typedef struct motion_row {
    const char *place;
    const char *figure; /* what is measured, with its unit */
    double bound;       /* the worst may not exceed it */
    /* Returns the worst. `effort` multiplies the number of random tries: of each kind of shot 200
     * 000, of moves in walks 5 000 000, of places inside of walls 10 000. */
    double (*worst)(sm_resolver resolver, double effort);
} motion_row;

extern const motion_row motion_rows[];
extern const int motion_row_count;

#endif
