/* canvas_hairline: very many short lines. A line is stepped through pixel by pixel; most are dots.
 */
#include <math.h>

#include "canvas.h"

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

/* Both ends of a segment: two points in one vector of gcc and clang. */
typedef float ends __attribute__((vector_size(16)));
typedef int64_t halves __attribute__((vector_size(16)));

/* What is the same for all lines. */
typedef struct pen {
    canvas *canvas;
    ends low, high; /* left and top, right and bottom of the clip, for each end */
    color stroke;
    unsigned alpha; /* its */
} pen;

static bool is_apart(const pen *p, ends e) {
    static const float half_width = 1; /* pixels, of a smooth line with its edge */
    ends low = p->low - half_width, high = p->high + half_width;
    return (e[0] < low[0] && e[2] < low[0]) || (e[0] >= high[0] && e[2] >= high[0]) ||
           (e[1] < low[1] && e[3] < low[1]) || (e[1] >= high[1] && e[3] >= high[1]);
}

static bool is_inside(const pen *p, ends e) {
    halves inside = (halves)((e >= p->low) & (e < p->high));
    return (inside[0] & inside[1]) == -1;
}

/* Two copies of the innermost loop, so that neither asks what is known before it. */
#define IN_PLACE static inline __attribute__((always_inline))

/* Blends a pixel, which must be within the bounds where `inside` says that all are. */
IN_PLACE void dot(const pen *p, float x, float y, unsigned alpha, bool inside) {
    if (!inside && !(x >= p->low[0] && x < p->high[0] && y >= p->low[1] && y < p->high[1]))
        return; /* NaN, too */
    uint32_t *at = p->canvas->pixels + (ptrdiff_t)(int)y * p->canvas->width + (int)x;
    *at = alpha == 255 ? p->stroke : pixels_blend(*at, p->stroke, alpha);
}

/* The steps of a line: pixels along its longer side. */
typedef struct stride {
    float x, y;
    int count;
} stride;

/* Moves `a` to the middle of its first step. */
static inline stride stride_of(sm_vec2 *a, float dx, float dy, float length) {
    stride s = {.count = (int)length + 1};
    float share = 1 / (float)s.count;
    s.x = dx * share;
    s.y = dy * share;
    a->x += s.x / 2;
    a->y += s.y / 2;
    return s;
}

static inline unsigned faint(const pen *p, float length) {
    return (unsigned)((float)p->alpha * (0.25f + 0.75f * length));
}

IN_PLACE void draw_short(const pen *p, sm_vec2 a, float dx, float dy, float length, bool inside) {
    if (length <= 1) {
        dot(p, a.x + dx / 2, a.y + dy / 2, faint(p, length), inside);
        return;
    }
    stride s = stride_of(&a, dx, dy, length);
    for (int i = 0; i < s.count; i++, a.x += s.x, a.y += s.y)
        dot(p, a.x, a.y, p->alpha, inside);
}

static void draw(const pen *p, ends e) {
    sm_vec2 a = {e[0], e[1]}, b = {e[2], e[3]};
    bool inside = is_inside(p, e);
    if (!inside && is_apart(p, e))
        return;
    float dx = b.x - a.x, dy = b.y - a.y;
    float wide = fabsf(dx), high = fabsf(dy), length = wide > high ? wide : high;
    if (!(length <= longest)) /* NaN, too */
        canvas_line(p->canvas, a, b, 1, p->stroke);
    else if (inside)
        draw_short(p, a, dx, dy, length, true);
    else
        draw_short(p, a, dx, dy, length, false);
}

static pen pen_of(canvas *c, color stroke) {
    float left = (float)c->clip.x, right = left + (float)c->clip.width;
    float top = (float)c->clip.y, bottom = top + (float)c->clip.height;
    return (pen){.canvas = c,
                 .low = {left, top, left, top},
                 .high = {right, bottom, right, bottom},
                 .stroke = stroke,
                 .alpha = pixels_alpha(stroke)};
}

float canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                       canvas_map map, color stroke) {
    pen p = pen_of(c, stroke);
    ends zoom = {map.zoom, -map.zoom, map.zoom, -map.zoom};
    ends origin = {map.x, map.y, map.x, map.y};
    float thickest = 0;
    for (int i = 0; i < count; i++) {
        const sm_capsule *s = &capsules[which != NULL ? which[i] : i];
        ends e = {s->a.x, s->a.y, s->b.x, s->b.y};
        draw(&p, origin + e * zoom);
        if (s->radius > thickest)
            thickest = s->radius;
    }
    return thickest;
}
