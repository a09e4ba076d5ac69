/* clip: shapes as text: for the clipboard, and for a field in which a statement is typed. */
#ifndef CLIP_H
#define CLIP_H

#include "selection.h"

/* Returns the selected statements as lines of a level, to be freed with free(): unchanged ones in
 * their own spelling, without comments. NULL when nothing is selected or memory ran out. */
char *clip_copy(const selection *sel, const level *l);

/* Inserts the obstacles of the text at the end of the level, moved by `offset`, as one step, and
 * selects them. The text holds statements, or is a whole level, whose version, title and player are
 * left aside. Returns how many were inserted; -1, and *errors, whose places are those in the text,
 * when nothing was because of an error. A text without obstacles is none. */
int clip_paste(selection *sel, edit *e, const char *text, size_t length, sm3_vec offset,
               level_errors *errors);

/* Makes an obstacle say what the text does, and the player what another player statement does.
 * Returns false, and *errors, when the text is not one such statement. The title and the version
 * cannot be set. level_write_statement gives the text to begin with. */
bool clip_set_statement(edit *e, int statement, const char *text, size_t length,
                        level_errors *errors);

#endif
