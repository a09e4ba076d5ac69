/* bench: the numbers in the README, measured on this machine. Each is printed beside something
 * simpler that was measured in the same run, since machines differ and drift. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

/* Prints all tables to standard output. Returns false, with the reason on standard error, when a
 * part could not run. */
bool bench_run(void);

#endif
