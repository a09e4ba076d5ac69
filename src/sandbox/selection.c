#include "selection.h"
#include "plane/plane.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 16

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
    int low = 0, high = sel->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sel->statements[middle] < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool selection_has(const selection *sel, int statement) {
    int place = count_before(sel, statement);
    return place < sel->count && sel->statements[place] == statement;
}

static bool make_room(selection *sel) {
    if (sel->count < sel->capacity)
        return true;
    if (sel->capacity > INT_MAX / 2)
        return false;
    int capacity = sel->capacity == 0 ? FIRST_CAPACITY : sel->capacity * 2;
    int *grown = realloc(sel->statements, (size_t)capacity * sizeof *grown);
    if (grown == NULL)
        return false;
    sel->statements = grown;
    sel->capacity = capacity;
    return true;
}

bool selection_add(selection *sel, int statement) {
    if (selection_has(sel, statement))
        return true;
    if (!make_room(sel))
        return false;
    int *place = &sel->statements[count_before(sel, statement)];
    memmove(place + 1, place, (size_t)(sel->statements + sel->count - place) * sizeof *place);
    *place = statement;
    sel->count++;
    return true;
}

void selection_drop(selection *sel, int statement) {
    if (!selection_has(sel, statement))
        return;
    int *place = &sel->statements[count_before(sel, statement)];
    sel->count--;
    memmove(place, place + 1, (size_t)(sel->statements + sel->count - place) * sizeof *place);
}

bool selection_toggle(selection *sel, int statement) {
    if (!selection_has(sel, statement))
        return selection_add(sel, statement);
    selection_drop(sel, statement);
    return true;
}

bool selection_set(selection *sel, int statement) {
    if (!make_room(sel))
        return false;
    sel->statements[0] = statement;
    sel->count = 1;
    return true;
}

/* A new set is built beside the old one, which it replaces if it is `complete`. */
static bool replace(selection *sel, selection *built, bool complete) {
    selection_free(complete ? sel : built);
    if (complete)
        *sel = *built;
    return complete;
}

/* ---- Whole levels ------------------------------------------------------------------------ */

bool selection_all(selection *sel, const level *l) {
    selection all = {0};
    bool complete = true;
    for (int i = 0; i < l->statement_count && complete; i++)
        complete = !edit_is_obstacle(l, i) || selection_add(&all, i);
    return replace(sel, &all, complete);
}

bool selection_cycle(selection *sel, const level *l, int step) {
    int count = l->statement_count;
    int at = sel->count == 0 ? (step > 0 ? -1 : count)
             : step > 0      ? sel->statements[sel->count - 1]
                             : sel->statements[0];
    for (int i = 0; i < count; i++) {
        at = (at + (step > 0 ? 1 : -1) + count) % count;
        if (edit_is_obstacle(l, at))
            return selection_set(sel, at);
    }
    selection_clear(sel);
    return true;
}

void selection_fit(selection *sel, const level *l) {
    int kept = 0;
    for (int i = 0; i < sel->count; i++) {
        if (edit_is_obstacle(l, sel->statements[i]))
            sel->statements[kept++] = sel->statements[i];
    }
    sel->count = kept;
}

/* ---- The rubber band --------------------------------------------------------------------- */

static bool add_touching(selection *sel, const sandbox *s, level_box box) {
    plane_found found = {0};
    plane_find(plane_seen(s->obstacles), box, true, &found);
    bool complete = !found.out_of_memory;
    for (int i = 0; i < found.count && complete; i++)
        complete = selection_add(sel, plane_seen(s->obstacles)->statements[found.obstacles[i]]);
    plane_free_found(&found);
    return complete;
}

static bool add_all_of(selection *sel, const selection *more) {
    for (int i = 0; i < more->count; i++) {
        if (!selection_add(sel, more->statements[i]))
            return false;
    }
    return true;
}

bool selection_in_box(selection *sel, const sandbox *s, level_box box, bool add) {
    level_box ordered = {{fminf(box.min.x, box.max.x), fminf(box.min.y, box.max.y)},
                         {fmaxf(box.min.x, box.max.x), fmaxf(box.min.y, box.max.y)}};
    selection found = {0};
    bool complete = (!add || add_all_of(&found, sel)) && add_touching(&found, s, ordered);
    return replace(sel, &found, complete);
}

/* ---- What a step did --------------------------------------------------------------------- */

/* Statements from this one on got new indices. */
static void shift(selection *sel, int statement, int by) {
    for (int i = count_before(sel, statement); i < sel->count; i++)
        sel->statements[i] += by;
}

static bool take_effect(selection *sel, edit_effect effect) {
    if (effect.kind == EDIT_REMOVED)
        selection_drop(sel, effect.statement);
    if (effect.kind != EDIT_CHANGED)
        shift(sel, effect.statement, effect.kind == EDIT_INSERTED ? 1 : -1);
    return effect.kind == EDIT_REMOVED || selection_add(sel, effect.statement);
}

bool selection_take_step(selection *sel, const edit *e) {
    selection taken = {0};
    bool complete = true;
    for (int i = 0; i < edit_effect_count(e) && complete; i++)
        complete = take_effect(&taken, edit_get_effect(e, i));
    selection_fit(&taken, edit_level(e));
    return replace(sel, &taken, complete);
}
