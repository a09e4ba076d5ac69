/* inspector: one moment of the last move as a column beside the scene: what happens and why, a
 * table with a row for each candidate, and the formula of the marked row with its numbers. A row
 * under the pointer marks its wall in the scene, a wall its row. Also the lens: an inset that shows
 * the mover's contact magnified, and that can be dragged. */
#ifndef INSPECTOR_H
#define INSPECTOR_H

#include "frame.h"
#include "ui.h"

/* Zeroed to begin with. */
typedef struct inspector {
    layout_box box;  /* height 0: it is not shown */
    layout_box rows; /* of the table in it */
    int first_row;   /* the first row that is seen */
    ui_scroll scroll;
    const sm3_collision *marked; /* the candidate of the formula; NULL: there is none */
    int hovered; /* the obstacle under the pointer, in the table or the scene; -1: none */
    bool hovered_in_scene;
} inspector;

/* Returns its width, pixels. */
float inspector_width(const canvas *on, float scale);

/* Lays it out at the right, with the height of its content, if the frame is inside a move, and
 * finds the obstacle under the pointer. */
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

/* Lays the lens out; `draw` draws the scene in it. Inside a move it opens by itself if the near
 * camera `seen` shows a depth less than NEAR_LEAST_PIXELS long. */
void lens_lay_out(lens *l, ui *u, const frame *f, const camera *seen,
                  void (*draw)(const ui *u, layout_box box, void *context), void *context);

/* Returns the part of the canvas that shows the scene. */
canvas_rect lens_part(const ui *u, layout_box box);

/* Return the middle of the lens' view, which is the contact of the explained move or, without one,
 * the player; and its width in world units, which is larger without a contact. */
sm3_vec lens_middle(const frame *f);
float lens_span(const lens *l, const frame *f);

/* Opens or closes the lens. */
void lens_toggle(lens *l);

void lens_move(lens *l, sm_vec2 by);
void lens_zoom(lens *l, float factor);

#endif
