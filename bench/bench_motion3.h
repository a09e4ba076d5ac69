#ifndef BENCH_MOTION3_H
#define BENCH_MOTION3_H

#include <stdbool.h>

/* Prints the motion tables in 3D, of a ball and of an upright capsule, as bench_motion does.
 * Returns true. */
bool bench_motion3(void);

#endif
