/* backend_space: how a 3D level's strokes get into the picture: over its solids, fainter and dashed
 * where those hide them. */
#include "frame.h"

/* ---- Strokes ----------------------------------------------------------------------------- */

static color faint(const frame *f, color ink, float strength) {
    (void)f;
    return color_fade(ink, strength);
}

/* A dashed stroke counts as hidden. */
static void stroke(const frame *f, sm3_vec a, sm3_vec b, float width, float head, float dash,
                   float gap, color ink) {
    (void)dash, (void)gap;
    raster_line(f->raster, a, b, width, head, ink, frame_hidden(ink));
}

static void mark(const frame *f, sm3_vec a, sm3_vec b, float width, float head, color ink) {
    raster_line(f->raster, a, b, width, head, ink, ink);
}

/* Draws a dot without a hole, since solids are behind it. */
static void dot(const frame *f, sm3_vec at, float radius, float hole, color ink, color hidden) {
    (void)hole;
    raster_line(f->raster, at, at, 2 * radius, 0, ink, hidden);
}

/* ---- Outlines ---------------------------------------------------------------------------- */

/* The circle that the eye sees of a sphere is nearer than its middle, and smaller. */
typedef struct disk {
    sm3_vec middle;
    float radius;
} disk;

static disk disk_of(sm3_vec centre, float radius, sm3_vec eye) {
    sm3_vec to_eye = sm3_between(centre, eye);
    float squared = sm3_dot(to_eye, to_eye), fraction = radius * radius / squared;
    return (disk){sm3_offset(centre, to_eye, fraction), radius * sqrtf(1 - fraction)};
}

static sm3_vec unit(sm3_vec v) {
    float length = sm3_length(v);
    return (sm3_vec){v.x / length, v.y / length, v.z / length};
}

/* Fills the outline around two circles: half of each. `side` and `up` are unit vectors in their
 * plane. */
static void draw_around(const frame *f, const disk ends[2], sm3_vec side, sm3_vec up, float points,
                        color visible, color hidden) {
    enum { SIDES = 96 };
    sm3_vec loop[SIDES];
    for (int i = 0; i < SIDES; i++) {
        float angle = (float)i * (2 * 3.14159265f / SIDES), rise = sinf(angle);
        const disk *end = &ends[rise > 0];
        loop[i] = sm3_offset(sm3_offset(end->middle, side, end->radius * cosf(angle)), up,
                             end->radius * rise);
    }
    raster_loop(f->raster, loop, SIDES, points * f->scale, visible, hidden);
}

/* Draws the edges of a box, with its rounding, between a visible side and a hidden one. */
static void outline_box(const frame *f, sm3_mover box, float points, color visible, color hidden) {
    sm3_vec centre = sm3_scaled(sm3_offset(box.a, box.b, 1), 0.5f);
    sm3_vec to_eye = sm3_between(centre, camera3_eye(&f->camera));
    sm3_vec half[] = {box.side, sm3_between(centre, box.b), box.front};
    float beyond[3]; /* above 1: the side at +half is seen, below -1 that at -half */
    for (int i = 0; i < 3; i++) {
        half[i] = sm3_scaled(half[i], 1 + box.radius / sm3_length(half[i]));
        beyond[i] = sm3_dot(to_eye, half[i]) / sm3_dot(half[i], half[i]);
    }
    for (int i = 0; i < 12; i++) {
        int axis = i / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
        float there = i & 1 ? 1 : -1, aside = i & 2 ? 1 : -1;
        if ((beyond[next] * there > 1) == (beyond[last] * aside > 1))
            continue;
        sm3_vec middle = sm3_offset(sm3_offset(centre, half[next], there), half[last], aside);
        raster_line(f->raster, sm3_offset(middle, half[axis], -1),
                    sm3_offset(middle, half[axis], 1), points * f->scale, 0, visible, hidden);
    }
}

