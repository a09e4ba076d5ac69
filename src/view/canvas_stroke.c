/* canvas_stroke: everything with a distance: capsules, lines, dashes, arrows.
 *
 * Each is a band: the pixels whose distance to a segment lies between the band's hole and its outer
 * edge; a filled capsule has no hole. A row meets {distance < d} in one interval, as a capsule is
 * convex. Of it only pixels near an edge are measured, four at a time: what is inside a fill has no
 * distance to ask, and the hole is left out.
 *
 * The segment is first cut to where it can be seen, in double, so neither its size nor where it
 * lies matters. */
#include "../slidemove/lanes.h"
#include "../slidemove/vec.h"
#include "canvas.h"

typedef struct interval {
    double low, high; /* empty when low > high */
} interval;

static const interval nowhere = {INFINITY, -INFINITY};

typedef struct band {
    double outer,
        hole; /* coverage is 0 from `outer` on and up to `hole`, and 1 from a pixel inside them */
    double alpha; /* of the ink where coverage is 1: 0 .. 255 */
    color ink;
    double head;         /* length of an arrow's at the end, pixels; 0: none */
    double dash, period; /* pixels; period 0: no gaps */
    const canvas_stroke
        *stroke; /* says each pixel's ink, and whether ends are open; NULL: neither */
    /* Set by band_place: */
    vec a, b;        /* the ends of what is seen */
    vec along;       /* unit, from a to b; (1, 0) when a = b */
    double inverse;  /* 1 / along.y, for where it is not 0 */
    double length;   /* from a to b */
    double from, to; /* where the ends of the whole segment are, pixels from a along it */
    double wide;     /* the head with its edge included */
} band;

/* ---- Making ------------------------------------------------------------------------------ */

static const double head_half_width = 0.42; /* of the head's length */

/* Returns the band along the edge of a capsule, not yet placed; `edge` 0: of a capsule filled. What
 * is thinner than a pixel becomes a pixel wide and as much fainter. */
static band band_make(double edge, double thickness, color ink) {
    double half = larger(thickness, 1) / 2;
    return (band){.outer = edge + half + 0.5,
                  .hole = edge - half - 0.5,
                  .alpha = pixels_alpha(ink) * smaller(larger(thickness, 0), 1),
                  .ink = ink};
}

/* One side pair of the rectangle, in the way of Liang and Barsky: keeps the part low .. high of the
 * segment in which start + t * step lies between the two. */
static interval cut(interval part, double start, double step, double low, double high) {
    if (step == 0)
        return start >= low && start <= high ? part : nowhere;
    double t1 = (low - start) / step, t2 = (high - start) / step;
    return (interval){larger(part.low, smaller(t1, t2)), smaller(part.high, larger(t1, t2))};
}

/* Puts the band around the visible part of a-b. Returns false when nothing of it can be seen. */
static bool band_place(band *s, const canvas *c, vec a, vec b) {
    canvas_rect clip = c->clip;
    vec step = vec_sub(b, a);
    double length = vec_length(step);
    s->head = smaller(s->head, length);
    s->wide = larger(s->outer, s->head > 0 ? s->head * head_half_width + 1 : 0);
    double reach = s->wide + 1;
    interval part = {0, 1};
    part = cut(part, a.x, step.x, clip.x - reach, clip.x + clip.width + reach);
    part = cut(part, a.y, step.y, clip.y - reach, clip.y + clip.height + reach);
    if (!(s->alpha > 0) || !(part.low <= part.high) || clip.width < 1 || clip.height < 1)
        return false;
    s->along = length > 0 ? vec_scale(step, 1 / length) : (vec){1, 0};
    s->inverse = 1 / s->along.y;
    s->length = length * (part.high - part.low);
    s->a = vec_add(a, vec_scale(step, part.low));
    s->b = part.high < 1 ? vec_add(a, vec_scale(step, part.high)) : b;
    s->from = -length * part.low;
    s->to = s->from + length;
    return true;
}

