#include "drag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../slidemove/vec.h"
#include "shape_edit.h"

static const float degrees_per_radian = 57.2957795f;

static bool is_of_player(const drag *d) {
    return d->what.part == PICK_PLAYER;
}

/* ---- Vertices and edges ------------------------------------------------------------------ */

static int next_vertex(const level *l, pick edge) {
    return (edge.element + 1) % edit_vertex_count(l, edge.statement);
}

static void add_to_joint(drag *d, int statement, int vertex) {
    for (int i = 0; i < d->grabbed_count && i < d->joint_count; i++) {
        if (d->joint[i].statement == statement && d->joint[i].vertex == vertex)
            return;
    }
    memory_grow(&d->joint, &d->joint_room, d->joint_count, sizeof *d->joint);
    d->joint[d->joint_count++] = (vertex_id){statement, vertex};
}

/* Looks at all vertices of the level, once a drag. */
static void find_joint(drag *d, const level *l) {
    int statement = d->what.statement, element = d->what.element;
    int next = d->what.part == PICK_EDGE ? next_vertex(l, d->what) : element;
    sm3_vec first = edit_point(l, statement, element), second = edit_point(l, statement, next);
    add_to_joint(d, statement, element);
    if (next != element)
        add_to_joint(d, statement, next);
    d->grabbed_count = d->joint_count;
    for (int i = 0; i < l->statement_count; i++) {
        const float *numbers = edit_get(l, i).numbers;
        for (int k = 0, count = edit_vertex_count(l, i); k < count; k++) {
            sm3_vec at = {numbers[2 * k], numbers[2 * k + 1], 0};
            if (sm3_same(at, first) || sm3_same(at, second))
                add_to_joint(d, i, k);
        }
    }
}

static bool has_joint(const drag *d) {
    return d->what.part == PICK_VERTEX || d->what.part == PICK_EDGE;
}

/* Returns how many of its vertices move. */
static int count_moving(const drag *d, bool alone) {
    return alone ? d->grabbed_count : d->joint_count;
}

static bool move_vertices(edit *e, const drag *d, sm3_vec to, bool alone) {
    bool good = true;
    for (int i = 0; i < count_moving(d, alone) && good; i++) {
        vertex_id v = d->joint[i];
        sm3_vec was = edit_point(edit_level(e), v.statement, v.vertex);
        good = edit_move_vertex(e, v.statement, v.vertex, decimal_moved(was, d->point, to));
    }
    return good;
}

/* ---- Sizes and angles -------------------------------------------------------------------- */

static bool resize_box(edit *e, int statement, sm3_vec corner, const snap_settings *settings) {
    edit_shape box = edit_get(edit_level(e), statement);
    sm_vec2 at = edit_in_box(&box, corner);
    return edit_set_box_size(e, statement, snap_length(2 * fabsf(at.x), settings),
                             snap_length(2 * fabsf(at.y), settings));
}

static bool resize(edit *e, int statement, sm3_vec to, const snap_settings *settings) {
    edit_shape shape = edit_get(edit_level(e), statement);
    if (shape.kind == LEVEL_BOX)
        return resize_box(e, statement, to, settings);
    sm3_vec a = edit_point(edit_level(e), statement, 0);
    sm3_vec b = shape.kind == LEVEL_CAPSULE ? edit_point(edit_level(e), statement, 1) : a;
    float radius = sm3_length(sm3_between(sm3_closest_on_segment(to, a, b), to));
    return edit_set_radius(e, statement, snap_length(radius, settings));
}

static float direction_of(sm3_vec from, sm3_vec to) {
    return atan2f(to.y - from.y, to.x - from.x) * degrees_per_radian;
}

/* Turns the shape by as much as the pointer went round the centre. */
static bool turn(edit *e, const drag *d, sm3_vec to) {
    edit_shape box = edit_get(edit_level(e), d->what.statement);
    sm3_vec centre = {box.numbers[0], box.numbers[1], 0};
    float by = direction_of(centre, to) - direction_of(centre, d->from);
    return edit_set_angle(e, d->what.statement,
                          snap_degrees(box.attributes.angle_degrees + by, &d->snap));
}

/* ---- Places ------------------------------------------------------------------------------ */

static bool takes_selection_along(const drag *d) {
    bool is_whole = d->what.part != PICK_VERTEX && d->what.part != PICK_RIM;
    return is_whole && d->selected != NULL && d->selected->count > 1 &&
           selection_has(d->selected, d->what.statement);
}

/* Returns the point of the grabbed shape that follows the pointer: the nearer one of two ends. */
static sm3_vec grabbed_point(const level *l, pick what, sm3_vec from) {
    if (what.statement < 0)
        return from;
    sm3_vec first = edit_point(l, what.statement, what.element);
    bool has_ends = what.part != PICK_VERTEX && edit_vertex_count(l, what.statement) > 0;
    sm3_vec second = has_ends ? edit_point(l, what.statement, next_vertex(l, what)) : first;
    return sm3_length(sm3_between(from, second)) < sm3_length(sm3_between(from, first)) ? second
                                                                                        : first;
}

