/* inspector: one moment of the last move as a table below the scene: what happens and why, a row
 * for each candidate, and the formula of the marked row with its numbers. A row under the pointer
 * marks its wall in the scene, a wall its row. And the lens: an inset that shows what the mover
 * touches, magnified; it stands where it was dragged to. */
#ifndef INSPECTOR_H
#define INSPECTOR_H

#include "frame.h"
#include "ui.h"

/* Zeroed to begin with. */
typedef struct inspector {
    layout_box box;  /* where it lies; height 0: it is not shown */
    layout_box rows; /* ... and of the table in it, so many rows */
    int row_count;
    ui_scroll scroll;
    int hovered; /* the obstacle that the pointer is at, in the table or the scene; -1: at none */
    bool hovered_in_scene;
} inspector;

/* Lays it out between `left` and the right end of the scene, if the frame is inside a move, and
 * finds what the pointer is at. Returns how much of the window's height it takes, in pixels. */
float inspector_lay_out(inspector *i, ui *u, const frame *f, float left);

/* Draws what belongs to the table in the scene, which must have been drawn: the wall that is
 * hovered, and the numbers of those in the table. */
void inspector_draw_walls(const inspector *i, const frame *f);

/* Zeroed to begin with, but for magnification 1: closed. */
typedef struct lens {
    bool open;
    bool moved;          /* it was dragged, to `at` */
    sm_vec2 at;          /* of its upper left corner, pixels */
    float magnification; /* of the usual */
    layout_box box;      /* as laid out last; no width: there is no room */
} lens;

/* Takes its place; `draw` draws the scene in it. */
void lens_lay_out(lens *l, ui *u, const frame *f,
                  void (*draw)(const ui *u, layout_box box, void *context), void *context);

/* Returns the part of the canvas that shows the scene. */
canvas_rect lens_part(layout_box box, float scale);

/* What it looks at: the contact of the move that is explained, without any the player; and how many
 * world units are seen across: more without any. */
sm3_vec lens_middle(const frame *f);
float lens_span(const lens *l, const frame *f);

void lens_move(lens *l, sm_vec2 by);
void lens_zoom(lens *l, float factor);

#endif
