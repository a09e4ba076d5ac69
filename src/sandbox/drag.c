#include "drag.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "shape_edit.h"

static const float spot_share = 1e-5f;
static const float degrees_per_radian = 57.2957795f;

static bool is_of_player(const drag *d) {
    return d->what.part == PICK_PLAYER;
}

drag drag_begin(sandbox *s, pick what, sm3_vec from, float pixel) {
    return (drag){.what = what,
                  .from = from,
                  .place = edit_place(s->edit),
                  .snap = {.step = decimal_step(pixel)}};
}

/* ---- Vertices and edges ------------------------------------------------------------------ */

/* Moves those of the obstacle's ends that are on the spot. */
static bool move_ends(sandbox *s, int obstacle, sm_vec2 from, sm_vec2 to) {
    const obstacles *o = s->obstacles;
    int statement = o->statements[obstacle];
    int edge = obstacle - obstacles_span(o, statement).first;
    int count = edit_vertex_count(s->level, statement);
    for (int end = 0; end < 2 && count > 0; end++) {
        int vertex = (edge + end) % count;
        if (sm_same(pick_vertex(s->level, statement, vertex), from) &&
            !edit_move_vertex(s->edit, statement, vertex, to))
            return false;
    }
    return true;
}

/* All vertices on one spot are one joint: they move together. The obstacles tell which these are:
 * they are as the level was before the drag. */
static bool move_joint(sandbox *s, sm_vec2 from, sm_vec2 to) {
    obstacle_list found = {0};
    float near = spot_share * (1 + fabsf(from.x) + fabsf(from.y)); /* rounding, and some */
    obstacles_find(s->obstacles, sm_to3(from), near, &found);
    bool good = !found.out_of_memory;
    for (int i = 0; i < found.count && good; i++)
        good = move_ends(s, found.obstacles[i], from, to);
    obstacle_list_free(&found);
    return good;
}

static bool move_vertex(sandbox *s, int statement, int vertex, sm_vec2 to, bool alone) {
    sm_vec2 from = pick_vertex(s->level, statement, vertex);
    return alone ? edit_move_vertex(s->edit, statement, vertex, to) : move_joint(s, from, to);
}

static int next_vertex(const level *l, pick edge) {
    return (edge.element + 1) % edit_vertex_count(l, edge.statement);
}

static bool move_edge(sandbox *s, pick edge, sm_vec2 from, sm_vec2 to, bool alone) {
    int next = next_vertex(s->level, edge);
    sm_vec2 first = pick_vertex(s->level, edge.statement, edge.element);
    sm_vec2 second = pick_vertex(s->level, edge.statement, next);
    if (!move_vertex(s, edge.statement, edge.element, decimal_moved(first, from, to), alone))
        return false;
    /* Of an edge without length the second end has moved along with the first. */
    bool is_point = sm_same(first, second) && !alone;
    return is_point || move_vertex(s, edge.statement, next, decimal_moved(second, from, to), alone);
}

/* ---- Sizes and angles -------------------------------------------------------------------- */

static bool resize_box(edit *e, int statement, sm_vec2 corner, const snap_settings *settings) {
    edit_shape box = edit_get(edit_level(e), statement);
    sm_vec2 at = edit_in_box(&box, corner);
    return edit_set_box_size(e, statement, snap_length(2 * fabsf(at.x), settings),
                             snap_length(2 * fabsf(at.y), settings));
}

static bool resize(edit *e, int statement, sm_vec2 to, const snap_settings *settings) {
    edit_shape shape = edit_get(edit_level(e), statement);
    if (shape.kind == LEVEL_BOX)
        return resize_box(e, statement, to, settings);
    sm_vec2 a = pick_vertex(edit_level(e), statement, 0);
    sm_vec2 b = shape.kind == LEVEL_CAPSULE ? pick_vertex(edit_level(e), statement, 1) : a;
    float radius = sm_distance(to, sm_closest_on_segment(to, a, b));
    return edit_set_radius(e, statement, snap_length(radius, settings));
}

static float direction_of(sm_vec2 from, sm_vec2 to) {
    return atan2f(to.y - from.y, to.x - from.x) * degrees_per_radian;
}

/* By as much as the pointer went round the centre. */
static bool turn(edit *e, const drag *d, sm_vec2 to) {
    edit_shape box = edit_get(edit_level(e), d->what.statement);
    sm_vec2 centre = {box.numbers[0], box.numbers[1]};
    float by = direction_of(centre, to) - direction_of(centre, sm3_to2(d->from));
    return edit_set_angle(e, d->what.statement,
                          snap_degrees(box.attributes.angle_degrees + by, &d->snap));
}

/* ---- Places ------------------------------------------------------------------------------ */

static bool takes_selection_along(const drag *d) {
    bool is_whole = d->what.part != PICK_VERTEX && d->what.part != PICK_RIM;
    return is_whole && d->selected != NULL && d->selected->count > 1 &&
           selection_has(d->selected, d->what.statement);
}

