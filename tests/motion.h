/* motion: how well a method moves, as figures: each row of a table is a kind of place where methods
 * fail, the worst that was seen there, and the bound that a good method keeps. The bench prints the
 * table for every resolver; tests hold SM_SWEEP to the bounds.
 *
 * A disk, in 3D a ball or an upright capsule, of radius 0.5 is pushed 0.08 a tick for 240 ticks, in
 * places that are turned in five ways, unless the row says otherwise. What is measured is measured
 * here, in double, from positions alone. */
#ifndef MOTION_H
#define MOTION_H

#include <math.h>
#include <stdbool.h>

#include "../src/slidemove/slidemove3.h"

/* Who moves, and how. */
typedef struct contender {
    bool in_space;
    sm3_mover mover; /* around its position */
    sm_resolver resolver;
} contender;

extern const sm3_mover motion_ball, motion_capsule;

enum { MOTION_FIGURES = 4 };

/* Writes the worst of its figures, from 0 up. `of` is what the rows of one kind differ by: a speed,
 * a width, a number of pieces or sides. `effort` multiplies the number of random tries: of each
 * kind of shot 200 000 (in 3D 10 000), of moves in walks 5 000 000 (400 000), of places inside of
 * walls 10 000 (5 000). */
typedef void motion_fn(const contender *contender, double of, double effort,
                       double worst[MOTION_FIGURES]);

typedef struct motion_row {
    const char *place;
    const char *figure; /* what is measured, with its unit */
    double bounds[2];   /* in 2D and in 3D: the worst may not exceed it; below 0: not asked there */
    motion_fn *measure;
    int which; /* of its figures */
    double of;
} motion_row;

extern const motion_row motion_rows[];
extern const int motion_row_count;

/* Makes a figure the value, where that is worse. */
static inline void motion_note(double *worst, double value) {
    *worst = fmax(*worst, value);
}

/* Returns the row's worst. Rows of one measurement that are asked in a row run it once. */
double motion_worst(const motion_row *row, const contender *contender, double effort);

/* By what the number of random tries is multiplied: the environment's SLIDEMOVE_EFFORT, `usual`
 * where that is not a number above 0. */
double motion_effort(double usual);

/* Measures all rows of the contender's dimension, and prints each that is beyond its bound. Returns
 * how many are. */
int motion_check(const contender *contender, double effort);

/* Prints all rows as a table, with a column for each resolver in 2D, and two in 3D. */
void motion_print(double effort);

#endif
