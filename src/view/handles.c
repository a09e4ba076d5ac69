#include "overlays.h"

#include <limits.h>
#include <stdio.h>

#include "../level/memory.h"
#include "../level/statements.h"
#include "../sandbox/shape_edit.h"

static const float line_points = 4, selected_points = 2, vertex_points = 6,
                   selected_vertex_points = 3.5f;

static void draw_vertex(const frame *f, sm3_vec at, float points, color ink) {
    frame_ring(f, at, points, points * 0.6f, ink);
}

/* A shape that is not in the level yet. */
static void draw_shape(const frame *f, const edit_shape *shape, float points, color ink) {
    level_statement statement = {
        .kind = shape->kind, .number_count = shape->number_count, .attributes = shape->attributes};
    level alone = {/* only read */
                   .dimensions = f->sandbox->level->dimensions,
                   .statements = &statement,
                   .statement_count = 1,
                   .numbers = (float *)shape->numbers};
    unsigned char edges[12] = {0}; /* no mesh can be drawn with the pointer */
    level_shapes shapes;
    if (!level_make_shapes(&alone, &shapes))
        memory_end();
    if (shapes.triangles != NULL)
        raster_find_edges(shapes.triangles, shapes.count, edges);
    for (int i = 0; i < shapes.count; i++) {
        sm_capsule c = shapes.capsules != NULL ? shapes.capsules[i] : (sm_capsule){0};
        sm3_triangle flat = {sm_to3(c.a), sm_to3(c.b), sm_to3(c.b), .radius = c.radius};
        bool is_flat = shapes.triangles == NULL;
        f->backend->shape(f, is_flat ? &flat : &shapes.triangles[i], is_flat ? 0 : edges[i], points,
                          ink);
    }
    level_free_shapes(&shapes);
}

static bool is_plane(const frame *f) {
    return f->raster == NULL;
}

/* Finds a statement's obstacles. In 2D they are at rest, as in the level's text, even if the shape
 * moves: there its vertices are dragged. Returns how many there are. */
static int draw_outline(const frame *f, int statement, float points, color ink, int most) {
    const obstacles *o = f->sandbox->obstacles;
    obstacle_span span = obstacles_span(o, statement);
    sm3_vec place;
    if (edit_label_place(f->sandbox->level, statement, &place))
        draw_vertex(f, place, selected_vertex_points, ink);
    for (int n = 0; n < span.count && n < most; n++) {
        int i = span.first + n;
        sm3_triangle t = is_plane(f) ? obstacles_rest(o, i) : o->dimension->shape(o, i);
        f->backend->shape(f, &t, is_plane(f) ? 0 : f->edges[i], points, ink);
    }
    return span.count;
}

/* ---- Numbers ----------------------------------------------------------------------------- */

static const float label_points = 22; /* height of the label above the point that it names */

static void label_place(const frame *f, sm3_vec at) {
    frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "%.7g, %.7g", (double)at.x,
                   (double)at.y);
}

/* Labels the length and the angle of a-b. */
static void label_length(const frame *f, sm3_vec at, sm_vec2 a, sm_vec2 b) {
    frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "%.4g u, %.4g\xc2\xb0",
                   (double)sm_distance(a, b), (double)(atan2f(b.y - a.y, b.x - a.x) * 57.29578f));
}

/* Labels the sizes of a shape that has a middle. */
static void label_size(const frame *f, sm3_vec at, const edit_shape *shape) {
    const float *n = shape->numbers;
    if (shape->kind == LEVEL_BOX)
        frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "%.7g x %.7g u", (double)n[2],
                       (double)n[3]);
    else if (shape->kind == LEVEL_BOX3)
        frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "%.7g x %.7g x %.7g u",
                       (double)n[3], (double)n[4], (double)n[5]);
    else
        frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "radius %.7g u",
                       (double)n[shape->number_count - 1]);
}

