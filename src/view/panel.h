/* panel: the tool bar at the left, with what can be done to the level, and the column at the right:
 * the selected shape's numbers, the method, sliders, overlays, figures. Collapsed, it leaves only
 * the shape's numbers, while there is one. */
#ifndef PANEL_H
#define PANEL_H

#include "../sandbox/pointer_tool.h"
#include "../sandbox/shape_edit.h"
#include "controls.h"

/* What is kept of it from one layout to the next. Zeroed to begin with. */
typedef struct panel {
    bool open;
    float scroll;                      /* pixels */
    property properties[PROPERTY_MAX]; /* of what is selected, as laid out last */
    int property_count;
    char *statement; /* owned; the text of the one that is selected; NULL: none */
    char title[48];  /* of the selected shape's numbers */
} panel;

void panel_close(panel *p);

/* Returns how many pixels of the window's width it takes from the scene while it is open. */
float panel_width(const panel *p, float scale);

/* Adds the column to the list, where a pointer tool works in the frame's sandbox; `overlays_shown`
 * is the set of overlays that are on. */
void panel_lay_out(panel *p, control_list *l, const frame *f, const pointer_tool *h,
                   unsigned overlays_shown);

/* Adds the tools; `help` says whether that is open. */
void toolbar_lay_out(control_list *l, const frame *f, const pointer_tool *h, bool help);

/* What a slider stands for at `share` (0 .. 1) of its way. `role` is one of ROLE_RADIUS,
 * ROLE_SPEED, ROLE_PUSHES and ROLE_CROWD. */
float panel_slider_value(command_role role, float share);

/* Returns where the scene's part below the badges has its top right corner, in pixels: left of what
 * is shown of a folded panel; `h` NULL: of none. */
sm_vec2 panel_free_corner(const panel *p, const frame *f, const pointer_tool *h);

#endif
