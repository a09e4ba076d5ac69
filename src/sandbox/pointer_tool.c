#include "pointer_tool.h"

#include <math.h>
#include <stdlib.h>

#include "../slidemove/vec.h"
#include "shape_edit.h"

static const float flattest = 0.02f;      /* cosine; flatter planes cannot be pointed into */
static const float least_depth = 1e-3f;   /* world units */
static const float first_grid = 0.5f;     /* world units */
static const float snap_slacks = 1.7f;    /* how far a vertex attracts, in units of the slack */
static const float click_slacks = 0.5f;   /* a press that moves less is a click */
static const float duplicate_pixels = 24; /* from an original to its copy */

void pointer_tool_init(pointer_tool *tool) {
    *tool = (pointer_tool){.grid = first_grid, .ray = {.pixel = 1, .depth = 1, .slack = 1}};
}

void pointer_tool_free(pointer_tool *tool) {
    selection_free(&tool->selection);
    drawing_free(&tool->drawing);
    free(tool->drag.joint);
    *tool = (pointer_tool){0};
}

bool pointer_tool_is_dragging(const pointer_tool *tool) {
    return tool->drag.what.part != PICK_NOTHING;
}

bool pointer_tool_is_busy(const pointer_tool *tool) {
    return pointer_tool_is_dragging(tool) || tool->pressed_empty || tool->setting_point;
}

bool pointer_tool_is_drawing(const pointer_tool *tool) {
    return tool->drawing.tool != DRAWING_NONE;
}

static void point_at_nothing(pointer_tool *tool) {
    tool->hover.part = PICK_NOTHING;
    tool->guide.kind = SNAP_NONE;
}

void pointer_tool_forget(pointer_tool *tool, sandbox *s) {
    if (pointer_tool_is_dragging(tool))
        drag_cancel(s, &tool->drag);
    tool->pressed_empty = tool->setting_point = false;
    point_at_nothing(tool);
    selection_clear(&tool->selection);
}

/* ---- Along the ray ----------------------------------------------------------------------- */

/* Returns how wide a pixel is there, world units. */
static float pixel_at(const pointer_ray *ray, sm3_vec point) {
    return ray->pixel * fmaxf(sm3_dot(sm3_between(ray->eye, point), ray->view), least_depth);
}

/* The same at the depth of the view's middle. */
static float pixel_size(const pointer_tool *tool) {
    return tool->ray.pixel * tool->ray.depth;
}

float pointer_tool_slack(const pointer_tool *tool) {
    return tool->ray.slack * pixel_size(tool);
}

/* Returns where the ray meets the plane through a point. If that is not in sight, returns the place
 * before. */
static sm3_vec place_in_plane(const pointer_tool *tool, sm3_vec normal, sm3_vec point) {
    float along = sm3_dot(tool->ray.direction, normal);
    float distance = sm3_dot(sm3_between(tool->ray.eye, point), normal) / along;
    if (fabsf(along) < flattest || distance < 0)
        return tool->at;
    return sm3_offset(tool->ray.eye, tool->ray.direction, distance);
}

/* Returns the ray's place in the plane of the drag. */
static sm3_vec place_in_drag(const pointer_tool *tool) {
    return place_in_plane(tool, tool->normal, tool->drag.from);
}

/* Returns the ray's place at the depth of the view's middle. */
static sm3_vec place_in_view(const pointer_tool *tool) {
    return sm3_offset(tool->ray.eye, tool->ray.direction, tool->ray.depth);
}

/* ---- The cross --------------------------------------------------------------------------- */

sm3_vec pointer_tool_axis(pick_part part) {
    return (sm3_vec){part == PICK_AXIS_X, part == PICK_AXIS_Y, part == PICK_AXIS_Z};
}

float pointer_tool_arrow_length(const pointer_tool *tool, sm3_vec cross) {
    return tool->ray.arrow * pixel_at(&tool->ray, cross);
}

bool pointer_tool_cross(const pointer_tool *tool, const sandbox *s, sm3_vec *middle) {
    const obstacles *o = s->obstacles;
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (!(tool->ray.arrow > 0))
        return false;
    for (int i = 0; i < tool->selection.count; i++) {
        sm3_triangle label = {0};
        if (edit_label_place(s->level, tool->selection.statements[i], &label.a)) {
            label.b = label.c = label.a;
            level_box3_include(&box, &label);
        }
        obstacle_span span = obstacles_span(o, tool->selection.statements[i]);
        for (int k = span.first; k < span.first + span.count; k++) {
            sm3_triangle shape = o->dimension->shape(o, k);
            level_box3_include(&box, &shape);
        }
    }
    *middle = sm3_scaled(sm3_offset(box.min, box.max, 1), 0.5f);
    return box.min.x <= box.max.x;
}

