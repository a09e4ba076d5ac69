/* canvas_stroke: everything with a distance: capsules, lines, dashes, arrows.
 *
 * Each is a band: the pixels whose distance to a segment lies between the band's hole and its outer
 * edge. A filled capsule has no hole. A row meets {distance < d} in one interval, as a capsule is
 * convex. So each row is the outer interval without an inner one, the hole (nothing to do) or the
 * inside of a fill (no distance to ask), and only pixels near an edge are measured.
 *
 * The segment is first cut to where it can be seen, in double, so neither its size nor where it
 * lies matters. */
#include "../slidemove/vec.h"
#include "canvas.h"

typedef struct interval {
    double low, high; /* empty when low > high */
} interval;

typedef struct band {
    double outer,
        hole; /* coverage is 0 from `outer` on and up to `hole`, and 1 from a pixel inside them */
    double alpha; /* of the ink where coverage is 1: 0 .. 255 */
    color ink;
    /* Set by band_place: */
    vec a, b;
    vec along;     /* unit, from a to b; (1, 0) when a = b */
    vec inverse;   /* 1 / along, for where it is not 0 */
    double length; /* from a to b */
} band;

/* Returns how much of the ink a pixel centre takes: 0 .. 255, at most 0 outside. */
static inline double band_cover(const band *s, double x, double y) {
    double right = x - s->a.x, up = y - s->a.y;
    double along = right * s->along.x + up * s->along.y;
    double across = right * s->along.y - up * s->along.x;
    double beyond = larger(-along, along - s->length);
    double distance = beyond > 0 ? sqrt(across * across + beyond * beyond) : fabs(across);
    return smaller(smaller(s->outer - distance, distance - s->hole), 1) * s->alpha;
}

/* ---- Making ------------------------------------------------------------------------------ */

static band make(double edge, double thickness, color ink) {
    double half = larger(thickness, 1) / 2;
    return (band){.outer = edge + half + 0.5,
                  .hole = edge - half - 0.5,
                  .alpha = pixels_alpha(ink) * smaller(larger(thickness, 0), 1),
                  .ink = ink};
}

/* Returns the band along the edge of a capsule, or of a capsule filled; not yet placed. What is
 * thinner than a pixel becomes a pixel wide and as much fainter. */
static band band_stroke(double radius, double thickness, color ink) {
    return make(larger(radius, 0), thickness, ink);
}

static band band_fill(double radius, color ink) {
    return make(0, 2 * radius, ink);
}

static const interval nowhere = {INFINITY, -INFINITY};

/* ---- Cutting the segment to what can be seen --------------------------------------------- */

/* One side pair of the rectangle, in the way of Liang and Barsky: keeps the part low .. high of the
 * segment in which start + t * step lies between the two. */
static interval cut(interval part, double start, double step, double low, double high) {
    if (step == 0)
        return start >= low && start <= high ? part : nowhere;
    double t1 = (low - start) / step, t2 = (high - start) / step;
    return (interval){larger(part.low, smaller(t1, t2)), smaller(part.high, larger(t1, t2))};
}

/* The part (0 .. 1) of a-b within `reach` of the clip rectangle. */
static interval band_visible_part(const canvas *c, vec a, vec step, double reach) {
    canvas_rect clip = c->clip;
    if (clip.width < 1 || clip.height < 1)
        return nowhere;
    interval part = {0, 1};
    part = cut(part, a.x, step.x, clip.x - reach, clip.x + clip.width + reach);
    return cut(part, a.y, step.y, clip.y - reach, clip.y + clip.height + reach);
}