/* ---- Coverage ---------------------------------------------------------------------------- */

/* The band in floats, for four pixels at a time. `along` and `across` are a pixel's distances along
 * the segment, from what is seen of it, and from its line. */
typedef struct measure {
    float outer, hole, alpha;
    float from, shaft, tip;   /* where the segment begins, its shaft and its head end */
    float head;               /* the head's length */
    float head_scale;         /* what makes a distance across the head's axis one from its side */
    float period, phase, gap; /* of dashes: 0: none; how far before a one begins; */
    float dash_half;          /* of the inner segment of each, and where its middle is */
    float dash_middle;
    bool is_plain; /* nothing but a band of one ink */
    bool is_open;
} measure;

static measure measure_of(const band *s) {
    measure m = {.outer = (float)s->outer,
                 .hole = (float)s->hole,
                 .alpha = (float)s->alpha,
                 .from = (float)s->from,
                 .shaft = (float)(s->to - s->head),
                 .tip = (float)s->to,
                 .head = (float)s->head,
                 .head_scale = (float)(1 / sqrt(1 + head_half_width * head_half_width)),
                 .is_open = s->stroke != NULL && s->stroke->is_open};
    m.is_plain = !(s->head > 0) && !(s->period > 0) && s->stroke == NULL;
    if (s->period > 0) {
        double radius = s->outer - 0.5; /* a dash is as long as it is with its round ends */
        m.from += (float)radius;
        m.shaft -= (float)radius;
        m.period = (float)s->period;
        m.phase = (float)fmod(-s->from, s->period);
        m.gap = (float)(s->period - s->dash);
        m.dash_middle = (float)(s->dash / 2);
        m.dash_half = (float)larger(s->dash / 2 - radius, 0);
    }
    return m;
}

static inline lanes size_of(lanes v) {
    return lanes_max(v, -v);
}

/* How far beyond the ends of the nearest dash. */
static lanes beyond_dash(const measure *m, lanes along) {
    lanes at = along + m->phase;
    at = at - m->period * lanes_whole((at + m->gap / 2) / m->period);
    return size_of(at - m->dash_middle) - m->dash_half;
}

/* Returns the alphas: at most 0 outside. */
static inline lanes cover_beside(const measure *m, lanes across) {
    lanes distance = size_of(across);
    lanes cover = lanes_min(m->outer - distance, distance - m->hole);
    return lanes_min(cover, lanes_all(1)) * m->alpha;
}

/* Rounds alphas. */
static inline void store_alphas(uint32_t alphas[PIXELS_BLOCK], lanes share) {
    lanes_store(alphas, lanes_to_int32(lanes_max(share + 0.5f, lanes_all(0))));
}

static lanes cover(const measure *m, lanes along, lanes across) {
    lanes beyond = lanes_max(lanes_max(m->from - along, along - m->shaft), lanes_all(0));
    if (m->period > 0)
        beyond = lanes_max(beyond, beyond_dash(m, along));
    lanes share = cover_beside(m, lanes_sqrt(across * across + beyond * beyond));
    if (m->head > 0) {
        lanes back = m->tip - along; /* the depth below the nearest of the head's three sides */
        lanes side = (back * (float)head_half_width - size_of(across)) * m->head_scale;
        lanes head = lanes_min(side, m->head - back) + 0.5f;
        share = lanes_max(share, lanes_min(head, lanes_all(1)) * m->alpha);
    }
    if (m->is_open)
        share = lanes_where(lanes_both(lanes_at_most(lanes_all(m->from), along),
                                       lanes_not_below(lanes_all(m->tip), along)),
                            share, lanes_all(0));
    return share;
}

/* ---- One row ----------------------------------------------------------------------------- */

/* Pixels. Up to here a float holds a distance to better than a tenth of a level of coverage. */
static const double float_reach = 4096;