/* Returns the arrow under the pointer, PICK_NOTHING when there is none. */
static pick_part arrow_under(const pointer_tool *tool, sm3_vec cross) {
    const pointer_ray *ray = &tool->ray;
    float length = pointer_tool_arrow_length(tool, cross),
          nearest = ray->slack * pixel_at(ray, cross);
    sm3_vec end =
        sm3_offset(ray->eye, ray->direction, 2 * sm3_length(sm3_between(ray->eye, cross)) + length);
    if (sm3_length(sm3_between(cross, sm3_closest_on_segment(cross, ray->eye, end))) < nearest)
        return PICK_NOTHING; /* the ray is where all arrows meet, or the arrow points at the eye */
    pick_part found = PICK_NOTHING;
    for (pick_part part = PICK_AXIS_X; part <= PICK_AXIS_Z; part++) {
        sm3_vec axis = pointer_tool_axis(part);
        sm3_vec root = sm3_offset(cross, axis, 0.2f * length);
        float distance =
            sm3_closest_of_segments(ray->eye, end, root, sm3_offset(cross, axis, length)).distance;
        if (distance < nearest) {
            nearest = distance;
            found = part;
        }
    }
    return found;
}

/* ---- Pointing ---------------------------------------------------------------------------- */

/* Handles are drawn over everything, so they are grabbed before everything. */
static pick pick_handle(const pointer_tool *tool, const sandbox *s, sm3_vec *at) {
    pick none = {.part = PICK_NOTHING};
    float slack = pointer_tool_slack(tool);
    if (tool->selection.count == 0)
        return none;
    int first = tool->selection.statements[0];
    if (pointer_tool_cross(tool, s, at))
        return (pick){arrow_under(tool, *at), first, 0};
    *at = place_in_view(tool);
    return tool->selection.count > 1
               ? none
               : pick_turn_at(s->level, first, *at, POINTER_TOOL_TURN_SLACKS * slack, slack);
}

static pick pick_under(const pointer_tool *tool, const sandbox *s, sm3_vec *at) {
    pick what = pick_handle(tool, s, at);
    return what.part != PICK_NOTHING
               ? what
               : s->obstacles->dimension->pick(s->obstacles, &s->player, &tool->ray, at);
}

/* Returns how a shape is snapped that is drawn or dragged there. */
static snap_settings settings(const pointer_tool *tool, sm3_vec at, bool snap) {
    float step = decimal_step(pixel_at(&tool->ray, at));
    if (!snap)
        return (snap_settings){.step = step};
    return (snap_settings){
        .grid = tool->grid, .reach = snap_slacks * pointer_tool_slack(tool), .step = step};
}

static drawing_settings settings_now(const pointer_tool *tool, bool snap) {
    return (drawing_settings){settings(tool, tool->at, snap), pointer_tool_slack(tool), tool->plane,
                              work_plane_height(tool->plane, tool->at)};
}

static bool is_deep(const pointer_tool *tool) {
    return tool->plane.normal != PLANE_FLAT;
}

/* Whether the drawing plane exists in levels of this dimension. */
static bool fits_level(const pointer_tool *tool, const level *l) {
    return is_deep(tool) == (work_plane_first(l->dimensions).normal != PLANE_FLAT);
}

/* Chooses the plane square to an axis that is most like the face under the pointer. */
static void choose_plane(pointer_tool *tool, const sandbox *s) {
    sm3_vec delta = sm3_scaled(tool->ray.direction, POINTER_FAR);
    sm3_touch face = s->obstacles->dimension->ray(s->obstacles, tool->ray.eye, delta, NULL);
    sm3_vec n = {fabsf(face.normal.x), fabsf(face.normal.y), fabsf(face.normal.z)};
    if (!face.hit)
        return;
    tool->plane.normal = n.y >= n.x && n.y >= n.z ? PLANE_Y : n.x >= n.z ? PLANE_X : PLANE_Z;
    tool->plane.at = decimal_round(work_plane_height(tool->plane, face.position),
                                   decimal_step(pixel_at(&tool->ray, face.position)));
}

/* Returns the ray's place in the drawing plane. */
static sm3_vec place_on_plane(const pointer_tool *tool) {
    sm3_vec normal = work_plane_normal(tool->plane);
    sm3_vec place = place_in_plane(tool, normal, sm3_scaled(normal, tool->plane.at));
    return work_plane_to3(tool->plane, work_plane_to2(tool->plane, place));
}

