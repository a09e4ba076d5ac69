/* ghosts_draw: the ghosts in the scene, and the legend that names them. */
#ifndef GHOSTS_DRAW_H
#define GHOSTS_DRAW_H

#include "frame.h"

/* Their outlines, and a cross with the tick's number where each parted from the player. */
void ghosts_draw(const frame *f);

/* Colour, name, distance from the player and tick of parting of each, on a small panel whose top
 * right corner is given, in pixels. Where the scene is narrow, without the tick. */
void ghosts_draw_legend(const frame *f, sm_vec2 top_right);

#endif
