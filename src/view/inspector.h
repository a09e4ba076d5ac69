/* inspector: one moment of the last move as a table below the scene: what happens and why, a row
 * for each candidate, and the formula of the marked row with its numbers. A row under the pointer
 * lights its wall in the scene, a wall its row. And the lens: an inset that shows what the mover
 * touches, magnified; it stands where it was dragged to. */
#ifndef INSPECTOR_H
#define INSPECTOR_H

#include "controls.h"

/* Zeroed to begin with. */
typedef struct inspector {
    layout_box box;  /* where it lies; height 0: it is not shown */
    layout_box rows; /* ... and of the table in it, so many rows */
    int row_count;
    float scroll; /* rows that are passed over */
    int lit;      /* the obstacle that the pointer is at, in the table or the scene, ... */
    bool is_lit;  /* ... if it is at any */
    bool lit_in_scene;
    char heading[MOMENT_WORDS], words[MOMENT_WORDS]; /* as laid out */
} inspector;

/* Lays it out between `left` and the right end of the scene, if the frame is inside a move. Returns
 * how much of the window's height it takes, in pixels. */
float inspector_lay_out(inspector *i, control_list *l, const frame *f, float left);

/* Finds what the pointer is at, and draws what belongs to the table in the scene, which must have
 * been drawn: the wall that is lit, and the numbers of those in the table. */
void inspector_draw_walls(inspector *i, const frame *f, const control_list *l, sm_vec2 pointer);

/* Zeroed to begin with, but for magnification 1: closed. */
typedef struct lens {
    bool open;
    bool moved;          /* it was dragged, to `at` */
    sm_vec2 at;          /* of its upper left corner, pixels */
    float magnification; /* of the usual */
    layout_box box;      /* as laid out last; no width: there is no room */
} lens;

/* Takes its place; `draw` draws the scene in it. */
void lens_lay_out(lens *l, control_list *controls, const frame *f,
                  void (*draw)(const frame *f, layout_box box, void *context), void *context);

/* Returns the part of the canvas that shows the scene. */
canvas_rect lens_part(layout_box box, float scale);

/* What it looks at: the contact of the move that is explained, without any the player; and how many
 * world units are seen across: more without any. */
sm3_vec lens_middle(const frame *f);
float lens_span(const lens *l, const frame *f);

void lens_move(lens *l, sm_vec2 by);
void lens_zoom(lens *l, float factor);

#endif