/* Points to the top of a box: the point nearest to the ray on the line that rises from the box's
 * corner. */
static void point_top(pointer_tool *tool, bool snap) {
    const float *corner = tool->drawing.points + 2;
    sm3_vec normal = work_plane_normal(tool->plane), d = tool->ray.direction;
    sm3_vec root = work_plane_to3(tool->plane, (sm_vec2){corner[0], corner[1]});
    sm3_vec from = sm3_between(tool->ray.eye, root);
    float along = sm3_dot(normal, d), apart = 1 - along * along;
    if (!(apart > flattest * flattest))
        return;
    float rise = (along * sm3_dot(from, d) - sm3_dot(from, normal)) / apart;
    snap_settings set = settings(tool, root, snap);
    work_plane top = {tool->plane.normal, snap_length(tool->plane.at + rise, &set)};
    tool->at = work_plane_to3(top, (sm_vec2){corner[0], corner[1]});
    tool->guide = (snap_result){.kind = snap ? SNAP_GRID : SNAP_NONE, .point = tool->at};
}

static void point_drawing(pointer_tool *tool, const sandbox *s, bool snap) {
    if (drawing_rises(&tool->drawing, tool->plane)) {
        point_top(tool, snap);
        return;
    }
    bool chooses = is_deep(tool) && tool->drawing.count == 0;
    if (chooses)
        choose_plane(tool, s);
    snap_query query = {.wanted = is_deep(tool) ? place_on_plane(tool) : place_in_view(tool),
                        .plane = tool->plane};
    snap_settings set = settings(tool, query.wanted, snap);
    if (drawing_anchor(&tool->drawing, &query.anchors[0]))
        query.anchor_count = 1;
    tool->guide = snap_point(s->obstacles, &query, &set);
    if (chooses) /* the vertex that it snapped to may be beside the face */
        tool->plane.at = work_plane_height(tool->plane, tool->guide.point);
    tool->at = is_deep(tool)
                   ? work_plane_to3(tool->plane, work_plane_to2(tool->plane, tool->guide.point))
                   : tool->guide.point;
}

static void point_drag(pointer_tool *tool, sandbox *s, pointer_keys keys) {
    tool->at = place_in_drag(tool);
    if (drag_is_over(s, &tool->drag))
        drag_end(s, &tool->drag);
    tool->hover = tool->drag.what;
    if (!tool->strayed || !pointer_tool_is_dragging(tool))
        return;
    tool->drag.snap = settings(tool, tool->drag.from, keys.snap);
    drag_to(s, &tool->drag, tool->at, keys.more);
    tool->guide = tool->drag.snapped;
}

void pointer_tool_point(pointer_tool *tool, sandbox *s, const pointer_ray *ray, pointer_keys keys) {
    tool->is_here = true;
    tool->ray = *ray;
    tool->strayed |= sm_distance(ray->at, tool->press) > click_slacks * ray->slack;
    if (tool->by_keys && pointer_tool_is_drawing(tool))
        return;
    point_at_nothing(tool);
    if (pointer_tool_is_dragging(tool))
        point_drag(tool, s, keys);
    else if (pointer_tool_is_drawing(tool))
        point_drawing(tool, s, keys.snap);
    else if (tool->pressed_empty)
        tool->at = place_in_view(tool);
    else
        tool->hover = pick_under(tool, s, &tool->at);
}

void pointer_tool_leave(pointer_tool *tool, const pointer_ray *ray) {
    tool->ray = *ray;
    if (tool->by_keys)
        return;
    tool->is_here = false;
    point_at_nothing(tool);
}

bool pointer_tool_pull(const pointer_tool *tool, sm3_vec *to) {
    *to = sm3_offset(tool->at, tool->grip, 1);
    return tool->drag.what.part == PICK_PLAYER;
}

/* ---- Pressing ---------------------------------------------------------------------------- */

static void set_point(pointer_tool *tool, sandbox *s, bool snap) {
    drawing_settings set = settings_now(tool, snap);
    if (drawing_add(&tool->drawing, s->edit, work_plane_to2(tool->plane, tool->at), &set) !=
        DRAWING_DONE)
        return;
    tool->setting_point = false; /* until it is released, the pointer sets no other point */
    selection_take_step(&tool->selection, s->edit);
}

static bool is_of_shape(pick what) {
    return what.part != PICK_NOTHING && what.part != PICK_PLAYER && !pick_is_axis(what.part);
}

/* Selects the grabbed shape. If it is one of several selected ones, they stay selected, to move
 * them all. */
