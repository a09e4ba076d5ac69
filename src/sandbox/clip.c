#include "clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"
#include "shape_edit.h"

/* ---- Copying ----------------------------------------------------------------------------- */

static bool append_line(char **text, size_t *length, const char *line) {
    size_t more = strlen(line) + 1;
    char *grown = realloc(*text, *length + more + 1);
    if (grown == NULL)
        return false;
    *text = grown;
    snprintf(grown + *length, more + 1, "%s\n", line);
    *length += more;
    return true;
}

char *clip_copy(const selection *sel, const level *l) {
    char *text = NULL;
    size_t length = 0;
    for (int i = 0; i < sel->count; i++) {
        if (!edit_is_obstacle(l, sel->statements[i]))
            continue;
        char *line = level_write_statement(l, sel->statements[i]);
        bool good = line != NULL && append_line(&text, &length, line);
        free(line);
        if (!good) {
            free(text);
            return NULL;
        }
    }
    return text;
}

/* ---- Errors ------------------------------------------------------------------------------ */

/* Makes it the one error, at the beginning of a statement of the text that was read; NULL: at the
 * beginning of the text. */
static void refuse(level_errors *errors, const level *read, const level_statement *at,
                   const char *message) {
    level_error *error = &errors->list[0];
    errors->count = errors->total = 1;
    *error = (level_error){.line = 1, .column = 1};
    if (at != NULL)
        error->line = at->line;
    /* Nothing but blanks stands before a statement. */
    for (size_t i = at != NULL ? at->text_start : 0; i > 0 && level_is_blank(read->source[i - 1]);
         i--)
        error->column++;
    snprintf(error->message, sizeof error->message, "%s", message);
}

static void refuse_kind(level_errors *errors, const level *read, const level_statement *at,
                        const char *wanted) {
    char message[LEVEL_MESSAGE_LENGTH];
    snprintf(message, sizeof message, "expected %s, found `%s`", wanted,
             level_statements[at->kind].name);
    refuse(errors, read, at, message);
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* Returns what a statement of another level says, as the level can say it: with its own mesh of
 * that name. One that it does not have will be refused. */
static edit_shape get_for(const level *l, const level *from, int statement) {
    edit_shape shape = edit_get(from, statement);
    if (shape.kind == LEVEL_MESH)
        shape.mesh = level_find_mesh(l, from->meshes[shape.mesh].name);
    return shape;
}

/* Why a shape that reads well could not be taken. */
static const char *explain(const edit_shape *shape, const char *otherwise) {
    return shape->kind == LEVEL_MESH && shape->mesh < 0
               ? "expected a mesh that the level had when it was opened, found another one"
               : otherwise;
}

/* ---- Pasting ----------------------------------------------------------------------------- */

static bool insert_moved(edit *e, const edit_shape *shape, sm3_vec offset) {
    int at = edit_level(e)->statement_count;
    return edit_insert(e, at, shape) && edit_move3(e, at, offset);
}

/* Returns how many were inserted, -1 after an error. The step stays open. */
static int insert_all(edit *e, const level *from, sm3_vec offset, level_errors *errors) {
    int count = 0;
    for (int i = 0; i < from->statement_count; i++) {
        if (!edit_is_obstacle(from, i))
            continue;
        edit_shape shape = get_for(edit_level(e), from, i);
        if (!insert_moved(e, &shape, offset)) {
            refuse(
                errors, from, &from->statements[i],
                explain(&shape,
                        "expected a shape that fits the level where it is pasted, found one that "
                        "is too far off, or there is no memory for it"));
            return -1;
        }
        count++;
    }
    return count;
}

static bool select_last(selection *sel, const edit *e, int count) {
    selection last = {0};
    int end = edit_level(e)->statement_count;
    for (int i = end - count; i < end; i++) {
        if (!selection_add(&last, i)) {
            selection_free(&last);
            return false;
        }
    }
    selection_free(sel);
    *sel = last;
    return true;
}

static int paste(selection *sel, edit *e, const level *from, sm3_vec offset, level_errors *errors) {
    edit_begin(e);
    edit_hold(e);
    int count = insert_all(e, from, offset, errors);
    if (count > 0 && !select_last(sel, e, count)) {
        refuse(errors, from, NULL, "out of memory, nothing is pasted");
        count = -1;
    }
    if (count < 0)
        edit_cancel(e);
    else
        edit_end(e);
    edit_release(e);
    return count;
}

int clip_paste(selection *sel, edit *e, const char *text, size_t length, sm3_vec offset,
               level_errors *errors) {
    errors->count = errors->total = 0;
    if (edit_is_open(e)) {
        refuse(errors, NULL, NULL, "nothing can be pasted while a shape is held");
        return -1;
    }
    level *from = level_read_fragment(text, length, edit_level(e)->dimensions, errors);
    if (from == NULL)
        return -1;
    int count = paste(sel, e, from, offset, errors);
    level_free(from);
    return count;
}

/* ---- One statement ----------------------------------------------------------------------- */

/* Returns whether the text that was read is the one statement that can replace `old`. */
static bool is_replacement(const level *read, level_kind old, level_errors *errors) {
    bool is_player = level_is_player(old);
    const char *wanted = is_player ? level_statements[old].usage : "an obstacle";
    const level_statement *first = read->statements; /* NULL when there is none */
    if (read->statement_count == 0)
        refuse(errors, read, NULL, "expected a statement, found none");
    else if (read->statement_count > 1)
        refuse_kind(errors, read, first + 1, "one statement");
    else if (is_player ? first->kind != old : !edit_is_obstacle(read, 0))
        refuse_kind(errors, read, first, wanted);
    else
        return true;
    return false;
}

bool clip_set_statement(edit *e, int statement, const char *text, size_t length,
                        level_errors *errors) {
    errors->count = errors->total = 0;
    const level *l = edit_level(e);
    if (!edit_is_obstacle(l, statement) && statement != l->player) {
        refuse(errors, NULL, NULL, "expected an obstacle or the player to be set");
        return false;
    }
    level *read = level_read_fragment(text, length, l->dimensions, errors);
    if (read == NULL)
        return false;
    bool good = is_replacement(read, l->statements[statement].kind, errors);
    if (good) {
        edit_shape shape = get_for(l, read, 0);
        good = edit_set(e, statement, &shape);
        if (!good)
            refuse(errors, read, NULL, explain(&shape, "out of memory, nothing is changed"));
    }
    level_free(read);
    return good;
}
