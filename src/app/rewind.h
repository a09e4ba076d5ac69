/* rewind: the window goes to another time of the session. */
#ifndef REWIND_H
#define REWIND_H

#include "app.h"

/* Goes one tick back. Makes one, or in the past, where nothing is asked of the player, goes on to
 * the one that was recorded. Both pause. */
void rewind_step_back(app *a);
void rewind_step_on(app *a);

/* Goes to a part of the session, 0 .. 1, and pauses. */
void rewind_to(app *a, float share);

/* Goes to the nearest tick before (or after) this one where one of the marks begins; see
 * session.h. */
void rewind_to_mark(app *a, unsigned marks, bool forward);

/* Brings back what came after the tick where the past was changed (-1), or exchanges it again. */
void rewind_to_branch(app *a, int direction);

/* Does so where that is the next thing to undo (-1), or to redo. Returns whether it was. */
bool rewind_undo(app *a, int direction);

/* Plays what was recorded, backwards or forwards (direction -1, 1), or stops that. */
void rewind_play(app *a, int direction);

/* Keeps the tick that is shown as that file, and says what is kept, or why nothing is; see keep.h.
 * Returns whether it is. */
bool rewind_keep(app *a, const char *path);

/* Once a frame: plays. */
void rewind_update(app *a, double seconds);

#endif