/* Returns the point of what was grabbed that the pointer takes along and that snaps. */
static sm3_vec reference_point(const level *l, const drag *d) {
    pick what = d->what;
    sm3_vec first = edit_point(l, what.statement, what.element);
    bool has_ends = what.part != PICK_VERTEX && edit_vertex_count(l, what.statement) > 0;
    sm3_vec second = has_ends ? edit_point(l, what.statement, next_vertex(l, what)) : first;
    return sm3_length(sm3_between(d->from, second)) < sm3_length(sm3_between(d->from, first))
               ? second
               : first;
}

static void add_anchor(snap_query *q, const level *l, int vertex, bool alone) {
    sm_vec2 at = pick_vertex(l, q->moving.statement, vertex);
    sm_vec2 held = pick_vertex(l, q->moving.statement, q->moving.element);
    if (alone || !sm_same(at, held)) /* otherwise it moves along */
        q->anchors[q->anchor_count++] = at;
}

/* A vertex's directions are those of the edges that end in it. */
static void add_anchors(snap_query *q, const level *l, bool alone) {
    int vertex = q->moving.element, count = edit_vertex_count(l, q->moving.statement);
    bool is_closed = l->statements[q->moving.statement].kind == LEVEL_LOOP;
    if (vertex > 0 || is_closed)
        add_anchor(q, l, (vertex + count - 1) % count, alone);
    if (vertex < count - 1 || is_closed)
        add_anchor(q, l, (vertex + 1) % count, alone);
}

/* Returns `to`, along an axis alone. */
static sm3_vec along_axis(sm3_vec from, sm3_vec to, pick_part part) {
    return (sm3_vec){part == PICK_AXIS_X ? to.x : from.x, part == PICK_AXIS_Y ? to.y : from.y,
                     part == PICK_AXIS_Z ? to.z : from.z};
}

/* Returns where the reference point goes. */
static sm3_vec find_place(const sandbox *s, drag *d, sm3_vec reference, sm3_vec to, bool alone) {
    snap_query q = {.wanted = sm3_offset(reference, sm3_between(d->from, to), 1),
                    .moving = d->what,
                    .alone = alone,
                    .selected = takes_selection_along(d) ? d->selected : NULL};
    if (d->what.part == PICK_VERTEX)
        add_anchors(&q, s->level, alone);
    d->snapped = snap_point(s->obstacles, &q, &d->snap);
    sm3_vec place = d->snapped.point;
    return pick_is_axis(d->what.part) ? along_axis(reference, place, d->what.part) : place;
}

static bool move_selected(edit *e, const selection *selected, sm3_vec from, sm3_vec to) {
    for (int i = 0; i < selected->count; i++) {
        if (!edit_move_from_to(e, selected->statements[i], from, to))
            return false;
    }
    return true;
}

static bool move(sandbox *s, drag *d, sm3_vec to, bool alone) {
    pick what = d->what;
    sm3_vec from = reference_point(s->level, d);
    sm3_vec place = find_place(s, d, from, to, alone);
    d->moved = sm3_between(from, place);
    if (takes_selection_along(d))
        return move_selected(s->edit, d->selected, from, place);
    if (what.part == PICK_VERTEX)
        return move_vertex(s, what.statement, what.element, sm3_to2(place), alone);
    if (what.part == PICK_EDGE)
        return move_edge(s, what, sm3_to2(from), sm3_to2(place), alone);
    return edit_move_from_to(s->edit, what.statement, from, place);
}

/* ---- The drag ---------------------------------------------------------------------------- */

static bool apply(sandbox *s, drag *d, sm3_vec to, bool alone) {
    d->snapped = (snap_result){.kind = SNAP_NONE, .point = to};
    if (d->what.part == PICK_RIM)
        return resize(s->edit, d->what.statement, sm3_to2(to), &d->snap);
    if (d->what.part == PICK_TURN)
        return turn(s->edit, d, sm3_to2(to));
    return move(s, d, to, alone);
}

bool drag_is_over(const sandbox *s, const drag *d) {
    return !is_of_player(d) && d->place != edit_place(s->edit);
}

/* Always from where it was grabbed, so that roundings do not add up over a long drag. */
void drag_to(sandbox *s, drag *d, sm3_vec to, bool alone) {
    edit *e = s->edit;
    if (is_of_player(d) || drag_is_over(s, d))
        return;
    bool has_joints = d->what.part == PICK_VERTEX || d->what.part == PICK_EDGE;
    if (!has_joints) /* these are looked for where they were before: that is told first */
        edit_begin(e);
    if (d->has_step)
        edit_rollback(e);
    if (has_joints)
        edit_begin(e);
    bool good = apply(s, d, to, alone);
    d->has_step = edit_end(e, good);
    d->place = edit_place(e);
    if (!good)
        d->moved = (sm3_vec){0, 0, 0};
}

void drag_end(sandbox *s, drag *d) {
    edit_commit(s->edit);
    d->what = pick_none;
}

void drag_cancel(sandbox *s, drag *d) {
    if (d->has_step && !drag_is_over(s, d))
        edit_rollback(s->edit);
    drag_end(s, d);
}
