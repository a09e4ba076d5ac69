#include "shape.h"

#include <math.h>

static sm_vec2 turned(sm_vec2 v, float angle) {
    float c = cosf(angle), s = sinf(angle);
    return (sm_vec2){c * v.x - s * v.y, s * v.x + c * v.y};
}

/* Returns a vertex in pixels; past the last they begin again. */
static sm_vec2 vertex_at(const frame *f, const sm_hull *hull, int i, sm_vec2 position,
                         float angle) {
    return frame_at(f, offset(position, turned(hull->vertices[i % hull->count], angle), 1));
}

void shape_fill(const frame *f, const sm_hull *hull, sm_vec2 position, color fill) {
    sm_vec2 corners[SM_HULL_VERTICES];
    for (int i = 0; i < hull->count; i++)
        corners[i] = vertex_at(f, hull, i, position, 0);
    if (hull->count > 2)
        canvas_fill_rings(f->canvas, corners, &hull->count, 1, true, fill);
    else
        canvas_capsule(f->canvas, corners[0], corners[hull->count - 1],
                       frame_length(f, hull->radius), fill);
}

/* Unit, to the right of the way from a to b as the screen shows it, where the inside of a hull is
 * not: it is counter-clockwise in the world. */
static sm_vec2 outward(sm_vec2 a, sm_vec2 b) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    return length > 0 ? (sm_vec2){-y / length, x / length} : (sm_vec2){0, 0};
}

/* A corner, moved so that both its edges are `by` pixels further in. */
static sm_vec2 inset(sm_vec2 before, sm_vec2 corner, sm_vec2 after, float by) {
    sm_vec2 m = outward(before, corner), n = outward(corner, after);
    float share = by / (1 + m.x * n.x + m.y * n.y);
    return (sm_vec2){corner.x - (m.x + n.x) * share, corner.y - (m.y + n.y) * share};
}

static void outline_polygon(const frame *f, const sm_vec2 *corners, int count, float thickness,
                            color stroke) {
    sm_vec2 inner[SM_HULL_VERTICES];
    for (int i = 0; i < count; i++)
        inner[i] = inset(corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count],
                         thickness / 2);
    for (int i = 0; i < count; i++)
        canvas_line(f->canvas, inner[i], inner[(i + 1) % count], thickness, stroke);
}

void shape_outline(const frame *f, const sm_hull *hull, sm_vec2 position, float angle,
                   float thickness, color stroke) {
    sm_vec2 corners[SM_HULL_VERTICES];
    for (int i = 0; i < hull->count; i++)
        corners[i] = vertex_at(f, hull, i, position, angle);
    if (hull->count > 2)
        outline_polygon(f, corners, hull->count, thickness, stroke);
    else
        canvas_capsule_outline(f->canvas, corners[0], corners[hull->count - 1],
                               frame_length(f, hull->radius) - thickness / 2, thickness, stroke);
}
