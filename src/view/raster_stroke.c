/* raster_stroke: lines, dots, circles and arrows of a width in pixels, over the finished picture.
 *
 * Each is a stroke: a segment in the picture with a half width, and a head when it is an arrow. A
 * pixel is as hidden as the point of the segment next to it, so that a thick line is hidden across
 * its whole width, not along a ragged border. */
#include "raster.h"
#include "raster_buffer.h"

static const double dash = 5, dash_gap = 4; /* pixels, of what is hidden */
static const double head_half_width = 0.42; /* of the head's length, as canvas_arrow's */
static const double beside = 1;             /* pictures: how far beyond one a line is kept */
static const float nearer =
    1.001f; /* what lies so much nearer hides: else faces hide what is on them */

typedef struct spot {
    double x, y, nearness; /* pixels, 1 / depth */
} spot;

typedef struct stroke {
    spot a, b;
    double half_width;   /* pixels */
    double head;         /* pixels; 0: none */
    bool open_a, open_b; /* another stroke goes on there: no round end */
    double walked;       /* pixels of dashes before a */
    color visible, hidden;
} stroke;

/* ---- Hidden or not ----------------------------------------------------------------------- */

static float nearness_at(const raster *r, double x, double y) {
    x -= r->x;
    y -= r->y;
    double right = r->width - 1, bottom = r->height - 1;
    x = x > 0 ? x < right ? x : right : 0;
    y = y > 0 ? y < bottom ? y : bottom : 0;
    size_t column = (size_t)(x * r->samples), row = (size_t)(y * r->samples);
    return r->nearness[row * (size_t)r->stride + column];
}

/* A face that falls away from the eye is nearer at one side of the point and farther at the other,
 * so the farthest of the pixels around it decides. */
static bool is_hidden(const raster *r, spot at) {
    float limit = (float)at.nearness * nearer;
    return nearness_at(r, at.x, at.y) > limit && nearness_at(r, at.x - 1, at.y) > limit &&
           nearness_at(r, at.x + 1, at.y) > limit && nearness_at(r, at.x, at.y - 1) > limit &&
           nearness_at(r, at.x, at.y + 1) > limit;
}

/* ---- Drawing a stroke -------------------------------------------------------------------- */

typedef struct pen {
    const raster *raster;
    stroke s;
    double dx, dy, length; /* direction, a unit vector, and length */
    double shaft;          /* length without the head */
    double head_half;      /* of the head's base, pixels */
    double head_slope;     /* from distance along to half width, */
    double head_scale;     /* and what makes that a distance from the border */
    bool is_hidden_all;    /* of a dot: hidden as a whole */
} pen;

static double clamped(double v, double low, double high) {
    return v > low ? v < high ? v : high : low;
}

/* `along` and `across`: of the pixel, from a. */
static double coverage(const pen *p, double along, double across) {
    const stroke *s = &p->s;
    if ((s->open_a && along < 0) || (s->open_b && along >= p->length))
        return 0;
    double beyond = along - clamped(along, 0, p->shaft);
    double inside = s->half_width - sqrt(beyond * beyond + across * across);
    if (s->head > 0) {
        double from_tip = p->length - along;
        double side = (from_tip * p->head_slope - fabs(across)) * p->head_scale;
        inside = fmax(inside, fmin(side, s->head - from_tip));
    }
    return clamped(inside + 0.5, 0, 1);
}

static spot spot_along(const pen *p, double along) {
    const stroke *s = &p->s;
    double share = p->length > 0 ? clamped(along / p->length, 0, 1) : 0;
    return (spot){s->a.x + (s->b.x - s->a.x) * share, s->a.y + (s->b.y - s->a.y) * share,
                  s->a.nearness + (s->b.nearness - s->a.nearness) * share};
}

static void draw_pixel(const pen *p, uint32_t *pixel, double x, double y) {
    double along = x * p->dx + y * p->dy, across = x * p->dy - y * p->dx;
    double share = coverage(p, along, across);
    if (!(share > 0))
        return;
    bool hidden = is_hidden(p->raster, spot_along(p, along));
    if (hidden && p->length > 0 && fmod(along + p->s.walked + dash, dash + dash_gap) >= dash)
        return;
    color ink = hidden ? p->s.hidden : p->s.visible;
    unsigned alpha = (unsigned)((double)pixels_alpha(ink) * share + 0.5);
    *pixel = pixels_blend(*pixel, ink, alpha);
}

/* The pixels of a row that are within `wide` of the line, and of the box around the stroke. */
static void draw_row(const pen *p, int y, double wide, int x0, int x1) {
    const stroke *s = &p->s;
    double down = (double)y + PIXELS_CENTRE - s->a.y;
    double low = fmin(s->a.x, s->b.x) - wide, high = fmax(s->a.x, s->b.x) + wide;
    if (p->dy != 0) {
        double middle = s->a.x + down * p->dx / p->dy, reach = wide / fabs(p->dy);
        low = fmax(low, middle - reach);
        high = fmin(high, middle + reach);
    }
    uint32_t *row = canvas_row(p->raster->target, y);
    for (int x = pixels_from(low, x0, x1); x < x1; x++) {
        double right = (double)x + PIXELS_CENTRE;
        if (right > high)
            return;
        draw_pixel(p, row + x, right - s->a.x, down);
    }
}

