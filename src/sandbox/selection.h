/* selection: the obstacles that are chosen, as a sorted set of statements of the level.
 *
 * A set is zeroed to begin with. Where memory runs out the functions return false and the set stays
 * as it was. Statements are indices: after any change of the level that is not made by
 * selection_edit.h, follow it with selection_take_step, selection_fit or selection_clear.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include "sandbox.h"

typedef struct selection {
    int *statements; /* owned; ascending */
    int count, capacity;
} selection;

void selection_free(selection *sel);
void selection_clear(selection *sel);

bool selection_has(const selection *sel, int statement);
bool selection_add(selection *sel, int statement);
void selection_drop(selection *sel, int statement);
bool selection_toggle(selection *sel, int statement);

/* Makes it the one statement. */
bool selection_set(selection *sel, int statement);

/* Makes it all obstacles of the level. */
bool selection_all(selection *sel, const level *l);

/* Makes it the next obstacle behind the last that is selected, or (`step` -1) the one before the
 * first, round the ends of the level. Of a level without obstacles it becomes empty. */
bool selection_cycle(selection *sel, const level *l, int step);

/* Makes it the obstacles that touch the box, with `add` adds them. What touches is the shape as the
 * mover meets it, radius included; the inside of a loop or a box is not part of it. */
bool selection_in_box(selection *sel, const sandbox *s, level_box box, bool add);

/* Drops what is no obstacle of the level. */
void selection_fit(selection *sel, const level *l);

/* Makes it the obstacles that the last step changed or inserted, be it made, undone or redone, and
 * that there still are. */
bool selection_take_step(selection *sel, const edit *e);

#endif
