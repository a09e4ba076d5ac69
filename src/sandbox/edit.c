/* edit: the history of a level's changes.
 *
 * The array of changes has two parts: first those of the steps, each step in one piece, then those
 * of the open step. The steps form a tree, because a change after an undo does not drop the undone
 * steps. Each step has the number of the step that it was made after, and of the step to redo after
 * it. A step's number is the place where the level is after that step. Step 0 is the beginning.
 * Only a step that was rolled back and is not pinned is removed, and its number used again. */
#include "edit.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/statements.h"
#include "../level/text.h"

typedef struct change {
    edit_effect_kind kind;
    int statement;                 /* its index when the change is made */
    level_statement before, after; /* `before` of an insertion, `after` of a removal do not count */
} change;

typedef struct step {
    int first, end;     /* its changes */
    int before;         /* the step it was made after */
    int redo;           /* the step that redo makes after it; 0: none */
    int numbers, words; /* in the level's pools before it */
} step;

struct edit {
    level *level;
    change *changes;
    int count, capacity;
    step *steps;
    int step_count, step_capacity;
    int place;                               /* the step that the level is at */
    int statement_capacity, number_capacity; /* of the level's arrays */
    int open;                                /* how many open steps there are within each other */
    step next; /* the open step, or the next one: its changes begin at .first */
    int last;  /* the step that was last made, undone or redone */
    bool last_was_undone;
    int saved_place;       /* -1: no place is */
    unsigned long version; /* grows with every change */
    int pinned;            /* this step and those before it can be checked out, so they are kept */
    bool is_uncommitted;   /* a step is rolled back and made again and again */
    int rolled_back;       /* how many changes of rolled-back steps are kept */

    edit_effect *news; /* what changed since the last call of the listener */
    int news_count;
    bool news_lost;
    edit_listener_fn *listener;
    void *listener_context;
};

enum { NEWS_MAX = 1 << 14 }; /* beyond this, looking at the whole level is no slower */

static void begin_next(edit *e) {
    e->next = (step){
        .first = e->count, .numbers = e->level->number_count, .words = e->level->words_length};
}