static void draw_picked(const frame *f, pick what, bool held) {
    const level *l = f->sandbox->level;
    color ink = held ? f->theme->selected : f->theme->hover;
    sm3_vec a, b;
    edit_shape shape;
    switch (what.part) {
    case PICK_VERTEX:
        a = edit_point(l, what.statement, what.element);
        draw_vertex(f, a, vertex_points, ink);
        if (held)
            label_place(f, a);
        break;
    case PICK_EDGE:
        a = edit_point(l, what.statement, what.element);
        b = edit_point(l, what.statement,
                       (what.element + 1) % edit_vertex_count(l, what.statement));
        frame_line(f, a, b, line_points, ink);
        if (held)
            label_length(f, sm3_scaled(sm3_offset(a, b, 1), 0.5f), sm3_to2(a), sm3_to2(b));
        break;
    case PICK_BODY:
    case PICK_RIM:
        draw_outline(f, what.statement, line_points, ink, INT_MAX);
        shape = edit_get(l, what.statement);
        a = (sm3_vec){shape.numbers[0], shape.numbers[1], 0};
        if (held && what.part == PICK_BODY)
            label_place(f, a);
        else if (held)
            label_size(f, a, &shape);
        break;
    default: /* the player, and a box with its handle, are drawn elsewhere */
        break;
    }
}

/* ---- Selection --------------------------------------------------------------------------- */

/* Draws the handle that turns the selected box, if one box alone is selected. */
static void draw_turn_handle(const frame *f, const pointer_tool *tool) {
    int statement = tool->selection.statements[0];
    edit_shape shape = edit_get(f->sandbox->level, statement);
    if (shape.kind != LEVEL_BOX)
        return;
    bool is_held = tool->drag.what.part == PICK_TURN;
    sm3_vec side = pick_turn_handle(f->sandbox->level, statement, 0);
    sm3_vec at = pick_turn_handle(f->sandbox->level, statement,
                                  POINTER_TOOL_TURN_SLACKS * pointer_tool_slack(tool));
    frame_line(f, side, at, selected_points, f->theme->selected);
    draw_vertex(f, at, tool->hover.part == PICK_TURN || is_held ? vertex_points : vertex_points - 1,
                f->theme->selected);
    if (is_held)
        frame_label_at(f, at, FRAME_UP, label_points, f->theme->ink, "%.4g\xc2\xb0",
                       (double)shape.attributes.angle_degrees);
}

static void draw_selection(const frame *f, const pointer_tool *tool) {
    static const int max_triangles =
        400; /* larger shapes are shown by the colour of their faces alone */
    const selection *sel = &tool->selection;
    int left = is_plane(f) ? INT_MAX : max_triangles;
    for (int i = 0; i < sel->count && left > 0; i++)
        left -= draw_outline(f, sel->statements[i], selected_points, f->theme->selected, left);
    for (int i = 0; i < sel->count && is_plane(f); i++) {
        int vertices = edit_vertex_count(f->sandbox->level, sel->statements[i]);
        for (int v = 0; v < vertices; v++)
            draw_vertex(f, edit_point(f->sandbox->level, sel->statements[i], v),
                        selected_vertex_points, f->theme->selected);
    }
    if (sel->count == 1)
        draw_turn_handle(f, tool);
}

static void draw_band(const frame *f, const pointer_tool *tool) {
    sm_vec2 a = frame_at(f, sm3_to2(tool->band)), b = frame_at(f, sm3_to2(tool->at));
    sm_vec2 corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    layout_box box = {fminf(a.x, b.x), fminf(a.y, b.y), fabsf(b.x - a.x), fabsf(b.y - a.y)};
    canvas_rounded_rect(f->canvas, box.x, box.y, box.width, box.height, 0,
                        color_fade(f->theme->selected, 0.12f));
    for (int i = 0; i < 4; i++)
        canvas_dashes(f->canvas, corners[i], corners[(i + 1) % 4], 1.5f * f->scale, 6 * f->scale,
                      4 * f->scale, f->theme->selected);
}

/* ---- Drawing a shape --------------------------------------------------------------------- */

/* Draws what the place snapped to. The label of a shape in the making has the angle already. */
static void draw_guide(const frame *f, const pointer_tool *tool) {
    const snap_result *guide = &tool->guide;
    char words[32];
    color ink = f->theme->closest;
    sm_vec2 at, from;
    if (!camera_see(&f->camera, guide->point, &at))
        return;
    if (guide->kind == SNAP_ANGLE &&
        camera_see(&f->camera, work_plane_to3(tool->plane, guide->anchor), &from)) {
        sm_vec2 beyond = {2 * at.x - from.x, 2 * at.y - from.y};
        canvas_dashes(f->canvas, from, beyond, 1.5f * f->scale, 5 * f->scale, 5 * f->scale, ink);
        snprintf(words, sizeof words, "%.4g\xc2\xb0", (double)guide->degrees);
        if (!pointer_tool_is_drawing(tool))
            frame_label(f, at.x + 34 * f->scale, at.y + 16 * f->scale, ink, words);
    } else if (guide->kind == SNAP_VERTEX) {
        canvas_capsule_outline(f->canvas, at, at, 9 * f->scale, 2 * f->scale, ink);
    } else if (guide->kind == SNAP_GRID) {
        frame_cross(f, at, 11, ink);
    }
}

