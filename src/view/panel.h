/* panel: the tool bar at the left, with what can be done to the level, and the column at the right:
 * the selected shape's numbers, the method, sliders, overlays, figures. Collapsed, it leaves only
 * the shape's numbers, while there is one. */
#ifndef PANEL_H
#define PANEL_H

#include "view.h"

/* Returns how many pixels of the window's width the open panel takes from the scene. */
float panel_width(const view *v);

/* Adds the column to v->controls. */
void panel_lay_out(view *v, const sandbox *s);

/* Adds the tools to v->controls. */
void toolbar_lay_out(view *v, const sandbox *s);

/* What a slider stands for at `share` (0 .. 1) of its way. `role` is one of ROLE_RADIUS,
 * ROLE_SPEED, ROLE_PUSHES and ROLE_CROWD. */
float panel_slider_value(command_role role, float share);

/* Returns where the scene's part below the badges has its top right corner, in pixels: left of what
 * is shown of a folded panel. */
sm_vec2 panel_free_corner(const view *v);

#endif