/* Replaces the shares of a block of a band beyond that. */
static lanes cover_far(const band *s, double along, double across) {
    float shares[PIXELS_BLOCK];
    for (int i = 0; i < PIXELS_BLOCK; i++, along += s->along.x, across += s->along.y) {
        double beyond = larger(larger(s->from - along, along - s->to), 0);
        double distance = sqrt(across * across + beyond * beyond);
        double share = smaller(smaller(s->outer - distance, distance - s->hole), 1);
        shares[i] = (float)(larger(share, 0) * s->alpha);
    }
    return lanes_load(shares);
}

/* Blends up to a block of pixels, asking the stroke for each one's ink where there is one. */
static void blend_some(const band *s, uint32_t *pixels, const uint32_t *alphas, int count,
                       double along) {
    for (int i = 0; i < count; i++) {
        if (alphas[i] == 0)
            continue;
        color ink = s->ink;
        unsigned alpha = alphas[i];
        if (s->stroke != NULL) {
            ink = s->stroke->ink(s->stroke->context, along + i * s->along.x - s->from);
            alpha = pixels_scale_alpha(alpha, pixels_alpha(ink));
        }
        pixels[i] = pixels_blend(pixels[i], ink, alpha);
    }
}

static const lanes first_index = {0, 1, 2, 3};

/* Blends x0 <= x < x1 of the row of pixels `up` below a, measuring each; may go on up to `limit`,
 * where the coverage must be 0. */
static void shade(const band *s, const measure *m, uint32_t *row, int x0, int x1, int limit,
                  double up) {
    double right = x0 + PIXELS_CENTRE - s->a.x;
    double along = right * s->along.x + up * s->along.y;
    double across = right * s->along.y - up * s->along.x;
    double end = along + (x1 - x0 + PIXELS_BLOCK) * s->along.x;
    bool is_far = s->outer > float_reach;
    bool is_beside =
        m->is_plain && !is_far && smaller(along, end) >= s->from && larger(along, end) <= s->to;
    lanes index = first_index;
    uint32_t alphas[PIXELS_BLOCK];
    int x = x0;
    for (; is_beside && x < x1 && x + PIXELS_BLOCK <= limit; x += PIXELS_BLOCK) {
        lanes aside = (float)across + index * (float)s->along.y;
        store_alphas(alphas, cover_beside(m, aside));
        pixels_blend_block(row + x, s->ink, alphas);
        index = index + (float)PIXELS_BLOCK;
    }
    for (; x < x1; x += PIXELS_BLOCK) {
        lanes aside = (float)across + index * (float)s->along.y;
        lanes share = cover(m, (float)along + index * (float)s->along.x, aside);
        double at = along + (x - x0) * s->along.x;
        if (is_far)
            share = cover_far(s, at, across + (x - x0) * s->along.y);
        store_alphas(alphas, share);
        if (s->stroke == NULL && x + PIXELS_BLOCK <= limit)
            pixels_blend_block(row + x, s->ink, alphas);
        else
            blend_some(s, row + x, alphas, limit - x < PIXELS_BLOCK ? limit - x : PIXELS_BLOCK, at);
        index = index + (float)PIXELS_BLOCK;
    }
}

/* x of a row's pixel that is nearer to the segment than `radius` and farthest to a side, 1 or -1,
 * among those next to low .. high of the segment: it is highest where the edge of the disk around a
 * point of the segment runs along it. */
static double chord_end(const band *s, double radius, double up, double low, double high,
                        int side) {
    double below = (s->along.y < 0 ? side : -side) * radius * s->along.x;
    double at = s->along.y != 0 ? (up - below) * s->inverse : side * s->along.x * INFINITY;
    at = at > low ? at < high ? at : high : low;
    below = up - at * s->along.y;
    double half = larger((radius - below) * (radius + below), 0); /* exact where squares cancel */
    return s->a.x + at * s->along.x + side * sqrt(half);
}

