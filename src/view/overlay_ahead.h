/* overlay_ahead: the overlays of what lies before the player, from sandbox.ahead. */
#ifndef OVERLAY_AHEAD_H
#define OVERLAY_AHEAD_H

#include "frame.h"

void overlay_draw_ray(const frame *f);
void overlay_draw_advance(const frame *f);

#endif
