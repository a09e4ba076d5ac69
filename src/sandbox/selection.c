#include "selection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"
#include "obstacles.h"
#include "shape_edit.h"

void selection_free(selection *sel) {
    free(sel->statements);
    *sel = (selection){0};
}

void selection_clear(selection *sel) {
    sel->count = 0;
}

/* ---- The set ----------------------------------------------------------------------------- */

/* Returns how many of the selected come before the statement: its place, if it is one of them. */
static int count_before(const selection *sel, int statement) {
    return level_count_below(sel->statements, sel->count, statement);
}

bool selection_has(const selection *sel, int statement) {
    int place = count_before(sel, statement);
    return place < sel->count && sel->statements[place] == statement;
}

void selection_add(selection *sel, int statement) {
    if (selection_has(sel, statement))
        return;
    memory_grow(&sel->statements, &sel->capacity, sel->count, sizeof *sel->statements);
    int *place = &sel->statements[count_before(sel, statement)];
    memmove(place + 1, place, (size_t)(sel->statements + sel->count - place) * sizeof *place);
    *place = statement;
    sel->count++;
}

static void selection_drop(selection *sel, int statement) {
    if (!selection_has(sel, statement))
        return;
    int *place = &sel->statements[count_before(sel, statement)];
    sel->count--;
    memmove(place, place + 1, (size_t)(sel->statements + sel->count - place) * sizeof *place);
}

void selection_toggle(selection *sel, int statement) {
    if (selection_has(sel, statement))
        selection_drop(sel, statement);
    else
        selection_add(sel, statement);
}

void selection_set(selection *sel, int statement) {
    selection_clear(sel);
    selection_add(sel, statement);
}

/* ---- Whole levels ------------------------------------------------------------------------ */

/* Selects all from that statement on. */
static void select_from(selection *sel, const level *l, int first) {
    selection_clear(sel);
    for (int i = first; i < l->statement_count; i++) {
        if (edit_is_item(l, i))
            selection_add(sel, i);
    }
}

void selection_all(selection *sel, const level *l) {
    select_from(sel, l, 0);
}

void selection_cycle(selection *sel, const level *l, int step) {
    int count = l->statement_count;
    int at = sel->count == 0 ? (step > 0 ? -1 : count)
             : step > 0      ? sel->statements[sel->count - 1]
                             : sel->statements[0];
    for (int i = 0; i < count; i++) {
        at = (at + (step > 0 ? 1 : -1) + count) % count;
        if (edit_is_item(l, at)) {
            selection_set(sel, at);
            return;
        }
    }
    selection_clear(sel);
}

void selection_fit(selection *sel, const level *l) {
    int kept = 0;
    for (int i = 0; i < sel->count; i++) {
        if (edit_is_item(l, sel->statements[i]))
            sel->statements[kept++] = sel->statements[i];
    }
    sel->count = kept;
}

/* ---- The rubber band --------------------------------------------------------------------- */

void selection_in_box(selection *sel, const obstacles *o, level_box3 box, bool add) {
    sm3_vec min = {fminf(box.min.x, box.max.x), fminf(box.min.y, box.max.y), 0};
    sm3_vec max = {fmaxf(box.min.x, box.max.x), fmaxf(box.min.y, box.max.y), 0};
    obstacle_list found = {0};
    if (!add)
        selection_clear(sel);
    o->dimension->find(o, min, max, &found);
    for (int i = 0; i < found.count; i++)
        selection_add(sel, o->statements[found.obstacles[i]]);
    obstacle_list_free(&found);
}

/* ---- What a step did --------------------------------------------------------------------- */

/* Follows a change of the indices of statements from this one on. */
static void shift(selection *sel, int statement, int by) {
    for (int i = count_before(sel, statement); i < sel->count; i++)
        sel->statements[i] += by;
}