/* Seen from within, or along its axis, it has no silhouette. */
void frame_silhouette(const frame *f, sm3_mover shape, float points, color visible, color hidden) {
    if (sm3_length(shape.side) > 0) {
        outline_box(f, shape, points, visible, hidden);
        return;
    }
    sm3_vec eye = camera3_eye(&f->camera), axis = sm3_between(shape.a, shape.b);
    sm3_vec nearest = sm3_closest_on_segment(eye, shape.a, shape.b);
    if (!(sm3_length(sm3_between(nearest, eye)) > shape.radius))
        return;
    disk ends[2] = {disk_of(shape.a, shape.radius, eye), disk_of(shape.b, shape.radius, eye)};
    sm3_vec view = unit(sm3_between(nearest, eye)),
            up = sm3_length(axis) > 0 ? axis : camera3_up(&f->camera);
    sm3_vec side = sm3_cross(up, view);
    if (!(sm3_length(side) > 1e-3f * sm3_length(up)))
        side = sm3_cross(camera3_up(&f->camera), view);
    side = unit(side);
    draw_around(f, ends, side, sm3_cross(view, side), points, visible, hidden);
}

static void draw_player(const frame *f, sm3_vec position, sm3_vec turn, float points, color ink) {
    frame_silhouette(f, frame_solid_of_player(f, position, turn), points, ink, frame_hidden(ink));
}

static void draw_shape(const frame *f, const sm3_triangle *t, unsigned edges, float points,
                       color ink) {
    const sm3_vec corners[3] = {t->a, t->b, t->c};
    bool is_round = t->radius > 0 && sm3_same(t->b, t->c);
    if (is_round)
        frame_silhouette(f, (sm3_mover){.a = t->a, .b = t->b, .radius = t->radius}, points, ink,
                         frame_hidden(ink));
    for (int i = 0; i < 3 && !is_round; i++)
        if ((edges & (unsigned)RASTER_EDGE_AB << i) != 0)
            frame_line(f, corners[i], corners[(i + 1) % 3], points, ink);
}

static void draw_held(const frame *f, sm3_vec at, sm3_vec normal, color ink) {
    sm3_vec up = fabsf(normal.y) < 0.9f ? (sm3_vec){0, 1, 0} : (sm3_vec){1, 0, 0};
    sm3_vec side = unit(sm3_cross(up, normal));
    disk circle = {at, 34 * f->scale / camera_pixels(&f->camera, at, 1)};
    draw_around(f, (disk[]){circle, circle}, side, sm3_cross(normal, side), 1.5f, ink,
                frame_hidden(ink));
}

/* ---- Grid -------------------------------------------------------------------------------- */

static void draw_work_plane(const frame *f, work_plane on, sm3_vec around, float least, color ink) {
    enum { LINES = 12 };
    float step = fmaxf(frame_round_step(f->camera.distance / LINES), least);
    sm_vec2 middle = work_plane_to2(on, around);
    sm_vec2 at = {roundf(middle.x / step) * step, roundf(middle.y / step) * step};
    for (int i = -LINES; i <= LINES; i++) {
        for (int k = -LINES; k < LINES; k++) {
            float rim = fmaxf(fabsf((float)i), fabsf((float)k + 0.5f)) / LINES;
            color faded = color_fade(ink, 1 - rim);
            float across = (float)i * step, from = (float)k * step, to = from + step;
            for (int turned = 0; turned < 2; turned++) {
                sm_vec2 a = turned ? (sm_vec2){from, across} : (sm_vec2){across, from};
                sm_vec2 b = turned ? (sm_vec2){to, across} : (sm_vec2){across, to};
                raster_line(f->raster, work_plane_to3(on, sm_offset(at, a, 1)),
                            work_plane_to3(on, sm_offset(at, b, 1)), f->scale, 0, faded, 0);
            }
        }
    }
}

static void draw_grid(const frame *f) {
    draw_work_plane(f, (work_plane){PLANE_Y, 0}, f->camera.target, 0,
                    color_fade(f->theme->ink, 0.22f));
}

const draw_backend space_backend = {
    .marks_features = true,
    .faint = faint,
    .stroke = stroke,
    .mark = mark,
    .dot = dot,
    .player = draw_player,
    .shape = draw_shape,
    .held = draw_held,
    .grid = draw_grid,
    .work_plane = draw_work_plane,
};
