/* text_field: one line of text that is being typed.
 *
 * A caret and a mark, as byte offsets; what lies between them is selected. Both always lie between
 * whole UTF-8 characters. */
#ifndef TEXT_FIELD_H
#define TEXT_FIELD_H

#include <SDL.h>
#include <stdbool.h>

typedef struct text_field {
    char *text; /* owned, NUL-terminated; NULL: the field is closed */
    int length, capacity;
    int caret, mark;
    bool edited; /* since it was opened */
} text_field;

/* Begins with this text, all of it selected, so that typing replaces it. */
void field_open(text_field *f, const char *text);
void field_close(text_field *f);
bool field_is_open(const text_field *f);

/* Replaces what is selected; line breaks become blanks. */
void field_insert(text_field *f, const char *text);

/* Moves the caret to the character boundary at or before `offset`; with `select` the mark stays. */
void field_place(text_field *f, int offset, bool select);

/* Edits as an editing key does: arrows, Home, End, Backspace, Delete, Ctrl+A, C, X, V and words by
 * Ctrl. Returns whether the key was one of those. */
bool field_press(text_field *f, SDL_Keysym key);

#endif
