/* bench_three_crowds: what an index in 3D costs where there is nothing to leave out. */
#ifndef SM_BENCH_THREE_CROWDS_H
#define SM_BENCH_THREE_CROWDS_H

#include <stdbool.h>

/* Prints moves amid crowds of triangles, beside the plain loop over those in reach alone. Returns
 * false without memory. */
bool bench_three_crowds(void);

#endif
