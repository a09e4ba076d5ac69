/* edit_check: what a statement may be made to say, and whether it says it already. */
#ifndef EDIT_CHECK_H
#define EDIT_CHECK_H

#include "edit.h"

/* Makes *taken the given shape, with those attributes alone that are present. Returns false when a
 * statement of the level that says so would not read back. */
bool edit_take_shape(const level *l, const edit_shape *given, edit_shape *taken);

/* Whether the statement says what the shape, which was taken, does. */
bool edit_says(const level *l, const level_statement *s, const edit_shape *shape);

#endif