/* x where the row `up` below a is nearer to the segment than `radius`. */
static interval chord(const band *s, double radius, double up) {
    double low = 0, high = s->length; /* of the segment, what is so near to the row */
    if (s->along.y != 0) {
        double at = up * s->inverse, half = fabs(radius * s->inverse);
        double spread = half * fabs(s->along.x);
        if (at - spread >= low && at + spread <= high) { /* beside it throughout */
            double middle = s->a.x + at * s->along.x;
            return (interval){middle - half, middle + half};
        }
        low = larger(low, at - half);
        high = smaller(high, at + half);
    } else if (fabs(up) > radius)
        return nowhere;
    if (low > high)
        return nowhere;
    return (interval){chord_end(s, radius, up, low, high, -1),
                      chord_end(s, radius, up, low, high, 1)};
}

/* Beyond rounding, much less than a level of coverage. */
static const double margin = 1.0 / 1024;

/* What is narrower than this inside is measured throughout: sooner done than finding the inside. */
static const double inner_radius_min = 4;

static void draw_row(const band *s, const measure *m, const canvas *c, int y) {
    int left = c->clip.x, right = left + c->clip.width;
    uint32_t *row = canvas_row(c, y);
    double up = y + PIXELS_CENTRE - s->a.y;
    interval outside = chord(s, s->wide, up), inside = nowhere;
    int x0 = pixels_from(outside.low - margin, left, right);
    int x3 = pixels_from(outside.high + margin, left, right);
    bool is_solid = s->hole <= -1; /* even on the segment itself */
    double inner = is_solid ? s->outer - 1 : s->hole;
    if (inner >= inner_radius_min && m->is_plain)
        inside = chord(s, inner, up);
    if (inside.low > inside.high) {
        shade(s, m, row, x0, x3, right, up);
        return;
    }
    int x1 = pixels_from(inside.low + margin, x0, x3);
    int x2 = pixels_from(inside.high - margin, x1, x3);
    shade(s, m, row, x0, x1, x1, up);
    if (is_solid)
        pixels_fill(row, x1, x2, s->ink, (unsigned)(s->alpha + 0.5));
    shade(s, m, row, x2, x3, right, up);
}

/* Places and draws the band. */
static void band_draw(band *s, const canvas *c, vec a, vec b) {
    if (!band_place(s, c, a, b))
        return;
    measure m = measure_of(s);
    int top = c->clip.y, bottom = top + c->clip.height;
    int y0 = pixels_from(smaller(s->a.y, s->b.y) - s->wide, top, bottom);
    int y1 = pixels_from(larger(s->a.y, s->b.y) + s->wide, top, bottom);
    for (int y = y0; y < y1; y++)
        draw_row(s, &m, c, y);
}

/* ---- Strokes ----------------------------------------------------------------------------- */

/* Draws it between points of the canvas, if these and the sum of the band's measures are finite. */
static void draw(canvas *c, band s, sm_vec2 a, sm_vec2 b, float measures) {
    if (sm_is_finite(a) && sm_is_finite(b) && isfinite(measures))
        band_draw(&s, c, vec_of(a), vec_of(b));
}

void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill) {
    draw(c, band_make(0, 2 * (double)radius, fill), a, b, radius);
}

void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke) {
    draw(c, band_make(larger((double)radius, 0), (double)thickness, stroke), a, b,
         radius + thickness);
}

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke) {
    canvas_capsule(c, a, b, thickness / 2, stroke);
}

void canvas_dashes(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float dash, float gap,
                   color stroke) {
    band s = band_make(0, (double)thickness, stroke);
    double period = (double)dash + (double)gap;
    if (!(dash > 0))
        return;
    if (period < larger((double)thickness, 1)) /* cannot be told apart */
        s.alpha *= gap > 0 ? (double)dash / period : 1;
    else if (gap > 0 && !sm_same(a, b)) {
        s.dash = (double)dash;
        s.period = period;
    }
    draw(c, s, a, b, thickness + dash + gap);
}