static void draw_stroke(const raster *r, stroke s) {
    pen p = {.raster = r, .s = s, .dx = s.b.x - s.a.x, .dy = s.b.y - s.a.y};
    p.length = sqrt(p.dx * p.dx + p.dy * p.dy);
    p.dx = p.length > 0 ? p.dx / p.length : 1;
    p.dy = p.length > 0 ? p.dy / p.length : 0;
    p.s.head = fmin(s.head, p.length);
    p.shaft = p.length - p.s.head;
    p.head_half = p.s.head * head_half_width;
    p.head_slope = head_half_width;
    p.head_scale = 1 / sqrt(1 + head_half_width * head_half_width);
    canvas_rect part = raster_part(r);
    double wide = fmax(s.half_width, p.head_half) + 1;
    int from = pixels_from(fmin(s.a.y, s.b.y) - wide, part.y, part.y + part.height);
    int to = pixels_from(fmax(s.a.y, s.b.y) + wide, part.y, part.y + part.height);
    for (int y = from; y < to; y++)
        draw_row(&p, y, wide, part.x, part.x + part.width);
}

/* ---- From the world to strokes ----------------------------------------------------------- */

static spot spot_of(const raster *r, vec3 v) {
    const camera_eye *e = &r->pixel_eye;
    return (spot){e->middle_x + e->focal * v.x / v.z, e->middle_y - e->focal * v.y / v.z, 1 / v.z};
}

/* Cuts a-b to where the linear function that is `at_a` and `at_b` there is not below 0. `high` says
 * which ends were moved. */
static bool cut(vec3 *a, vec3 *b, double at_a, double at_b, bool *moved_b) {
    if (at_a < 0 && at_b < 0)
        return false;
    double share = at_a / (at_a - at_b);
    vec3 on = vec3_add(*a, vec3_scale(vec3_sub(*b, *a), share));
    if (at_a < 0)
        *a = on;
    if (at_b < 0) {
        *b = on;
        *moved_b = true;
    }
    return true;
}

/* Cuts a segment to what is before the near plane and not far beside the picture, where pixels
 * would be too large numbers (Liang and Barsky 1984). Returns false when nothing is left. */
static bool cut_to_view(const raster *r, vec3 *a, vec3 *b, bool *moved_b) {
    if (!vec3_is_finite(*a) || !vec3_is_finite(*b))
        return false;
    double near = r->eye.near;
    double x = r->slope_x * (1 + 2 * beside), y = r->slope_y * (1 + 2 * beside);
    return cut(a, b, a->z - near, b->z - near, moved_b) &&
           cut(a, b, x * a->z - a->x, x * b->z - b->x, moved_b) &&
           cut(a, b, x * a->z + a->x, x * b->z + b->x, moved_b) &&
           cut(a, b, y * a->z - a->y, y * b->z - b->y, moved_b) &&
           cut(a, b, y * a->z + a->y, y * b->z + b->y, moved_b);
}

static const double width_max = 1000; /* pixels */

/* Returns the stroke's length in pixels. */
static double draw_segment(const raster *r, vec3 a, vec3 b, stroke s) {
    bool moved_b = false;
    if (r->width < 1 || !(s.half_width > 0) || !cut_to_view(r, &a, &b, &moved_b))
        return 0;
    s.a = spot_of(r, a);
    s.b = spot_of(r, b);
    s.half_width = fmin(s.half_width, width_max);
    s.head = moved_b ? 0 : clamped(s.head, 0, width_max);
    draw_stroke(r, s);
    return sqrt((s.b.x - s.a.x) * (s.b.x - s.a.x) + (s.b.y - s.a.y) * (s.b.y - s.a.y));
}

static stroke stroke_of(float width, color visible, color hidden) {
    return (stroke){.half_width = (double)width / 2, .visible = visible, .hidden = hidden};
}

void raster_line(raster *r, sm3_vec a, sm3_vec b, float width, color visible, color hidden) {
    draw_segment(r, eye_see(&r->eye, a), eye_see(&r->eye, b), stroke_of(width, visible, hidden));
}

void raster_point(raster *r, sm3_vec at, float radius_pixels, color visible, color hidden) {
    vec3 v = eye_see(&r->eye, at);
    draw_segment(r, v, v, stroke_of(2 * radius_pixels, visible, hidden));
}

void raster_arrow(raster *r, sm3_vec from, sm3_vec to, float width, float head, color visible,
                  color hidden) {
    stroke s = stroke_of(width, visible, hidden);
    s.head = (double)head;
    draw_segment(r, eye_see(&r->eye, from), eye_see(&r->eye, to), s);
}

enum { CIRCLE_SIDES = 96 };

void raster_circle(raster *r, sm3_vec centre, sm3_vec normal, float radius, float width,
                   color visible, color hidden) {
    vec3 n = vec3_unit(vec3_of(normal), (vec3){0, 1, 0});
    vec3 other = fabs(n.y) < 0.9 ? (vec3){0, 1, 0} : (vec3){1, 0, 0};
    vec3 u = vec3_scale(vec3_unit(vec3_cross(other, n), other), (double)radius);
    vec3 v = vec3_cross(n, u);
    stroke s = stroke_of(width, visible, hidden);
    s.open_a = s.open_b = true;
    vec3 before = {0, 0, 0};
    for (int i = 0; i <= CIRCLE_SIDES; i++) {
        double angle = 2 * 3.14159265358979 * i / CIRCLE_SIDES;
        vec3 at = vec3_add(vec3_scale(u, cos(angle)), vec3_scale(v, sin(angle)));
        vec3 seen = eye_see(&r->eye, vec3_round(vec3_add(vec3_of(centre), at)));
        if (i > 0)
            s.walked += draw_segment(r, before, seen, s);
        before = seen;
    }
}
