/* shape: how the mover is drawn, whatever shape it has. */
#ifndef SHAPE_H
#define SHAPE_H

#include "frame.h"

/* Fills the hull, given around its origin and placed at `position`. */
void shape_fill(const frame *f, const sm_hull *hull, sm_vec2 position, color fill);

/* Draws its outline within its edge, `thickness` pixels wide; it is turned by `angle` (radians)
 * about its origin. */
void shape_outline(const frame *f, const sm_hull *hull, sm_vec2 position, float angle,
                   float thickness, color stroke);

#endif
