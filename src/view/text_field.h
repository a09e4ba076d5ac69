/* text_field: a line of text that the user types.
 *
 * The caret and the mark are byte offsets between whole UTF-8 characters; the text between them is
 * selected. */
#ifndef TEXT_FIELD_H
#define TEXT_FIELD_H

#include <SDL.h>
#include <stdbool.h>

typedef struct text_field {
    char *text; /* owned, NUL-terminated; NULL: the field is closed */
    int length, capacity;
    int caret, mark;
    bool edited;     /* since it was opened */
    char wrong[160]; /* why the text cannot be used, until it is edited; "": nothing is known */
} text_field;

/* Opens the field with this text, all selected, so that typing replaces it. */
void field_open(text_field *f, const char *text);
void field_close(text_field *f);
bool field_is_open(const text_field *f);

/* Replaces the selected text; line breaks become blanks. */
void field_insert(text_field *f, const char *text);

/* Moves the caret to the character boundary at or before `offset`; with `select` the mark stays. */
void field_place(text_field *f, int offset, bool select);

/* Edits as an editing key does: arrows, Home, End, Backspace, Delete, Ctrl+A, C, X, V and words by
 * Ctrl. Returns whether the key was an editing key. */
bool field_press(text_field *f, SDL_Keysym key);

#endif