/* Puts the band around the visible part of a-b. Returns false when nothing of it can be seen. */
static bool band_place(band *s, const canvas *c, vec a, vec b) {
    vec step = {b.x - a.x, b.y - a.y};
    interval part = band_visible_part(c, a, step, s->outer + 1);
    if (part.low > part.high)
        return false;
    double length = sqrt(step.x * step.x + step.y * step.y);
    s->along = length > 0 ? (vec){step.x / length, step.y / length} : (vec){1, 0};
    s->inverse = (vec){1 / s->along.x, 1 / s->along.y};
    s->length = length * (part.high - part.low);
    s->a = (vec){a.x + step.x * part.low, a.y + step.y * part.low};
    s->b = part.high < 1 ? (vec){a.x + step.x * part.high, a.y + step.y * part.high} : b;
    return true;
}

/* ---- One row ----------------------------------------------------------------------------- */

static interval joined(interval a, interval b) {
    return (interval){smaller(a.low, b.low), larger(a.high, b.high)};
}

static interval chord_of_disk(vec centre, double radius, double y) {
    double up = y - centre.y;
    double half_squared = (radius - up) * (radius + up); /* exact where the squares would cancel */
    if (!(half_squared > 0))
        return nowhere;
    double half = sqrt(half_squared);
    return (interval){centre.x - half, centre.x + half};
}

/* x where the row runs alongside the segment, within `radius` of its line. */
static interval chord_of_sides(const band *s, double radius, double y) {
    interval chord = {-INFINITY, INFINITY};
    double up = y - s->a.y;
    double across = up * s->along.x, along = up * s->along.y;
    if (s->along.y == 0) {
        if (fabs(across) > radius)
            return nowhere;
    } else {
        double x1 = s->a.x + (across - radius) * s->inverse.y;
        double x2 = s->a.x + (across + radius) * s->inverse.y;
        chord = (interval){smaller(x1, x2), larger(x1, x2)};
    }
    if (s->along.x == 0)
        return along >= 0 && along <= s->length ? chord : nowhere;
    double x1 = s->a.x - along * s->inverse.x;
    double x2 = s->a.x + (s->length - along) * s->inverse.x;
    chord.low = larger(chord.low, smaller(x1, x2));
    chord.high = smaller(chord.high, larger(x1, x2));
    return chord.low <= chord.high ? chord : nowhere;
}

/* x where the row is nearer to the segment than `radius`: the hull of the disks at its ends and of
 * the rectangle between them, which is their union, as a capsule is convex. */
static interval band_chord(const band *s, double radius, double y) {
    interval whole = chord_of_disk(s->a, radius, y);
    if (s->length > 0) {
        whole = joined(whole, chord_of_disk(s->b, radius, y));
        whole = joined(whole, chord_of_sides(s, radius, y));
    }
    return whole;
}

/* Pixels. Up to here a float holds a distance to better than a hundredth of a level of coverage. */
static const double float_reach = 256;

/* Measures of a band in floats, for blocks alongside the segment. */
typedef struct slope {
    float step; /* how much farther across the segment the next pixel is */
    float outer, hole, alpha;
    color ink;
} slope;

static slope slope_of(const band *s) {
    return (slope){(float)s->along.y, (float)s->outer, (float)s->hole, (float)s->alpha, s->ink};
}

/* Blends a block that lies alongside the segment, where the distance changes evenly. */
static inline void shade_beside(slope s, uint32_t *pixels, float across) {
    static const float index[PIXELS_BLOCK] = {0, 1, 2, 3};
    uint32_t alpha[PIXELS_BLOCK];
    for (int i = 0; i < PIXELS_BLOCK; i++) {
        float distance = fabsf(across + index[i] * s.step);
        float to_outer = s.outer - distance, to_hole = distance - s.hole;
        float cover = (to_outer < to_hole ? to_outer : to_hole) * s.alpha;
        int level = (int)((cover < s.alpha ? cover : s.alpha) + 0.5f);
        alpha[i] = level > 0 ? (uint32_t)level : 0;
    }
    pixels_blend_block(pixels, s.ink, alpha);
}

