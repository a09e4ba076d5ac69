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
    int points;      /* 0: as many as are set */
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
static bool make_room(drawing *d) {
    return level_grow(&d->points, &d->capacity, d->count, 2 * sizeof *d->points);
}

/* ---- The shape with the next point ------------------------------------------------------- */

/* Whether the point is the chain's first one again, which closes it. */
static bool closes(const drawing *d, sm_vec2 point, float slack) {
    return d->tool == DRAWING_CHAIN && d->count >= 3 && sm_distance(point, point_at(d, 0)) <= slack;
}

static void set_numbers(drawing *d, edit_shape *shape, int count, const float *numbers) {
    memcpy(d->numbers, numbers, (size_t)count * sizeof *numbers);
    shape->numbers = d->numbers;
    shape->number_count = count;
}

static void shape_circle(drawing *d, edit_shape *shape, sm_vec2 rim, const snap_settings *snap) {
    sm_vec2 centre = point_at(d, 0);
    set_numbers(d, shape, 3,
                (float[]){centre.x, centre.y, snap_length(sm_distance(centre, rim), snap)});
}

/* Before its second end is set the capsule has no radius. */
static void shape_capsule(drawing *d, edit_shape *shape, sm_vec2 point, const snap_settings *snap) {
    sm_vec2 a = point_at(d, 0), b = d->count > 1 ? point_at(d, 1) : point;
    float radius = sm_distance(point, sm_closest_on_segment(point, a, b));
    set_numbers(d, shape, 5, (float[]){a.x, a.y, b.x, b.y, snap_length(radius, snap)});
}

/* The middle of two short decimals is one, too: halving adds one digit. */
static float middle(float a, float b) {
    return decimal_sum(a / 2, b / 2);
}

static void shape_box(drawing *d, edit_shape *shape, sm_vec2 corner) {
    sm_vec2 first = point_at(d, 0);
    corner = d->count > 1 ? point_at(d, 1) : corner;
    set_numbers(d, shape, 4,
                (float[]){middle(first.x, corner.x), middle(first.y, corner.y),
                          fabsf(decimal_sum(corner.x, -first.x)),
                          fabsf(decimal_sum(corner.y, -first.y))});
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

/* How far it is from one height to the other, along the axes. */
static sm3_vec size_of_box(work_plane plane, float width, float height, float rise) {
    return plane.normal == PLANE_X   ? (sm3_vec){rise, height, width}
           : plane.normal == PLANE_Y ? (sm3_vec){width, rise, height}
                                     : (sm3_vec){width, height, rise};
}

/* Makes of the shape in the plane what it is in space. */
static void lift(drawing *d, edit_shape *shape, const drawing_settings *settings) {
    float n[6] = {0};
    int count = shape->number_count < 6 ? shape->number_count : 6;
    memcpy(n, shape->numbers, (size_t)count * sizeof *n);
    work_plane plane = settings->plane;
    bool is_box = d->tool == DRAWING_BOX, is_triangle = d->tool == DRAWING_TRIANGLE;
    float top = drawing_rises(d, plane) ? settings->top : plane.at;
    sm3_vec b = is_box ? size_of_box(plane, n[2], n[3], fabsf(decimal_sum(top, -plane.at)))
                       : work_plane_place(plane, (sm_vec2){n[2], n[3]});
    plane.at = is_box ? middle(plane.at, top) : plane.at;
    sm3_vec a = work_plane_place(plane, (sm_vec2){n[0], n[1]});
    sm3_vec c = count == 6 ? work_plane_place(plane, (sm_vec2){n[4], n[5]}) : b;
    float radius = shape->numbers[count - 1];
    if (d->tool == DRAWING_CIRCLE)
        set_numbers(d, shape, 4, (float[]){a.x, a.y, a.z, radius});
    else
        set_numbers(d, shape,
                    is_triangle ? 9
                    : is_box    ? 6
                                : 7,
                    (float[]){a.x, a.y, a.z, b.x, b.y, b.z, is_triangle ? c.x : radius, c.y, c.z});
}

bool drawing_shape(drawing *d, sm_vec2 pointer, const drawing_settings *settings,
                   edit_shape *shape) {
    level_kind kind = made_by(d->tool, settings->plane).kind;
    if (kind == LEVEL_VERSION || d->count == 0 || !make_room(d))
        return false;
    *shape = (edit_shape){.kind = kind};
    if (d->tool == DRAWING_CIRCLE)
        shape_circle(d, shape, pointer, &settings->snap);
    else if (d->tool == DRAWING_CAPSULE)
        shape_capsule(d, shape, pointer, &settings->snap);
    else if (d->tool == DRAWING_BOX)
        shape_box(d, shape, pointer);
    else
        shape_line(d, shape, pointer, settings->slack);
    if (settings->plane.normal != PLANE_FLAT)
        lift(d, shape, settings);
    return true;
}

/* ---- Clicks ------------------------------------------------------------------------------ */

/* Whether the shape that would be finished has a size in every respect. */
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
    if (edit_is_open(e) || !edit_insert(e, edit_level(e)->statement_count, shape))
        return DRAWING_REFUSED;
    d->count = 0;
    return DRAWING_DONE;
}

static drawing_answer take(drawing *d, sm_vec2 point) {
    if (!make_room(d))
        return DRAWING_REFUSED;
    d->points[2 * d->count] = point.x;
    d->points[2 * d->count + 1] = point.y;
    d->count++;
    return DRAWING_TAKEN;
}

static bool may_stand(sm_vec2 p) {
    return fabsf(p.x) <= LEVEL_NUMBER_MAX && fabsf(p.y) <= LEVEL_NUMBER_MAX; /* NaN neither */
}

/* An edge without length. */
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
