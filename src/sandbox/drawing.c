/* drawing: points are kept as a chain's numbers are, so that its preview needs no copy. */
#include "drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"
#include "../slidemove/vec.h"
#include "shape_edit.h"

/* One row for each tool: what its last click makes, in 2D and in 3D. */
static const struct made {
    level_kind kind; /* LEVEL_VERSION: there is no such tool */
    int points;      /* 0: any number */
} tools[DRAWING_TOOL_COUNT][2] = {
    [DRAWING_SEGMENT] = {{LEVEL_SEGMENT, 2}, {0}},
    [DRAWING_CHAIN] = {{LEVEL_CHAIN, 0}, {0}},
    [DRAWING_CIRCLE] = {{LEVEL_CIRCLE, 2}, {LEVEL_SPHERE, 2}},
    [DRAWING_CAPSULE] = {{LEVEL_CAPSULE, 3}, {LEVEL_CAPSULE3, 3}},
    [DRAWING_BOX] = {{LEVEL_BOX, 2}, {LEVEL_BOX3, 3}},
    [DRAWING_TRIANGLE] = {{0}, {LEVEL_TRIANGLE, 3}},
};

static struct made made_by(drawing_tool tool, work_plane plane) {
    return tools[tool][plane.normal != PLANE_FLAT];
}

bool drawing_has_tool(drawing_tool tool, int dimensions) {
    return tool == DRAWING_NONE ||
           made_by(tool, work_plane_first(dimensions)).kind != LEVEL_VERSION;
}

bool drawing_rises(const drawing *d, work_plane plane) {
    return d->tool == DRAWING_BOX && d->count == 2 && plane.normal != PLANE_FLAT;
}

void drawing_free(drawing *d) {
    free(d->points);
    *d = (drawing){0};
}

void drawing_begin(drawing *d, drawing_tool tool) {
    d->tool = tool;
    d->count = 0;
}

bool drawing_drop_last(drawing *d) {
    if (d->count == 0)
        return false;
    d->count--;
    return true;
}

static sm_vec2 point_at(const drawing *d, int index) {
    return (sm_vec2){d->points[2 * index], d->points[2 * index + 1]};
}

bool drawing_anchor(const drawing *d, sm_vec2 *anchor) {
    bool draws_line = d->tool == DRAWING_SEGMENT || d->tool == DRAWING_CHAIN ||
                      d->tool == DRAWING_TRIANGLE || (d->tool == DRAWING_CAPSULE && d->count == 1);
    if (!draws_line || d->count == 0)
        return false;
    *anchor = point_at(d, d->count - 1);
    return true;
}

/* Makes room for one more point. */
static void make_room(drawing *d) {
    memory_grow(&d->points, &d->capacity, d->count, 2 * sizeof *d->points);
}

/* ---- The shape with the next point ------------------------------------------------------- */

/* Whether the point is the chain's first one again, which closes it. */
static bool closes(const drawing *d, sm_vec2 point, float slack) {
    return d->tool == DRAWING_CHAIN && d->count >= 3 && sm_distance(point, point_at(d, 0)) <= slack;
}

static bool is_deep(work_plane plane) {
    return plane.normal != PLANE_FLAT;
}

static void put(drawing *d, edit_shape *shape, sm3_vec v, int count) {
    memcpy(d->numbers + shape->number_count, &v.x, (size_t)count * sizeof v.x);
    shape->number_count += count;
}

static void put_point(drawing *d, edit_shape *shape, sm_vec2 point, work_plane plane) {
    put(d, shape, work_plane_to3(plane, point), is_deep(plane) ? 3 : 2);
}

/* Sets the shape of two points and a radius. A capsule has no radius before its second end is set.
 */
static void shape_round(drawing *d, edit_shape *shape, sm_vec2 point,
                        const drawing_settings *settings) {
    bool is_capsule = d->tool == DRAWING_CAPSULE;
    sm_vec2 a = point_at(d, 0), b = !is_capsule ? a : d->count > 1 ? point_at(d, 1) : point;
    float radius = sm_distance(point, sm_closest_on_segment(point, a, b));
    put_point(d, shape, a, settings->plane);
    if (is_capsule)
        put_point(d, shape, b, settings->plane);
    put(d, shape, (sm3_vec){snap_length(radius, &settings->snap), 0, 0}, 1);
}

/* The middle of two short decimals is one, too: halving adds one digit. */
static float middle(float a, float b) {
    return decimal_sum(a / 2, b / 2);
}

static float apart(float a, float b) {
    return fabsf(decimal_sum(a, -b));
}