void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke) {
    band s = band_make(0, (double)thickness, stroke);
    s.head = larger((double)head, 0);
    if (!sm_same(a, b))
        draw(c, s, a, b, thickness + head);
}

void canvas_draw_stroke(canvas *c, const canvas_stroke *stroke, vec a, vec b) {
    band s = band_make(0, stroke->width, PIXELS_OPAQUE);
    s.head = stroke->head;
    s.stroke = stroke;
    band_draw(&s, c, a, b);
}

/* ---- Hairlines ------------------------------------------------------------------------------- */

/* Very many short lines. A line is stepped through pixel by pixel; most are dots. */

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

/* What is the same for all lines. Lanes hold both ends of one: x, y, x, y. */
typedef struct pen {
    canvas *canvas;
    lanes low, high; /* left and top, right and bottom of what reaches the clip, for each end */
    float left, top, right, bottom; /* of the clip */
    color stroke;
    unsigned alpha; /* its */
} pen;

/* Whether both ends are beyond the same side of the clip. */
static inline bool is_apart(const pen *p, lanes ends) {
    unsigned beyond =
        lanes_bits(lanes_at_most(ends, p->low)) | lanes_bits(lanes_at_most(p->high, ends)) << 4;
    return (beyond & beyond >> 2 & 0x33u) != 0;
}

/* Blends a pixel, if it lies within the clip. */
static inline void dot(const pen *p, float x, float y, unsigned alpha) {
    if (!(x >= p->left && x < p->right && y >= p->top && y < p->bottom))
        return; /* NaN, too */
    uint32_t *at = p->canvas->pixels + (ptrdiff_t)(int)y * p->canvas->width + (int)x;
    *at = alpha == 255 ? p->stroke : pixels_blend(*at, p->stroke, alpha);
}

/* Steps along the longer side; one step is as faint as it is short. */
static void draw_hairline(const pen *p, lanes ends) {
    if (is_apart(p, ends))
        return;
    sm_vec2 e[2];
    lanes_store(&e[0].x, ends);
    float dx = e[1].x - e[0].x, dy = e[1].y - e[0].y;
    float wide = fabsf(dx), high = fabsf(dy), length = wide > high ? wide : high;
    if (!(length <= longest)) { /* NaN, too */
        canvas_line(p->canvas, e[0], e[1], 1, p->stroke);
    } else if (length <= 1) {
        dot(p, e[0].x + dx / 2, e[0].y + dy / 2,
            (unsigned)((float)p->alpha * (0.25f + 0.75f * length)));
    } else {
        int count = (int)length + 1;
        sm_vec2 step = {dx * (1 / (float)count), dy * (1 / (float)count)};
        sm_vec2 at = sm_offset(e[0], step, 0.5f);
        for (int i = 0; i < count; i++, at = sm_offset(at, step, 1))
            dot(p, at.x, at.y, p->alpha);
    }
}

float canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                       canvas_map map, color stroke) {
    float left = (float)c->clip.x, right = left + (float)c->clip.width;
    float top = (float)c->clip.y, bottom = top + (float)c->clip.height;
    static const float half_width = 1; /* pixels, of a smooth line with its edge */
    pen p = {.canvas = c,
             .low = (lanes){left, top, left, top} - half_width,
             .high = (lanes){right, bottom, right, bottom} + half_width,
             .left = left,
             .top = top,
             .right = right,
             .bottom = bottom,
             .stroke = stroke,
             .alpha = pixels_alpha(stroke)};
    lanes zoom = {map.zoom, -map.zoom, map.zoom, -map.zoom};
    lanes origin = {map.x, map.y, map.x, map.y};
    float thickest = 0;
    for (int i = 0; i < count; i++) {
        const sm_capsule *s = &capsules[which != NULL ? which[i] : i];
        draw_hairline(&p, origin + lanes_load(&s->a.x) * zoom);
        if (s->radius > thickest)
            thickest = s->radius;
    }
    return thickest;
}
