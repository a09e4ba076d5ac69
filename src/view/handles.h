/* handles: what the pointer would grab, or has grabbed. */
#ifndef HANDLES_H
#define HANDLES_H

#include "../sandbox/pick.h"
#include "frame.h"

/* Draws what was picked; with `held` also the numbers that change. */
void handles_draw(const frame *f, pick what, bool held);

#endif