/* Blends x0 <= x < x1, measuring each pixel. */
static void shade_any(const band *s, uint32_t *row, int x0, int x1, double y) {
    for (int x = x0; x < x1; x++) {
        double cover = band_cover(s, x + PIXELS_CENTRE, y);
        if (cover > 0)
            row[x] = pixels_blend(row[x], s->ink, (unsigned)(cover + 0.5));
    }
}

static bool is_beside(const band *s, double along) {
    return along >= 0 && along <= s->length;
}

/* Blends x0 <= x < x1 of the row of pixels around y, measuring each; may go on up to `limit`, where
 * the coverage must be 0. */
static void band_shade(const band *s, uint32_t *row, int x0, int x1, int limit, double y) {
    double up = y - s->a.y;
    for (int x = x0; x < x1; x += PIXELS_BLOCK) {
        double right = x + PIXELS_CENTRE - s->a.x;
        double along = right * s->along.x + up * s->along.y;
        if (x + PIXELS_BLOCK <= limit && s->outer <= float_reach && is_beside(s, along) &&
            is_beside(s, along + (PIXELS_BLOCK - 1) * s->along.x))
            shade_beside(slope_of(s), row + x, (float)(right * s->along.y - up * s->along.x));
        else
            shade_any(s, row, x, x + PIXELS_BLOCK < x1 ? x + PIXELS_BLOCK : x1, y);
    }
}

/* Beyond rounding, much less than a level of coverage. */
static const double margin = 1.0 / 1024;

/* What is narrower than this inside is measured throughout: sooner done than finding the inside. */
static const double inner_radius_min = 1;

static void draw_row(const band *s, const canvas *c, int y) {
    int left = c->clip.x, right = left + c->clip.width;
    uint32_t *row = canvas_row(c, y);
    double centre = y + PIXELS_CENTRE;

    interval outside = band_chord(s, s->outer, centre);
    int x0 = pixels_from(outside.low - margin, left, right);
    int x3 = pixels_from(outside.high + margin, left, right);
    bool is_solid = s->hole <= -1; /* even on the segment itself */
    double inner = is_solid ? s->outer - 1 : s->hole;
    interval inside = inner >= inner_radius_min ? band_chord(s, inner, centre) : nowhere;
    int x1 = pixels_from(inside.low + margin, x0, x3);
    int x2 = pixels_from(inside.high - margin, x1, x3);
    if (x1 == x2) {
        band_shade(s, row, x0, x3, right, centre);
        return;
    }
    band_shade(s, row, x0, x1, x1, centre);
    if (is_solid)
        pixels_fill(row, x1, x2, s->ink, (unsigned)(s->alpha + 0.5));
    band_shade(s, row, x2, x3, right, centre);
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* Rows of a thin line that meet neither end, which are most rows of most drawings: the same pixels
 * as draw_row finds, with nothing left to decide in the loop. */
static void draw_rows_beside(const band *s, const canvas *c, int y0, int y1) {
    const slope across_row = slope_of(s);
    const vec a = s->a, along = s->along, inverse = s->inverse;
    const double half = fabs(s->outer * inverse.y) + margin;
    const int left = c->clip.x, right = left + c->clip.width;
    uint32_t *row = canvas_row(c, y0);
    for (int y = y0; y < y1; y++, row += c->width) {
        double across = (y + PIXELS_CENTRE - a.y) * along.x;
        double middle = a.x + across * inverse.y;
        int x = pixels_from(middle - half, left, right);
        int end = pixels_from(middle + half, left, right);
        for (; x < end && x + PIXELS_BLOCK <= right; x += PIXELS_BLOCK)
            shade_beside(across_row, row + x,
                         (float)((x + PIXELS_CENTRE - a.x) * along.y - across));
        shade_any(s, row, x, end, y + PIXELS_CENTRE);
    }
}

/* Going across the row from the line to its outer edge, and a block on, goes `slant` along the
 * line. */
static void find_rows_beside(const band *s, int y0, int y1, int *from, int *to) {
    double slant = fabs((s->outer + PIXELS_BLOCK) * s->along.x);
    *from = pixels_from(smaller(s->a.y, s->b.y) + slant, y0, y1);
    *to = pixels_from(larger(s->a.y, s->b.y) - slant, *from, y1);
}

/* Places and draws the band. */
static void band_draw(band *s, const canvas *c, vec a, vec b) {
    if (!(s->alpha > 0) || !band_place(s, c, a, b))
        return;
    int top = c->clip.y, bottom = top + c->clip.height;
    int y0 = pixels_from(smaller(s->a.y, s->b.y) - s->outer, top, bottom);
    int y1 = pixels_from(larger(s->a.y, s->b.y) + s->outer, top, bottom);
    int from = y1, to = y1;
    if (s->hole <= -1 && s->outer - 1 < inner_radius_min)
        find_rows_beside(s, y0, y1, &from, &to);
    for (int y = y0; y < from; y++)
        draw_row(s, c, y);
    draw_rows_beside(s, c, from, to);
    for (int y = to; y < y1; y++)
        draw_row(s, c, y);
}

/* ---- Capsules and lines ------------------------------------------------------------------ */

void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill) {
    if (!sm_is_finite(a) || !sm_is_finite(b) || !isfinite(radius))
        return;
    band s = band_fill((double)radius, fill);
    band_draw(&s, c, vec_of(a), vec_of(b));
}

