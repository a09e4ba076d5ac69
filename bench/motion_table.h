/* motion_table: how both motion tables, in 2D and in 3D, are printed and judged. */
#ifndef MOTION_TABLE_H
#define MOTION_TABLE_H

#include <stdbool.h>

/* By what the number of random tries is multiplied: the environment's SLIDEMOVE_EFFORT, `usual`
 * where that is not a number above 0. */
double motion_effort(double usual);

#define MOTION_BENCH_EFFORT 0.25 /* the usual ones */
#define MOTION_TEST_EFFORT  0.2

/* The bench prints a head, and for each row its label and then one figure a resolver. */
void motion_table_head(const char *title);
void motion_table_label(const char *place, const char *figure, double bound);
void motion_table_figure(double worst, double bound);

/* A test prints one line a row. Returns whether the bound is kept. */
bool motion_table_check(const char *place, const char *figure, double bound, double worst);

#endif
