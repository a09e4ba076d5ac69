/* edit: the history of a level's changes.
 *
 * The array of changes has two parts: those of the steps, each in one piece, and behind them those
 * of the open step. The steps are a tree, for what is done after undoing does not drop what was
 * undone: each knows the step it was made after, and the one to be made again after it. A step's
 * number is never used again: it is the place where the level is after that step. Step 0 is the
 * beginning.
 */
#include "edit.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"

typedef struct change {
    edit_effect_kind kind;
    int statement;                 /* its index when the change is made */
    level_statement before, after; /* `before` of an insertion, `after` of a removal do not count */
} change;

typedef struct step {
    int first, end; /* its changes */
    int before;     /* the step it was made after */
    int redo;       /* the one to be made again after it; 0: none */
} step;

struct edit {
    level *level;
    change *changes;
    int closed; /* changes[0 .. closed - 1] belong to steps, */
    int count;  /* changes[closed .. count - 1] to the open one */
    int capacity;
    step *steps;
    int step_count, step_capacity;
    int place;                               /* the step that the level is at */
    int statement_capacity, number_capacity; /* of the level's arrays */
    bool is_open;
    int numbers_at_begin; /* the level's number_count when the step was opened ... */
    int words_at_begin;   /* ... and its words_length */
    int last;             /* the step that was last made or travelled */
    bool last_was_undone;
    int saved_place;       /* -1: no place is */
    unsigned long version; /* grows with every change */
    int kept_place;        /* where edit_keep kept the level, */
    unsigned long kept_version;
    int kept_changes; /* and how many it has kept in all */
    bool open_is_kept;

    edit_effect *news; /* what happened since the listener was told */
    int news_count;
    bool news_lost;
    int held; /* calls of edit_hold that wait for their release */
    edit_listener_fn *listener;
    void *listener_context;
};

enum { NEWS_MAX = 1 << 14 }; /* beyond, looking at the whole level is no slower */

edit *edit_create(level *l) {
    edit *e = calloc(1, sizeof *e);
    if (e == NULL || !level_grow(&e->steps, &e->step_capacity, 0, sizeof *e->steps)) {
        free(e);
        level_free(l);
        return NULL;
    }
    e->steps[e->step_count++] = (step){0};
    e->level = l;
    e->statement_capacity = l->statement_count;
    e->number_capacity = l->number_count;
    return e;
}

void edit_destroy(edit *e) {
    if (e == NULL)
        return;
    free(e->changes);
    free(e->steps);
    free(e->news);
    level_free(e->level);
    free(e);
}

level *edit_level(const edit *e) {
    return e->level;
}

/* ---- Making a change and its inverse ----------------------------------------------------- */

/* The array has room: it was made when the statement was first inserted. */
static void put_in(level *l, int at, level_statement statement) {
    level_statement *place = &l->statements[at];
    memmove(place + 1, place, (size_t)(l->statement_count - at) * sizeof *place);
    *place = statement;
    l->statement_count++;
    l->player += at <= l->player;
}

static void take_out(level *l, int at) {
    level_statement *place = &l->statements[at];
    l->statement_count--;
    memmove(place, place + 1, (size_t)(l->statement_count - at) * sizeof *place);
    l->player -= at < l->player;
}

void edit_listen(edit *e, edit_listener_fn *listener, void *context) {
    e->listener = listener;
    e->listener_context = context;
    e->news_count = 0;
    e->news_lost = false;
}

void edit_hold(edit *e) {
    e->held++;
}

/* The listener may look at the level, not change it. */
void edit_release(edit *e) {
    e->held--;
    if (e->held > 0 || (e->news_count == 0 && !e->news_lost))
        return;
    edit_news news = {e->news, e->news_count, e->news_lost};
    e->news_count = 0;
    e->news_lost = false;
    if (e->listener != NULL)
        e->listener(e->listener_context, news);
}

