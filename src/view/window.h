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
} window_def;

/* Opens the window and runs until it is closed. Returns NULL, or what failed (valid until the next
 * call). */
const char *window_run(sandbox *s, const window_def *def);

#endif
