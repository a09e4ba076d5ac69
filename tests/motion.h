/* motion: how well a method moves, as figures: each row of a table is a kind of place where methods
 * fail, the worst that was seen there, and the bound that a good method keeps. The bench prints the
 * tables for every resolver; tests hold SM_SWEEP to the bounds.
 *
 * A disk of radius 0.5 is pushed 0.08 a tick for 600 ticks, in five directions, unless the row says
 * otherwise. In 3D it is a ball or an upright capsule, for 240 ticks, in the same kinds of places
 * and those that only 3D has, turned in five ways: as they are, about the upright axis, and three
 * any way. What is measured is measured here, in double, from positions alone. */
#ifndef MOTION_H
#define MOTION_H

#include <math.h>
#include <stdbool.h>

#include "../src/slidemove/slidemove3.h"

/* Who moves, and how. */
typedef struct contender {
    sm3_mover mover; /* around its position; in 2D it is the disk */
    sm_resolver resolver;
} contender;

extern const sm3_mover motion3_ball, motion3_capsule;

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
    double bound;       /* the worst may not exceed it */
    motion_fn *measure;
    int which; /* of its figures */
    double of;
} motion_row;

extern const motion_row motion_rows[], motion3_rows[];
extern const int motion_row_count, motion3_row_count;

/* Makes a figure the value, where that is worse. */
static inline void motion_note(double *worst, double value) {
    *worst = fmax(*worst, value);
}

/* Returns the row's worst. Rows of one measurement that are asked in a row run it once. */
double motion_worst(const motion_row *row, const contender *contender, double effort);

/* ---- Printing, also for the table of characters ---------------------------------------------- */

/* By what the number of random tries is multiplied: the environment's SLIDEMOVE_EFFORT, `usual`
 * where that is not a number above 0. */
double motion_effort(double usual);

#define MOTION_BENCH_EFFORT 0.25 /* the usual ones */
#define MOTION_TEST_EFFORT  0.2

/* The bench prints a head with the name of each column, and for each row its label and then a
 * figure a column. */
void motion_print_head(const char *title, const char *(*column)(int), int columns);
void motion_print_label(const char *place, const char *figure, double bound);
void motion_print_figure(double worst, double bound);

/* A test prints one line a row. Returns whether the bound is kept. */
bool motion_check(const char *place, const char *figure, double bound, double worst);

#endif
