/* canvas_arrow: a line with a head, in one pass: a pixel takes the larger coverage of the two, so a
 * translucent arrow shows no joint where they overlap. */
#include "band.h"

static const double head_half_width = 0.42; /* of the head's length */

typedef struct arrowhead {
    point tip, along;          /* unit, toward the tip */
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
    return least(least(below_side, h->length - back) + 0.5, 1) * h->alpha;
}

static arrowhead make_head(point tip, point along, double length, color ink) {
    double half_width = length * head_half_width;
    return (arrowhead){tip,
                       along,
                       length,
                       half_width,
                       sqrt(length * length + half_width * half_width),
                       (double)pixels_alpha(ink)};
}

/* The shaft and a band around the head, which says where to look for it. */
typedef struct arrow {
    arrowhead head;
    band shaft, around;
    bool has_shaft; /* in view */
} arrow;

typedef struct run {
    int from, to;
} run;

static run visible_run(const canvas *c, interval span) {
    int right = c->clip.x + c->clip.width;
    int from = pixels_from(span.low, c->clip.x, right);
    return (run){from, pixels_from(span.high, from, right)};
}

static void shade_head(const arrow *w, uint32_t *row, run head, double y) {
    for (int x = head.from; x < head.to; x++) {
        double cover = head_cover(&w->head, x + PIXELS_CENTRE, y);
        if (w->has_shaft)
            cover = most(cover, band_cover(&w->shaft, x + PIXELS_CENTRE, y));
        if (cover > 0)
            row[x] = pixels_blend(row[x], w->shaft.ink, (unsigned)(cover + 0.5));
    }
}

static int lower(int a, int b) {
    return a < b ? a : b;
}

static int higher(int a, int b) {
    return a > b ? a : b;
}

static void draw_row(const arrow *w, canvas *c, int y) {
    double centre = y + PIXELS_CENTRE;
    uint32_t *row = pixels_row(c, y);
    run head = visible_run(c, band_chord(&w->around, w->around.outer, centre));
    shade_head(w, row, head, centre);
    if (!w->has_shaft)
        return;
    run shaft = visible_run(c, band_chord(&w->shaft, w->shaft.outer, centre));
    int left = lower(shaft.to, head.from), right = higher(shaft.from, head.to);
    band_shade(&w->shaft, row, shaft.from, left, head.from, centre);
    band_shade(&w->shaft, row, right, shaft.to, c->clip.x + c->clip.width, centre);
}

static interval rows_of(const band *s) {
    return (interval){least(s->a.y, s->b.y) - s->outer, most(s->a.y, s->b.y) + s->outer};
}

static void draw_rows(const arrow *w, canvas *c) {
    interval rows = rows_of(&w->around);
    if (w->has_shaft) {
        interval shaft = rows_of(&w->shaft);
        rows = (interval){least(rows.low, shaft.low), most(rows.high, shaft.high)};
    }
    int bottom = c->clip.y + c->clip.height;
    int y0 = pixels_from(rows.low, c->clip.y, bottom), y1 = pixels_from(rows.high, y0, bottom);
    for (int y = y0; y < y1; y++)
        draw_row(w, c, y);
}

void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke) {
    if (!is_finite(a) || !is_finite(b) || !isfinite(thickness) || !isfinite(head))
        return;
    point start = point_of(a), tip = point_of(b);
    point step = {tip.x - start.x, tip.y - start.y};
    double length = sqrt(step.x * step.x + step.y * step.y);
    if (!(length > 0) || pixels_alpha(stroke) == 0)
        return;
    point along = {step.x / length, step.y / length};
    double head_length = least(most((double)head, 0), length);
    point neck = {tip.x - along.x * head_length, tip.y - along.y * head_length};

    arrow w = {.shaft = band_fill((double)thickness / 2, stroke)};
    if (!(head_length > 0)) {
        band_draw(&w.shaft, c, start, tip);
        return;
    }
    w.head = make_head(tip, along, head_length, stroke);
    w.around =
        band_fill(w.head.half_width + 1.5, stroke); /* half a pixel past the tip is still seen */
    if (!band_place(&w.around, c, neck, tip)) {
        band_draw(&w.shaft, c, start, neck);
        return;
    }
    w.has_shaft = w.shaft.alpha > 0 && band_place(&w.shaft, c, start, neck);
    draw_rows(&w, c);
}
