#include "hand.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "decimal.h"
#include "selection_edit.h"
#include "shape_edit.h"

static const float first_grid = 0.5f;     /* world units */
static const float snap_slacks = 1.7f;    /* how far a vertex attracts, in units of the slack */
static const float band_pixels = 4;       /* a band smaller than this is a click */
static const float duplicate_pixels = 24; /* a copy lies beside what it was made from */

void hand_init(hand *h) {
    *h = (hand){.grid = first_grid, .pixel = 1, .slack = 1};
}

void hand_free(hand *h) {
    selection_free(&h->selection);
    draft_free(&h->draft);
    *h = (hand){0};
}

bool hand_is_busy(const hand *h) {
    return h->drag.what.part != PICK_NOTHING || h->solid.held != HAND3_NOTHING || h->pulling ||
           h->banding || h->drawing;
}

bool hand_is_drawing(const hand *h) {
    return h->draft.tool != DRAFT_NONE;
}

void hand_forget(hand *h, sandbox *s) {
    if (h->drag.what.part != PICK_NOTHING)
        drag_cancel(s, &h->drag);
    hand3_let_go(&h->solid, s, false);
    h->solid.hover = HAND3_NOTHING;
    h->pulling = h->banding = h->drawing = false;
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
    selection_clear(&h->selection);
}

static snap_settings settings(const hand *h, bool snap) {
    float step = decimal_step(h->pixel);
    if (!snap)
        return (snap_settings){.step = step};
    return (snap_settings){.grid = h->grid, .reach = snap_slacks * h->slack, .step = step};
}

static draft_settings drawing_settings(const hand *h, bool snap) {
    return (draft_settings){settings(h, snap), h->slack};
}

static sm_vec2 from_to(sm_vec2 a, sm_vec2 b) {
    return (sm_vec2){b.x - a.x, b.y - a.y};
}

