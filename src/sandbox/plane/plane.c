#include "plane.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../level/text.h"
#include "../../slidemove/vec.h"

plane *plane_of(obstacles *o) {
    return o->dimension->count == PLANE_DIMENSIONS ? (plane *)(void *)o : NULL;
}

const plane *plane_seen(const obstacles *o) {
    return o->dimension->count == PLANE_DIMENSIONS ? (const plane *)(const void *)o : NULL;
}

enum { HOLE = -1 };

sm_capsule plane_get(const plane *g, int obstacle) {
    return sm_world_get(g->world, obstacle);
}

void plane_release(obstacles *o) {
    plane *g = plane_of(o);
    sm_world_destroy(g->world);
    free(g->statements);
    free(g->spans);
    free(g->boxes);
    free(g->moving);
    free(g->rest);
}

/* ---- What lies somewhere ----------------------------------------------------------------- */

static bool note_found(void *context, const sm_obstacle *o) {
    obstacle_list *found = context;
    void *grown = found->obstacles;
    found->out_of_memory = !level_grow(&grown, &found->room, found->count, sizeof o->number);
    found->obstacles = grown;
    if (!found->out_of_memory)
        found->obstacles[found->count++] = o->number;
    return !found->out_of_memory;
}

static int compare(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

void plane_find(const obstacles *o, level_box box, bool sorted, obstacle_list *found) {
    found->count = 0;
    found->out_of_memory = false;
    sm_find_in_box(box.min, box.max, plane_obstacles(plane_seen(o)), NULL, note_found, found);
    if (sorted && found->count > 1)
        qsort(found->obstacles, (size_t)found->count, sizeof *found->obstacles, compare);
}

/* ---- What moves --------------------------------------------------------------------------- */

static bool list_moving(plane *g) {
    int capsules = 0, n = 0;
    for (int i = 0; i < g->span_count && g->moving_count > 0; i++)
        capsules += g->spans[i].moves ? g->spans[i].count : 0;
    free(g->moving);
    free(g->rest);
    g->moving = malloc((size_t)(g->moving_count + 1) * sizeof *g->moving);
    g->rest = malloc((size_t)(capsules + 1) * sizeof *g->rest);
    if (g->moving == NULL || g->rest == NULL) {
        g->moving_count = 0;
        return false;
    }
    capsules = 0;
    for (int i = 0; i < g->span_count && n < g->moving_count; i++) {
        if (!g->spans[i].moves)
            continue;
        g->moving[n++] = (plane_moving){i, capsules, g->spans[i].count};
        level_make_capsules(g->common.level, i, g->rest + capsules);
        capsules += g->spans[i].count;
    }
    return true;
}

/* Puts what moves where it is at this tick, where it has come from the tick before, or stands. */
static void place_all(plane *g, bool stands) {
    for (int i = 0; i < g->moving_count; i++) {
        plane_moving m = g->moving[i];
        level_pose at =
            level_pose_at(g->common.level, m.statement, (double)g->common.tick / TICKS_PER_SECOND);
        for (int k = 0; k < m.count; k++) {
            int obstacle = g->spans[m.statement].first + k;
            sm_capsule now = level_posed(at, g->rest[m.first + k]);
            if (stands)
                sm_world_set(g->world, obstacle, now);
            sm_world_move(g->world, obstacle, now);
            level_box3_include_capsule(&g->around, now);
        }
    }
}

void plane_advance(obstacles *o) {
    o->tick++;
    place_all(plane_of(o), false);
}

/* Returns the index of a moving obstacle in `rest`, -1 for one that does not move. */
static int moving_index(const plane *g, int obstacle) {
    int statement = g->statements[obstacle];
    if (statement < 0 || !g->spans[statement].moves)
        return -1;
    int low = 0, high = g->moving_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (g->moving[middle].statement < statement)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == g->moving_count || g->moving[low].statement != statement)
        return -1;
    return g->moving[low].first + obstacle - g->spans[statement].first;
}

sm_capsule plane_at_rest(const plane *g, int obstacle) {
    int index = moving_index(g, obstacle);
    return index >= 0 ? g->rest[index] : plane_get(g, obstacle);
}

static sm_vec2 mixed(sm_vec2 a, sm_vec2 b, float share) {
    return sm_offset(a, sm_between(a, b), share);
}

