/* window: the loop. It turns events into input and actions, ticks the sandbox and shows the view.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdio.h>

#include "../sandbox/sandbox.h"

typedef struct window_def {
    const char *level_path;
    const char *font_path; /* NULL: look for one */
    float scale;           /* pixels a point; 0: as the screen says */
    int width, height;     /* in the screen's units; 0: 1280 x 720 */
    int theme;
    unsigned overlays;
    FILE *log; /* each tick is written to it; NULL: none */
    int crowd;
    const mover_kind *mover; /* NULL: as the level has it */
    level_errors *errors;    /* is filled when the level is bad */
} window_def;

/* Opens the window, shows the level in it and runs until it is closed. The sandbox brings a level
 * to begin with. Returns NULL, or what failed (valid until the next call); where that is the level,
 * def->errors says more. */
const char *window_run(sandbox *s, const window_def *def);

#endif