static float distance(sm_vec2 a, sm_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

/* ---- Pointing ---------------------------------------------------------------------------- */

/* The one selected box shows a handle that turns it. */
static pick pick_handle(const hand *h, const sandbox *s, sm_vec2 at) {
    if (h->selection.count != 1)
        return (pick){.part = PICK_NOTHING};
    return pick_turn_at(s->level, h->selection.statements[0], at, HAND_TURN_SLACKS * h->slack,
                        h->slack);
}

static pick pick_under(const hand *h, const sandbox *s, sm_vec2 at) {
    pick what = pick_handle(h, s, at);
    return what.part != PICK_NOTHING ? what : pick_at(s, at, h->slack);
}

static void point_drawing(hand *h, const sandbox *s, sm_vec2 world, bool snap) {
    snap_settings set = settings(h, snap);
    snap_query query = {.wanted = world, .moving = {.part = PICK_NOTHING}};
    if (draft_anchor(&h->draft, &query.anchors[0]))
        query.anchor_count = 1;
    h->guide = snap_point(s, &query, &set);
    h->at = h->guide.point;
    h->hover.part = PICK_NOTHING;
}

void hand_point(hand *h, sandbox *s, sm_vec2 world, hand_keys keys) {
    h->is_here = true;
    h->at = world;
    if (!h->by_keys)
        h->guide.kind = SNAP_NONE;
    if (h->drag.what.part != PICK_NOTHING) {
        h->drag.snap = settings(h, keys.snap);
        drag_to(s, &h->drag, world, keys.alone);
        h->guide = h->drag.snapped;
        h->hover = h->drag.what;
    } else if (hand_is_drawing(h)) {
        if (!h->by_keys)
            point_drawing(h, s, world, keys.snap);
    } else if (h->pulling || h->banding) {
        h->hover.part = PICK_NOTHING;
    } else {
        h->hover = pick_under(h, s, world);
    }
}

void hand_leave(hand *h) {
    h->is_here = false;
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
}

/* ---- Pressing ---------------------------------------------------------------------------- */

static void set_point(hand *h, sandbox *s, bool snap) {
    draft_settings set = drawing_settings(h, snap);
    if (draft_add(&h->draft, s->edit, h->at, &set) != DRAFT_DONE)
        return;
    h->drawing = false; /* what the pointer does until it is let go begins no other shape */
    selection_take_step(&h->selection, s->edit);
}

/* A grabbed shape is selected; one of several selected ones is left so, to move them all. */
static void select_pressed(hand *h, int statement, bool more) {
    if (more)
        selection_toggle(&h->selection, statement);
    else if (!selection_has(&h->selection, statement))
        selection_set(&h->selection, statement);
}

static void press_scene(hand *h, sandbox *s, hand_keys keys) {
    pick what = pick_under(h, s, h->at);
    if (what.part == PICK_PLAYER) {
        h->grab = from_to(h->at, sm3_flat(s->player.position));
        h->pulling = true;
    } else if (what.part != PICK_NOTHING) {
        select_pressed(h, what.statement, keys.more);
        h->drag = drag_begin(s, what, h->at, h->pixel);
        h->drag.selected = &h->selection;
    } else {
        h->banding = true;
        h->band = h->at;
    }
}

void hand_press(hand *h, sandbox *s, hand_keys keys) {
    if (hand_is_drawing(h)) {
        h->drawing = true;
        h->band = h->at;
        set_point(h, s, keys.snap);
    } else {
        press_scene(h, s, keys);
    }
}

static void end_band(hand *h, sandbox *s, bool more) {
    h->banding = false;
    level_box box = {{fminf(h->band.x, h->at.x), fminf(h->band.y, h->at.y)},
                     {fmaxf(h->band.x, h->at.x), fmaxf(h->band.y, h->at.y)}};
    bool is_click = distance(h->band, h->at) < band_pixels * h->pixel;
    if (!is_click)
        selection_in_box(&h->selection, s, box, more);
    else if (!more)
        selection_clear(&h->selection);
}

void hand_let_go(hand *h, sandbox *s) {
    h->pulling = h->banding = h->drawing = false;
    hand3_let_go(&h->solid, s, true);
    if (h->drag.what.part != PICK_NOTHING)
        drag_end(s, &h->drag);
}

void hand_release(hand *h, sandbox *s, hand_keys keys) {
    if (h->banding)
        end_band(h, s, keys.more);
    if (h->drawing && distance(h->band, h->at) > h->slack)
        set_point(h, s, keys.snap); /* drawn by a drag: the second point is where it ends */
    hand_let_go(h, s);
}

/* ---- Drawing ----------------------------------------------------------------------------- */

void hand_take_tool(hand *h, sandbox *s, draft_tool tool) {
    hand_let_go(h, s);
    draft_begin(&h->draft, tool);
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
}

bool hand_drawn_shape(hand *h, edit_shape *shape) {
    draft_settings set = drawing_settings(h, h->guide.kind != SNAP_NONE);
    return hand_is_drawing(h) && draft_shape(&h->draft, h->at, &set, shape);
}

void hand_step_cross(hand *h, sandbox *s, int right, int up) {
    if (!h->by_keys && !h->is_here)
        h->at = sm3_flat(s->player.position); /* where the eye is */
    h->by_keys = h->is_here = true;
    h->at = (sm_vec2){decimal_round(h->at.x, h->grid) + (float)right * h->grid,
                      decimal_round(h->at.y, h->grid) + (float)up * h->grid};
    h->guide = (snap_result){.kind = SNAP_GRID, .point = h->at};
}

void hand_set_point(hand *h, sandbox *s) {
    if (!h->is_here)
        hand_step_cross(h, s, 0, 0); /* nobody saw where it would go */
    else
        set_point(h, s, h->by_keys);
}

bool hand_finish(hand *h, sandbox *s) {
    if (!hand_is_drawing(h))
        return false;
    if (draft_finish(&h->draft, s->edit) == DRAFT_DONE) {
        selection_take_step(&h->selection, s->edit);
    }
    return true;
}

bool hand_cancel(hand *h, sandbox *s) {
    if (h->drag.what.part != PICK_NOTHING)
        drag_cancel(s, &h->drag);
    else if (h->solid.held != HAND3_NOTHING)
        hand3_let_go(&h->solid, s, false);
    else if (h->banding)
        h->banding = false;
    else if (h->pulling)
        h->pulling = false;
    else if (draft_drop_last(&h->draft))
        h->drawing = false;
    else if (hand_is_drawing(h))
        hand_take_tool(h, s, DRAFT_NONE);
    else if (h->selection.count > 0)
        selection_clear(&h->selection);
    else
        return false;
    return true;
}

/* ---- Changes ----------------------------------------------------------------------------- */

void hand_delete(hand *h, sandbox *s) {
    h->hover.part = PICK_NOTHING;
    hand3_leave(&h->solid);
    selection_remove(&h->selection, s->edit);
}

/* So far to the right and up, as the level is first looked at. */
static sm3_vec on_screen(const sandbox *s, float right, float up) {
    return sm3_offset((sm3_vec){right, 0, 0}, s->obstacles->dimension->up, up);
}

sm3_vec hand_beside(const hand *h, const sandbox *s) {
    float by =
        decimal_round(duplicate_pixels * h->pixel, decimal_step(duplicate_pixels * h->pixel));
    return on_screen(s, by, -by);
}

void hand_duplicate(hand *h, sandbox *s) {
    selection_duplicate(&h->selection, s->edit, hand_beside(h, s));
}

void hand_reverse(hand *h, sandbox *s) {
    selection_reverse(&h->selection, s->edit);
}

void hand_nudge(hand *h, sandbox *s, sm_vec2 delta) {
    selection_move(&h->selection, s->edit, on_screen(s, delta.x, delta.y));
}

static bool longest_edge(const level *l, int statement, int *edge) {
    int count = edit_vertex_count(l, statement);
    int edges = l->statements[statement].kind == LEVEL_LOOP ? count : count - 1;
    float longest = -1;
    for (int i = 0; i < edges; i++) {
        float length =
            distance(pick_vertex(l, statement, i), pick_vertex(l, statement, (i + 1) % count));
        if (length > longest) {
            longest = length;
            *edge = i;
        }
    }
    return longest >= 0;
}

bool hand_split(hand *h, sandbox *s) {
    const level *l = s->level;
    pick what = h->hover;
    bool is_pointed = what.part == PICK_EDGE;
    if (!is_pointed) {
        if (h->selection.count != 1)
            return false;
        what.statement = h->selection.statements[0];
        if (!longest_edge(l, what.statement, &what.element))
            return false;
    }
    int count = edit_vertex_count(l, what.statement);
    sm_vec2 a = pick_vertex(l, what.statement, what.element);
    sm_vec2 b = pick_vertex(l, what.statement, (what.element + 1) % count);
    sm_vec2 at = is_pointed ? sm_closest_on_segment(h->at, a, b)
                            : (sm_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
    at = decimal_round_point(at, decimal_step(h->pixel));
    if (!edit_split(s->edit, what.statement, what.element, at))
        return false;
    selection_set(&h->selection, what.statement);
    h->hover.part = PICK_NOTHING;
    return true;
}

bool hand_travel(hand *h, sandbox *s, int step) {
    bool holds_solid = h->solid.held != HAND3_NOTHING && h->solid.held != HAND3_PLAYER;
    if (h->drag.what.part != PICK_NOTHING || holds_solid) { /* the step that is being made */
        if (step < 0)
            hand_cancel(h, s);
        return step < 0;
    }
    if (!(step < 0 ? edit_undo(s->edit) : edit_redo(s->edit)))
        return false;
    h->hover.part = PICK_NOTHING;
    hand3_leave(&h->solid);
    selection_take_step(&h->selection, s->edit);
    return true;
}
