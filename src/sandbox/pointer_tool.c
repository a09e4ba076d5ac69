#include "pointer_tool.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "selection.h"
#include "shape_edit.h"
#include "space/space.h"

static const float far_away = 4e6f;  /* world units: across the largest level */
static const float flattest = 0.02f; /* cosine; a plane seen flatter than that cannot be aimed at */
static const float least_depth = 1e-3f; /* world units */

static bool is_axis(ray_tool_part part) {
    return part >= RAY_TOOL_AXIS_X;
}

sm3_vec ray_tool_axis(ray_tool_part part) {
    return (sm3_vec){part == RAY_TOOL_AXIS_X, part == RAY_TOOL_AXIS_Y, part == RAY_TOOL_AXIS_Z};
}

static float pixel_at(const pointer_ray *ray, sm3_vec point) {
    return ray->pixel * fmaxf(sm3_dot(sm3_between(ray->eye, point), ray->view), least_depth);
}

float ray_tool_arrow_length(const pointer_ray *ray, sm3_vec cross) {
    return ray->arrow * pixel_at(ray, cross);
}

/* ---- Pointing ---------------------------------------------------------------------------- */

bool ray_tool_cross(const selection *chosen, const sandbox *s, sm3_vec *middle) {
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < chosen->count; i++) {
        obstacle_span span = s->obstacles->dimension->span(s->obstacles, chosen->statements[i]);
        for (int k = span.first; k < span.first + span.count; k++)
            level_box3_include(&box, &space_seen(s->obstacles)->solids.triangles[k]);
    }
    *middle = (sm3_vec){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2,
                        (box.min.z + box.max.z) / 2};
    return box.min.x <= box.max.x;
}

/* The arrows are drawn over everything, so they are grabbed before everything. */
static ray_tool_part arrow_under(const selection *chosen, const sandbox *s,
                                 const pointer_ray *ray) {
    sm3_vec cross;
    if (!ray_tool_cross(chosen, s, &cross))
        return RAY_TOOL_NOTHING;
    float length = ray_tool_arrow_length(ray, cross), nearest = ray->slack * pixel_at(ray, cross);
    sm3_vec end =
        sm3_offset(ray->eye, ray->direction, 2 * sm3_length(sm3_between(ray->eye, cross)) + length);
    if (sm3_length(sm3_between(cross, sm3_closest_on_segment(cross, ray->eye, end))) < nearest)
        return RAY_TOOL_NOTHING; /* where all meet, none is meant, nor one that points at the eye */
    ray_tool_part found = RAY_TOOL_NOTHING;
    for (ray_tool_part part = RAY_TOOL_AXIS_X; part <= RAY_TOOL_AXIS_Z; part++) {
        sm3_vec axis = ray_tool_axis(part);
        sm3_vec root = sm3_offset(cross, axis, 0.2f * length);
        float beside =
            sm3_closest_of_segments(ray->eye, end, root, sm3_offset(cross, axis, length)).distance;
        if (beside < nearest) {
            nearest = beside;
            found = part;
        }
    }
    return found;
}

/* Returns what is there, NOTHING being the sky, and where. */
static ray_tool_part look(const sandbox *s, const pointer_ray *ray, int *statement, sm3_vec *at) {
    const space *sp = space_seen(s->obstacles);
    sm3_vec delta = sm3_scaled(ray->direction, far_away);
    sm3_triangle mover =
        sm3_solid_capsule(sm3_capsule_at(player_upright(&s->player), s->player.position));
    sm3_triangle_array alone = {&mover, 1};
    sm3_touch of_player = sm3_raycast(ray->eye, delta, sm3_obstacles_of_array(&alone));
    sm3_touch of_shape = sm3_raycast(ray->eye, delta, space_obstacles(sp));
    if (of_player.hit && !(of_shape.hit && of_shape.fraction < of_player.fraction)) {
        *at = of_player.position;
        return RAY_TOOL_PLAYER;
    }
    if (!of_shape.hit)
        return RAY_TOOL_NOTHING;
    *statement = sp->solids.statements[of_shape.obstacle];
    *at = of_shape.position;
    return RAY_TOOL_SHAPE;
}

