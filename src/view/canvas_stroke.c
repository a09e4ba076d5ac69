/* canvas_stroke: the shapes that are drawn by a distance: capsules, lines, dashes, arrows, rounded
 * rectangles.
 *
 * Each of them is a band: the pixels at a distance from a segment that lies between an inner and an
 * outer radius. A filled capsule has no inner radius. A capsule is convex, so in a row its pixels
 * are one interval. Distances are computed only near the ends of that interval, four pixels at a
 * time. A rounded rectangle is a horizontal capsule with its middle row repeated.
 *
 * The segment is first clipped in doubles, so it may have any length and lie anywhere. */
#include "../slidemove/lanes.h"
#include "../slidemove/vec.h"
#include "canvas.h"

static const interval nowhere = {INFINITY, -INFINITY}, everywhere = {-INFINITY, INFINITY};

typedef struct band {
    double outer,
        hole; /* coverage is 0 from `outer` on and up to `hole`, and 1 from a pixel inside them */
    double alpha; /* of the ink where coverage is 1: 0 .. 255 */
    color ink;
    double head; /* length of an arrow's at the end, pixels; 0: none */
    double tall; /* of a rectangle: how often its middle row is repeated */
    const canvas_stroke
        *stroke; /* gives each pixel's ink and whether ends are open; NULL: plain ink, round ends */
    /* Set by band_place: */
    vec a, b;        /* the ends of the visible part */
    vec along;       /* unit, from a to b; (1, 0) when a = b */
    double length;   /* from a to b */
    double from, to; /* the ends of the whole segment, in pixels along it from a */
    double wide;     /* the outer radius, or half the head's width if that is more */
} band;

/* ---- Making ------------------------------------------------------------------------------ */

static const double head_half_width = 0.42; /* of the head's length */

/* Returns a band around the edge of a capsule of radius `edge`, 0: around the segment itself. A
 * band thinner than a pixel becomes a pixel wide and fainter in proportion. */
static band band_make(double edge, double thickness, color ink) {
    double half = sm_max(thickness, 1) / 2;
    return (band){.outer = edge + half + 0.5,
                  .hole = edge - half - 0.5,
                  .alpha = pixels_alpha(ink) * sm_min(sm_max(thickness, 0), 1),
                  .ink = ink};
}

/* Returns the interval of a-b, in fractions from 0 to 1, that is within `reach` of the clip. */
static interval seen_fraction(const canvas *c, vec a, vec b, double reach, double tall) {
    canvas_rect clip = c->clip;
    vec step = vec_sub(b, a);
    interval fraction =
        interval_cut((interval){0, 1}, a.x, step.x, clip.x - reach, clip.x + clip.width + reach);
    return interval_cut(fraction, a.y, step.y, clip.y - reach - tall, clip.y + clip.height + reach);
}

/* Puts the band around the visible part of a-b. Returns false when nothing of it can be seen. */
static bool band_place(band *s, const canvas *c, vec a, vec b) {
    vec step = vec_sub(b, a);
    double length = vec_length(step);
    s->head = sm_min(s->head, length);
    s->wide = sm_max(s->outer, s->head > 0 ? s->head * head_half_width + 1 : 0);
    interval fraction = seen_fraction(c, a, b, s->wide + 1, s->tall);
    if (!(s->alpha > 0) || !(fraction.low <= fraction.high) || c->clip.width < 1 ||
        c->clip.height < 1)
        return false;
    s->along = length > 0 ? vec_scale(step, 1 / length) : (vec){1, 0};
    s->length = length * (fraction.high - fraction.low);
    s->a = vec_add(a, vec_scale(step, fraction.low));
    s->b = fraction.high < 1 ? vec_add(a, vec_scale(step, fraction.high)) : b;
    s->from = -length * fraction.low;
    s->to = s->from + length;
    return true;
}

/* ---- Coverage ---------------------------------------------------------------------------- *
 *
 * Four pixels at a time. `along` is their distance from a along the segment, `across` their
 * distance from its line. */

