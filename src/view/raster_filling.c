/* Row by row, a block of samples at a time. A row has a part inside where neither an edge nor the
 * outline is near, found beforehand: there only depths are compared. */
#include "raster_filling.h"

#include "raster_lanes.h"

static const int hatch_bits = 2;            /* stripes 2^bits pixels wide */
static const int narrow = 3 * RASTER_BLOCK; /* samples: such a row has no inside worth finding */

/* ---- One row ----------------------------------------------------------------------------- */

/* What a row's blocks share. */
typedef struct row {
    const raster_filling *f;
    float a[3], c[3];             /* of the edge functions */
    float reach[3], per_steep[3]; /* of the outline in samples, and 1 / steep; 0 where none runs */
    float nearness_a, nearness_c;
    float limit; /* nearness of the near plane */
    int y, samples;
    float *depths;
    uint32_t *colors;
    lanes_mask even; /* the colour where nothing else is */
} row;

/* The edge functions of a block. No array: a compiler would keep that in memory. */
typedef struct sides {
    lanes a, b, c;
} sides;

/* The four colours from `at` on where there is a hatch or an outline. */
static inline lanes_mask decorated(const row *k, int at, sides s) {
    const raster_filling *f = k->f;
    lanes red = spread(f->surface.red), green = spread(f->surface.green),
          blue = spread(f->surface.blue);
    if (f->hatched) {
        int bits = hatch_bits + (k->samples > 1);
        lanes_mask x = (lanes_mask){at, at + 1, at + 2, at + 3} + k->y;
        lanes_mask stripe = (x >> bits & 1) == 1;
        red = chosen(stripe, spread(f->stripe.red), red);
        green = chosen(stripe, spread(f->stripe.green), green);
        blue = chosen(stripe, spread(f->stripe.blue), blue);
    }
    lanes share =
        higher(k->reach[0] - s.a * k->per_steep[0],
               higher(k->reach[1] - s.b * k->per_steep[1], k->reach[2] - s.c * k->per_steep[2]));
    if (!f->hatched && !is_any(share > 0))
        return k->even;
    share = higher(lower(share, spread(1)), spread(0)) * f->outline_opacity;
    red += (f->outline.red - red) * share;
    green += (f->outline.green - green) * share;
    blue += (f->outline.blue - blue) * share;
    return packed(red, green, blue);
}

/* Blocks that an edge or the outline may run through. */
static inline void fill_border(const row *k, int from, int to, bool plain) {
    for (int at = from; at <= to; at += RASTER_BLOCK) {
        lanes x = centres(at);
        sides s = {x * k->a[0] + k->c[0], x * k->a[1] + k->c[1], x * k->a[2] + k->c[2]};
        lanes_mask seen = (s.a >= 0) & (s.b >= 0) & (s.c >= 0);
        if (!is_any(seen))
            continue;
        /* On a face seen from its side rounding may leave the face by far. */
        lanes nearness = x * k->nearness_a + k->nearness_c;
        nearness = lower(higher(nearness, spread(k->f->lowest)), spread(k->f->highest));
        lanes before;
        memcpy(&before, k->depths + at, sizeof before);
        seen &= (nearness >= before) & (nearness <= k->limit);
        if (is_any(seen))
            lanes_store(k->depths + at, k->colors + at, seen, nearness, before,
                        plain ? k->even : decorated(k, at, s));
    }
}

static inline void fill_inside(const row *k, int from, int to) {
    for (int at = from; at <= to; at += RASTER_BLOCK) {
        lanes nearness = centres(at) * k->nearness_a + k->nearness_c;
        lanes before;
        memcpy(&before, k->depths + at, sizeof before);
        lanes_mask seen = (nearness >= before) & (nearness <= k->limit);
        lanes_store(k->depths + at, k->colors + at, seen, nearness, before, k->even);
    }
}

/* ---- All rows ---------------------------------------------------------------------------- */

/* Cuts `x` to where a * x + c >= 0, by its root and the sign of a. `more` samples are added at both
 * ends, since this is rounded. */
static inline void cut_row(extent *x, float a, float root, float more) {
    float first = root - more, last = root + more;
    if (a > 0 && first > (float)x->from)
        x->from = first < (float)x->to + 1 ? (int)first : x->to + 1;
    else if (a < 0 && last < (float)x->to)
        x->to = last > (float)x->from - 1 ? (int)last : x->from - 1;
}

/* The blocks from .. to with all their samples within `x`. */
static inline extent whole_blocks(extent x) {
    extent e = {(x.from + RASTER_BLOCK - 1) & ~(RASTER_BLOCK - 1),
                ((x.to + 1) & ~(RASTER_BLOCK - 1)) - RASTER_BLOCK};
    return e;
}

static inline int first_block(int at) {
    return at & ~(RASTER_BLOCK - 1);
}

/* Samples, beyond a root or within it: half of one to its centre, the rest for rounding. */
static const float outside = 1, inside_of = 1.5f;

static inline void fill_wide_row(const row *k, const float inverse[3], bool plain) {
    const raster_filling *f = k->f;
    extent x = f->x, inside = f->x;
    for (int i = 0; i < 3; i++) {
        cut_row(&x, k->a[i], -k->c[i] * inverse[i], outside);
        float margin = f->steep[i] * k->reach[i];
        cut_row(&inside, k->a[i], (margin - k->c[i]) * inverse[i], -inside_of);
        if (k->a[i] == 0 && k->c[i] < margin)
            inside.to = inside.from - 1;
    }
    x.from = x.from < f->x.from ? f->x.from : x.from;
    x.to = x.to > f->x.to ? f->x.to : x.to;
    inside = whole_blocks(inside);
    if (f->hatched || inside.from > inside.to) {
        fill_border(k, first_block(x.from), x.to, plain);
        return;
    }
    fill_border(k, first_block(x.from), inside.from - 1, plain);
    fill_inside(k, inside.from, inside.to);
    fill_border(k, inside.to + RASTER_BLOCK, x.to, plain);
}

static inline void fill_rows(raster *r, const raster_filling *f, bool plain) {
    row k = {.f = f, .limit = (float)(1 / r->eye.near), .samples = r->samples};
    k.even = packed(spread(f->surface.red), spread(f->surface.green), spread(f->surface.blue));
    k.nearness_a = (float)f->nearness.a;
    bool wide = f->x.to - f->x.from > narrow;
    float inverse[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        k.a[i] = (float)f->side[i].a;
        if (wide)
            inverse[i] = 1 / k.a[i];
        if (f->steep[i] > 0) {
            k.reach[i] = f->outline_half;
            k.per_steep[i] = 1 / f->steep[i];
        }
    }
    for (k.y = f->y.from; k.y <= f->y.to; k.y++) {
        double middle = (double)k.y + (double)RASTER_CENTRE;
        for (int i = 0; i < 3; i++)
            k.c[i] = (float)(f->side[i].b * middle + f->side[i].c);
        k.nearness_c = (float)(f->nearness.b * middle + f->nearness.c);
        k.depths = r->nearness + (size_t)k.y * (size_t)r->stride;
        k.colors = r->colors + (size_t)k.y * (size_t)r->stride;
        if (wide)
            fill_wide_row(&k, inverse, plain);
        else
            fill_border(&k, first_block(f->x.from), f->x.to, plain);
    }
}

void raster_fill(raster *r, const raster_filling *f) {
    if (f->hatched || f->outlined)
        fill_rows(r, f, false);
    else
        fill_rows(r, f, true);
}