static ray_tool_part find_part(ray_tool *h, const selection *chosen, const sandbox *s,
                               sm3_vec *at) {
    ray_tool_part part = arrow_under(chosen, s, &h->ray);
    if (part == RAY_TOOL_NOTHING)
        return look(s, &h->ray, &h->statement, at);
    ray_tool_cross(chosen, s, at);
    return part;
}

/* ---- Dragging ---------------------------------------------------------------------------- */

/* Returns where the ray meets the plane of the drag; `otherwise` where that is nowhere in sight. */
static sm3_vec meet_plane(const ray_tool *h, sm3_vec otherwise) {
    float along = sm3_dot(h->ray.direction, h->normal);
    float distance_to = sm3_dot(sm3_between(h->ray.eye, h->from), h->normal);
    if (fabsf(along) < flattest || distance_to / along < 0)
        return otherwise;
    return sm3_offset(h->ray.eye, h->ray.direction, distance_to / along);
}

/* An axis is dragged along in the plane through it that looks most at the eye. */
static sm3_vec plane_through(sm3_vec axis, sm3_vec view) {
    sm3_vec normal = sm3_offset(view, axis, -sm3_dot(view, axis));
    float length = sm3_length(normal);
    return length > flattest ? sm3_scaled(normal, 1 / length) : view;
}

/* Moves by all of its way from where it was grabbed, so that roundings do not add up. */
static void drag_chosen(ray_tool *h, const selection *chosen, sandbox *s) {
    sm3_vec way = sm3_between(h->from, meet_plane(h, sm3_offset(h->from, h->moved, 1)));
    if (is_axis(h->held)) {
        sm3_vec axis = ray_tool_axis(h->held);
        way = sm3_scaled(axis, sm3_dot(way, axis));
    }
    float step = decimal_step(pixel_at(&h->ray, h->from));
    way = (sm3_vec){decimal_round(way.x, step), decimal_round(way.y, step),
                    decimal_round(way.z, step)};
    edit_hold(s->edit);
    edit_cancel(s->edit);
    edit_begin(s->edit);
    bool good = true;
    for (int i = 0; i < chosen->count && good; i++)
        good = edit_move(s->edit, chosen->statements[i], way);
    if (good) {
        h->moved = way;
    } else {
        edit_cancel(s->edit);
        edit_begin(s->edit);
        h->moved = (sm3_vec){0, 0, 0};
    }
    edit_release(s->edit);
}

void ray_tool_point(ray_tool *h, const selection *chosen, sandbox *s, const pointer_ray *ray) {
    sm3_vec at;
    h->ray = *ray;
    if (h->held == RAY_TOOL_NOTHING)
        h->hover = find_part(h, chosen, s, &at);
    else if (h->held != RAY_TOOL_PLAYER)
        drag_chosen(h, chosen, s);
}

void ray_tool_leave(ray_tool *h) {
    if (h->held == RAY_TOOL_NOTHING)
        h->hover = RAY_TOOL_NOTHING;
}

bool ray_tool_press(ray_tool *h, selection *chosen, sandbox *s, bool more) {
    h->held = h->hover = find_part(h, chosen, s, &h->from);
    if (h->held == RAY_TOOL_NOTHING)
        return false;
    h->moved = (sm3_vec){0, 0, 0};
    h->normal = is_axis(h->held) ? plane_through(ray_tool_axis(h->held), h->ray.view) : h->ray.view;
    if (is_axis(h->held))
        h->from = meet_plane(h, h->from);
    if (h->held == RAY_TOOL_PLAYER)
        h->grip = sm3_between(h->from, s->player.position);
    else if (h->held == RAY_TOOL_SHAPE && more)
        selection_toggle(chosen, h->statement);
    else if (h->held == RAY_TOOL_SHAPE && !selection_has(chosen, h->statement))
        selection_set(chosen, h->statement);
    if (h->held == RAY_TOOL_SHAPE && !selection_has(chosen, h->statement)) {
        h->held = RAY_TOOL_NOTHING; /* it was taken from the selection */
        return true;
    }
    if (h->held != RAY_TOOL_PLAYER)
        edit_begin(s->edit);
    return true;
}