static inline lanes size_of(lanes v) {
    return lanes_max(v, -v);
}

/* Returns the alphas, which are 0 or less outside. */
static inline lanes cover(const band *s, lanes along, lanes across) {
    float from = (float)s->from, tip = (float)s->to, head = (float)s->head, alpha = (float)s->alpha;
    lanes none = lanes_all(0), one = lanes_all(1);
    lanes beyond = lanes_max(lanes_max(from - along, along - (tip - head)), none);
    lanes distance = lanes_sqrt(across * across + beyond * beyond);
    lanes coverage = lanes_min((float)s->outer - distance, distance - (float)s->hole);
    if (head > 0) {
        lanes back = tip - along; /* the depth below the nearest of the head's three sides */
        lanes side = (back * (float)head_half_width - size_of(across)) *
                     (float)(1 / sqrt(1 + head_half_width * head_half_width));
        coverage = lanes_max(coverage, lanes_min(side, head - back) + 0.5f);
    }
    if (s->stroke != NULL && s->stroke->is_open)
        coverage = lanes_where(
            lanes_both(lanes_at_most(lanes_all(from), along), lanes_at_most(along, lanes_all(tip))),
            coverage, none);
    return lanes_min(coverage, one) * alpha;
}

/* Pixels. Up to this distance floats are exact to a tenth of a level of coverage. */
static const double float_reach = 4096;

/* Returns the same in doubles, for larger distances and bands without a head. */
static lanes cover_far(const band *s, double along, double across) {
    float coverage[PIXELS_BLOCK];
    for (int i = 0; i < PIXELS_BLOCK; i++, along += s->along.x, across += s->along.y) {
        double beyond = sm_max(sm_max(s->from - along, along - s->to), 0);
        double distance = sqrt(across * across + beyond * beyond);
        coverage[i] =
            (float)(sm_min(sm_min(s->outer - distance, distance - s->hole), 1) * s->alpha);
    }
    return lanes_load(coverage);
}

/* ---- One row ----------------------------------------------------------------------------- */

/* Blends up to a block of pixels, in the stroke's ink for each pixel if there is a stroke. */
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

/* Blends the pixels x0 <= x < x1 of the row `up` below a, measuring each, and those behind them
 * that fill a block, up to `limit`. Returns where it ended. */
static int shade(const band *s, uint32_t *row, int x0, int x1, int limit, double up) {
    static const lanes index = {0, 1, 2, 3};
    uint32_t alphas[PIXELS_BLOCK];
    int x = x0;
    for (; x < x1; x += PIXELS_BLOCK) {
        double right = x + PIXELS_CENTRE - s->a.x;
        double along = right * s->along.x + up * s->along.y;
        double across = right * s->along.y - up * s->along.x;
        lanes coverage = s->outer > float_reach ? cover_far(s, along, across)
                                                : cover(s, (float)along + index * (float)s->along.x,
                                                        (float)across + index * (float)s->along.y);
        lanes_store(alphas, lanes_to_int32(lanes_max(coverage + 0.5f, lanes_all(0))));
        if (s->stroke == NULL && x + PIXELS_BLOCK <= limit)
            pixels_blend_block(row + x, s->ink, alphas);
        else
            blend_some(s, row + x, alphas, limit - x < PIXELS_BLOCK ? limit - x : PIXELS_BLOCK,
                       along);
    }
    return x;
}

/* Adds the interval in which the row `up` below the middle of a disk crosses the disk. */
static inline void add_disk(interval *x, double middle, double up, double radius) {
    double half = sqrt((radius - up) * (radius + up)); /* exact where squares cancel; or NaN */
    x->low = sm_min(middle - half, x->low);
    x->high = sm_max(middle + half, x->high);
}

/* Returns the interval of x in which the row `up` below a is within `radius` of the segment. It
 * spans the disks around both ends and the rectangle between them. */