void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke) {
    if (!sm_is_finite(a) || !sm_is_finite(b) || !isfinite(radius) || !isfinite(thickness))
        return;
    band s = band_stroke((double)radius, (double)thickness, stroke);
    band_draw(&s, c, vec_of(a), vec_of(b));
}

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke) {
    canvas_capsule(c, a, b, thickness / 2, stroke);
}

/* ---- Dashes ------------------------------------------------------------------------------ */

typedef struct dashed {
    vec start, along; /* unit */
    double length, thickness, dash, period;
    color ink;
} dashed;

/* A dash is `dash` long with its round ends, so it starts and stops half a thickness early. */
static void draw_dash(canvas *c, const dashed *d, double from) {
    double to = smaller(from + d->dash, d->length);
    double middle = (from + to) / 2;
    double half = larger((to - from - larger(d->thickness, 1)) / 2, 0);
    band s = band_fill(d->thickness / 2, d->ink);
    vec a = {d->start.x + d->along.x * (middle - half), d->start.y + d->along.y * (middle - half)};
    vec b = {d->start.x + d->along.x * (middle + half), d->start.y + d->along.y * (middle + half)};
    band_draw(&s, c, a, b);
}

/* Draws the dashes that begin in low .. high, or would if there were more room. */
static void draw_dashes(canvas *c, const dashed *d, double low, double high) {
    double first = larger(floor(low / d->period) - 1, 0);
    double count = floor((high - low) / d->period) + 3;
    for (double i = 0; i < count; i++) {
        double from = (first + i) * d->period;
        if (from >= d->length)
            return;
        draw_dash(c, d, from);
    }
}

void canvas_dashes(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float dash, float gap,
                   color stroke) {
    if (!sm_is_finite(a) || !sm_is_finite(b) || !isfinite(thickness) || !isfinite(dash) ||
        !isfinite(gap))
        return;
    vec start = vec_of(a), end = vec_of(b);
    vec step = {end.x - start.x, end.y - start.y};
    double length = sqrt(step.x * step.x + step.y * step.y);
    double period = (double)dash + (double)gap;
    if (!(dash > 0))
        return;
    if (!(gap > 0) || !(length > 0)) {
        canvas_line(c, a, b, thickness, stroke);
        return;
    }
    if (period < larger((double)thickness, 1)) { /* cannot be told apart, and would be many */
        canvas_line(c, a, b, thickness, color_fade(stroke, (float)((double)dash / period)));
        return;
    }
    interval part = band_visible_part(c, start, step, larger((double)thickness, 1) + 1);
    if (part.low > part.high)
        return;
    dashed d = {
        start, {step.x / length, step.y / length}, length, (double)thickness, (double)dash, period,
        stroke};
    draw_dashes(c, &d, part.low * length, part.high * length);
}