/* A statement that is changed again and again, as by a drag, is one piece of news. */
static void note(edit *e, edit_effect effect) {
    e->version++;
    const edit_effect *last = e->news_count > 0 ? &e->news[e->news_count - 1] : NULL;
    if (effect.kind == EDIT_CHANGED && last != NULL && last->kind == EDIT_CHANGED &&
        last->statement == effect.statement)
        return;
    if (e->news == NULL)
        e->news = malloc(NEWS_MAX * sizeof *e->news);
    if (e->news == NULL || e->news_count == NEWS_MAX)
        e->news_lost = true;
    else
        e->news[e->news_count++] = effect;
}

static edit_effect effect_of(const change *c, bool back) {
    static const edit_effect_kind inverse[] = {[EDIT_CHANGED] = EDIT_CHANGED,
                                               [EDIT_INSERTED] = EDIT_REMOVED,
                                               [EDIT_REMOVED] = EDIT_INSERTED};
    return (edit_effect){back ? inverse[c->kind] : c->kind, c->statement};
}

/* Makes the change, or takes it back. */
static void make(edit *e, const change *c, bool back) {
    edit_effect effect = effect_of(c, back);
    const level_statement *says = back ? &c->before : &c->after;
    note(e, effect);
    if (effect.kind == EDIT_CHANGED)
        e->level->statements[c->statement] = *says;
    else if (effect.kind == EDIT_INSERTED)
        put_in(e->level, c->statement, *says);
    else
        take_out(e->level, c->statement);
}

/* ---- Steps ------------------------------------------------------------------------------- */

static bool has_open_changes(const edit *e) {
    return e->count > e->closed;
}

void edit_begin(edit *e) {
    if (e->is_open)
        return;
    e->is_open = true;
    e->open_is_kept = false;
    e->numbers_at_begin = e->level->number_count;
    e->words_at_begin = e->level->words_length;
}

/* Makes the changes from `first` on, which are made, a step behind the place where the level is;
 * make_room_for_changes has made room for it. Returns it. */
static int add_step(edit *e, int first, int end) {
    e->steps[e->step_count] = (step){first, end, e->place, 0};
    return e->step_count++;
}

bool edit_end(edit *e) {
    if (!has_open_changes(e)) {
        edit_cancel(e);
        return false;
    }
    e->place = e->last = add_step(e, e->closed, e->count);
    e->closed = e->count;
    e->last_was_undone = false;
    e->is_open = false;
    return true;
}

void edit_cancel(edit *e) {
    if (!e->is_open)
        return;
    edit_hold(e);
    while (e->count > e->closed)
        make(e, &e->changes[--e->count], true);
    if (!e->open_is_kept) {
        e->level->number_count = e->numbers_at_begin;
        e->level->words_length = e->words_at_begin;
    }
    e->is_open = false;
    edit_release(e);
}

void edit_begin_all(edit *e) {
    edit_begin(e);
    edit_hold(e);
}

bool edit_end_all(edit *e, bool keep) {
    bool changed = keep && edit_end(e);
    if (!keep)
        edit_cancel(e);
    edit_release(e);
    return changed;
}

bool edit_is_open(const edit *e) {
    return e->is_open;
}

/* ---- Memory ------------------------------------------------------------------------------ */

/* Makes room for so many more changes behind those of the open step, and for two more steps. */
static bool make_room_for_changes(edit *e, int more) {
    return level_grow(&e->changes, &e->capacity, e->count + more - 1, sizeof *e->changes) &&
           level_grow(&e->steps, &e->step_capacity, e->step_count + 1, sizeof *e->steps);
}

/* Returns where the numbers stand now: behind all others of the pool, which may move, and in which
 * they may lie themselves. A statement without numbers takes room for one, so that its place tells
 * it from what it was before. -1 when memory ran out. */
