/* lens: an inset that shows what the mover touches, magnified; it stands where it was dragged to.
 */
#ifndef LENS_H
#define LENS_H

#include "controls.h"

/* Zeroed to begin with, but for magnification 1: closed. */
typedef struct lens {
    bool open;
    bool moved;          /* it was dragged, to `at` */
    sm_vec2 at;          /* of its upper left corner, pixels */
    float magnification; /* of the usual */
    layout_box box;      /* as laid out last; no width: there is no room */
} lens;

/* Adds what it can be held by, and takes its place. */
void lens_lay_out(lens *l, control_list *controls, const frame *f);

/* Returns the part of the canvas that shows the scene. */
canvas_rect lens_part(const lens *l, float scale);

/* What it looks at: the contact of the move that is explained, without any the player; and how many
 * world units are seen across: more without any. */
sm3_vec lens_middle(const frame *f);
float lens_span(const lens *l, const frame *f);

void lens_move(lens *l, sm_vec2 by);
void lens_zoom(lens *l, float factor);

#endif