static void select_pressed(pointer_tool *tool, bool more) {
    if (more)
        selection_toggle(&tool->selection, tool->pressed.statement);
    else if (!selection_has(&tool->selection, tool->pressed.statement))
        selection_set(&tool->selection, tool->pressed.statement);
}

/* Returns the normal of the plane through an axis that faces the eye most; a drag along the axis
 * uses it. */
static sm3_vec plane_through(sm3_vec axis, sm3_vec view) {
    sm3_vec normal = sm3_offset(view, axis, -sm3_dot(view, axis));
    float length = sm3_length(normal);
    return length > flattest ? sm3_scaled(normal, 1 / length) : view;
}

static void grab(pointer_tool *tool, sandbox *s, pointer_keys keys) {
    pick what = tool->pressed;
    bool is_axis = pick_is_axis(what.part);
    if (is_of_shape(what) && !keys.more) /* otherwise the release decides */
        select_pressed(tool, false);
    tool->drag = drag_begin(s, what, tool->at, pixel_size(tool));
    tool->drag.selected = &tool->selection;
    tool->normal =
        is_axis ? plane_through(pointer_tool_axis(what.part), tool->ray.view) : tool->ray.view;
    if (is_axis)
        tool->drag.from = place_in_drag(tool);
    tool->grip = sm3_between(tool->at, s->player.position);
}

/* Whether a drag of the pressed shape moves it. */
static bool is_grabbed(const pointer_tool *tool, pointer_keys keys) {
    pick what = tool->pressed;
    bool waits = is_of_shape(what) && tool->ray.may_turn;
    bool is_chosen = !keys.more && selection_has(&tool->selection, what.statement);
    return what.part != PICK_NOTHING && (!waits || is_chosen);
}

bool pointer_tool_press(pointer_tool *tool, sandbox *s, pointer_keys keys) {
    tool->strayed = false;
    tool->press = tool->ray.at;
    tool->band = tool->at;
    if (pointer_tool_is_drawing(tool)) {
        tool->setting_point = true;
        set_point(tool, s, keys.snap);
        return true;
    }
    tool->pressed = pick_under(tool, s, &tool->at);
    tool->band = tool->at;
    tool->pressed_empty = !is_grabbed(tool, keys);
    if (!tool->pressed_empty)
        grab(tool, s, keys);
    return !tool->pressed_empty || !tool->ray.may_turn;
}

static void end_band(pointer_tool *tool, sandbox *s, bool more) {
    selection_in_box(&tool->selection, s->obstacles, (level_box3){tool->band, tool->at}, more);
}

static void click(pointer_tool *tool, bool more) {
    if (is_of_shape(tool->pressed) && (more || tool->pressed_empty))
        select_pressed(tool, more);
    else if (tool->pressed_empty && !more)
        selection_clear(&tool->selection);
}

void pointer_tool_let_go(pointer_tool *tool, sandbox *s) {
    tool->pressed_empty = tool->setting_point = false;
    if (pointer_tool_is_dragging(tool))
        drag_end(s, &tool->drag);
}

bool pointer_tool_release(pointer_tool *tool, sandbox *s, pointer_keys keys) {
    bool is_drawn = tool->setting_point &&
                    sm3_length(sm3_between(tool->band, tool->at)) > pointer_tool_slack(tool);
    bool is_pressed = tool->pressed_empty || pointer_tool_is_dragging(tool),
         is_band = tool->pressed_empty && !tool->ray.may_turn;
    bool is_click = is_pressed && !tool->strayed;
    if (is_click)
        click(tool, keys.more);
    else if (is_band)
        end_band(tool, s, keys.more);
    if (is_drawn)
        set_point(tool, s, keys.snap); /* drawn by a drag: its end is the second point */
    pointer_tool_let_go(tool, s);
    return is_click && is_of_shape(tool->pressed);
}

/* ---- Drawing ----------------------------------------------------------------------------- */

void pointer_tool_choose_tool(pointer_tool *tool, sandbox *s, drawing_tool kind) {
    pointer_tool_let_go(tool, s);
    drawing_begin(&tool->drawing, kind);
    if (!fits_level(tool, s->level))
        tool->plane = work_plane_first(s->level->dimensions);
    point_at_nothing(tool);
}

void pointer_tool_adapt(pointer_tool *tool, sandbox *s) {
    drawing_tool kind = tool->drawing.tool;
    bool fits = drawing_has_tool(kind, s->level->dimensions);
    if (!fits || !fits_level(tool, s->level))
        pointer_tool_choose_tool(tool, s, fits ? kind : DRAWING_NONE);
}

