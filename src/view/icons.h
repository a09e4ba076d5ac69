/* icons: the pictures on the tools, drawn, so that they are sharp at every scale. */
#ifndef ICONS_H
#define ICONS_H

#include "canvas.h"

typedef enum icon {
    ICON_SELECT,
    ICON_SEGMENT,
    ICON_CHAIN,
    ICON_CIRCLE,
    ICON_CAPSULE,
    ICON_BOX,
    ICON_DUPLICATE,
    ICON_DELETE,
    ICON_SPLIT,
    ICON_REVERSE,
    ICON_UNDO,
    ICON_REDO,
    ICON_NEW,
    ICON_OPEN,
    ICON_SAVE,
    ICON_HELP,
    ICON_PAUSE,
    ICON_STEP,
    ICON_OPEN_PANEL,
    ICON_CLOSE_PANEL
} icon;

/* Draws it in a square whose middle is at (x, y), `size` pixels wide. */
void icon_draw(canvas *c, icon which, float x, float y, float size, color ink);

#endif
