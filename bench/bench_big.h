/* bench_big: a level of a million segments in the window: opening it, panning at every zoom,
 * dragging a vertex of it. */
#ifndef BENCH_BIG_H
#define BENCH_BIG_H

#include <stdbool.h>

/* Prints the tables. Returns false, with the reason on standard error, when it could not run. */
bool bench_big(void);

#endif