static void take_effect(selection *sel, edit_effect effect) {
    if (effect.kind == EDIT_REMOVED)
        selection_drop(sel, effect.statement);
    if (effect.kind != EDIT_CHANGED)
        shift(sel, effect.statement, effect.kind == EDIT_INSERTED ? 1 : -1);
    if (effect.kind != EDIT_REMOVED)
        selection_add(sel, effect.statement);
}

void selection_take_step(selection *sel, const edit *e) {
    selection_clear(sel);
    edit_effect effect;
    for (int i = 0; edit_get_effect(e, i, &effect); i++)
        take_effect(sel, effect);
    selection_fit(sel, edit_level(e));
}

/* ---- All or none ------------------------------------------------------------------------- */

/* Goes from the last to the first, so that an insertion or removal shifts no index that is still to
 * come. */
static bool change_each(const selection *sel, edit *e,
                        bool (*change)(edit *e, int statement, sm3_vec by), sm3_vec by) {
    bool good = true;
    edit_begin(e);
    for (int i = sel->count - 1; i >= 0 && good; i--)
        good = change(e, sel->statements[i], by);
    return edit_end(e, good);
}

static bool remove_statement(edit *e, int statement, sm3_vec by) {
    (void)by;
    return edit_remove(e, statement);
}

bool selection_remove(selection *sel, edit *e) {
    bool removed = change_each(sel, e, remove_statement, (sm3_vec){0, 0, 0});
    if (removed)
        selection_clear(sel);
    return removed;
}

bool selection_duplicate(selection *sel, edit *e, sm3_vec offset) {
    if (!change_each(sel, e, edit_duplicate, offset))
        return false;
    for (int i = 0; i < sel->count; i++)
        sel->statements[i] += i + 1; /* as many copies stand before it, its own included */
    return true;
}

bool selection_move(const selection *sel, edit *e, sm3_vec delta) {
    return change_each(sel, e, edit_move, delta);
}

static bool reverse_if_it_can(edit *e, int statement, sm3_vec by) {
    (void)by;
    edit_reverse(e, statement);
    return true;
}

bool selection_reverse(const selection *sel, edit *e) {
    return change_each(sel, e, reverse_if_it_can, (sm3_vec){0, 0, 0});
}

/* ---- Copying ----------------------------------------------------------------------------- */

char *clip_copy(const selection *sel, const level *l) {
    text_buffer text;
    text_start(&text, 1);
    for (int i = 0; i < sel->count; i++) {
        if (!edit_is_item(l, sel->statements[i]))
            continue;
        char *line = level_write_statement(l, &l->statements[sel->statements[i]]);
        text_print(&text, "%s\n", line);
        free(line);
    }
    char *copy = text_finish(&text);
    if (text.length > 0)
        return copy;
    free(copy);
    return NULL;
}

/* ---- Errors ------------------------------------------------------------------------------ */

/* Makes *errors this one error, at the beginning of the statement `at` of the text; NULL: of the
 * text itself. */
