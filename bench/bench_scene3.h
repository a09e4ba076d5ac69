/* bench_scene3: what a frame of the 3D view costs, drawn without a GPU. */
#ifndef BENCH_SCENE3_H
#define BENCH_SCENE3_H

#include <stdbool.h>

/* Prints its table to standard output. Returns false, with the reason on standard error, when it
 * could not run. */
bool bench_scene3(void);

#endif
