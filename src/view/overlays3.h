/* overlays3: what a move did in 3D, drawn from its trace; rows of the one table of overlays. Each
 * shows through what hides it, fainter. */
#ifndef OVERLAYS3_H
#define OVERLAYS3_H

#include "frame3.h"

void overlays3_closest(const frame3 *f);
void overlays3_normals(const frame3 *f);
void overlays3_depths(const frame3 *f);
void overlays3_vertices(const frame3 *f);
void overlays3_iterations(const frame3 *f);
void overlays3_deltas(const frame3 *f);
void overlays3_trail(const frame3 *f);
void overlays3_grid(const frame3 *f);
void overlays3_ray(const frame3 *f);

#endif
