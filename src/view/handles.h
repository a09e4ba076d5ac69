/* handles: what the pointer tool points at, holds, has selected and draws. */
#ifndef HANDLES_H
#define HANDLES_H

#include "../sandbox/pointer_tool.h"
#include "frame.h"

/* Draws it over the scene; with the numbers that change while it changes them. */
void handles_draw(const frame *f, pointer_tool *h);

#endif
