/* bench_three: moves in 3D, through the index and through the plain loop. */
#ifndef BENCH_THREE_H
#define BENCH_THREE_H

#include <stdbool.h>

/* Prints its table to standard output. Returns false, with the reason on standard error, when it
 * could not run. */
bool bench_three(void);

#endif