static void add_anchor(snap_query *q, const level *l, int statement, int vertex) {
    bool moves = false;
    for (int i = 0; i < q->vertex_count; i++)
        moves |= q->vertices[i].statement == statement && q->vertices[i].vertex == vertex;
    if (!moves)
        q->anchors[q->anchor_count++] = work_plane_to2(q->plane, edit_point(l, statement, vertex));
}

/* A vertex's directions are those of the edges that end in it. */
static void add_anchors(snap_query *q, const level *l, pick grabbed) {
    int statement = grabbed.statement, vertex = grabbed.element;
    int count = edit_vertex_count(l, statement);
    bool is_closed = l->statements[statement].kind == LEVEL_LOOP;
    if (vertex > 0 || is_closed)
        add_anchor(q, l, statement, (vertex + count - 1) % count);
    if (vertex < count - 1 || is_closed)
        add_anchor(q, l, statement, (vertex + 1) % count);
}

/* Returns `to` moved along one axis alone. */
static sm3_vec along_axis(sm3_vec from, sm3_vec to, pick_part part) {
    return (sm3_vec){part == PICK_AXIS_X ? to.x : from.x, part == PICK_AXIS_Y ? to.y : from.y,
                     part == PICK_AXIS_Z ? to.z : from.z};
}

/* Returns where the grabbed point goes. */
static sm3_vec find_place(const sandbox *s, drag *d, sm3_vec to, bool alone) {
    snap_query q = {.wanted = sm3_offset(d->point, sm3_between(d->from, to), 1)};
    if (takes_selection_along(d)) {
        q.selected = d->selected;
    } else if (has_joint(d)) {
        q.vertices = d->joint;
        q.vertex_count = count_moving(d, alone);
    } else {
        q.statement = d->what.statement;
    }
    if (d->what.part == PICK_VERTEX)
        add_anchors(&q, s->level, d->what);
    d->snapped = snap_point(s->obstacles, &q, &d->snap);
    sm3_vec place = d->snapped.point;
    return pick_is_axis(d->what.part) ? along_axis(d->point, place, d->what.part) : place;
}

static bool move_selected(edit *e, const selection *selected, sm3_vec from, sm3_vec to) {
    for (int i = 0; i < selected->count; i++) {
        if (!edit_move_from_to(e, selected->statements[i], from, to))
            return false;
    }
    return true;
}

static bool move(edit *e, const drag *d, sm3_vec place, bool alone) {
    if (takes_selection_along(d))
        return move_selected(e, d->selected, d->point, place);
    if (has_joint(d))
        return move_vertices(e, d, place, alone);
    return edit_move_from_to(e, d->what.statement, d->point, place);
}

/* ---- The drag ---------------------------------------------------------------------------- */

drag drag_begin(sandbox *s, pick what, sm3_vec from, float pixel) {
    drag d = {.what = what,
              .from = from,
              .point = grabbed_point(s->level, what, from),
              .place = edit_place(s->edit),
              .snap = {.step = decimal_step(pixel)}};
    if (has_joint(&d))
        find_joint(&d, s->level);
    return d;
}

static bool apply(edit *e, const drag *d, sm3_vec to, bool alone) {
    if (d->what.part == PICK_RIM)
        return resize(e, d->what.statement, to, &d->snap);
    if (d->what.part == PICK_TURN)
        return turn(e, d, to);
    return move(e, d, to, alone);
}

bool drag_is_over(const sandbox *s, const drag *d) {
    return !is_of_player(d) && d->place != edit_place(s->edit);
}

/* Whether the last drag_to had the same arguments, as it has while the pointer rests. */
static bool is_made(const drag *d, sm3_vec to, bool alone) {
    return d->has_step && sm3_same(d->to, to) && d->alone == alone &&
           memcmp(&d->snapped_by, &d->snap, sizeof d->snap) == 0;
}

/* Moves from where the drag began, so that roundings do not add up. The place is found first, while
 * the obstacles still match the level. */
void drag_to(sandbox *s, drag *d, sm3_vec to, bool alone) {
    edit *e = s->edit;
    if (is_of_player(d) || drag_is_over(s, d))
        return;
    d->snapped = (snap_result){.kind = SNAP_NONE, .point = to};
    if (d->what.part != PICK_RIM && d->what.part != PICK_TURN)
        to = find_place(s, d, to, alone);
    if (is_made(d, to, alone))
        return;
    d->to = to;
    d->alone = alone;
    d->snapped_by = d->snap;
    edit_begin(e);
    if (d->has_step)
        edit_rollback(e);
    bool good = apply(e, d, to, alone);
    d->has_step = edit_end(e, good);
    d->place = edit_place(e);
    d->moved = good ? sm3_between(d->point, to) : (sm3_vec){0, 0, 0};
}

void drag_end(sandbox *s, drag *d) {
    edit_commit(s->edit);
    free(d->joint);
    d->joint = NULL;
    d->joint_count = d->joint_room = 0;
    d->what = pick_none;
}

void drag_cancel(sandbox *s, drag *d) {
    if (d->has_step && !drag_is_over(s, d))
        edit_rollback(s->edit);
    drag_end(s, d);
}
