/* panel: the tool bar at the left, which edits the level, and the column at the right: resolver,
 * ghosts, settings, overlays, figures, and the numbers of the selected shape. The collapsed panel
 * shows only these numbers, while a shape is selected. */
#ifndef PANEL_H
#define PANEL_H

#include "../sandbox/pointer_tool.h"
#include "../sandbox/session.h"
#include "../sandbox/shape_edit.h"
#include "frame.h"
#include "ui.h"

/* The panel's state between layouts. Zeroed to begin with, but for `slider`. */
typedef struct panel {
    bool open;
    ui_scroll scroll, shape_scroll;    /* of the sections, of the selected shape's numbers */
    int slider;                        /* the setting that keys move; SETTING_COUNT: none yet */
    property properties[PROPERTY_MAX]; /* of the selected shapes, as laid out last */
    int property_count;
} panel;

/* Returns how many pixels of the window's width it takes from the scene while it is open. */
float panel_width(const panel *p, const canvas *window, float scale);

/* Returns the height of the open panel where it is a sheet over the lower half, as on a phone that
 * is held upright; 0: it is a column. */
float panel_sheet_height(const panel *p, const canvas *window, float scale);

/* Adds the column or the sheet to the list, where a pointer tool works in the frame's sandbox. */
void panel_lay_out(panel *p, ui *u, const frame *f, const pointer_tool *tool);

/* Adds the tools; `help`: the help is open. Returns where their right end is, in pixels. */
float toolbar_lay_out(ui *u, const frame *f, const pointer_tool *tool, bool help);

#endif
