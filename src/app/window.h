/* window: the loop. It turns events into input and actions, ticks the sandbox and shows the view.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "app.h"

/* Opens the window, shows the level or recording in it and runs until it is closed. Takes over the
 * sandbox, which brings a level to begin with. Returns NULL, or what failed (valid until the next
 * call); where that is the level, def->errors says more. */
const char *window_run(sandbox *s, const window_def *def);

#endif
