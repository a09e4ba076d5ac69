/* canvas_hairline: very many short lines. A line is stepped through pixel by pixel; most are dots.
 */
#include <math.h>

#include "canvas.h"

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

typedef struct bounds {
    float left, top, right, bottom;
} bounds;

static const float half_width = 1; /* pixels, of a smooth line with its edge */

static bool is_apart(const bounds *k, sm_vec2 a, sm_vec2 b) {
    float left = k->left - half_width, right = k->right + half_width;
    float top = k->top - half_width, bottom = k->bottom + half_width;
    return (a.x < left && b.x < left) || (a.x >= right && b.x >= right) ||
           (a.y < top && b.y < top) || (a.y >= bottom && b.y >= bottom);
}

static void dot(const canvas *c, const bounds *k, float x, float y, color stroke, unsigned alpha) {
    if (!(x >= k->left && x < k->right && y >= k->top && y < k->bottom)) /* NaN, too */
        return;
    uint32_t *at = canvas_row(c, (int)y) + (int)x;
    *at = pixels_blend(*at, stroke, alpha);
}

/* Both ends of a segment: two points in one vector of gcc and clang. */
typedef float ends __attribute__((vector_size(16)));
typedef int64_t halves __attribute__((vector_size(16)));

/* What is the same for all lines. */
typedef struct pen {
    canvas *canvas;
    bounds bounds;
    ends low, high; /* the bounds once more */
    color stroke;
    unsigned alpha; /* its */
} pen;

static bool is_inside(const pen *p, ends e) {
    halves inside = (halves)((e >= p->low) & (e < p->high));
    return (inside[0] & inside[1]) == -1;
}

static inline uint32_t *pixel_at(const canvas *c, float x, float y) {
    return c->pixels + (ptrdiff_t)(int)y * c->width + (int)x;
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

static void draw_inside(const pen *p, sm_vec2 a, float dx, float dy, float length) {
    if (length <= 1) {
        uint32_t *at = pixel_at(p->canvas, a.x + dx / 2, a.y + dy / 2);
        *at = pixels_blend(*at, p->stroke, faint(p, length));
        return;
    }
    stride s = stride_of(&a, dx, dy, length);
    for (int i = 0; i < s.count; i++, a.x += s.x, a.y += s.y) {
        uint32_t *at = pixel_at(p->canvas, a.x, a.y);
        *at = p->alpha == 255 ? p->stroke : pixels_blend(*at, p->stroke, p->alpha);
    }
}

static void draw_cut(const pen *p, sm_vec2 a, float dx, float dy, float length) {
    if (length <= 1) {
        dot(p->canvas, &p->bounds, a.x + dx / 2, a.y + dy / 2, p->stroke, faint(p, length));
        return;
    }
    stride s = stride_of(&a, dx, dy, length);
    for (int i = 0; i < s.count; i++, a.x += s.x, a.y += s.y)
        dot(p->canvas, &p->bounds, a.x, a.y, p->stroke, p->alpha);
}

static void draw(const pen *p, ends e) {
    sm_vec2 a = {e[0], e[1]}, b = {e[2], e[3]};
    bool inside = is_inside(p, e);
    if (!inside && is_apart(&p->bounds, a, b))
        return;
    float dx = b.x - a.x, dy = b.y - a.y;
    float wide = fabsf(dx), high = fabsf(dy), length = wide > high ? wide : high;
    if (!(length <= longest)) /* NaN, too */
        canvas_line(p->canvas, a, b, 1, p->stroke);
    else if (inside)
        draw_inside(p, a, dx, dy, length);
    else
        draw_cut(p, a, dx, dy, length);
}

static pen pen_of(canvas *c, color stroke) {
    float left = (float)c->clip.x, right = left + (float)c->clip.width;
    float top = (float)c->clip.y, bottom = top + (float)c->clip.height;
    return (pen){.canvas = c,
                 .bounds = {left, top, right, bottom},
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