static int write_numbers(edit *e, const edit_shape *shape) {
    level *l = e->level;
    int first = l->number_count, count = shape->number_count > 0 ? shape->number_count : 1;
    uintptr_t pool = (uintptr_t)l->numbers, given = (uintptr_t)shape->numbers;
    bool in_pool = given >= pool && given < pool + (uintptr_t)first * sizeof *l->numbers;
    if (count > INT_MAX - first ||
        !level_grow(&l->numbers, &e->number_capacity, first + count - 1, sizeof *l->numbers))
        return -1;
    const float *numbers =
        in_pool ? l->numbers + (given - pool) / sizeof *l->numbers : shape->numbers;
    if (shape->number_count > 0)
        memcpy(l->numbers + first, numbers, (size_t)count * sizeof *numbers);
    l->number_count += count;
    return first;
}

/* ---- What a statement may say ---------------------------------------------------------- */

static bool is_good_number(level_kind kind, const level_attribute_info *attribute, int index,
                           float value) { /* NaN is in no range */
    return level_is_in_range(level_operand_range(kind, attribute, index), value);
}

static bool are_good_numbers(const edit_shape *shape) {
    const level_statement_info *info = &level_statements[shape->kind];
    int count = shape->number_count;
    if (level_is_polyline(shape->kind) ? count < info->numbers || count % 2 != 0
                                       : count != info->numbers)
        return false;
    for (int i = 0; i < count; i++)
        if (!is_good_number(shape->kind, NULL, i, shape->numbers[i]))
            return false;
    return true;
}

/* Copies the attributes that are present. Returns false when one may not be. */
static bool take_attributes(level_kind kind, level_attribute_values given,
                            level_attribute_values *taken) {
    *taken = (level_attribute_values){.present = given.present};
    if ((given.present & ~level_statements[kind].attributes) != 0)
        return false;
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
        const level_attribute_info *attribute = &level_attributes[i];
        if ((given.present & attribute->flag) == 0)
            continue;
        const float *from = level_attribute_numbers(&given, attribute);
        float *to = level_attribute_numbers(taken, attribute);
        for (int k = 0; k < attribute->numbers; k++) {
            if (!is_good_number(kind, attribute, k, from[k]))
                return false;
            to[k] = from[k];
        }
    }
    return true;
}

/* Whether the level has such statements, and the mesh if it is one. */
static bool is_good_kind(const level *l, const edit_shape *shape) {
    level_kind kind = shape->kind;
    if ((unsigned)kind >= LEVEL_KIND_COUNT || kind == LEVEL_TITLE || level_is_version(kind) ||
        !level_has_kind(l->dimensions, kind))
        return false;
    return kind != LEVEL_MESH || (shape->mesh >= 0 && shape->mesh < l->mesh_count);
}

/* Makes *taken the given shape, with those attributes alone that are present. Returns false when a
 * statement of the level that says so would not read back. */
static bool take_shape(const level *l, const edit_shape *given, edit_shape *taken) {
    *taken = *given;
    if (given->words == NULL)
        taken->words = "";
    return is_good_kind(l, given) && are_good_numbers(given) &&
           level_are_good_words(given->kind, taken->words) &&
           take_attributes(given->kind, given->attributes, &taken->attributes);
}

static bool are_same_attributes(const level_attribute_values *a, const level_attribute_values *b) {
    return a->present == b->present && a->radius == b->radius && a->length == b->length &&
           a->angle_degrees == b->angle_degrees && a->spin == b->spin &&
           sm3_same(a->axis, b->axis) && sm_same(a->shift, b->shift) &&
           a->shift_seconds == b->shift_seconds && sm3_same(a->shift3, b->shift3) &&
           a->shift3_seconds == b->shift3_seconds && sm3_same(a->at, b->at) && a->scale == b->scale;
}

bool edit_says(const level *l, const level_statement *s, const edit_shape *shape) {
    const char *words = s->words > 0 ? l->words + s->words : "";
    if (s->kind != shape->kind || (s->kind == LEVEL_MESH && s->mesh != shape->mesh) ||
        s->number_count != shape->number_count ||
        strcmp(words, shape->words != NULL ? shape->words : "") != 0 ||
        !are_same_attributes(&s->attributes, &shape->attributes))
        return false;
    for (int i = 0; i < s->number_count; i++)
        if (l->numbers[s->first_number + i] != shape->numbers[i])
            return false;
    return true;
}

