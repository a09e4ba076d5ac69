#include "ground.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../level/level.h"
#include "ground_moving.h"

enum { HOLE = -1 };

sm_capsule ground_get(const ground *g, int obstacle) {
    return sm_world_get(g->world, obstacle);
}

void ground_free(ground *g) {
    sm_world_destroy(g->world);
    free(g->statements);
    free(g->spans);
    free(g->boxes);
    free(g->moving);
    free(g->rest);
    free(g->before);
    *g = (ground){.version = g->version};
}

/* ---- What lies somewhere ----------------------------------------------------------------- */

static bool note_found(void *context, int obstacle) {
    ground_found *found = context;
    if (found->count == found->room) {
        int room = 2 * found->room + 64;
        int *grown = realloc(found->obstacles, (size_t)room * sizeof *grown);
        found->out_of_memory = grown == NULL;
        if (grown == NULL)
            return false;
        found->obstacles = grown;
        found->room = room;
    }
    found->obstacles[found->count++] = obstacle;
    return true;
}

static int compare(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

void ground_find(const ground *g, level_box box, bool sorted, ground_found *found) {
    found->count = 0;
    found->out_of_memory = false;
    sm_world_overlap_box(g->world, box.min, box.max, note_found, found);
    if (sorted && found->count > 1)
        qsort(found->obstacles, (size_t)found->count, sizeof *found->obstacles, compare);
}

void ground_free_found(ground_found *found) {
    free(found->obstacles);
    *found = (ground_found){0};
}

/* ---- Anew -------------------------------------------------------------------------------- */

static ground_span span_of(const level *l, int statement, int first) {
    const level_statement *st = &l->statements[statement];
    return (ground_span){.first = first,
                         .count = level_count_capsules(l, statement),
                         .is_box = st->kind == LEVEL_BOX,
                         .is_oneway = (st->attributes.present & LEVEL_HAS_ONEWAY) != 0,
                         .moves = level_moves(st)};
}

static bool make_spans(ground *g, const level *l) {
    g->spans = malloc((size_t)l->statement_count * sizeof *g->spans);
    if (g->spans == NULL)
        return false;
    g->span_count = g->span_room = l->statement_count;
    int first = 0;
    for (int i = 0; i < l->statement_count; i++) {
        g->spans[i] = span_of(l, i, first);
        first += g->spans[i].count;
    }
    return true;
}

static void count_special(ground *g) {
    g->box_count = g->oneway_count = g->moving_count = 0;
    for (int i = 0; i < g->span_count; i++) {
        g->box_count += g->spans[i].is_box;
        g->oneway_count += g->spans[i].is_oneway;
        g->moving_count += g->spans[i].moves;
    }
}

static bool list_boxes(ground *g) {
    int *boxes = realloc(g->boxes, (size_t)(g->box_count + 1) * sizeof *boxes);
    if (boxes == NULL)
        return false;
    g->boxes = boxes;
    for (int i = 0; i < g->span_count; i++) {
        if (g->spans[i].is_box)
            *boxes++ = i;
    }
    return true;
}

/* Whatever has to be looked for among all statements is listed once. */
static bool list_special(ground *g, const level *l) {
    count_special(g);
    g->lists_stale = false;
    return list_boxes(g) && ground_list_moving(g, l);
}

static void note_change(ground *g, int statement) {
    g->changes[g->change_count++ % GROUND_CHANGES] = (ground_change){g->version, statement};
}

bool ground_make(ground *g, const level *l) {
    level_shapes shapes;
    ground made = {.version = g->version + 1, .tick = g->tick};
    if (!make_spans(&made, l) || !list_special(&made, l) || !level_make_shapes(l, &shapes)) {
        ground_free(&made);
        return false;
    }
    made.around = level_bounds(l, &shapes);
    made.statements = shapes.statements;
    made.count = made.obstacle_room = shapes.count;
    made.world = sm_world_create(shapes.capsules, shapes.count, NULL);
    free(shapes.capsules);
    if (made.world == NULL) {
        ground_free(&made);
        return false;
    }
    note_change(&made, -1);
    ground_pose(&made, l);
    ground_free(g);
    *g = made;
    return true;
}

/* ---- One change -------------------------------------------------------------------------- */

static bool make_room(void **array, int *room, int count, size_t element_size) {
    if (count < *room)
        return true;
    if (count > INT_MAX / 4)
        return false;
    int wanted = 2 * (count + 8);
    void *grown = realloc(*array, (size_t)wanted * element_size);
    if (grown == NULL)
        return false;
    *array = grown;
    *room = wanted;
    return true;
}

static void renumber(ground *g, int from, int by) {
    for (int i = 0; i < g->count; i++) {
        if (g->statements[i] >= from)
            g->statements[i] += by;
    }
}

static bool insert_span(ground *g, int at) {
    if (!make_room((void **)&g->spans, &g->span_room, g->span_count, sizeof *g->spans))
        return false;
    memmove(g->spans + at + 1, g->spans + at, (size_t)(g->span_count - at) * sizeof *g->spans);
    g->spans[at] = (ground_span){0};
    if (at < g->span_count) /* otherwise nothing is behind it */
        renumber(g, at, 1);
    g->span_count++;
    return true;
}

static bool dig_holes(ground *g, ground_span span) {
    for (int i = span.first; i < span.first + span.count; i++) {
        if (sm_world_remove(g->world, i) != SM_CHANGED)
            return false;
        g->statements[i] = HOLE;
    }
    return true;
}

static bool remove_span(ground *g, int at) {
    if (!dig_holes(g, g->spans[at]))
        return false;
    g->span_count--;
    memmove(g->spans + at, g->spans + at + 1, (size_t)(g->span_count - at) * sizeof *g->spans);
    if (at < g->span_count)
        renumber(g, at + 1, -1);
    return true;
}

/* The obstacles that a statement may have without coming in the way of the ones before and behind
 * it. `count` is without limit for the last one. */
static ground_span room_of(const ground *g, int statement) {
    int before = statement - 1, behind = statement + 1;
    while (before >= 0 && g->spans[before].count == 0)
        before--;
    while (behind < g->span_count && g->spans[behind].count == 0)
        behind++;
    int first = before < 0 ? 0 : g->spans[before].first + g->spans[before].count;
    int end = behind < g->span_count ? g->spans[behind].first : INT_MAX;
    return (ground_span){.first = first, .count = end - first};
}

static bool put(ground *g, int obstacle, int statement, sm_capsule shape) {
    level_box_include(&g->around, shape);
    if (obstacle < g->count) {
        g->statements[obstacle] = statement;
        return sm_world_set(g->world, obstacle, shape) == SM_CHANGED;
    }
    if (!make_room((void **)&g->statements, &g->obstacle_room, g->count, sizeof *g->statements) ||
        sm_world_add(g->world, shape) == SM_NO_OBSTACLE)
        return false;
    g->statements[g->count++] = statement;
    return true;
}

/* Makes the statement's obstacles what the level says. Returns false when there is no room. */
static bool refresh(ground *g, const level *l, int statement) {
    ground_span old = g->spans[statement];
    ground_span new = span_of(l, statement, old.first);
    if (new.count != old.count) {
        ground_span room = room_of(g, statement);
        if (new.count > room.count || !dig_holes(g, old))
            return false;
        new.first = room.first;
    }
    sm_capsule *shapes = malloc((size_t)(new.count + 1) * sizeof *shapes);
    if (shapes == NULL)
        return false;
    level_make_capsules(l, statement, shapes);
    bool good = true;
    for (int i = 0; i < new.count &&good; i++)
        good = put(g, new.first + i, statement, shapes[i]);
    g->spans[statement] = new;
    free(shapes);
    bool is_other = new.is_box != old.is_box || new.is_oneway != old.is_oneway || new.moves;
    g->lists_stale = g->lists_stale || is_other || old.moves;
    return good;
}

/* ---- News -------------------------------------------------------------------------------- */

static bool only_changes(edit_news news) {
    for (int i = 0; i < news.count; i++) {
        if (news.effects[i].kind != EDIT_CHANGED)
            return false;
    }
    return true;
}

static bool refresh_changed(ground *g, const level *l, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        if (!refresh(g, l, news.effects[i].statement))
            return false;
    }
    return true;
}

