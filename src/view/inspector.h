/* inspector: one moment of the last move as a column beside the scene: what happens and why, a
 * table with a row for each candidate, and the formula of the marked row with its numbers. A row
 * under the pointer marks its wall in the scene, a wall its row. And the lens: an inset that shows
 * what the mover touches, magnified; it stands where it was dragged to. */
#ifndef INSPECTOR_H
#define INSPECTOR_H

#include "frame.h"
#include "ui.h"

/* Zeroed to begin with. */
typedef struct inspector {
    layout_box box;  /* where it lies; height 0: it is not shown */
    layout_box rows; /* ... and the rows of its table, */
    int first_row;   /* from this one on */
    ui_scroll scroll;
    const sm3_collision *marked; /* the formula is of this one; NULL: none is shown */
    int hovered; /* the obstacle that the pointer is at, in the table or the scene; -1: at none */
    bool hovered_in_scene;
} inspector;

/* Returns how much of the width of a picture it takes, pixels. */
float inspector_width(const canvas *on, float scale);

/* Lays it out at the right, as high as it needs to be, if the frame is inside a move, and finds
 * what the pointer is at. */
void inspector_lay_out(inspector *i, ui *u, const frame *f);

/* Draws the hovered wall and the numbers of the walls in the table. Call it after the scene is
 * drawn. */
void inspector_draw_walls(const inspector *i, const frame *f);

/* Zeroed to begin with, but for magnification 1. */
typedef struct lens {
    enum { LENS_BY_NEED, LENS_OPEN, LENS_CLOSED } shown;
    bool is_needed;      /* inside a move: the step is about a depth that is too small to be seen */
    bool moved;          /* it was dragged, to `at` */
    sm_vec2 at;          /* of its upper left corner, pixels */
    float magnification; /* factor of the default */
    layout_box box;      /* as laid out last; width 0: there is no room */
} lens;

/* Takes its place; `draw` draws the scene in it. Inside a move it opens by itself where `seen`, the
 * camera that comes near, shows a depth less than NEAR_LEAST_PIXELS long. */
void lens_lay_out(lens *l, ui *u, const frame *f, const camera *seen,
                  void (*draw)(const ui *u, layout_box box, void *context), void *context);

/* Returns the part of the canvas that shows the scene. */
canvas_rect lens_part(layout_box box, float scale);

/* Return the middle of the lens' view, which is the contact of the explained move or, without one,
 * the player; and its width in world units, which is larger without a contact. */
sm3_vec lens_middle(const frame *f);
float lens_span(const lens *l, const frame *f);

/* Opens or closes it. */
void lens_toggle(lens *l);

void lens_move(lens *l, sm_vec2 by);
void lens_zoom(lens *l, float factor);

#endif
