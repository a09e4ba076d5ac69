/* overlay_advance: conservative advancement along the ray, step by step, with a table of its first
 * steps; inside of the look ahead the steps up to the moment that is shown. */
#ifndef OVERLAY_ADVANCE_H
#define OVERLAY_ADVANCE_H

#include "frame.h"

void overlay_advance_draw(const frame *f);

#endif