void ray_tool_let_go(ray_tool *h, sandbox *s, bool keep) {
    if (h->held == RAY_TOOL_NOTHING)
        return;
    if (h->held != RAY_TOOL_PLAYER && keep)
        edit_end(s->edit);
    else if (h->held != RAY_TOOL_PLAYER)
        edit_cancel(s->edit);
    h->held = RAY_TOOL_NOTHING;
}

sm3_vec ray_tool_pull(const ray_tool *h) {
    return sm3_offset(meet_plane(h, h->from), h->grip, 1);
}

static const float first_grid = 0.5f;     /* world units */
static const float snap_slacks = 1.7f;    /* how far a vertex attracts, in units of the slack */
static const float band_pixels = 4;       /* a band smaller than this is a click */
static const float duplicate_pixels = 24; /* a copy lies beside what it was made from */

void pointer_tool_init(pointer_tool *h) {
    *h = (pointer_tool){.grid = first_grid, .pixel = 1, .slack = 1};
}

void pointer_tool_free(pointer_tool *h) {
    selection_free(&h->selection);
    drawing_free(&h->drawing);
    *h = (pointer_tool){0};
}

bool pointer_tool_is_busy(const pointer_tool *h) {
    return h->drag.what.part != PICK_NOTHING || h->solid.held != RAY_TOOL_NOTHING || h->pulling ||
           h->banding || h->setting_point;
}

bool pointer_tool_is_drawing(const pointer_tool *h) {
    return h->drawing.tool != DRAWING_NONE;
}

void pointer_tool_forget(pointer_tool *h, sandbox *s) {
    if (h->drag.what.part != PICK_NOTHING)
        drag_cancel(s, &h->drag);
    ray_tool_let_go(&h->solid, s, false);
    h->solid.hover = RAY_TOOL_NOTHING;
    h->pulling = h->banding = h->setting_point = false;
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
    selection_clear(&h->selection);
}

static snap_settings settings(const pointer_tool *h, bool snap) {
    float step = decimal_step(h->pixel);
    if (!snap)
        return (snap_settings){.step = step};
    return (snap_settings){.grid = h->grid, .reach = snap_slacks * h->slack, .step = step};
}

static drawing_settings settings_now(const pointer_tool *h, bool snap) {
    return (drawing_settings){settings(h, snap), h->slack};
}

/* ---- Pointing ---------------------------------------------------------------------------- */

/* The one selected box shows a handle that turns it. */
static pick pick_handle(const pointer_tool *h, const sandbox *s, sm_vec2 at) {
    if (h->selection.count != 1)
        return (pick){.part = PICK_NOTHING};
    return pick_turn_at(s->level, h->selection.statements[0], at,
                        POINTER_TOOL_TURN_SLACKS * h->slack, h->slack);
}

static pick pick_under(const pointer_tool *h, const sandbox *s, sm_vec2 at) {
    pick what = pick_handle(h, s, at);
    return what.part != PICK_NOTHING ? what : pick_at(s, at, h->slack);
}

static void point_drawing(pointer_tool *h, const sandbox *s, sm_vec2 world, bool snap) {
    snap_settings set = settings(h, snap);
    snap_query query = {.wanted = world, .moving = {.part = PICK_NOTHING}};
    if (drawing_anchor(&h->drawing, &query.anchors[0]))
        query.anchor_count = 1;
    h->guide = snap_point(s, &query, &set);
    h->at = h->guide.point;
    h->hover.part = PICK_NOTHING;
}