__attribute__((format(printf, 4, 5))) static void refuse(level_errors *errors, const level *read,
                                                         const level_statement *at,
                                                         const char *format, ...) {
    int column = 1;
    /* Nothing but blanks stands before a statement. */
    for (size_t i = at != NULL ? at->text_start : 0; i > 0 && level_is_blank(read->source[i - 1]);
         i--)
        column++;
    va_list values;
    va_start(values, format);
    errors->count = errors->total = 0;
    level_add_error(errors, at != NULL ? at->line : 1, column, format, values);
    va_end(values);
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* Returns why a shape that was read without an error was refused. */
static const char *explain(const edit_shape *shape, const char *otherwise) {
    return level_names_file(shape->kind) && shape->mesh < 0
               ? "expected a file that the level had when it was opened, found another one"
               : otherwise;
}

/* ---- Pasting ----------------------------------------------------------------------------- */

/* Returns how many were inserted, -1 after an error. The step stays open. */
static int insert_all(edit *e, const level *from, sm3_vec offset, level_errors *errors) {
    int count = 0;
    for (int i = 0; i < from->statement_count; i++) {
        if (!edit_is_item(from, i))
            continue;
        edit_shape shape = edit_get_for(edit_level(e), from, i);
        if (!edit_insert_moved(e, edit_level(e)->statement_count, shape, offset)) {
            refuse(
                errors, from, &from->statements[i], "%s",
                explain(&shape,
                        "expected a shape that fits the level where it is pasted, found one that "
                        "is too far off"));
            return -1;
        }
        count++;
    }
    return count;
}

static int paste(selection *sel, edit *e, const level *from, sm3_vec offset, level_errors *errors) {
    edit_begin(e);
    int first = edit_level(e)->statement_count, count = insert_all(e, from, offset, errors);
    if (count > 0)
        select_from(sel, edit_level(e), first);
    edit_end(e, count >= 0);
    return count;
}

int clip_paste(selection *sel, edit *e, const char *text, size_t length, sm3_vec offset,
               level_errors *errors) {
    errors->count = errors->total = 0;
    level *from = level_read_fragment(text, length, edit_level(e)->dimensions, errors);
    if (from == NULL)
        return -1;
    int count = paste(sel, e, from, offset, errors);
    level_free(from);
    return count;
}

/* ---- One statement ----------------------------------------------------------------------- */

/* Whether the text that was read is one statement that can replace `old`. */
static bool is_replacement(const level *read, level_kind old, level_errors *errors) {
    bool is_obstacle = level_is_obstacle(old);
    const char *wanted = is_obstacle ? "an obstacle" : level_statements[old].usage;
    const level_statement *first = read->statements; /* NULL when there is none */
    if (read->statement_count == 0)
        refuse(errors, read, NULL, "expected a statement, found none");
    else if (read->statement_count > 1)
        refuse(errors, read, first + 1, "expected one statement, found `%s`",
               level_statements[first[1].kind].name);
    else if (is_obstacle ? !level_is_obstacle(first->kind) : first->kind != old)
        refuse(errors, read, first, "expected %s, found `%s`", wanted,
               level_statements[first->kind].name);
    else
        return true;
    return false;
}

bool clip_set_statement(edit *e, int statement, const char *text, size_t length,
                        level_errors *errors) {
    errors->count = errors->total = 0;
    const level *l = edit_level(e);
    if (!edit_is_item(l, statement) && statement != l->player) {
        refuse(errors, NULL, NULL, "expected an obstacle, a label or the player to be set");
        return false;
    }
    level *read = level_read_fragment(text, length, l->dimensions, errors);
    if (read == NULL)
        return false;
    bool good = is_replacement(read, l->statements[statement].kind, errors);
    if (good) {
        edit_shape shape = edit_get_for(l, read, 0);
        good = edit_set(e, statement, &shape);
        if (!good)
            refuse(errors, read, NULL, "%s", explain(&shape, "out of memory, nothing is changed"));
    }
    level_free(read);
    return good;
}

/* ---- Properties ------------------------------------------------------------------------ */

/* Ids of numbers begin at 0, those of attributes here. */
enum { FIRST_ATTRIBUTE = 100 };

static const char blanks[] = " \t";

static void print_numbers(char text[PROPERTY_TEXT_LENGTH], const float *numbers, int count) {
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        char number[LEVEL_NUMBER_LENGTH];
        level_print_number(numbers[i], number);
        at += (size_t)snprintf(text + at, PROPERTY_TEXT_LENGTH - at, "%s%s", i > 0 ? "," : "",
                               number);
    }
}

static void list_number(const edit_shape *shape, int index, property *p) {
    *p = (property){.id = index, .present = true};
    snprintf(p->words, sizeof p->words, "%.20s", level_operand_name(shape->kind, NULL, index).text);
    p->name = p->usage = p->words;
    print_numbers(p->text, &shape->numbers[index], 1);
}