sm_capsule plane_between(const plane *g, int obstacle, float between) {
    sm_obstacle o = sm_world_obstacle(g->world, obstacle);
    if (!o.moves)
        return o.shape;
    return (sm_capsule){mixed(o.before.a, o.shape.a, between),
                        mixed(o.before.b, o.shape.b, between), o.shape.radius};
}

/* ---- Anew -------------------------------------------------------------------------------- */

static plane_span span_of(const level *l, int statement, int first) {
    const level_statement *st = &l->statements[statement];
    return (plane_span){.first = first,
                        .count = level_count_shapes(l, statement),
                        .is_box = st->kind == LEVEL_BOX,
                        .is_oneway = (st->attributes.present & LEVEL_HAS_ONEWAY) != 0,
                        .moves = level_moves(st)};
}

static bool make_spans(plane *g) {
    const level *l = g->common.level;
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

static void count_special(plane *g) {
    g->box_count = g->moving_count = 0;
    for (int i = 0; i < g->span_count; i++) {
        g->box_count += g->spans[i].is_box;
        g->moving_count += g->spans[i].moves;
    }
}

static bool list_boxes(plane *g) {
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
static bool list_special(plane *g) {
    count_special(g);
    g->lists_stale = false;
    return list_boxes(g) && list_moving(g);
}

/* Sets an obstacle of the statement to the shape. */
static bool set(plane *g, int obstacle, int statement, sm_capsule shape) {
    const sm_obstacle o = {.shape = shape, .oneway = g->spans[statement].is_oneway};
    return sm_world_put(g->world, obstacle, &o) == SM_CHANGED;
}

static bool mark_oneway(plane *g) {
    for (int i = 0; i < g->span_count; i++) {
        plane_span span = g->spans[i];
        for (int k = span.first; k < span.first + span.count && span.is_oneway; k++)
            if (!set(g, k, i, plane_get(g, k)))
                return false;
    }
    return true;
}

static void note_change(plane *g, int statement) {
    g->changes[g->change_count++ % PLANE_CHANGES] = (plane_change){g->common.version, statement};
}

bool plane_remake(obstacles *o) {
    plane *g = plane_of(o);
    const level *l = o->level;
    level_shapes shapes;
    plane made = {.common = g->common};
    made.common.version++;
    made.common.layout++;
    if (!make_spans(&made) || !list_special(&made) || !level_make_shapes(l, &shapes)) {
        plane_release(&made.common);
        return false;
    }
    made.around = level_bounds(l, &shapes);
    made.statements = shapes.statements;
    made.common.count = made.obstacle_room = shapes.count;
    made.world = sm_world_create(shapes.capsules, shapes.count,
                                 &(sm_world_def){.progress = g->common.progress});
    free(shapes.capsules);
    if (made.world == NULL) {
        plane_release(&made.common);
        return false;
    }
    note_change(&made, -1);
    if (!mark_oneway(&made)) {
        plane_release(&made.common);
        return false;
    }
    place_all(&made, true);
    plane_release(o);
    *g = made;
    return true;
}

/* ---- One change -------------------------------------------------------------------------- */

static void renumber(plane *g, int from, int by) {
    for (int i = 0; i < g->common.count; i++) {
        if (g->statements[i] >= from)
            g->statements[i] += by;
    }
}

static bool insert_span(plane *g, int at) {
    if (!level_grow((void **)&g->spans, &g->span_room, g->span_count, sizeof *g->spans))
        return false;
    memmove(g->spans + at + 1, g->spans + at, (size_t)(g->span_count - at) * sizeof *g->spans);
    g->spans[at] = (plane_span){0};
    if (at < g->span_count) /* otherwise nothing is behind it */
        renumber(g, at, 1);
    g->span_count++;
    return true;
}

static bool dig_holes(plane *g, plane_span span) {
    for (int i = span.first; i < span.first + span.count; i++) {
        if (sm_world_remove(g->world, i) != SM_CHANGED)
            return false;
        g->statements[i] = HOLE;
    }
    return true;
}

static bool remove_span(plane *g, int at) {
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
static plane_span room_of(const plane *g, int statement) {
    int before = statement - 1, behind = statement + 1;
    while (before >= 0 && g->spans[before].count == 0)
        before--;
    while (behind < g->span_count && g->spans[behind].count == 0)
        behind++;
    int first = before < 0 ? 0 : g->spans[before].first + g->spans[before].count;
    int end = behind < g->span_count ? g->spans[behind].first : INT_MAX;
    return (plane_span){.first = first, .count = end - first};
}

static bool put(plane *g, int obstacle, int statement, sm_capsule shape) {
    level_box3_include_capsule(&g->around, shape);
    if (obstacle == g->common.count) {
        if (!level_grow((void **)&g->statements, &g->obstacle_room, g->common.count,
                        sizeof *g->statements) ||
            sm_world_add(g->world, shape) == SM_NO_OBSTACLE)
            return false;
        g->common.count++;
    }
    g->statements[obstacle] = statement;
    return set(g, obstacle, statement, shape);
}

/* Makes the statement's obstacles what the level says. Returns false when there is no room. */
static bool refresh(plane *g, int statement) {
    const level *l = g->common.level;
    plane_span old = g->spans[statement];
    plane_span new = span_of(l, statement, old.first);
    if (new.count != old.count) {
        plane_span room = room_of(g, statement);
        if (new.count > room.count || !dig_holes(g, old))
            return false;
        new.first = room.first;
    }
    sm_capsule *shapes = malloc((size_t)(new.count + 1) * sizeof *shapes);
    if (shapes == NULL)
        return false;
    level_make_capsules(l, statement, shapes);
    g->spans[statement] = new;
    bool good = true;
    for (int i = 0; i < new.count &&good; i++)
        good = put(g, new.first + i, statement, shapes[i]);
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

static bool refresh_changed(plane *g, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        if (!refresh(g, news.effects[i].statement))
            return false;
    }
    return true;
}

/* First the spans come to lie as the statements do; those that are to be made are marked, since
 * their indices shift until the last effect. */
static bool shift_spans(plane *g, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        edit_effect effect = news.effects[i];
        if (effect.kind == EDIT_INSERTED && !insert_span(g, effect.statement))
            return false;
        if (effect.kind == EDIT_REMOVED && !remove_span(g, effect.statement))
            return false;
        if (effect.kind == EDIT_CHANGED) {
            plane_span *span = &g->spans[effect.statement];
            if (!dig_holes(g, *span))
                return false;
            *span = (plane_span){0};
        }
    }
    return true;
}

static bool make_missing(plane *g) {
    for (int i = 0; i < g->span_count; i++) {
        if (g->spans[i].count == 0 && level_count_shapes(g->common.level, i) > 0 && !refresh(g, i))
            return false;
    }
    return true;
}

/* Whether each statement has as many obstacles as before. */
static bool keeps_spans(const plane *g, edit_news news) {
    for (int i = 0; i < news.count; i++) {
        int statement = news.effects[i].statement;
        if (news.effects[i].kind != EDIT_CHANGED ||
            level_count_shapes(g->common.level, statement) != g->spans[statement].count)
            return false;
    }
    return true;
}

int plane_changed_since(const plane *g, unsigned version, int statements[PLANE_CHANGES]) {
    int n = 0;
    for (unsigned i = g->change_count; i > 0 && n < PLANE_CHANGES; i--) {
        plane_change change = g->changes[(i - 1) % PLANE_CHANGES];
        if (change.version <= version)
            return n;
        if (change.statement < 0)
            return -1;
        statements[n++] = change.statement;
    }
    return -1; /* longer ago than is remembered */
}

static void include_player(plane *g) {
    level_box3 box = level_player_box(g->common.level);
    level_box3_include_capsule(&g->around, sm_segment(sm3_flat(box.min), sm3_flat(box.max)));
}

bool plane_follow(obstacles *o, edit_news news) {
    plane *g = plane_of(o);
    o->version++;
    bool keeps = !news.lost && keeps_spans(g, news);
    for (int i = 0; i < (keeps ? news.count : 1); i++)
        note_change(g, keeps ? news.effects[i].statement : -1);
    include_player(g);
    bool structural = news.lost || !only_changes(news);
    bool good = !news.lost &&
                (structural ? shift_spans(g, news) && make_missing(g) : refresh_changed(g, news));
    if (good && (structural || g->lists_stale))
        good = list_special(g);
    if (!good)
        return plane_remake(o);
    place_all(g, true);
    return true;
}

/* ---- For compare ----------------------------------------------------------------------------- */

enum { MOST_CONTACTS = 64 }; /* of one place; more do not add directions that matter */

/* Twice the area of the triangle: positive where p is left of a-b. */
static double side(sm_vec2 a, sm_vec2 b, sm_vec2 p) {
    return vec_cross(vec_sub(vec_of(b), vec_of(a)), vec_sub(vec_of(p), vec_of(a)));
}

/* Returns a point as it lies to the wall, after the wall has moved. */
static sm_vec2 carried(sm_vec2 point, sm_capsule before, sm_capsule now) {
    vec old = vec_sub(vec_of(before.b), vec_of(before.a));
    vec new = vec_sub(vec_of(now.b), vec_of(now.a));
    vec to = vec_sub(vec_of(point), vec_of(before.a));
    double squared = vec_dot(old, old);
    if (!(squared > 0))
        return point;
    double along = vec_dot(to, old) / squared, across = vec_cross(old, to) / squared;
    vec moved = vec_add(vec_scale(new, along), vec_scale(vec_left(new), across));
    return vec_round(vec_add(vec_of(now.a), moved));
}

typedef struct passage {
    const plane *plane;
    sm_vec2 from, to;
    bool crosses;
} passage;

static bool look_at_wall(void *context, const sm_obstacle *o) {
    passage *p = context;
    sm_capsule wall = o->shape;
    sm_vec2 from = o->moves ? carried(p->from, o->before, wall) : p->from;
    bool starts_left = side(wall.a, wall.b, from) >= 0;
    bool ends_left = side(wall.a, wall.b, p->to) >= 0;
    double a = side(from, p->to, wall.a), b = side(from, p->to, wall.b);
    bool meets = starts_left != ends_left && !(a > 0 && b > 0) && !(a < 0 && b < 0);
    p->crosses = meets && (starts_left || !o->oneway);
    return !p->crosses;
}

/* What moves may be far from where it was. */
static void look_at_moving(passage *p) {
    for (int m = 0; m < p->plane->moving_count && !p->crosses; m++) {
        const plane_span *span = &p->plane->spans[p->plane->moving[m].statement];
        for (int i = 0; i < span->count && !p->crosses; i++) {
            sm_obstacle o = sm_world_obstacle(p->plane->world, span->first + i);
            look_at_wall(p, &o);
        }
    }
}

bool plane_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    const plane *g = plane_seen(o);
    passage p = {g, {from.x, from.y}, {to.x, to.y}, false};
    sm_find_in_box(p.from, p.to, plane_obstacles(g), NULL, look_at_wall, &p);
    look_at_moving(&p);
    return p.crosses;
}

typedef struct contact_list {
    sm_collision list[2 * MOST_CONTACTS];
    int count;
} contact_list;

/* Where a mover without a wish is at the end of the tick. Inside of something, pieces of one wall
 * have normals that are not the wall's; and what moves may have taken it along. */
static sm_vec2 settled(const obstacles *o, const player *p, sm3_vec position) {
    sm_options options = {.resolver = SM_SWEEP};
    sm3_vec still = {0, 0, 0};
    sm3_vec at = o->dimension->try_move(o, p, position, still, &options).position;
    return (sm_vec2){at.x, at.y};
}

static void add_contacts(const obstacles *o, const player *p, sm_vec2 position,
                         contact_list *contacts) {
    int found = sm_find_contacts(position, sm_hull_of_capsule(player_capsule(p)),
                                 plane_obstacles(plane_seen(o)), NULL,
                                 contacts->list + contacts->count, MOST_CONTACTS);
    contacts->count += found < MOST_CONTACTS ? found : MOST_CONTACTS;
}

bool plane_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec delta) {
    contact_list contacts = {.count = 0};
    sm_vec2 start = settled(o, p, from), wanted = {delta.x, delta.y};
    add_contacts(o, p, start, &contacts);
    if (contacts.count == 0)
        return false;
    add_contacts(o, p, settled(o, p, p->position), &contacts);
    vec along = vec_of(sm_clip_velocity(wanted, contacts.list, contacts.count));
    double way = vec_length(along);
    if (!(way > COMPARE_LEAST_WAY * vec_length(vec_of(wanted))))
        return false;
    vec made = vec_sub(vec_of(sm3_flat(p->position)), vec_of(start));
    return vec_dot(made, along) / way < COMPARE_SNAG * way;
}