/* First the spans come to lie as the statements do; those that are to be made are marked, since
 * their indices shift until the last effect. */
static bool shift_spans(ground *g, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        edit_effect effect = news.effects[i];
        if (effect.kind == EDIT_INSERTED && !insert_span(g, effect.statement))
            return false;
        if (effect.kind == EDIT_REMOVED && !remove_span(g, effect.statement))
            return false;
        if (effect.kind == EDIT_CHANGED) {
            ground_span *span = &g->spans[effect.statement];
            if (!dig_holes(g, *span))
                return false;
            *span = (ground_span){0};
        }
    }
    return true;
}

static bool make_missing(ground *g, const level *l) {
    for (int i = 0; i < g->span_count; i++) {
        if (g->spans[i].count == 0 && level_count_capsules(l, i) > 0 && !refresh(g, l, i))
            return false;
    }
    return true;
}

/* Whether each statement has as many obstacles as before. */
static bool keeps_spans(const ground *g, const level *l, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        int statement = news.effects[i].statement;
        if (news.effects[i].kind != EDIT_CHANGED ||
            level_count_capsules(l, statement) != g->spans[statement].count)
            return false;
    }
    return true;
}

int ground_changed_since(const ground *g, unsigned version, int statements[GROUND_CHANGES]) {
    int n = 0;
    for (unsigned i = g->change_count; i > 0 && n < GROUND_CHANGES; i--) {
        ground_change change = g->changes[(i - 1) % GROUND_CHANGES];
        if (change.version <= version)
            return n;
        if (change.statement < 0)
            return -1;
        statements[n++] = change.statement;
    }
    return -1; /* longer ago than is remembered */
}

static void include_player(ground *g, const level *l) {
    level_box box = level_player_box(l);
    level_box_include(&g->around, sm_segment(box.min, box.max));
}

bool ground_follow(ground *g, edit *e) {
    const level *l = edit_level(e);
    edit_news news = edit_take_news(e);
    if (news.count == 0 && !news.lost)
        return true;
    g->version++;
    bool keeps = !news.lost && keeps_spans(g, l, news);
    for (int i = 0; i < (keeps ? news.count : 1); i++)
        note_change(g, keeps ? news.effects[i].statement : -1);
    include_player(g, l);
    bool structural = news.lost || !only_changes(news);
    bool good = !news.lost && (structural ? shift_spans(g, news) && make_missing(g, l)
                                          : refresh_changed(g, l, news));
    if (good && (structural || g->lists_stale))
        good = list_special(g, l);
    if (!good)
        return ground_make(g, l);
    ground_pose(g, l);
    return true;
}
