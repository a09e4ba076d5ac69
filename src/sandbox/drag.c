#include "drag.h"

#include <math.h>

#include "shape_edit.h"

drag drag_begin(sandbox *s, pick what, sm_vec2 from, float pixel) {
    edit_begin(s->edit);
    return (drag){what, from, powf(10, floorf(log10f(pixel)))};
}

/* In double, and by the inverse below 1, which is a whole number: the result is the float nearest
 * to a short decimal. */
static float rounded(float value, float step) {
    double per_unit = round(1 / (double)step);
    return step < 1 ? (float)(round((double)value * per_unit) / per_unit)
                    : (float)(round((double)value / (double)step) * (double)step);
}

static sm_vec2 rounded_point(sm_vec2 p, float step) {
    return (sm_vec2){rounded(p.x, step), rounded(p.y, step)};
}

static bool is_same(sm_vec2 a, sm_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* All vertices on one spot are one joint: they move together. */
static bool move_joint(edit *e, sm_vec2 from, sm_vec2 to) {
    const level *l = edit_level(e);
    for (int i = 0; i < l->statement_count; i++) {
        for (int v = 0; v < edit_vertex_count(l, i); v++) {
            if (is_same(pick_vertex(l, i, v), from) && !edit_move_vertex(e, i, v, to))
                return false;
        }
    }
    return true;
}

static bool move_vertex(edit *e, int statement, int vertex, sm_vec2 to, bool alone) {
    sm_vec2 from = pick_vertex(edit_level(e), statement, vertex);
    return alone ? edit_move_vertex(e, statement, vertex, to) : move_joint(e, from, to);
}

static sm_vec2 moved(sm_vec2 p, sm_vec2 delta) {
    return (sm_vec2){p.x + delta.x, p.y + delta.y};
}

static bool move_edge(edit *e, int statement, int edge, sm_vec2 delta, bool alone) {
    int next = (edge + 1) % edit_vertex_count(edit_level(e), statement);
    sm_vec2 first = pick_vertex(edit_level(e), statement, edge);
    sm_vec2 second = pick_vertex(edit_level(e), statement, next);
    if (!move_vertex(e, statement, edge, moved(first, delta), alone))
        return false;
    /* Of an edge without length the second end has moved along with the first. */
    bool is_point = is_same(first, second) && !alone;
    return is_point || move_vertex(e, statement, next, moved(second, delta), alone);
}

static bool resize_box(edit *e, int statement, sm_vec2 corner, float step) {
    edit_shape box = edit_get(edit_level(e), statement);
    float angle = box.attributes.angle_degrees * 3.14159265f / 180;
    sm_vec2 out = {corner.x - box.numbers[0], corner.y - box.numbers[1]};
    float half_width = fabsf(out.x * cosf(angle) + out.y * sinf(angle));
    float half_height = fabsf(out.y * cosf(angle) - out.x * sinf(angle));
    return edit_set_box_size(e, statement, rounded(2 * half_width, step),
                             rounded(2 * half_height, step));
}

static bool resize(edit *e, int statement, sm_vec2 to, float step) {
    edit_shape shape = edit_get(edit_level(e), statement);
    if (shape.kind == LEVEL_BOX)
        return resize_box(e, statement, to, step);
    sm_vec2 a = pick_vertex(edit_level(e), statement, 0);
    sm_vec2 b = shape.kind == LEVEL_CAPSULE ? pick_vertex(edit_level(e), statement, 1) : a;
    sm_vec2 nearest = sm_closest_on_segment(to, a, b);
    float radius =
        sqrtf((to.x - nearest.x) * (to.x - nearest.x) + (to.y - nearest.y) * (to.y - nearest.y));
    return edit_set_radius(e, statement, rounded(radius, step));
}

static bool apply(edit *e, const drag *d, sm_vec2 to, bool alone) {
    sm_vec2 delta = rounded_point((sm_vec2){to.x - d->from.x, to.y - d->from.y}, d->step);
    pick what = d->what;
    switch (what.part) {
    case PICK_VERTEX:
        to = moved(pick_vertex(edit_level(e), what.statement, what.element), delta);
        return move_vertex(e, what.statement, what.element, rounded_point(to, d->step), alone);
    case PICK_EDGE:
        return move_edge(e, what.statement, what.element, delta, alone);
    case PICK_BODY:
        return edit_move(e, what.statement, delta);
    case PICK_RIM:
        return resize(e, what.statement, to, d->step);
    default:
        return false;
    }
}

/* Always from where it was grabbed, so that roundings do not add up over a long drag. */
void drag_to(sandbox *s, const drag *d, sm_vec2 to, bool alone) {
    edit_cancel(s->edit);
    edit_begin(s->edit);
    if (!apply(s->edit, d, to, alone)) {
        edit_cancel(s->edit);
        edit_begin(s->edit);
    }
    sandbox_follow_edit(s);
}

void drag_end(sandbox *s, drag *d) {
    edit_end(s->edit);
    d->what.part = PICK_NOTHING;
}

void drag_cancel(sandbox *s, drag *d) {
    edit_cancel(s->edit);
    sandbox_follow_edit(s);
    d->what.part = PICK_NOTHING;
}