/* Labels the value that the last point of a shape in the making sets: length and angle, radius, or
 * size. */
static void label_drawn(const frame *f, const pointer_tool *tool, const edit_shape *shape) {
    sm_vec2 from;
    bool has_size = !level_is_line(shape->kind) && shape->kind != LEVEL_TRIANGLE;
    if (has_size)
        label_size(f, tool->at, shape);
    else if (drawing_anchor(&tool->drawing, &from))
        label_length(f, tool->at, from, work_plane_to2(tool->plane, tool->at));
}

/* Draws the shape in the making, in 3D with its plane. */
static void draw_drawing(const frame *f, pointer_tool *tool) {
    char words[FRAME_POSITION_LENGTH];
    edit_shape shape;
    color ink = f->theme->selected;
    sm_vec2 at;
    bool has_shape = pointer_tool_drawn_shape(tool, &shape);
    if (f->backend->work_plane != NULL)
        f->backend->work_plane(f, tool->plane, tool->at, tool->grid, color_fade(ink, 0.6f));
    if (has_shape)
        draw_shape(f, &shape, selected_points, ink);
    for (int i = 0; i < tool->drawing.count; i++) {
        const float *point = tool->drawing.points + 2 * i;
        sm3_vec place = work_plane_to3(tool->plane, (sm_vec2){point[0], point[1]});
        draw_vertex(f, place, selected_vertex_points, ink);
    }
    if (!tool->is_here || !camera_see(&f->camera, tool->at, &at))
        return;
    frame_cross(f, at, 7, ink);
    frame_write_position(f, tool->at, "%.7g", words);
    frame_label(f, at.x, at.y + 20 * f->scale, f->theme->ink_dim, words);
    if (has_shape)
        label_drawn(f, tool, &shape);
}

/* ---- In space ---------------------------------------------------------------------------- */

static const color axis_inks[3] = {0xffe5484du, 0xff46a758u, 0xff3e8bfdu}; /* x, y, z: the usual */

static void draw_axes(const frame *f, const pointer_tool *tool, sm3_vec cross) {
    float length = pointer_tool_arrow_length(tool, cross);
    for (int i = 0; i < 3; i++) {
        pick_part part = (pick_part)(PICK_AXIS_X + i);
        bool hovered = tool->hover.part == part;
        sm3_vec axis = pointer_tool_axis(part), tip = sm3_offset(cross, axis, length);
        color ink = hovered ? f->theme->hover : axis_inks[i];
        raster_line(f->raster, cross, tip, (hovered ? 4.0f : 2.5f) * f->scale, 12 * f->scale, ink,
                    ink);
        frame_label_at(f, sm3_offset(tip, axis, 0.12f * length), FRAME_UP, 0, ink, "%c", "xyz"[i]);
    }
}

/* Draws the cross of the selection, and how far it was dragged. */
static void draw_cross_of_selection(const frame *f, const pointer_tool *tool) {
    sm3_vec cross, moved = tool->drag.moved;
    if (!pointer_tool_cross(tool, f->sandbox, &cross))
        return;
    draw_axes(f, tool, cross);
    if (pointer_tool_is_dragging(tool) && tool->drag.what.part != PICK_PLAYER)
        frame_label_at(f, cross, FRAME_UP, -26, f->theme->ink, "%+.4g, %+.4g, %+.4g u",
                       (double)moved.x, (double)moved.y, (double)moved.z);
}

void handles_draw(const frame *f, pointer_tool *tool) {
    draw_selection(f, tool);
    if (is_plane(f))
        draw_picked(f, tool->hover, pointer_tool_is_dragging(tool));
    else
        draw_cross_of_selection(f, tool);
    if (is_plane(f) && tool->pressed_empty)
        draw_band(f, tool);
    if (pointer_tool_is_drawing(tool))
        draw_drawing(f, tool);
    draw_guide(f, tool);
}
