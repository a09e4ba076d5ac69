#include "pointer_tool.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "shape_edit.h"

static const float flattest = 0.02f; /* cosine; a plane seen flatter than that cannot be aimed at */
static const float least_depth = 1e-3f;   /* world units */
static const float first_grid = 0.5f;     /* world units */
static const float snap_slacks = 1.7f;    /* how far a vertex attracts, in units of the slack */
static const float click_slacks = 0.5f;   /* a press that strays less is a click */
static const float duplicate_pixels = 24; /* a copy lies beside what it was made from */

void pointer_tool_init(pointer_tool *h) {
    *h = (pointer_tool){.grid = first_grid, .ray = {.pixel = 1, .depth = 1, .slack = 1}};
}

void pointer_tool_free(pointer_tool *h) {
    selection_free(&h->selection);
    drawing_free(&h->drawing);
    *h = (pointer_tool){0};
}

bool pointer_tool_is_dragging(const pointer_tool *h) {
    return h->drag.what.part != PICK_NOTHING;
}

bool pointer_tool_is_busy(const pointer_tool *h) {
    return pointer_tool_is_dragging(h) || h->beside || h->setting_point;
}

bool pointer_tool_is_drawing(const pointer_tool *h) {
    return h->drawing.tool != DRAWING_NONE;
}

static void point_at_nothing(pointer_tool *h) {
    h->hover.part = PICK_NOTHING;
    h->guide.kind = SNAP_NONE;
}

void pointer_tool_forget(pointer_tool *h, sandbox *s) {
    if (pointer_tool_is_dragging(h))
        drag_cancel(s, &h->drag);
    h->beside = h->setting_point = false;
    point_at_nothing(h);
    selection_clear(&h->selection);
}

/* ---- Along the ray ----------------------------------------------------------------------- */

/* Returns how wide a pixel is there, world units. */
static float pixel_at(const pointer_ray *ray, sm3_vec point) {
    return ray->pixel * fmaxf(sm3_dot(sm3_between(ray->eye, point), ray->view), least_depth);
}

/* The same where the view looks at. */
static float pixel_size(const pointer_tool *h) {
    return h->ray.pixel * h->ray.depth;
}

float pointer_tool_slack(const pointer_tool *h) {
    return h->ray.slack * pixel_size(h);
}

/* Returns where the ray meets the plane through a point; where that is nowhere in sight, where it
 * pointed last. */
static sm3_vec place_in_plane(const pointer_tool *h, sm3_vec normal, sm3_vec point) {
    float along = sm3_dot(h->ray.direction, normal);
    float distance = sm3_dot(sm3_between(h->ray.eye, point), normal) / along;
    if (fabsf(along) < flattest || distance < 0)
        return h->at;
    return sm3_offset(h->ray.eye, h->ray.direction, distance);
}

/* The same of the plane that the drag goes along. */
static sm3_vec place_in_drag(const pointer_tool *h) {
    return place_in_plane(h, h->normal, h->drag.from);
}

/* Returns the place at the depth of what is looked at. */
static sm3_vec place_in_view(const pointer_tool *h) {
    return sm3_offset(h->ray.eye, h->ray.direction, h->ray.depth);
}

/* ---- The cross --------------------------------------------------------------------------- */

sm3_vec pointer_tool_axis(pick_part part) {
    return (sm3_vec){part == PICK_AXIS_X, part == PICK_AXIS_Y, part == PICK_AXIS_Z};
}

float pointer_tool_arrow_length(const pointer_tool *h, sm3_vec cross) {
    return h->ray.arrow * pixel_at(&h->ray, cross);
}

