/* bench_level: big levels: generating, reading, building shapes, writing. */
#ifndef BENCH_LEVEL_H
#define BENCH_LEVEL_H

#include <stdbool.h>

/* Prints the table. Returns false, with the reason on standard error, when memory runs out. */
bool bench_levels(void);

#endif