bool pointer_tool_drawn_shape(pointer_tool *tool, edit_shape *shape) {
    drawing_settings set = settings_now(tool, tool->guide.kind != SNAP_NONE);
    return pointer_tool_is_drawing(tool) &&
           drawing_shape(&tool->drawing, work_plane_to2(tool->plane, tool->at), &set, shape);
}

void pointer_tool_step_cross(pointer_tool *tool, sandbox *s, int right, int up) {
    if (!tool->by_keys && !tool->is_here)
        tool->at = s->player.position; /* where the user looks */
    tool->by_keys = tool->is_here = true;
    sm_vec2 flat = decimal_round_point(work_plane_to2(tool->plane, tool->at), tool->grid);
    tool->at = work_plane_to3(tool->plane,
                              sm_offset(flat, (sm_vec2){(float)right, (float)up}, tool->grid));
    tool->guide = (snap_result){.kind = SNAP_GRID, .point = tool->at};
}

void pointer_tool_set_point(pointer_tool *tool, sandbox *s) {
    if (!tool->is_here)
        pointer_tool_step_cross(tool, s, 0, 0); /* the cross was not visible */
    else
        set_point(tool, s, tool->by_keys);
}

bool pointer_tool_finish(pointer_tool *tool, sandbox *s) {
    if (!pointer_tool_is_drawing(tool))
        return false;
    if (drawing_finish(&tool->drawing, s->edit) == DRAWING_DONE)
        selection_take_step(&tool->selection, s->edit);
    return true;
}

bool pointer_tool_cancel(pointer_tool *tool, sandbox *s) {
    if (pointer_tool_is_dragging(tool))
        drag_cancel(s, &tool->drag);
    else if (tool->pressed_empty)
        tool->pressed_empty = false;
    else if (drawing_drop_last(&tool->drawing))
        tool->setting_point = false;
    else if (pointer_tool_is_drawing(tool))
        pointer_tool_choose_tool(tool, s, DRAWING_NONE);
    else if (tool->selection.count > 0)
        selection_clear(&tool->selection);
    else
        return false;
    return true;
}

/* ---- Changes ----------------------------------------------------------------------------- */

void pointer_tool_delete(pointer_tool *tool, sandbox *s) {
    tool->hover.part = PICK_NOTHING;
    selection_remove(&tool->selection, s->edit);
}

/* Returns a displacement to the right and up, as seen when the level is opened. */
static sm3_vec on_screen(const sandbox *s, float right, float up) {
    return sm3_offset((sm3_vec){right, 0, 0}, s->obstacles->dimension->up, up);
}

sm3_vec pointer_tool_copy_offset(const pointer_tool *tool, const sandbox *s) {
    float wanted = duplicate_pixels * pixel_size(tool);
    float by = decimal_round(wanted, decimal_step(wanted));
    return on_screen(s, by, -by);
}

void pointer_tool_duplicate(pointer_tool *tool, sandbox *s) {
    selection_duplicate(&tool->selection, s->edit, pointer_tool_copy_offset(tool, s));
}

void pointer_tool_reverse(pointer_tool *tool, sandbox *s) {
    selection_reverse(&tool->selection, s->edit);
}

void pointer_tool_nudge(pointer_tool *tool, sandbox *s, sm_vec2 delta) {
    selection_move(&tool->selection, s->edit, on_screen(s, delta.x, delta.y));
}

bool pointer_tool_split(pointer_tool *tool, sandbox *s) {
    const level *l = s->level;
    bool is_pointed = tool->hover.part == PICK_EDGE;
    if (!is_pointed && tool->selection.count != 1)
        return false;
    pick what = is_pointed ? tool->hover : (pick){PICK_EDGE, tool->selection.statements[0], 0};
    int count = edit_vertex_count(l, what.statement);
    if (count == 0)
        return false;
    sm3_vec a = edit_point(l, what.statement, what.element);
    sm3_vec b = edit_point(l, what.statement, (what.element + 1) % count);
    sm3_vec at =
        is_pointed ? sm3_closest_on_segment(tool->at, a, b) : sm3_scaled(sm3_offset(a, b, 1), 0.5f);
    at = decimal_round_place(at, decimal_step(pixel_size(tool)));
    if (!edit_split(s->edit, what.statement, what.element, at))
        return false;
    selection_set(&tool->selection, what.statement);
    tool->hover.part = PICK_NOTHING;
    return true;
}

bool pointer_tool_undo_step(pointer_tool *tool, sandbox *s, int step) {
    pointer_tool_let_go(tool, s);
    if (!(step < 0 ? edit_undo(s->edit) : edit_redo(s->edit)))
        return false;
    tool->hover.part = PICK_NOTHING;
    selection_take_step(&tool->selection, s->edit);
    return true;
}
