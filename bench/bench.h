/* bench: the numbers in the README, measured on this machine. Each is printed beside something
 * simpler that was measured in the same run, since machines differ and drift. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

#include "worlds.h"

/* Prints all tables to standard output. Returns false, with the reason on standard error, when a
 * part could not run. `rival` is measured beside the world; NULL: none. */
bool bench_run(const bench_rival *rival);

#endif
