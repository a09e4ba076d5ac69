/* simulate: a batch of moves in, one line a tick out. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include <stdio.h>

#include "sandbox.h"

/* Writes the names of the columns that simulate_write_tick writes. */
void simulate_write_header(FILE *out, int dimensions);

/* Writes the last tick as a line of tab-separated columns: tick x y pushes depth nx ny, in 3D
 * tick x y z pushes depth nx ny nz; numbers as %.9g, so that each float reads back as itself. */
void simulate_write_tick(FILE *out, const sandbox *s);

/* Makes one tick for each line of `moves`, and writes it to `out` (NULL: nowhere). Returns false at
 * the first line that is no move, with *error filled; the ticks before it are made and written. */
bool simulate(sandbox *s, FILE *moves, FILE *out, level_error *error);

#endif
