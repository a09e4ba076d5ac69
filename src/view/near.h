/* near: the camera inside a move, which shows the mover and the contacts of its steps. */
#ifndef NEAR_H
#define NEAR_H

#include "../sandbox/moments.h"
#include "camera.h"
#include "paint.h"

#define NEAR_LEAST_PIXELS 40.0f /* the least length in the picture of a step's depth or gap */

/* Returns a camera of the same size that shows the whole mover in all moments of the move, in 3D
 * from the side of the depths. Returns `from` if that does so already. */
camera near_camera(const sandbox *s, const camera *from);

/* Returns the box around the mover in all moments, pixels. */
layout_box near_box(const sandbox *s, const camera *c);

/* Returns the length of a moment's depth or gap, pixels: INFINITY if the moment has none, 0 if an
 * end of it is out of the picture. */
float near_pixels(const sandbox *s, const moment *m, const camera *c);

#endif
