/* near: what is seen inside a move: the mover, and the contacts that its steps are about. */
#ifndef NEAR_H
#define NEAR_H

#include "../sandbox/moments.h"
#include "camera.h"
#include "paint.h"

#define NEAR_LEAST_PIXELS 40.0f /* a depth or a gap that a step is about is to be so long */

/* Returns a camera of the same size that shows the mover whole in each moment that is gone
 * through, and in 3D from where the depths are seen from the side; `from` where that shows them
 * already. */
camera near_camera(const sandbox *s, const camera *from);

/* Returns the box around the mover in all moments, pixels. */
layout_box near_box(const sandbox *s, const camera *c);

/* Returns how many pixels long the depth or gap is, that a moment is about: INFINITY where it is
 * about none, 0 where an end of it is out of the picture. */
float near_pixels(const sandbox *s, const moment *m, const camera *c);

#endif