static interval chord(const band *s, double radius, double up) {
    vec along = s->along, end = vec_scale(along, s->length);
    interval x = interval_cut(everywhere, -up * along.x, along.y, -radius, radius);
    x = interval_cut(x, up * along.y, along.x, 0, s->length);
    if (!(x.low <= x.high))
        x = nowhere;
    add_disk(&x, 0, up, radius);
    add_disk(&x, end.x, up - end.y, radius);
    return (interval){s->a.x + x.low, s->a.x + x.high};
}

/* More than rounding, and much less than a level of coverage. */
static const double margin = 1.0 / 1024;

/* Pixels. For a smaller band it costs more to find the inside than to compute all distances. */
static const double inner_radius_min = 4;

static void draw_row(const band *s, const canvas *c, int y) {
    int left = c->clip.x, right = left + c->clip.width;
    uint32_t *row = canvas_row(c, y);
    double up = y + PIXELS_CENTRE - s->a.y;
    up -= sm_min(sm_max(up, 0), s->tall);
    interval outside = chord(s, s->wide, up), inside = nowhere;
    int x0 = pixels_from(outside.low - margin, left, right);
    int x3 = pixels_from(outside.high + margin, left, right), x1 = x3, x2 = x3;
    bool is_solid = s->hole <= -1; /* even on the segment itself */
    double inner = is_solid ? s->outer - 1 : s->hole;
    if (inner >= inner_radius_min && !(s->head > 0) && s->stroke == NULL)
        inside = chord(s, inner, up);
    if (inside.low <= inside.high) {
        x1 = pixels_from(inside.low + margin, x0, x3);
        x2 = pixels_from(inside.high - margin, x1, x3);
    }
    x1 = shade(s, row, x0, x1, right, up);
    if (is_solid)
        pixels_fill(row, x1, x2, s->ink, (unsigned)(s->alpha + 0.5));
    shade(s, row, x1 > x2 ? x1 : x2, x3, right, up);
}

/* Places and draws the band. */
static void band_draw(band *s, const canvas *c, vec a, vec b) {
    if (!band_place(s, c, a, b))
        return;
    int top = c->clip.y, bottom = top + c->clip.height;
    int y0 = pixels_from(sm_min(s->a.y, s->b.y) - s->wide, top, bottom);
    int y1 = pixels_from(sm_max(s->a.y, s->b.y) + s->tall + s->wide, top, bottom);
    for (int y = y0; y < y1; y++)
        draw_row(s, c, y);
}

/* ---- Strokes ----------------------------------------------------------------------------- */

/* Draws a band between two points, if they and the sum of the band's measures are finite. */
static void draw(canvas *c, band s, sm_vec2 a, sm_vec2 b, float measures) {
    if (sm_is_finite(a) && sm_is_finite(b) && isfinite(measures))
        band_draw(&s, c, vec_of(a), vec_of(b));
}

void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill) {
    draw(c, band_make(0, 2 * (double)radius, fill), a, b, radius);
}

void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke) {
    draw(c, band_make(sm_max((double)radius, 0), (double)thickness, stroke), a, b,
         radius + thickness);
}

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke) {
    canvas_capsule(c, a, b, thickness / 2, stroke);
}

/* Draws each dash as a line of its own. The dash includes its round ends. */
static void draw_dashes(const canvas *c, band s, vec a, vec b, double dash, double gap) {
    double length = vec_length(vec_sub(b, a)), radius = s.outer - 0.5, period = dash + gap;
    vec along = vec_scale(vec_sub(b, a), 1 / length);
    interval seen = seen_fraction(c, a, b, s.outer + 1, 0);
    double first = floor(seen.low * length / period) * period;
    double most = c->clip.width + c->clip.height + 4 * (s.outer + 1) + period; /* pixels, in view */
    double last = sm_min(first + most, sm_min(seen.high * length, length - radius));
    for (int i = 0; first + i * period <= last && i * period <= most; i++) {
        double from = first + i * period + radius;
        double to = sm_max(sm_min(from + dash - radius, length) - radius, from);
        band one = s;
        band_draw(&one, c, vec_add(a, vec_scale(along, from)), vec_add(a, vec_scale(along, to)));
    }
}