/* ---- Arrows ------------------------------------------------------------------------------ *
 *
 * In one pass: a pixel takes the larger coverage of line and head, so a translucent arrow shows no
 * joint where they overlap. */

static const double head_half_width = 0.42; /* of the head's length */

typedef struct arrowhead {
    vec tip, along;            /* unit, toward the tip */
    double length, half_width; /* the width at its base */
    double slant;              /* length of a side */
    double alpha;              /* 0 .. 255 */
} arrowhead;

/* Like band_cover: the depth below the nearest of the three sides. */
static double head_cover(const arrowhead *h, double x, double y) {
    double right = x - h->tip.x, up = y - h->tip.y;
    double back = -(right * h->along.x + up * h->along.y); /* from the tip */
    double aside = fabs(right * h->along.y - up * h->along.x);
    double below_side = (back * h->half_width - aside * h->length) / h->slant;
    return smaller(smaller(below_side, h->length - back) + 0.5, 1) * h->alpha;
}

/* The shaft, and the band around it and the head, which says where to look for them. */
typedef struct arrow {
    arrowhead head;
    band shaft, around;
    bool has_shaft; /* in view */
} arrow;

static void draw_arrow_row(const arrow *w, canvas *c, int y) {
    double centre = y + PIXELS_CENTRE;
    int left = c->clip.x, right = left + c->clip.width;
    interval span = band_chord(&w->around, w->around.outer, centre);
    uint32_t *row = canvas_row(c, y);
    for (int x = pixels_from(span.low, left, right); x < right && x <= span.high; x++) {
        double cover = head_cover(&w->head, x + PIXELS_CENTRE, centre);
        if (w->has_shaft)
            cover = larger(cover, band_cover(&w->shaft, x + PIXELS_CENTRE, centre));
        if (cover > 0)
            row[x] = pixels_blend(row[x], w->shaft.ink, (unsigned)(cover + 0.5));
    }
}

void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke) {
    if (!sm_is_finite(a) || !sm_is_finite(b) || !isfinite(thickness) || !isfinite(head))
        return;
    vec start = vec_of(a), tip = vec_of(b);
    vec step = {tip.x - start.x, tip.y - start.y};
    double length = sqrt(step.x * step.x + step.y * step.y);
    if (!(length > 0) || pixels_alpha(stroke) == 0)
        return;
    vec along = {step.x / length, step.y / length};
    double head_length = smaller(larger((double)head, 0), length);
    vec neck = {tip.x - along.x * head_length, tip.y - along.y * head_length};

    double half = head_length * head_half_width;
    arrow w = {.head = {tip, along, head_length, half,
                        sqrt(head_length * head_length + half * half),
                        (double)pixels_alpha(stroke)},
               .shaft = band_fill((double)thickness / 2, stroke)};
    if (!(head_length > 0)) {
        band_draw(&w.shaft, c, start, tip);
        return;
    }
    w.around = band_fill(larger(half, (double)thickness / 2) + 1.5, stroke);
    if (!band_place(&w.around, c, start, tip))
        return;
    w.has_shaft = w.shaft.alpha > 0 && band_place(&w.shaft, c, start, neck);
    int top = c->clip.y, bottom = top + c->clip.height;
    double reach = w.around.outer, high = smaller(w.around.a.y, w.around.b.y);
    int y0 = pixels_from(high - reach, top, bottom);
    int y1 = pixels_from(larger(w.around.a.y, w.around.b.y) + reach, y0, bottom);
    for (int y = y0; y < y1; y++)
        draw_arrow_row(&w, c, y);
}
