/* inspector: one moment of the last move as a table below the scene: what happens and why, a row
 * for each candidate, and the formula of the marked row with its numbers. A row under the pointer
 * lights its wall in the scene, a wall its row. */
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

#endif