void canvas_dashes(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float dash, float gap,
                   color stroke) {
    band s = band_make(0, (double)thickness, stroke);
    double period = (double)dash + (double)gap;
    bool has_gaps = gap > 0 && period >= sm_max((double)thickness, 1) && !sm_same(a, b);
    if (!(dash > 0))
        return;
    if (gap > 0 && !has_gaps) /* too fine to be seen as dashes */
        s.alpha *= (double)dash / period;
    if (!has_gaps)
        draw(c, s, a, b, thickness + dash + gap);
    else if (sm_is_finite(a) && sm_is_finite(b) && isfinite(thickness + dash + gap))
        draw_dashes(c, s, vec_of(a), vec_of(b), (double)dash, (double)gap);
}

void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke) {
    band s = band_make(0, (double)thickness, stroke);
    s.head = sm_max((double)head, 0);
    if (!sm_same(a, b))
        draw(c, s, a, b, thickness + head);
}

void canvas_rounded_rect(canvas *c, float x, float y, float width, float height, float radius,
                         color fill) {
    double size_x = sm_max((double)width, 0), size_y = sm_max((double)height, 0);
    double round = sm_max(sm_min((double)radius, sm_min(size_x, size_y) / 2), 0.5);
    double half_x = sm_max(size_x / 2 - round, 0), half_y = sm_max(size_y / 2 - round, 0);
    double middle_x = (double)x + size_x / 2, top = (double)y + size_y / 2 - half_y;
    band s = band_make(0, 2 * round, fill);
    s.alpha *= sm_min(size_x, 1) * sm_min(size_y, 1);
    s.tall = 2 * half_y;
    if (isfinite(x + y + width + height + radius))
        band_draw(&s, c, (vec){middle_x - half_x, top}, (vec){middle_x + half_x, top});
}

void canvas_draw_stroke(canvas *c, const canvas_stroke *stroke, vec a, vec b) {
    band s = band_make(0, stroke->width, PIXELS_OPAQUE);
    s.head = stroke->head;
    s.stroke = stroke;
    band_draw(&s, c, a, b);
}

/* ---- Hairlines ------------------------------------------------------------------------------- */

/* Hairlines are very many short lines, most of them dots. They are drawn pixel by pixel, without
 * coverage. */

static const float longest = 24; /* pixels; a longer line gets a smooth edge */

/* The values that are the same for all lines. Lanes hold both ends of a line: x, y, x, y. */
typedef struct hairlines {
    canvas *canvas;
    lanes low, high; /* left and top, right and bottom of the clip with a line's width around it */
    float left, top, right, bottom; /* of the clip */
    color stroke;
    unsigned alpha; /* of the stroke */
} hairlines;

/* Returns whether both ends are beyond the same side of the clip. */
static inline bool is_apart(const hairlines *p, lanes ends) {
    unsigned beyond =
        lanes_bits(lanes_at_most(ends, p->low)) | lanes_bits(lanes_at_most(p->high, ends)) << 4;
    return (beyond & beyond >> 2 & 0x33u) != 0;
}

/* Blends a pixel, if it lies within the clip. */
static inline void dot(const hairlines *p, float x, float y, unsigned alpha) {
    if (!(x >= p->left && x < p->right && y >= p->top && y < p->bottom))
        return; /* NaN, too */
    uint32_t *at = p->canvas->pixels + (ptrdiff_t)(int)y * p->canvas->width + (int)x;
    *at = alpha == 255 ? p->stroke : pixels_blend(*at, p->stroke, alpha);
}

/* Draws a line by steps along its longer side. A line of one step is the fainter the shorter it is.
 */
static void draw_hairline(const hairlines *p, lanes ends) {
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
    hairlines p = {.canvas = c,
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