/* ---- Changes ----------------------------------------------------------------------------- */

edit_shape edit_get(const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    return (edit_shape){.kind = s->kind,
                        .numbers = s->number_count > 0 ? l->numbers + s->first_number : NULL,
                        .number_count = s->number_count,
                        .attributes = s->attributes,
                        .mesh = s->mesh,
                        .words = level_words(l, statement)};
}

edit_shape edit_get_for(const level *l, const level *from, int statement) {
    edit_shape shape = edit_get(from, statement);
    if (shape.kind == LEVEL_MESH)
        shape.mesh = level_find_mesh(l, from->meshes[shape.mesh].name,
                                     strlen(from->meshes[shape.mesh].name));
    return shape;
}

static bool exists(const level *l, int statement) {
    return statement >= 0 && statement < l->statement_count;
}

bool edit_is_item(const level *l, int statement) {
    return exists(l, statement) && (level_is_obstacle(l->statements[statement].kind) ||
                                    level_is_label(l->statements[statement].kind));
}

static bool comes_and_goes(level_kind kind) {
    return level_is_obstacle(kind) || level_is_of_scene(kind);
}

/* Whether the level may have one more of that kind. */
static bool has_room_for(const level *l, level_kind kind) {
    int most = level_most_statements(kind);
    for (int i = 0; most < INT_MAX && i < l->statement_count; i++)
        most -= l->statements[i].kind == kind;
    return most > 0;
}

/* Makes the statement say what `shape` does. */
static bool fill_in(edit *e, level_statement *statement, const edit_shape *shape) {
    int words = shape->words[0] != '\0'
                    ? level_keep_words(e->level, shape->words, strlen(shape->words))
                    : 0;
    int first_number = words >= 0 ? write_numbers(e, shape) : -1;
    if (first_number < 0)
        return false;
    statement->words = words;
    statement->kind = shape->kind;
    statement->first_number = first_number;
    statement->number_count = shape->number_count;
    statement->mesh = shape->mesh;
    statement->attributes = shape->attributes;
    statement->changed = true;
    return true;
}

/* Makes a change in the open step; `shape` does not count for a removal. */
static bool add_change(edit *e, edit_effect_kind kind, int statement, const edit_shape *shape) {
    level *l = e->level;
    if (!make_room_for_changes(e, 1))
        return false;
    change *c = &e->changes[e->count];
    *c = (change){.kind = kind, .statement = statement};
    if (kind != EDIT_INSERTED)
        c->before = c->after = l->statements[statement];
    else if (!level_grow(&l->statements, &e->statement_capacity, l->statement_count,
                         sizeof *l->statements))
        return false;
    if (kind != EDIT_REMOVED && !fill_in(e, &c->after, shape))
        return false;
    make(e, c, false);
    e->count++;
    return true;
}

/* The same, or in a step for itself alone. */
static bool change_by(edit *e, edit_effect_kind kind, int statement, const edit_shape *shape) {
    bool was_open = e->is_open;
    edit_begin_all(e);
    bool good = add_change(e, kind, statement, shape);
    if (!was_open)
        edit_end(e);
    edit_release(e);
    return good;
}

bool edit_set(edit *e, int statement, const edit_shape *shape) {
    edit_shape taken;
    if (!exists(e->level, statement) || !take_shape(e->level, shape, &taken))
        return false;
    const level_statement *s = &e->level->statements[statement];
    bool fits =
        s->kind == taken.kind || (level_is_obstacle(s->kind) && level_is_obstacle(taken.kind));
    return fits &&
           (edit_says(e->level, s, &taken) || change_by(e, EDIT_CHANGED, statement, &taken));
}

bool edit_insert(edit *e, int at, const edit_shape *shape) {
    edit_shape taken;
    return at >= 1 && at <= e->level->statement_count && comes_and_goes(shape->kind) &&
           take_shape(e->level, shape, &taken) && has_room_for(e->level, shape->kind) &&
           change_by(e, EDIT_INSERTED, at, &taken);
}

