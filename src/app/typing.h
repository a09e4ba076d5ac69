/* typing: the keyboard where a field, a dialog or the help is in front of the scene. */
#ifndef TYPING_H
#define TYPING_H

#include "app.h"

/* Handles a key where a dialog or a field is in front. Returns whether it did. */
bool typing_press(app *a, const SDL_KeyboardEvent *e);
void typing_insert(app *a, const char *typed);

/* Begins to type into the field; a dialog's keys go to the button with this id. */
void typing_focus(app *a, command_role role, int argument);

/* Ends typing; with `keep` the text is taken, where it will do. Returns whether it did. */
bool typing_end(app *a, bool keep);
bool typing_is_on(const app *a);

/* Keeps what is in the open dialog's field, for when that is not typed into any more. */
void typing_keep(app *a);

/* The help is open, and higher than the window: arrows scroll it. */
bool typing_scrolls_help(const app *a);

#endif
