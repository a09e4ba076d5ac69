/* screen: the window on the screen, with a view of its size. */
#ifndef SCREEN_H
#define SCREEN_H

#include "app.h"

/* Opens the window, still hidden, with a view of its size. Returns false when it fails, with
 * a->failure filled; screen_close must follow in both cases. */
bool screen_open(app *a);
void screen_close(app *a);

/* Takes the window's size over. Returns false, with a->failure filled, when memory ran out. */
bool screen_resize(app *a);

/* Makes text, and all that is measured in points, larger or smaller by a step; 0: as usual. */
void screen_step_text_size(app *a, int step);

/* Shows how much is done of something long. Returns false when it is to be given up: Esc was
 * pressed, or the window closed. */
bool screen_show_progress(app *a, const char *words, float share);

/* What was shown is over: keys that were pressed meanwhile were meant for it, Esc above all. */
void screen_end_progress(app *a);

#endif