edit *edit_create(level *l) {
    edit *e = memory_calloc(1, sizeof *e);
    e->news = memory_alloc(NEWS_MAX * sizeof *e->news);
    memory_grow(&e->steps, &e->step_capacity, 0, sizeof *e->steps);
    e->steps[e->step_count++] = (step){0};
    e->level = l;
    begin_next(e);
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

/* Inserts a statement. The array has room since the statement was first inserted. */
static void insert_statement(level *l, int at, level_statement statement) {
    level_statement *place = &l->statements[at];
    memmove(place + 1, place, (size_t)(l->statement_count - at) * sizeof *place);
    *place = statement;
    l->statement_count++;
    l->player += at <= l->player;
}

static void remove_statement(level *l, int at) {
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

/* Calls the listener, unless a step is open: edit_end then calls it for all changes of the step. */
static void call_listener(edit *e) {
    if (e->open > 0 || (e->news_count == 0 && !e->news_lost))
        return;
    edit_news news = {e->news, e->news_count, e->news_lost};
    e->news_count = 0;
    e->news_lost = false;
    if (e->listener != NULL)
        e->listener(e->listener_context, news);
}

/* Adds an effect to the news. A statement that changes repeatedly, as in a drag, is listed once. */
static void add_news(edit *e, edit_effect effect) {
    e->version++;
    const edit_effect *last = e->news_count > 0 ? &e->news[e->news_count - 1] : NULL;
    if (effect.kind == EDIT_CHANGED && last != NULL && last->kind == EDIT_CHANGED &&
        last->statement == effect.statement)
        return;
    if (e->news_count == NEWS_MAX)
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

/* Makes the change, or with `back` takes it back. */
static void apply(edit *e, const change *c, bool back) {
    edit_effect effect = effect_of(c, back);
    const level_statement *says = back ? &c->before : &c->after;
    add_news(e, effect);
    if (effect.kind == EDIT_CHANGED)
        e->level->statements[c->statement] = *says;
    else if (effect.kind == EDIT_INSERTED)
        insert_statement(e->level, c->statement, *says);
    else
        remove_statement(e->level, c->statement);
}

/* ---- Steps ------------------------------------------------------------------------------- */

static bool has_open_changes(const edit *e) {
    return e->count > e->next.first;
}

void edit_begin(edit *e) {
    e->open++;
}

static void add_step(edit *e) {
    e->next.before = e->place;
    e->next.end = e->count;
    e->steps[e->step_count] = e->next;
    e->place = e->last = e->step_count++;
    e->last_was_undone = false;
    begin_next(e);
}

static void forget_pools_behind(level *l, const step *s) {
    l->number_count = s->numbers;
    l->words_length = s->words;
}

static void take_back(edit *e) {
    while (has_open_changes(e))
        apply(e, &e->changes[--e->count], true);
    forget_pools_behind(e->level, &e->next);
}

bool edit_end(edit *e, bool keep) {
    bool changed = keep && has_open_changes(e);
    if (--e->open > 0)
        return changed;
    if (changed)
        add_step(e);
    else
        take_back(e);
    call_listener(e);
    return changed;
}

void edit_take_back_open(edit *e) {
    e->open = 0;
    take_back(e);
}

/* Returns the index of the shape's numbers in the pool, where they are added at the end. The given
 * numbers may lie in the pool, too, which may move. A statement without numbers takes room for one,
 * so that its index differs from the one before. */
static int write_numbers(edit *e, const edit_shape *shape) {
    level *l = e->level;
    int first = l->number_count, count = shape->number_count > 0 ? shape->number_count : 1;
    uintptr_t pool = (uintptr_t)l->numbers, given = (uintptr_t)shape->numbers;
    bool in_pool = given >= pool && given < pool + (uintptr_t)first * sizeof *l->numbers;
    if (count > INT_MAX - first)
        memory_end();
    memory_grow(&l->numbers, &e->number_capacity, first + count - 1, sizeof *l->numbers);
    const float *numbers =
        in_pool ? l->numbers + (given - pool) / sizeof *l->numbers : shape->numbers;
    if (shape->number_count > 0)
        memcpy(l->numbers + first, numbers, (size_t)count * sizeof *numbers);
    l->number_count += count;
    return first;
}

/* ---- What a statement may say ---------------------------------------------------------- */

static bool is_good_number(level_kind kind, const level_attribute_info *attribute, int index,
                           float value) { /* false for NaN */
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

/* Copies the attributes that are present. Returns false when one is not allowed for that kind. */
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

/* Whether levels of this dimension have such statements, and this level the mesh of a mesh or map
 * statement. */
static bool is_good_kind(const level *l, const edit_shape *shape) {
    level_kind kind = shape->kind;
    if ((unsigned)kind >= LEVEL_KIND_COUNT || kind == LEVEL_TITLE || level_is_version(kind) ||
        !level_has_kind(l->dimensions, kind))
        return false;
    if (!level_names_file(kind))
        return true;
    bool keeps = (shape->attributes.present & LEVEL_HAS_SEAMS) != 0;
    return shape->mesh >= 0 && shape->mesh < l->mesh_count &&
           l->meshes[shape->mesh].keep_seams == keeps;
}

/* Makes *taken the given shape with only the attributes that are present. Returns false if such a
 * statement could not be read back. */
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

bool edit_is_same(const level *l, const level_statement *s, const edit_shape *shape) {
    const char *words = s->words > 0 ? l->words + s->words : "";
    if (s->kind != shape->kind || (level_names_file(s->kind) && s->mesh != shape->mesh) ||
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
    if (level_names_file(shape.kind)) {
        const level_mesh *m = &from->meshes[shape.mesh];
        shape.mesh = level_find_mesh(l, m->name, strlen(m->name), m->keep_seams);
    }
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
    int most = level_max_statements(kind);
    for (int i = 0; most < INT_MAX && i < l->statement_count; i++)
        most -= l->statements[i].kind == kind;
    return most > 0;
}

/* Writes the shape into the statement. */
static void fill_in(edit *e, level_statement *statement, const edit_shape *shape) {
    bool has_words = shape->words[0] != '\0';
    statement->words =
        has_words ? level_keep_words(e->level, shape->words, strlen(shape->words)) : 0;
    if (statement->words < 0)
        memory_end();
    statement->kind = shape->kind;
    statement->first_number = write_numbers(e, shape);
    statement->number_count = shape->number_count;
    statement->mesh = shape->mesh;
    statement->attributes = shape->attributes;
    statement->changed = true;
}

/* Makes a change in the open step, or in a step of its own; `shape` does not count for a removal.
 * All memory is allocated before the change: if it runs out, the level is as it was. Returns true.
 */
static bool add_change(edit *e, edit_effect_kind kind, int statement, const edit_shape *shape) {
    level *l = e->level;
    edit_begin(e);
    memory_grow(&e->changes, &e->capacity, e->count, sizeof *e->changes);
    memory_grow(&e->steps, &e->step_capacity, e->step_count, sizeof *e->steps);
    change *c = &e->changes[e->count];
    *c = (change){.kind = kind, .statement = statement};
    if (kind != EDIT_INSERTED)
        c->before = c->after = l->statements[statement];
    else
        memory_grow(&l->statements, &e->statement_capacity, l->statement_count,
                    sizeof *l->statements);
    if (kind != EDIT_REMOVED)
        fill_in(e, &c->after, shape);
    e->count++;
    apply(e, c, false);
    return edit_end(e, true);
}

bool edit_set(edit *e, int statement, const edit_shape *shape) {
    edit_shape taken;
    if (!exists(e->level, statement) || !take_shape(e->level, shape, &taken))
        return false;
    const level_statement *s = &e->level->statements[statement];
    bool fits =
        s->kind == taken.kind || (level_is_obstacle(s->kind) && level_is_obstacle(taken.kind));
    return fits &&
           (edit_is_same(e->level, s, &taken) || add_change(e, EDIT_CHANGED, statement, &taken));
}

bool edit_insert(edit *e, int at, const edit_shape *shape) {
    edit_shape taken;
    return at >= 1 && at <= e->level->statement_count && comes_and_goes(shape->kind) &&
           take_shape(e->level, shape, &taken) && has_room_for(e->level, shape->kind) &&
           add_change(e, EDIT_INSERTED, at, &taken);
}

bool edit_remove(edit *e, int statement) {
    return exists(e->level, statement) && comes_and_goes(e->level->statements[statement].kind) &&
           add_change(e, EDIT_REMOVED, statement, NULL);
}

/* ---- Undo -------------------------------------------------------------------------------- */

bool edit_can_undo(const edit *e) {
    return e->place > 0;
}

bool edit_can_redo(const edit *e) {
    return e->steps[e->place].redo > 0;
}

static void pin(edit *e, int place) {
    e->pinned = place > e->pinned ? place : e->pinned;
}

/* Takes back the step that the level is at, or makes a step that follows it. */
static void travel(edit *e, int place, bool back) {
    const step *s = &e->steps[place];
    pin(e, place);
    for (int i = 0; i < s->end - s->first; i++)
        apply(e, &e->changes[back ? s->end - 1 - i : s->first + i], back);
    e->place = back ? s->before : place;
    e->last = place;
    e->last_was_undone = back;
}

bool edit_undo(edit *e) {
    if (!edit_can_undo(e))
        return false;
    int undone = e->place;
    travel(e, undone, true);
    e->steps[e->place].redo = undone;
    call_listener(e);
    return true;
}

bool edit_redo(edit *e) {
    if (!edit_can_redo(e))
        return false;
    travel(e, e->steps[e->place].redo, false);
    call_listener(e);
    return true;
}

void edit_rollback(edit *e) {
    step s = e->steps[e->place];
    int pinned = e->pinned;
    bool stays = e->place <= pinned;
    travel(e, e->place, true);
    e->last = 0;
    if (stays) {
        e->rolled_back += s.end - s.first;
    } else { /* it is the newest step: a checkout of another place would have pinned it */
        e->pinned = pinned;
        e->step_count--;
        e->count = s.first;
        forget_pools_behind(e->level, &s);
    }
    e->is_uncommitted = true;
    begin_next(e);
    call_listener(e);
}

void edit_commit(edit *e) {
    e->is_uncommitted = false;
}

void edit_mark_saved(edit *e) {
    e->saved_place = e->place;
    pin(e, e->place);
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

int edit_place(const edit *e) {
    return e->place;
}

int edit_pin(edit *e) {
    if (e->is_uncommitted && e->rolled_back > EDIT_PINNED_MAX)
        return -1;
    pin(e, e->place);
    return e->place;
}

/* A step has a larger number than the one it was made after. */
void edit_checkout(edit *e, int place) {
    while (e->place != place) {
        int next = place;
        while (next > e->place && e->steps[next].before != e->place)
            next = e->steps[next].before;
        bool back = next <= e->place;
        travel(e, back ? e->place : next, back);
    }
    e->last = 0; /* the beginning, which no step led to */
    call_listener(e);
}

int edit_before(const edit *e, int place) {
    return e->steps[place].before;
}

/* ---- What happened ----------------------------------------------------------------------- */

bool edit_get_effect(const edit *e, int index, edit_effect *effect) {
    step s = e->steps[e->last];
    bool undone = e->last_was_undone;
    if (index >= s.end - s.first)
        return false;
    *effect = effect_of(&e->changes[undone ? s.end - 1 - index : s.first + index], undone);
    return true;
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