void pointer_tool_point(pointer_tool *h, sandbox *s, sm_vec2 world, pointer_keys keys) {
    h->is_here = true;
    h->at = world;
    if (!h->by_keys)
        h->guide.kind = SNAP_NONE;
    if (h->drag.what.part != PICK_NOTHING) {
        h->drag.snap = settings(h, keys.snap);
        drag_to(s, &h->drag, world, keys.alone);
        h->guide = h->drag.snapped;
        h->hover = h->drag.what;
    } else if (pointer_tool_is_drawing(h)) {
        if (!h->by_keys)
            point_drawing(h, s, world, keys.snap);
    } else if (h->pulling || h->banding) {
        h->hover.part = PICK_NOTHING;
    } else {
        h->hover = pick_under(h, s, world);
    }
}

void pointer_tool_leave(pointer_tool *h) {
    h->is_here = false;
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
}

/* ---- Pressing ---------------------------------------------------------------------------- */

static void set_point(pointer_tool *h, sandbox *s, bool snap) {
    drawing_settings set = settings_now(h, snap);
    if (drawing_add(&h->drawing, s->edit, h->at, &set) != DRAWING_DONE)
        return;
    h->setting_point = false; /* what the pointer does until it is let go begins no other shape */
    selection_take_step(&h->selection, s->edit);
}

/* A grabbed shape is selected; one of several selected ones is left so, to move them all. */
static void select_pressed(pointer_tool *h, int statement, bool more) {
    if (more)
        selection_toggle(&h->selection, statement);
    else if (!selection_has(&h->selection, statement))
        selection_set(&h->selection, statement);
}