bool edit_remove(edit *e, int statement) {
    return exists(e->level, statement) && comes_and_goes(e->level->statements[statement].kind) &&
           change_by(e, EDIT_REMOVED, statement, NULL);
}

/* ---- Undo -------------------------------------------------------------------------------- */

bool edit_can_undo(const edit *e) {
    return !e->is_open && e->place > 0;
}

bool edit_can_redo(const edit *e) {
    return !e->is_open && e->steps[e->place].redo > 0;
}

/* Takes back the step that the level is at, or makes one that was made after it. */
static void travel(edit *e, int place, bool back) {
    step s = e->steps[place];
    edit_hold(e);
    for (int i = 0; i < s.end - s.first; i++)
        make(e, &e->changes[back ? s.end - 1 - i : s.first + i], back);
    edit_release(e);
    e->place = back ? s.before : place;
    e->last = place;
    e->last_was_undone = back;
}

bool edit_undo(edit *e) {
    if (!edit_can_undo(e))
        return false;
    int undone = e->place;
    travel(e, undone, true);
    e->steps[e->place].redo = undone;
    return true;
}

bool edit_redo(edit *e) {
    if (!edit_can_redo(e))
        return false;
    travel(e, e->steps[e->place].redo, false);
    return true;
}

void edit_mark_saved(edit *e) {
    e->saved_place = e->place;
}

void edit_mark_unsaved(edit *e) {
    e->saved_place = -1;
}

bool edit_is_dirty(const edit *e) {
    return e->place != e->saved_place || has_open_changes(e);
}

/* ---- Places ------------------------------------------------------------------------------ */

unsigned long edit_version(const edit *e) {
    return e->version;
}

/* The copies go before the originals, which stay the open step's. */
static int keep_open_changes(edit *e) {
    int count = e->count - e->closed, first = e->closed;
    if (e->kept_changes + count > EDIT_KEPT_MAX || !make_room_for_changes(e, count))
        return -1;
    memmove(e->changes + first + count, e->changes + first, (size_t)count * sizeof *e->changes);
    e->closed += count;
    e->count += count;
    e->kept_changes += count;
    e->open_is_kept = true;
    return add_step(e, first, e->closed);
}

int edit_keep(edit *e) {
    if (!has_open_changes(e))
        return e->place;
    if (e->kept_version == e->version)
        return e->kept_place;
    int place = keep_open_changes(e);
    if (place >= 0) {
        e->kept_place = place;
        e->kept_version = e->version;
    }
    return place;
}

/* A step has a larger number than the one it was made after. */
void edit_go(edit *e, int place) {
    edit_end(e);
    edit_hold(e);
    while (e->place != place) {
        int next = place;
        while (next > e->place && e->steps[next].before != e->place)
            next = e->steps[next].before;
        bool back = next <= e->place;
        travel(e, back ? e->place : next, back);
    }
    edit_release(e);
    e->last = 0; /* the beginning, which no step led to */
}

int edit_before(const edit *e, int place) {
    return e->steps[place].before;
}

/* ---- What happened ----------------------------------------------------------------------- */

int edit_effect_count(const edit *e) {
    return e->steps[e->last].end - e->steps[e->last].first;
}

edit_effect edit_get_effect(const edit *e, int index) {
    step s = e->steps[e->last];
    bool undone = e->last_was_undone;
    return effect_of(&e->changes[undone ? s.end - 1 - index : s.first + index], undone);
}

bool edit_get_step(const edit *e, int place, int index, edit_effect *effect,
                   const level_statement **becomes) {
    step s = e->steps[place];
    if (index >= s.end - s.first)
        return false;
    const change *c = &e->changes[s.first + index];
    *becomes = c->kind != EDIT_REMOVED ? &c->after : NULL;
    *effect = effect_of(c, false);
    return true;
}