/* The numbers of an attribute that is absent are 0. */
static void list_attribute(const level *l, const int *statements, int count, int index,
                           property *p) {
    const level_attribute_info *info = &level_attributes[index];
    const char *value = strchr(info->usage, '=');
    level_attribute_values first = edit_get(l, statements[0]).attributes;
    const float *numbers = level_attribute_numbers(&first, info);
    *p = (property){.id = FIRST_ATTRIBUTE + index,
                    .name = info->name,
                    .usage = value != NULL ? value + 1 : info->name,
                    .is_switch = info->numbers == 0,
                    .present = true};
    for (int i = 0; i < count; i++) {
        level_attribute_values values = edit_get(l, statements[i]).attributes;
        p->present = p->present && (values.present & info->flag) != 0;
        p->mixed = p->mixed || ((values.present ^ first.present) & info->flag) != 0 ||
                   memcmp(level_attribute_numbers(&values, info), numbers,
                          (size_t)info->numbers * sizeof *numbers) != 0;
    }
    if (p->present && !p->mixed)
        print_numbers(p->text, numbers, info->numbers);
}

int property_list(const level *l, const int *statements, int count, property list[PROPERTY_MAX]) {
    int n = 0;
    if (count < 1)
        return 0;
    edit_shape shape = edit_get(l, statements[0]);
    if (count == 1 && !level_is_polyline(shape.kind)) {
        for (int i = 0; i < shape.number_count && n < PROPERTY_MAX; i++)
            list_number(&shape, i, &list[n++]);
    }
    unsigned common = ~0u;
    for (int i = 0; i < count; i++)
        common &= level_statements[edit_get(l, statements[i]).kind].attributes;
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT && n < PROPERTY_MAX; i++) {
        if ((common & level_attributes[i].flag) != 0)
            list_attribute(l, statements, count, i, &list[n++]);
    }
    return n;
}

/* Returns the statement's text with the typed property, to be read as a line of a level, and to be
 * freed. */
static char *write_with(const level *l, int statement, int id, const char *typed) {
    level_statement s = l->statements[statement];
    text_buffer text;
    text_start(&text, 1);
    s.changed = true;
    if (id >= FIRST_ATTRIBUTE)
        s.attributes.present &= ~level_attributes[id - FIRST_ATTRIBUTE].flag;
    char *line = level_write_statement(l, &s);
    if (id < FIRST_ATTRIBUTE) {
        const char *number = line + strspn(line, blanks);
        for (int i = 0; i <= id; i++) { /* skips the name and the numbers before it */
            number += strcspn(number, blanks);
            number += strspn(number, blanks);
        }
        text_print(&text, "%.*s%s%s", (int)(number - line), line, typed,
                   number + strcspn(number, blanks));
    } else {
        const level_attribute_info *info = &level_attributes[id - FIRST_ATTRIBUTE];
        bool is_there = typed[strspn(typed, blanks)] != '\0', has_value = info->numbers > 0;
        text_print(&text, "%s %s%s%s", line, is_there ? info->name : "",
                   is_there && has_value ? "=" : "", has_value ? typed : "");
    }
    free(line);
    return text_finish(&text);
}

/* Whether it is one word. Others would be read as further parts of the statement. */
static bool is_one_word(const char *typed) {
    typed += strspn(typed, blanks);
    typed += strcspn(typed, " \t#");
    return typed[strspn(typed, blanks)] == '\0';
}

bool property_set(edit *e, const int *statements, int count, int id, const char *typed,
                  level_errors *errors) {
    bool good = true;
    if (!is_one_word(typed)) {
        refuse(errors, NULL, NULL, "expected one value, found '%s'",
               level_quote_text(typed, typed + strlen(typed)).text);
        return false;
    }
    edit_begin(e);
    for (int i = 0; i < count && good; i++) {
        char *line = write_with(edit_level(e), statements[i], id, typed);
        good = clip_set_statement(e, statements[i], line, strlen(line), errors);
        free(line);
    }
    edit_end(e, good);
    return good;
}
