/* selection_edit: what is done to all selected shapes at once, as one step of the level's history.
 *
 * All do nothing, and return false or 0, while a step is open. sandbox_follow_edit must follow a
 * change.
 */
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

/* These change the selected shapes that allow it, and return how many do: also those that already
 * said so. */
int selection_reverse(const selection *sel, edit *e);

/* Sets one attribute, LEVEL_HAS_..., to its values among `values`. LEVEL_HAS_RADIUS also sets the
 * radius of circles and capsules. */
int selection_set_attribute(const selection *sel, edit *e, unsigned flag,
                            const level_attribute_values *values);
int selection_clear_attribute(const selection *sel, edit *e, unsigned flag);

/* Returns how many of the selected have the attribute. */
int selection_count_having(const selection *sel, const level *l, unsigned flag);

#endif