bool pointer_tool_cross(const pointer_tool *h, const sandbox *s, sm3_vec *middle) {
    const obstacles *o = s->obstacles;
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (!(h->ray.arrow > 0))
        return false;
    for (int i = 0; i < h->selection.count; i++) {
        sm3_triangle label = {0};
        if (edit_label_place(s->level, h->selection.statements[i], &label.a)) {
            label.b = label.c = label.a;
            level_box3_include(&box, &label);
        }
        obstacle_span span = obstacles_span(o, h->selection.statements[i]);
        for (int k = span.first; k < span.first + span.count; k++) {
            sm3_triangle shape = o->dimension->shape(o, k);
            level_box3_include(&box, &shape);
        }
    }
    *middle = sm3_scaled(sm3_offset(box.min, box.max, 1), 0.5f);
    return box.min.x <= box.max.x;
}

/* Returns the arrow under the pointer, PICK_NOTHING when there is none. */
static pick_part arrow_under(const pointer_tool *h, sm3_vec cross) {
    const pointer_ray *ray = &h->ray;
    float length = pointer_tool_arrow_length(h, cross), nearest = ray->slack * pixel_at(ray, cross);
    sm3_vec end =
        sm3_offset(ray->eye, ray->direction, 2 * sm3_length(sm3_between(ray->eye, cross)) + length);
    if (sm3_length(sm3_between(cross, sm3_closest_on_segment(cross, ray->eye, end))) < nearest)
        return PICK_NOTHING; /* where all meet, none is meant, nor one that points at the eye */
    pick_part found = PICK_NOTHING;
    for (pick_part part = PICK_AXIS_X; part <= PICK_AXIS_Z; part++) {
        sm3_vec axis = pointer_tool_axis(part);
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

/* ---- Pointing ---------------------------------------------------------------------------- */

/* Handles are drawn over everything, so they are grabbed before everything. */
static pick pick_handle(const pointer_tool *h, const sandbox *s, sm3_vec *at) {
    pick none = {.part = PICK_NOTHING};
    float slack = pointer_tool_slack(h);
    if (h->selection.count == 0)
        return none;
    int first = h->selection.statements[0];
    if (pointer_tool_cross(h, s, at))
        return (pick){arrow_under(h, *at), first, 0};
    *at = place_in_view(h);
    return h->selection.count > 1 ? none
                                  : pick_turn_at(s->level, first, sm3_to2(*at),
                                                 POINTER_TOOL_TURN_SLACKS * slack, slack);
}

static pick pick_under(const pointer_tool *h, const sandbox *s, sm3_vec *at) {
    pick what = pick_handle(h, s, at);
    return what.part != PICK_NOTHING
               ? what
               : s->obstacles->dimension->pick(s->obstacles, &s->player, &h->ray, at);
}

/* How things come to rest that are drawn or dragged there. */
static snap_settings settings(const pointer_tool *h, sm3_vec at, bool snap) {
    float step = decimal_step(pixel_at(&h->ray, at));
    if (!snap)
        return (snap_settings){.step = step};
    return (snap_settings){
        .grid = h->grid, .reach = snap_slacks * pointer_tool_slack(h), .step = step};
}

static drawing_settings settings_now(const pointer_tool *h, bool snap) {
    return (drawing_settings){settings(h, h->at, snap), pointer_tool_slack(h), h->plane,
                              work_plane_height(h->plane, h->at)};
}

static bool is_deep(const pointer_tool *h) {
    return h->plane.normal != PLANE_FLAT;
}

/* Whether its plane is one of such levels. */
static bool fits_level(const pointer_tool *h, const level *l) {
    return is_deep(h) == (work_plane_first(l->dimensions).normal != PLANE_FLAT);
}

/* The plane of the face under the pointer, or the one square to an axis that is most like it. */
static void choose_plane(pointer_tool *h, const sandbox *s) {
    sm3_vec way = sm3_scaled(h->ray.direction, POINTER_FAR);
    sm3_touch face = s->obstacles->dimension->ray(s->obstacles, h->ray.eye, way, NULL);
    sm3_vec n = {fabsf(face.normal.x), fabsf(face.normal.y), fabsf(face.normal.z)};
    if (!face.hit)
        return;
    h->plane.normal = n.y >= n.x && n.y >= n.z ? PLANE_Y : n.x >= n.z ? PLANE_X : PLANE_Z;
    h->plane.at = decimal_round(work_plane_height(h->plane, face.position),
                                decimal_step(pixel_at(&h->ray, face.position)));
}

/* The same of the plane that is drawn on. */
static sm3_vec place_on_plane(const pointer_tool *h) {
    sm3_vec normal = work_plane_normal(h->plane);
    sm3_vec place = place_in_plane(h, normal, sm3_scaled(normal, h->plane.at));
    return work_plane_place(h->plane, work_plane_flat(h->plane, place));
}

/* The point of the line that rises from the box's corner that is nearest to the ray. */
static void point_top(pointer_tool *h, bool snap) {
    const float *corner = h->drawing.points + 2;
    sm3_vec normal = work_plane_normal(h->plane), d = h->ray.direction;
    sm3_vec root = work_plane_place(h->plane, (sm_vec2){corner[0], corner[1]});
    sm3_vec from = sm3_between(h->ray.eye, root);
    float along = sm3_dot(normal, d), apart = 1 - along * along;
    if (!(apart > flattest * flattest))
        return;
    float rise = (along * sm3_dot(from, d) - sm3_dot(from, normal)) / apart;
    snap_settings set = settings(h, root, snap);
    work_plane top = {h->plane.normal, snap_length(h->plane.at + rise, &set)};
    h->at = work_plane_place(top, (sm_vec2){corner[0], corner[1]});
    h->guide = (snap_result){.kind = snap ? SNAP_GRID : SNAP_NONE, .point = h->at};
}

static void point_drawing(pointer_tool *h, const sandbox *s, bool snap) {
    if (drawing_rises(&h->drawing, h->plane)) {
        point_top(h, snap);
        return;
    }
    bool chooses = is_deep(h) && h->drawing.count == 0;
    if (chooses)
        choose_plane(h, s);
    snap_query query = {.wanted = is_deep(h) ? place_on_plane(h) : place_in_view(h),
                        .plane = h->plane};
    snap_settings set = settings(h, query.wanted, snap);
    if (drawing_anchor(&h->drawing, &query.anchors[0]))
        query.anchor_count = 1;
    h->guide = snap_point(s->obstacles, &query, &set);
    if (chooses) /* a vertex may lie beside it */
        h->plane.at = work_plane_height(h->plane, h->guide.point);
    h->at = is_deep(h) ? work_plane_place(h->plane, work_plane_flat(h->plane, h->guide.point))
                       : h->guide.point;
}

static void point_drag(pointer_tool *h, sandbox *s, pointer_keys keys) {
    h->at = place_in_drag(h);
    if (drag_is_over(s, &h->drag))
        drag_end(s, &h->drag);
    h->hover = h->drag.what;
    if (!h->strayed || !pointer_tool_is_dragging(h))
        return;
    h->drag.snap = settings(h, h->drag.from, keys.snap);
    drag_to(s, &h->drag, h->at, keys.more);
    h->guide = h->drag.snapped;
}

void pointer_tool_point(pointer_tool *h, sandbox *s, const pointer_ray *ray, pointer_keys keys) {
    h->is_here = true;
    h->ray = *ray;
    h->strayed |= sm_distance(ray->at, h->press) > click_slacks * ray->slack;
    if (h->by_keys && pointer_tool_is_drawing(h))
        return;
    point_at_nothing(h);
    if (pointer_tool_is_dragging(h))
        point_drag(h, s, keys);
    else if (pointer_tool_is_drawing(h))
        point_drawing(h, s, keys.snap);
    else if (h->beside)
        h->at = place_in_view(h);
    else
        h->hover = pick_under(h, s, &h->at);
}

void pointer_tool_leave(pointer_tool *h, const pointer_ray *ray) {
    h->ray = *ray;
    if (h->by_keys)
        return;
    h->is_here = false;
    point_at_nothing(h);
}

bool pointer_tool_pull(const pointer_tool *h, sm3_vec *to) {
    *to = sm3_offset(h->at, h->grip, 1);
    return h->drag.what.part == PICK_PLAYER;
}

/* ---- Pressing ---------------------------------------------------------------------------- */

static void set_point(pointer_tool *h, sandbox *s, bool snap) {
    drawing_settings set = settings_now(h, snap);
    if (drawing_add(&h->drawing, s->edit, work_plane_flat(h->plane, h->at), &set) != DRAWING_DONE)
        return;
    h->setting_point = false; /* what the pointer does until it is let go begins no other shape */
    selection_take_step(&h->selection, s->edit);
}

static bool is_of_shape(pick what) {
    return what.part != PICK_NOTHING && what.part != PICK_PLAYER && !pick_is_axis(what.part);
}

/* A grabbed shape is selected; one of several selected ones is left so, to move them all. */
static void select_pressed(pointer_tool *h, bool more) {
    if (more)
        selection_toggle(&h->selection, h->pressed.statement);
    else if (!selection_has(&h->selection, h->pressed.statement))
        selection_set(&h->selection, h->pressed.statement);
}

/* An axis is dragged along in the plane through it that looks most at the eye. */
static sm3_vec plane_through(sm3_vec axis, sm3_vec view) {
    sm3_vec normal = sm3_offset(view, axis, -sm3_dot(view, axis));
    float length = sm3_length(normal);
    return length > flattest ? sm3_scaled(normal, 1 / length) : view;
}

static void grab(pointer_tool *h, sandbox *s, pointer_keys keys) {
    pick what = h->pressed;
    bool is_axis = pick_is_axis(what.part);
    if (is_of_shape(what) && !keys.more) /* otherwise it waits for what comes of it */
        select_pressed(h, false);
    h->drag = drag_begin(s, what, h->at, pixel_size(h));
    h->drag.selected = &h->selection;
    h->normal = is_axis ? plane_through(pointer_tool_axis(what.part), h->ray.view) : h->ray.view;
    if (is_axis)
        h->drag.from = place_in_drag(h);
    h->grip = sm3_between(h->at, s->player.position);
}

/* Whether a drag from there moves it. */
static bool is_grabbed(const pointer_tool *h, pointer_keys keys) {
    pick what = h->pressed;
    bool waits = is_of_shape(what) && h->ray.may_turn;
    bool is_chosen = !keys.more && selection_has(&h->selection, what.statement);
    return what.part != PICK_NOTHING && (!waits || is_chosen);
}

bool pointer_tool_press(pointer_tool *h, sandbox *s, pointer_keys keys) {
    h->strayed = false;
    h->press = h->ray.at;
    h->band = h->at;
    if (pointer_tool_is_drawing(h)) {
        h->setting_point = true;
        set_point(h, s, keys.snap);
        return true;
    }
    h->pressed = pick_under(h, s, &h->at);
    h->band = h->at;
    h->beside = !is_grabbed(h, keys);
    if (!h->beside)
        grab(h, s, keys);
    return !h->beside || !h->ray.may_turn;
}

static void end_band(pointer_tool *h, sandbox *s, bool more) {
    selection_in_box(&h->selection, s->obstacles, (level_box){sm3_to2(h->band), sm3_to2(h->at)},
                     more);
}

static void click(pointer_tool *h, bool more) {
    if (is_of_shape(h->pressed) && (more || h->beside))
        select_pressed(h, more);
    else if (h->beside && !more)
        selection_clear(&h->selection);
}

void pointer_tool_let_go(pointer_tool *h, sandbox *s) {
    h->beside = h->setting_point = false;
    if (pointer_tool_is_dragging(h))
        drag_end(s, &h->drag);
}

void pointer_tool_release(pointer_tool *h, sandbox *s, pointer_keys keys) {
    bool is_drawn =
        h->setting_point && sm3_length(sm3_between(h->band, h->at)) > pointer_tool_slack(h);
    bool is_pressed = h->beside || pointer_tool_is_dragging(h),
         is_band = h->beside && !h->ray.may_turn;
    if (is_pressed && !h->strayed)
        click(h, keys.more);
    else if (is_band)
        end_band(h, s, keys.more);
    if (is_drawn)
        set_point(h, s, keys.snap); /* drawn by a drag: the second point is where it ends */
    pointer_tool_let_go(h, s);
}

/* ---- Drawing ----------------------------------------------------------------------------- */

void pointer_tool_take_tool(pointer_tool *h, sandbox *s, drawing_tool tool) {
    pointer_tool_let_go(h, s);
    drawing_begin(&h->drawing, tool);
    if (!fits_level(h, s->level))
        h->plane = work_plane_first(s->level->dimensions);
    point_at_nothing(h);
}

void pointer_tool_adapt(pointer_tool *h, sandbox *s) {
    drawing_tool tool = h->drawing.tool;
    bool fits = drawing_has_tool(tool, s->level->dimensions);
    if (!fits || !fits_level(h, s->level))
        pointer_tool_take_tool(h, s, fits ? tool : DRAWING_NONE);
}

bool pointer_tool_drawn_shape(pointer_tool *h, edit_shape *shape) {
    drawing_settings set = settings_now(h, h->guide.kind != SNAP_NONE);
    return pointer_tool_is_drawing(h) &&
           drawing_shape(&h->drawing, work_plane_flat(h->plane, h->at), &set, shape);
}

void pointer_tool_step_cross(pointer_tool *h, sandbox *s, int right, int up) {
    if (!h->by_keys && !h->is_here)
        h->at = s->player.position; /* where the eye is */
    h->by_keys = h->is_here = true;
    sm_vec2 flat = decimal_round_point(work_plane_flat(h->plane, h->at), h->grid);
    h->at =
        work_plane_place(h->plane, sm_offset(flat, (sm_vec2){(float)right, (float)up}, h->grid));
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
    if (drawing_finish(&h->drawing, s->edit) == DRAWING_DONE)
        selection_take_step(&h->selection, s->edit);
    return true;
}

bool pointer_tool_cancel(pointer_tool *h, sandbox *s) {
    if (pointer_tool_is_dragging(h))
        drag_cancel(s, &h->drag);
    else if (h->beside)
        h->beside = false;
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
    selection_remove(&h->selection, s->edit);
}

/* So far to the right and up, as the level is first looked at. */
static sm3_vec on_screen(const sandbox *s, float right, float up) {
    return sm3_offset((sm3_vec){right, 0, 0}, s->obstacles->dimension->up, up);
}

sm3_vec pointer_tool_beside(const pointer_tool *h, const sandbox *s) {
    float way = duplicate_pixels * pixel_size(h), by = decimal_round(way, decimal_step(way));
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

bool pointer_tool_split(pointer_tool *h, sandbox *s) {
    const level *l = s->level;
    bool is_pointed = h->hover.part == PICK_EDGE;
    if (!is_pointed && h->selection.count != 1)
        return false;
    pick what = is_pointed ? h->hover : (pick){PICK_EDGE, h->selection.statements[0], 0};
    int count = edit_vertex_count(l, what.statement);
    if (count == 0)
        return false;
    sm_vec2 a = pick_vertex(l, what.statement, what.element);
    sm_vec2 b = pick_vertex(l, what.statement, (what.element + 1) % count);
    sm_vec2 at = is_pointed ? sm_closest_on_segment(sm3_to2(h->at), a, b)
                            : (sm_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
    at = decimal_round_point(at, decimal_step(pixel_size(h)));
    if (!edit_split(s->edit, what.statement, what.element, at))
        return false;
    selection_set(&h->selection, what.statement);
    h->hover.part = PICK_NOTHING;
    return true;
}

bool pointer_tool_travel(pointer_tool *h, sandbox *s, int step) {
    pointer_tool_let_go(h, s);
    if (!(step < 0 ? edit_undo(s->edit) : edit_redo(s->edit)))
        return false;
    h->hover.part = PICK_NOTHING;
    selection_take_step(&h->selection, s->edit);
    return true;
}