static void shape_box(drawing *d, edit_shape *shape, sm_vec2 corner,
                      const drawing_settings *settings) {
    work_plane plane = settings->plane;
    float top = drawing_rises(d, plane) ? settings->top : plane.at;
    sm_vec2 first = point_at(d, 0);
    corner = d->count > 1 ? point_at(d, 1) : corner;
    float width = apart(corner.x, first.x), height = apart(corner.y, first.y);
    float rise = apart(top, plane.at);
    plane.at = middle(plane.at, top);
    put_point(d, shape, (sm_vec2){middle(first.x, corner.x), middle(first.y, corner.y)}, plane);
    put(d, shape,
        plane.normal == PLANE_X   ? (sm3_vec){rise, height, width}
        : plane.normal == PLANE_Y ? (sm3_vec){width, rise, height}
                                  : (sm3_vec){width, height, rise},
        is_deep(plane) ? 3 : 2);
}

static void shape_line(drawing *d, edit_shape *shape, sm_vec2 point, float slack) {
    shape->numbers = d->points;
    shape->number_count = 2 * d->count;
    if (closes(d, point, slack)) {
        shape->kind = LEVEL_LOOP;
        return;
    }
    d->points[2 * d->count] = point.x;
    d->points[2 * d->count + 1] = point.y;
    shape->number_count += 2;
}

bool drawing_shape(drawing *d, sm_vec2 pointer, const drawing_settings *settings,
                   edit_shape *shape) {
    level_kind kind = made_by(d->tool, settings->plane).kind;
    if (kind == LEVEL_VERSION || d->count == 0)
        return false;
    make_room(d);
    *shape = (edit_shape){.kind = kind, .numbers = d->numbers};
    if (d->tool == DRAWING_CIRCLE || d->tool == DRAWING_CAPSULE)
        shape_round(d, shape, pointer, settings);
    else if (d->tool == DRAWING_BOX)
        shape_box(d, shape, pointer, settings);
    else if (d->tool != DRAWING_TRIANGLE)
        shape_line(d, shape, pointer, settings->slack);
    for (int i = 0; d->tool == DRAWING_TRIANGLE && i < 3; i++)
        put_point(d, shape, i < d->count ? point_at(d, i) : pointer, settings->plane);
    return true;
}

/* ---- Clicks ------------------------------------------------------------------------------ */

/* Whether no length, width or radius of the finished shape would be 0. */
static bool has_size(const edit_shape *shape) {
    int first = shape->kind == LEVEL_BOX    ? 2
                : shape->kind == LEVEL_BOX3 ? 3
                                            : shape->number_count - 1;
    bool has_none = level_is_line(shape->kind) || shape->kind == LEVEL_TRIANGLE;
    for (int i = first; i < shape->number_count && !has_none; i++)
        if (!(shape->numbers[i] > 0))
            return false;
    return true;
}

static drawing_answer insert(drawing *d, edit *e, const edit_shape *shape) {
    if (!edit_insert(e, edit_level(e)->statement_count, shape))
        return DRAWING_REFUSED;
    d->count = 0;
    return DRAWING_DONE;
}

static drawing_answer take(drawing *d, sm_vec2 point) {
    make_room(d);
    d->points[2 * d->count] = point.x;
    d->points[2 * d->count + 1] = point.y;
    d->count++;
    return DRAWING_TAKEN;
}

static bool may_stand(sm_vec2 p) {
    return fabsf(p.x) <= LEVEL_NUMBER_MAX && fabsf(p.y) <= LEVEL_NUMBER_MAX; /* false for NaN */
}

/* Whether the point would make an edge without length. */
static bool repeats_last(const drawing *d, sm_vec2 point) {
    return d->count > 0 && sm_distance(point_at(d, d->count - 1), point) == 0;
}

drawing_answer drawing_add(drawing *d, edit *e, sm_vec2 point, const drawing_settings *settings) {
    bool rises = drawing_rises(d, settings->plane);
    if (d->tool == DRAWING_NONE || !may_stand(point) || (!rises && repeats_last(d, point)))
        return DRAWING_REFUSED;
    bool is_last = closes(d, point, settings->slack) ||
                   d->count + 1 == made_by(d->tool, settings->plane).points;
    if (!is_last)
        return take(d, point);
    edit_shape shape;
    if (!drawing_shape(d, point, settings, &shape) || !has_size(&shape))
        return DRAWING_REFUSED;
    return insert(d, e, &shape);
}

drawing_answer drawing_finish(drawing *d, edit *e) {
    if (d->tool != DRAWING_CHAIN || d->count < 2)
        return DRAWING_REFUSED;
    return insert(
        d, e,
        &(edit_shape){.kind = LEVEL_CHAIN, .numbers = d->points, .number_count = 2 * d->count});
}
