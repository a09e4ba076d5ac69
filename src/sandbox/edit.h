/* edit: changes to a level's statements, each with its inverse.
 *
 * The history is one array of changes. A change keeps the statement as it was and as it became, the
 * place of its source text and its numbers in the level's pool included, and the pool only grows:
 * so undoing puts back a few bytes, cannot fail, and level_write gives the same text as before.
 * Changes are grouped in steps, one a gesture; one made outside a step is a step of its own.
 *
 * Whatever would not read back after writing is refused: the functions that change then return
 * false, and level and history stay as they were.
 */
#ifndef EDIT_H
#define EDIT_H

#include "../level/level.h"

typedef struct edit edit;

/* Returns a history that owns `l`. Only the edit may change the level's statements and numbers from
 * now on. */
edit *edit_create(level *l);
void edit_destroy(edit *e); /* NULL is fine */

level *edit_level(const edit *e);

/* ---- Steps ------------------------------------------------------------------------------- */

/* Opens a step: all changes until it is closed are one to undo, and are told as one. Within another
 * step it is a part of that. */
void edit_begin(edit *e);

/* Closes the step; what could be redone no longer can. With `keep` false what it changed is taken
 * back, and what could be redone still can. Returns whether it changed anything; one that did not
 * leaves no trace. */
bool edit_end(edit *e, bool keep);

/* Takes back what an open step has changed, without allocating, because memory has run out in it.
 * The listener is not told. */
void edit_take_back_open(edit *e);

/* Takes the last step, which there must be, back as if it had never been made: a drag makes its own
 * again and again. In an open step call it before the first change. */
void edit_rollback(edit *e);

/* Ends what was rolled back and made again: the last step stays. */
void edit_commit(edit *e);

/* ---- Changes ----------------------------------------------------------------------------- */

/* What a statement says. */
typedef struct edit_shape {
    level_kind kind;
    const float *numbers; /* as in the level file; may point into the level */
    int number_count;
    level_attribute_values attributes; /* those that are not present do not count */
    int mesh;          /* index into the level's meshes; counts for a mesh statement alone */
    const char *words; /* as level_words; may point into the level; NULL: none */
} edit_shape;

/* Whether there is such a statement and it stands somewhere: an obstacle or a label. */
bool edit_is_item(const level *l, int statement);

/* Returns what the statement says; .numbers and .words hold until the next change. `statement` must
 * exist. */
edit_shape edit_get(const level *l, int statement);

/* The same of another level, as `l` can say it: with its own mesh of that name. One that it does
 * not have will be refused. */
edit_shape edit_get_for(const level *l, const level *from, int statement);

/* Whether the statement says what the shape does. Absent attributes of the shape are zero. */
bool edit_says(const level *l, const level_statement *s, const edit_shape *shape);

/* Makes the statement say something else, of its own kind or another obstacle's of such levels; the
 * version and the title cannot be set, and a mesh that the level does not have is refused. Saying
 * again what the statement says leaves it in its own spelling. */
bool edit_set(edit *e, int statement, const edit_shape *shape);

/* Inserts an obstacle or a statement of the scene, of which there may not yet be as many as a level
 * can have, so that its index becomes `at`: 1 (behind the version) .. statement_count. */
bool edit_insert(edit *e, int at, const edit_shape *shape);

/* Removes an obstacle or a statement of the scene. */
bool edit_remove(edit *e, int statement);

/* ---- Undo -------------------------------------------------------------------------------- */

/* Takes back, or makes again, one step; not within one. Returns false when there is none. */
bool edit_undo(edit *e);
bool edit_redo(edit *e);
bool edit_can_undo(const edit *e);
bool edit_can_redo(const edit *e);

/* Remembers the present state as the saved one. */
void edit_mark_saved(edit *e);

/* Forgets the saved state: the level counts as not saved until edit_mark_saved. */
void edit_mark_unsaved(edit *e);

/* Whether the level differs from the saved state: at first the one edit_create found. */
bool edit_is_dirty(const edit *e);

/* ---- Places ------------------------------------------------------------------------------ */

/* A place is what the level says after some step. No step that was undone is dropped, also when
 * another one is made in its stead: so each place can be gone back to. */

/* Returns a number that grows with every change. */
unsigned long edit_version(const edit *e);

/* Returns the place where the level is now. */
int edit_place(const edit *e);

/* The same, and it can be gone back to even when its step is rolled back. -1: until edit_commit no
 * more, because EDIT_PINNED_MAX changes that were rolled back are kept already. */
int edit_pin(edit *e);

#define EDIT_PINNED_MAX (1 << 16)

/* Makes and takes back what leads to the place, which edit_pin returned. Not within a step. */
void edit_checkout(edit *e, int place);

/* Returns the place that the level was at before the step that led to `place`; 0 for the first. */
int edit_before(const edit *e, int place);

/* ---- What happened ----------------------------------------------------------------------- */

typedef enum edit_effect_kind { EDIT_CHANGED, EDIT_INSERTED, EDIT_REMOVED } edit_effect_kind;

typedef struct edit_effect {
    edit_effect_kind kind;
    int statement; /* its index at that moment: later effects may shift it */
} edit_effect;

/* Returns one of the effects of the last edit_end, edit_undo or edit_redo that made, took back or
 * made again a step, from 0 on in the order in which the level met them. Returns false when there
 * are no more. */
bool edit_get_effect(const edit *e, int index, edit_effect *effect);

/* Returns one of the effects of the step that led to a place, from 0 on, with *becomes what the
 * statement says then, NULL when it is removed. Returns false when there are no more. */
bool edit_get_step(const edit *e, int place, int index, edit_effect *effect,
                   const level_statement **becomes);

/* What the level met. */
typedef struct edit_news {
    const edit_effect *effects; /* hold until the next change */
    int count;
    bool lost; /* there were too many to remember: look at the whole level */
} edit_news;

typedef void edit_listener_fn(void *context, edit_news news);

/* Calls `listener` after every step, undo, redo and rollback. It may look at the level, not change
 * it. There is one listener. */
void edit_listen(edit *e, edit_listener_fn *listener, void *context);

#endif
