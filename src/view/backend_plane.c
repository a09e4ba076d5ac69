/* backend_plane: how a 2D level's strokes get into the picture: onto the canvas. */
#include <stdio.h>

#include "frame.h"

/* ---- Strokes ----------------------------------------------------------------------------- */

/* Mixes with the floor instead of fading, so that no knots show where strokes meet. */
static color faint(const frame *f, color ink, float strength) {
    return color_mix(f->theme->floor, ink, strength);
}

static void stroke(const frame *f, sm3_vec a, sm3_vec b, float width, float head, float dash,
                   float gap, color ink) {
    sm_vec2 from = frame_at(f, sm3_to2(a)), to = frame_at(f, sm3_to2(b));
    if (head > 0)
        canvas_arrow(f->canvas, from, to, width, head, ink);
    else if (dash > 0)
        canvas_dashes(f->canvas, from, to, width, dash, gap, ink);
    else
        canvas_line(f->canvas, from, to, width, ink);
}

static void mark(const frame *f, sm3_vec a, sm3_vec b, float width, float head, color ink) {
    stroke(f, a, b, width, head, 0, 0, ink);
}

static void dot(const frame *f, sm3_vec at, float radius, float hole, color ink, color hidden) {
    sm_vec2 p = frame_at(f, sm3_to2(at));
    (void)hidden;
    canvas_capsule(f->canvas, p, p, radius, ink);
    if (hole > 0)
        canvas_capsule(f->canvas, p, p, hole, f->theme->floor);
}

/* Finds the hull's corners in pixels. */
static void place_corners(const frame *f, const sm_hull *hull, sm3_vec position,
                          sm_vec2 corners[SM_HULL_VERTICES]) {
    for (int i = 0; i < hull->count; i++)
        corners[i] = frame_at(f, sm_offset(sm3_to2(position), hull->vertices[i], 1));
}

void frame_fill_hull(const frame *f, const sm_hull *hull, sm3_vec position, color fill) {
    sm_vec2 corners[SM_HULL_VERTICES];
    place_corners(f, hull, position, corners);
    if (hull->count < 3)
        canvas_capsule(f->canvas, corners[0], corners[hull->count - 1],
                       frame_length(f, hull->radius), fill);
    else {
        for (int i = 0; i < hull->count; i++)
            canvas_edge(f->canvas, corners[i], corners[(i + 1) % hull->count]);
        canvas_fill_edges(f->canvas, true, fill);
    }
}

/* Unit, to the right of the direction from a to b on the screen, where the inside of a hull is
 * not: it is counter-clockwise in the world. */
static sm_vec2 outward(sm_vec2 a, sm_vec2 b) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    return length > 0 ? (sm_vec2){-y / length, x / length} : (sm_vec2){0, 0};
}

/* A corner, moved so that both its edges are `by` pixels further in. */
static sm_vec2 inset(sm_vec2 before, sm_vec2 corner, sm_vec2 after, float by) {
    sm_vec2 m = outward(before, corner), n = outward(corner, after);
    float fraction = by / (1 + m.x * n.x + m.y * n.y);
    return (sm_vec2){corner.x - (m.x + n.x) * fraction, corner.y - (m.y + n.y) * fraction};
}

void frame_hull(const frame *f, const sm_hull *hull, sm3_vec position, float points, color ink) {
    sm_vec2 corners[SM_HULL_VERTICES], inner[SM_HULL_VERTICES];
    float thickness = points * f->scale;
    int count = hull->count;
    place_corners(f, hull, position, corners);
    if (count < 3) {
        canvas_capsule_outline(f->canvas, corners[0], corners[count - 1],
                               frame_length(f, hull->radius) - thickness / 2, thickness, ink);
        return;
    }
    for (int i = 0; i < count; i++)
        inner[i] = inset(corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count],
                         thickness / 2);
    for (int i = 0; i < count; i++)
        canvas_line(f->canvas, inner[i], inner[(i + 1) % count], thickness, ink);
}

static void draw_player(const frame *f, sm3_vec position, sm3_vec turn, float points, color ink) {
    sm_hull hull = frame_hull_of_player(f, turn);
    frame_hull(f, &hull, position, points, ink);
}

static void draw_shape(const frame *f, const sm3_triangle *t, unsigned edges, float points,
                       color ink) {
    (void)edges;
    canvas_capsule_outline(f->canvas, frame_at(f, sm3_to2(t->a)), frame_at(f, sm3_to2(t->b)),
                           frame_length(f, t->radius), points * f->scale, ink);
}

static void draw_held(const frame *f, sm3_vec at, sm3_vec normal, color ink) {
    sm3_vec along = {normal.y, -normal.x, 0};
    for (int side = -1; side <= 1; side += 2)
        frame_dashes(f, at, frame_beyond(f, at, along, 46 * f->scale * (float)side), 1.5f, 5, 4,
                     ink);
}

/* ---- Grid -------------------------------------------------------------------------------- */

static void draw_grid_line(const frame *f, bool vertical, float at, color ink) {
    int width = f->scale < 2 ? 1 : (int)f->scale;
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    canvas_rect across = {0, (int)p.y, f->canvas->width, width},
                up = {(int)p.x, 0, width, f->canvas->height};
    canvas_fill_rect(f->canvas, vertical ? up : across, ink);
}

static void draw_grid_number(const frame *f, bool vertical, float at) {
    char number[32];
    snprintf(number, sizeof number, "%g", at == 0 ? 0 : (double)at); /* not -0 */
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    float gap = 3 * f->scale, height = text_line_height(f->text, TEXT_SMALL);
    float right =
        (float)(f->camera.x + f->camera.width) - gap - text_width(f->text, TEXT_SMALL, number);
    float bottom = (float)(f->camera.y + f->camera.height);
    float x = vertical ? p.x + gap : right;
    float y = vertical ? bottom - height - gap : p.y - height;
    if (y >= (float)f->camera.y && y + height <= bottom && x <= right)
        frame_label_bare(f, x, y, f->theme->ink_dim, number);
}

static void draw_grid_family(const frame *f, bool vertical, float low, float high, float step) {
    float first = ceilf(low / step), last = floorf(high / step);
    for (float i = first; i <= last && i < first + 1000; i++) {
        bool strong = fmodf(i, 5) == 0;
        draw_grid_line(f, vertical, i * step, strong ? f->theme->grid_strong : f->theme->grid);
        if (strong)
            draw_grid_number(f, vertical, i * step);
    }
}

static void draw_grid(const frame *f) {
    level_box view = frame_view(f);
    float step = frame_round_step(22 * f->scale / f->camera.zoom);
    draw_grid_family(f, true, view.min.x, view.max.x, step);
    draw_grid_family(f, false, view.min.y, view.max.y, step);
}

const draw_backend plane_backend = {
    .push_apart = 9,
    .labels_along = true,
    .faint = faint,
    .stroke = stroke,
    .mark = mark,
    .dot = dot,
    .player = draw_player,
    .shape = draw_shape,
    .held = draw_held,
    .grid = draw_grid,
};
