/* selection_edit: what is done to all selected shapes at once, as one step of the level's history.
 *
 * All do nothing, and return false or 0, while a step is open. */
#ifndef SELECTION_EDIT_H
#define SELECTION_EDIT_H

#include "selection.h"

/* In 2D the z of a delta does not count. These change all selected shapes or, where one of them
 * cannot be changed so (a place beyond what a level may hold, no memory), none. Return whether they
 * did; of an empty selection false. */
bool selection_remove(selection *sel, edit *e); /* leaves nothing selected */
bool selection_move(const selection *sel, edit *e, sm3_vec delta);

/* Inserts a copy behind each, moved by `offset`, and selects the copies. */
bool selection_duplicate(selection *sel, edit *e, sm3_vec offset);

/* Reverses the selected shapes that have a direction. Returns how many do. */
int selection_reverse(const selection *sel, edit *e);

#endif
