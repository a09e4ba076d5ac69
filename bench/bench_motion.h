#ifndef BENCH_MOTION_H
#define BENCH_MOTION_H

#include <stdbool.h>

/* Prints the motion table to standard output: for every resolver the worst that was seen in each
 * kind of place. Returns true. */
bool bench_motion(void);

#endif
