/* canvas_hairline: very many short lines. A line is stepped through pixel by pixel; most are dots.
 */
#include "../slidemove/lanes.h"
#include "canvas.h"

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

/* What is the same for all lines. Lanes hold both ends of one: x, y, x, y. */
typedef struct pen {
    canvas *canvas;
    lanes low, high;                /* left and top, right and bottom of the clip, for each end */
    float left, top, right, bottom; /* the same */
    color stroke;
    unsigned alpha; /* its */
} pen;

/* A bit for each coordinate that is below its limit, as in lanes_bits. */
static inline unsigned below(lanes ends, lanes limit) {
    return ~lanes_bits(lanes_not_below(ends, limit)) & 15u;
}

/* Whether both ends have a coordinate among those of the bits. */
static inline bool both_ends(unsigned bits) {
    return (bits & bits >> 2 & 3u) != 0;
}

static inline bool is_apart(const pen *p, lanes ends) {
    static const float half_width = 1; /* pixels, of a smooth line with its edge */
    return both_ends(below(ends, p->low - half_width)) ||
           both_ends(lanes_bits(lanes_at_most(p->high + half_width, ends)));
}

/* Two copies of the innermost loop, so that neither asks what is known before it. */
#define IN_PLACE static inline __attribute__((always_inline))

/* Blends a pixel, which must be within the bounds where `inside` says that all are. */
IN_PLACE void dot(const pen *p, float x, float y, unsigned alpha, bool inside) {
    if (!inside && !(x >= p->left && x < p->right && y >= p->top && y < p->bottom))
        return; /* NaN, too */
    uint32_t *at = p->canvas->pixels + (ptrdiff_t)(int)y * p->canvas->width + (int)x;
    *at = alpha == 255 ? p->stroke : pixels_blend(*at, p->stroke, alpha);
}

/* Steps along the longer side; one step is as faint as it is short. */
IN_PLACE void draw_short(const pen *p, sm_vec2 a, float dx, float dy, float length, bool inside) {
    if (length <= 1) {
        dot(p, a.x + dx / 2, a.y + dy / 2, (unsigned)((float)p->alpha * (0.25f + 0.75f * length)),
            inside);
        return;
    }
    int count = (int)length + 1;
    sm_vec2 step = {dx * (1 / (float)count), dy * (1 / (float)count)};
    a = sm_offset(a, step, 0.5f);
    for (int i = 0; i < count; i++, a = sm_offset(a, step, 1))
        dot(p, a.x, a.y, p->alpha, inside);
}

static void draw(const pen *p, lanes ends) {
    bool inside = below(ends, p->low) == 0 && below(ends, p->high) == 15;
    if (!inside && is_apart(p, ends))
        return;
    sm_vec2 e[2];
    lanes_store(&e[0].x, ends);
    float dx = e[1].x - e[0].x, dy = e[1].y - e[0].y;
    float wide = fabsf(dx), high = fabsf(dy), length = wide > high ? wide : high;
    if (!(length <= longest)) /* NaN, too */
        canvas_line(p->canvas, e[0], e[1], 1, p->stroke);
    else if (inside)
        draw_short(p, e[0], dx, dy, length, true);
    else
        draw_short(p, e[0], dx, dy, length, false);
}

float canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                       canvas_map map, color stroke) {
    float left = (float)c->clip.x, right = left + (float)c->clip.width;
    float top = (float)c->clip.y, bottom = top + (float)c->clip.height;
    pen p = {
        c,      {left, top, left, top}, {right, bottom, right, bottom}, left, top, right, bottom,
        stroke, pixels_alpha(stroke)};
    lanes zoom = {map.zoom, -map.zoom, map.zoom, -map.zoom};
    lanes origin = {map.x, map.y, map.x, map.y};
    float thickest = 0;
    for (int i = 0; i < count; i++) {
        const sm_capsule *s = &capsules[which != NULL ? which[i] : i];
        draw(&p, origin + lanes_load(&s->a.x) * zoom);
        if (s->radius > thickest)
            thickest = s->radius;
    }
    return thickest;
}