static void press_scene(pointer_tool *h, sandbox *s, pointer_keys keys) {
    pick what = pick_under(h, s, h->at);
    if (what.part == PICK_PLAYER) {
        h->grab = sm_between(h->at, sm3_flat(s->player.position));
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

void pointer_tool_press(pointer_tool *h, sandbox *s, pointer_keys keys) {
    if (pointer_tool_is_drawing(h)) {
        h->setting_point = true;
        h->band = h->at;
        set_point(h, s, keys.snap);
    } else {
        press_scene(h, s, keys);
    }
}

static void end_band(pointer_tool *h, sandbox *s, bool more) {
    h->banding = false;
    level_box box = {{fminf(h->band.x, h->at.x), fminf(h->band.y, h->at.y)},
                     {fmaxf(h->band.x, h->at.x), fmaxf(h->band.y, h->at.y)}};
    bool is_click = sm_distance(h->band, h->at) < band_pixels * h->pixel;
    if (!is_click)
        selection_in_box(&h->selection, s, box, more);
    else if (!more)
        selection_clear(&h->selection);
}

void pointer_tool_let_go(pointer_tool *h, sandbox *s) {
    h->pulling = h->banding = h->setting_point = false;
    ray_tool_let_go(&h->solid, s, true);
    if (h->drag.what.part != PICK_NOTHING)
        drag_end(s, &h->drag);
}

void pointer_tool_release(pointer_tool *h, sandbox *s, pointer_keys keys) {
    if (h->banding)
        end_band(h, s, keys.more);
    if (h->setting_point && sm_distance(h->band, h->at) > h->slack)
        set_point(h, s, keys.snap); /* drawn by a drag: the second point is where it ends */
    pointer_tool_let_go(h, s);
}

/* ---- Drawing ----------------------------------------------------------------------------- */

void pointer_tool_take_tool(pointer_tool *h, sandbox *s, drawing_tool tool) {
    pointer_tool_let_go(h, s);
    drawing_begin(&h->drawing, tool);
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
}

bool pointer_tool_drawn_shape(pointer_tool *h, edit_shape *shape) {
    drawing_settings set = settings_now(h, h->guide.kind != SNAP_NONE);
    return pointer_tool_is_drawing(h) && drawing_shape(&h->drawing, h->at, &set, shape);
}

void pointer_tool_step_cross(pointer_tool *h, sandbox *s, int right, int up) {
    if (!h->by_keys && !h->is_here)
        h->at = sm3_flat(s->player.position); /* where the eye is */
    h->by_keys = h->is_here = true;
    h->at = (sm_vec2){decimal_round(h->at.x, h->grid) + (float)right * h->grid,
                      decimal_round(h->at.y, h->grid) + (float)up * h->grid};
    h->guide = (snap_result){.kind = SNAP_GRID, .point = h->at};
}

void pointer_tool_set_point(pointer_tool *h, sandbox *s) {
    if (!h->is_here)
        pointer_tool_step_cross(h, s, 0, 0); /* nobody saw where it would go */
    else
        set_point(h, s, h->by_keys);
}

bool pointer_tool_finish(pointer_tool *h, sandbox *s) {
    if (!pointer_tool_is_drawing(h))
        return false;
    if (drawing_finish(&h->drawing, s->edit) == DRAWING_DONE) {
        selection_take_step(&h->selection, s->edit);
    }
    return true;
}

bool pointer_tool_cancel(pointer_tool *h, sandbox *s) {
    if (h->drag.what.part != PICK_NOTHING)
        drag_cancel(s, &h->drag);
    else if (h->solid.held != RAY_TOOL_NOTHING)
        ray_tool_let_go(&h->solid, s, false);
    else if (h->banding)
        h->banding = false;
    else if (h->pulling)
        h->pulling = false;
    else if (drawing_drop_last(&h->drawing))
        h->setting_point = false;
    else if (pointer_tool_is_drawing(h))
        pointer_tool_take_tool(h, s, DRAWING_NONE);
    else if (h->selection.count > 0)
        selection_clear(&h->selection);
    else
        return false;
    return true;
}

/* ---- Changes ----------------------------------------------------------------------------- */

void pointer_tool_delete(pointer_tool *h, sandbox *s) {
    h->hover.part = PICK_NOTHING;
    ray_tool_leave(&h->solid);
    selection_remove(&h->selection, s->edit);
}

/* So far to the right and up, as the level is first looked at. */
static sm3_vec on_screen(const sandbox *s, float right, float up) {
    return sm3_offset((sm3_vec){right, 0, 0}, s->obstacles->dimension->up, up);
}

sm3_vec pointer_tool_beside(const pointer_tool *h, const sandbox *s) {
    float by =
        decimal_round(duplicate_pixels * h->pixel, decimal_step(duplicate_pixels * h->pixel));
    return on_screen(s, by, -by);
}

void pointer_tool_duplicate(pointer_tool *h, sandbox *s) {
    selection_duplicate(&h->selection, s->edit, pointer_tool_beside(h, s));
}

void pointer_tool_reverse(pointer_tool *h, sandbox *s) {
    selection_reverse(&h->selection, s->edit);
}

void pointer_tool_nudge(pointer_tool *h, sandbox *s, sm_vec2 delta) {
    selection_move(&h->selection, s->edit, on_screen(s, delta.x, delta.y));
}

static bool longest_edge(const level *l, int statement, int *edge) {
    int count = edit_vertex_count(l, statement);
    int edges = l->statements[statement].kind == LEVEL_LOOP ? count : count - 1;
    float longest = -1;
    for (int i = 0; i < edges; i++) {
        float length =
            sm_distance(pick_vertex(l, statement, i), pick_vertex(l, statement, (i + 1) % count));
        if (length > longest) {
            longest = length;
            *edge = i;
        }
    }
    return longest >= 0;
}

bool pointer_tool_split(pointer_tool *h, sandbox *s) {
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

bool pointer_tool_travel(pointer_tool *h, sandbox *s, int step) {
    bool holds_solid = h->solid.held != RAY_TOOL_NOTHING && h->solid.held != RAY_TOOL_PLAYER;
    if (h->drag.what.part != PICK_NOTHING || holds_solid) { /* the step that is being made */
        if (step < 0)
            pointer_tool_cancel(h, s);
        return step < 0;
    }
    if (!(step < 0 ? edit_undo(s->edit) : edit_redo(s->edit)))
        return false;
    h->hover.part = PICK_NOTHING;
    ray_tool_leave(&h->solid);
    selection_take_step(&h->selection, s->edit);
    return true;
}
