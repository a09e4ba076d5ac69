/* edit: changes to a level's statements, each with its inverse.
 *
 * The history is one array of changes. A change keeps the statement before and after it, with the
 * places of its source text and of its numbers in the level's pool. The pool only grows. So undoing
 * puts back a few bytes, cannot fail, and level_write gives the same text as before. Changes are
 * grouped in steps, one for each action of the user; a change outside a step is a step of its own.
 *
 * A change is refused if the written level could not be read back. The function then returns false,
 * and level and history stay as they were. */
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

/* Opens a step: the changes until it is closed are undone together, and the listener is called
 * once. A step within another one is a part of it. */
void edit_begin(edit *e);

/* Closes the step; undone steps can no longer be redone. With `keep` false its changes are taken
 * back, and undone steps can still be redone. Returns whether it changed anything; an empty step is
 * not recorded. */
bool edit_end(edit *e, bool keep);

/* Takes back the changes of an open step after memory ran out in it: it allocates nothing and does
 * not call the listener. */
void edit_take_back_open(edit *e);

/* Takes the last step back as if it had never been made; there must be one. A drag uses this to
 * make its step again with each motion. In an open step call it before the first change. */
void edit_rollback(edit *e);

/* Ends a series of rollbacks: the last step stays. */
void edit_commit(edit *e);

/* ---- Changes ----------------------------------------------------------------------------- */

/* The content of a statement. */
typedef struct edit_shape {
    level_kind kind;
    const float *numbers; /* as in the level file; may point into the level */
    int number_count;
    level_attribute_values attributes; /* absent ones are ignored */
    int mesh;          /* index into the level's meshes; for a mesh statement alone */
    const char *words; /* as level_words; may point into the level; NULL: none */
} edit_shape;

/* Whether the statement exists and has a place: an obstacle or a label. */
bool edit_is_item(const level *l, int statement);

/* Returns a statement's content; .numbers and .words hold until the next change. `statement` must
 * exist. */
edit_shape edit_get(const level *l, int statement);

/* Returns the content of a statement of another level, with the mesh of that name in `l`. If `l`
 * has no such mesh, edit_set and edit_insert refuse the shape. */
edit_shape edit_get_for(const level *l, const level *from, int statement);

/* Whether the statement has the same content as the shape. Absent attributes of the shape must be
 * zero. */
bool edit_is_same(const level *l, const level_statement *s, const edit_shape *shape);

/* Sets a statement's content. An obstacle may become another kind of obstacle of this dimension.
 * The version and the title cannot be set, and an unknown mesh is refused. Setting the same content
 * again keeps the statement's text as it was typed. */
bool edit_set(edit *e, int statement, const edit_shape *shape);

/* Inserts an obstacle or a statement of the scene at the index `at`: 1 (behind the version) ..
 * statement_count. A kind that a level has once is refused the second time. */
bool edit_insert(edit *e, int at, const edit_shape *shape);

/* Removes an obstacle or a statement of the scene. */
bool edit_remove(edit *e, int statement);

/* ---- Undo -------------------------------------------------------------------------------- */

/* Takes back, or makes again, one step. Not within an open step. Returns false when there is none.
 */
bool edit_undo(edit *e);
bool edit_redo(edit *e);
bool edit_can_undo(const edit *e);
bool edit_can_redo(const edit *e);

/* Remembers the present state as the saved one. */
void edit_mark_saved(edit *e);

/* Makes the level count as unsaved until edit_mark_saved. */
void edit_mark_unsaved(edit *e);

/* Whether the level differs from the saved state, which is at first the state at edit_create. */
bool edit_is_dirty(const edit *e);

/* ---- Places ------------------------------------------------------------------------------ */

/* A place is the state of the level after a step. Undone steps are kept, even when another step is
 * made in their stead, so the level can go back to each place. */

/* Returns a number that grows with every change. */
unsigned long edit_version(const edit *e);

/* Returns the place where the level is now. */
int edit_place(const edit *e);

/* Returns the same, and keeps the place even when its step is rolled back. Returns -1 if
 * EDIT_PINNED_MAX rolled-back changes are kept already; edit_commit makes room again. */
int edit_pin(edit *e);

#define EDIT_PINNED_MAX (1 << 16)

/* Takes back and makes the steps that lead to the place, which edit_pin returned. Not within an
 * open step. */
void edit_checkout(edit *e, int place);

/* Returns the place before the step that led to `place`; 0 for the first. */
int edit_before(const edit *e, int place);

/* ---- What happened ----------------------------------------------------------------------- */

typedef enum edit_effect_kind { EDIT_CHANGED, EDIT_INSERTED, EDIT_REMOVED } edit_effect_kind;

typedef struct edit_effect {
    edit_effect_kind kind;
    int statement; /* its index at that moment: later effects may shift it */
} edit_effect;

/* Gets an effect of the last step that was made, undone or redone, from 0 on, in the order in which
 * they changed the level. Returns false when there are no more. */
bool edit_get_effect(const edit *e, int index, edit_effect *effect);

/* Gets an effect of the step that led to a place, from 0 on. *becomes is the statement after it,
 * NULL if it was removed. Returns false when there are no more. */
bool edit_get_step(const edit *e, int place, int index, edit_effect *effect,
                   const level_statement **becomes);

/* What changed in the level, for the listener. */
typedef struct edit_news {
    const edit_effect *effects; /* hold until the next change */
    int count;
    bool lost; /* there were too many to list: the whole level may have changed */
} edit_news;

typedef void edit_listener_fn(void *context, edit_news news);

/* Calls `listener` after every step, undo, redo and rollback. It may look at the level, not change
 * it. There is one listener. */
void edit_listen(edit *e, edit_listener_fn *listener, void *context);

#endif
