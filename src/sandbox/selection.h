/* selection: the obstacles and labels that are chosen, as a sorted set of statements of the level.
 *
 * A set is zeroed to begin with. Statements are indices: after any change of the level that is not
 * made by the functions below, follow it with selection_take_step, selection_fit or
 * selection_clear.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include "edit.h"

struct obstacles;

typedef struct selection {
    int *statements; /* owned; ascending */
    int count, capacity;
} selection;

void selection_free(selection *sel);
void selection_clear(selection *sel);

bool selection_has(const selection *sel, int statement);
void selection_add(selection *sel, int statement);
void selection_toggle(selection *sel, int statement);

/* Selects this statement alone. */
void selection_set(selection *sel, int statement);

/* Selects all obstacles and labels of the level. */
void selection_all(selection *sel, const level *l);

/* Selects the obstacle or label after the last selected one, or (`step` -1) before the first; the
 * level's end wraps around to its beginning. In a level without any, nothing is selected. */
void selection_cycle(selection *sel, const level *l, int step);

/* Selects the obstacles that touch the box; with `add` it adds them. Obstacles have their radius;
 * the inside of a loop or a box does not count. */
void selection_in_box(selection *sel, const struct obstacles *o, level_box3 box, bool add);

/* Drops statements that are not obstacles or labels of the level. */
void selection_fit(selection *sel, const level *l);

/* Selects the obstacles that the last step, made, undone or redone, changed or inserted, and that
 * still exist. */
void selection_take_step(selection *sel, const edit *e);

/* ---- Changes --------------------------------------------------------------------------- */

/* Changes of all selected shapes, each one step of the level's history. */

/* They change all selected shapes, or none if a level may not hold one of the results. They return
 * whether they changed any. In 2D z does not count. */
bool selection_remove(selection *sel, edit *e); /* leaves nothing selected */
bool selection_move(const selection *sel, edit *e, sm3_vec delta);

/* Inserts a copy behind each, moved by `offset`, and selects the copies. */
bool selection_duplicate(selection *sel, edit *e, sm3_vec offset);

/* Reverses the selected shapes that have a direction. Returns whether any did. */
bool selection_reverse(const selection *sel, edit *e);

/* ---- Text ------------------------------------------------------------------------------ */

/* Shapes as text: for the clipboard, and for a field in which a statement is typed. */

/* Returns the selected statements as lines of a level, to be freed with free(): unchanged ones as
 * they were typed, without comments. NULL when nothing is selected. */
char *clip_copy(const selection *sel, const level *l);

/* Inserts the obstacles and labels of the text at the end of the level, moved by `offset`, as one
 * step, and selects them. The text is a whole level or some statements; other kinds are ignored.
 * Returns how many were inserted, or -1 after an error, with *errors, and nothing is inserted. */
int clip_paste(selection *sel, edit *e, const char *text, size_t length, sm3_vec offset,
               level_errors *errors);

/* Replaces an obstacle by the statement in the text, or a label or the player by another one.
 * Returns false, with *errors, when the text is not one such statement. The title and the version
 * cannot be set. level_write_statement gives the text to begin with. */
bool clip_set_statement(edit *e, int statement, const char *text, size_t length,
                        level_errors *errors);

/* ---- Properties ------------------------------------------------------------------------ */

/* The numbers and attributes of shapes, each of which can be typed. Several shapes have the
 * properties that all of them may have; setting one sets it for each shape. */

enum { PROPERTY_MAX = 16, PROPERTY_TEXT_LENGTH = 96 };

typedef struct property {
    int id;            /* for property_set; it stays the same while the shapes do */
    const char *name;  /* as in the level text: "X", "radius"; points into `words` or a table */
    const char *usage; /* what to type: "DX,DY,SECONDS" */
    bool is_switch;    /* it has no value: it is present or not */
    bool present;      /* in all shapes */
    bool mixed;        /* the shapes differ */
    char text[PROPERTY_TEXT_LENGTH]; /* the value; "" where it is absent or mixed */
    char words[24];
} property;

/* Lists the properties that the shapes have in common, and returns how many there are. Numbers are
 * listed for a single shape, unless it is a chain or loop, which may have too many. */
int property_list(const level *l, const int *statements, int count, property list[PROPERTY_MAX]);

/* Sets the property for all of the shapes, in one step; "" takes an attribute away. A switch is set
 * by "1". Returns false, with *errors as clip_set_statement, and changes nothing, if the text is no
 * value or is out of range. */
bool property_set(edit *e, const int *statements, int count, int id, const char *typed,
                  level_errors *errors);

#endif
