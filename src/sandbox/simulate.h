/* simulate: reads a batch of moves and writes a line for each tick.
 *
 * Moves are a text of wanted displacements, one `DX DY` a line, in 3D `DX DY DZ`; `#` starts a
 * comment, blank lines are skipped. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include <stdio.h>

#include "../level/text.h"
#include "sandbox.h"

/* Reads all moves of 2 or 3 dimensions, `count` into *moves, which the caller frees in any case.
 * Returns false at the first line that is no move or when memory ran out, with one error; *moves
 * then has the moves before it. */
bool moves_read_all(FILE *file, int dimensions, sm3_vec **moves, int *count, level_errors *errors);

/* Writes the names of the columns that simulate_write_tick writes. */
void simulate_write_header(FILE *out, int dimensions);

/* Writes the last tick as a line of tab-separated columns: tick x y pushes depth nx ny, in 3D
 * tick x y z pushes depth nx ny nz; numbers as %.9g, so that each float reads back as itself. */
void simulate_write_tick(FILE *out, const sandbox *s);

/* Makes one tick for each of the moves, writes it to `out`, and appends its trace to `trace` (NULL:
 * none; docs/recording-format.md has each member). */
void simulate(sandbox *s, const sm3_vec *moves, int count, FILE *out, text_buffer *trace);

#endif
