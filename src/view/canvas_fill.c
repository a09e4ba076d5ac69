/* canvas_fill: areas. Rings by the even-odd rule, and rectangles with round corners. */
#include <math.h>
#include <stdlib.h>

#include "band.h"

/* ---- Rings ------------------------------------------------------------------------------- *
 *
 * Going right along a row, inside and outside change at each edge crossed. One bit a pixel of the
 * clip says whether an odd number of edges is crossed just before its centre. Each edge flips one
 * bit in each row it spans, in any order, so there is no edge list to sort; then one look at each
 * row finds the runs. Edges left of the clip flip its first column, those right of it nothing: the
 * count stays true. */

enum { WORD_BITS = 64 };

typedef struct crossings {
    uint64_t *bits;
    int words; /* a row */
    canvas_rect clip;
} crossings;

/* An edge spans the rows whose centre y has low.y <= y < high.y, so a corner counts once. */
static void flip_edge(crossings *k, point low, point high) {
    if (low.y > high.y) {
        point swap = low;
        low = high;
        high = swap;
    }
    int left = k->clip.x, right = left + k->clip.width;
    int top = k->clip.y, bottom = top + k->clip.height;
    int y0 = pixels_from(low.y, top, bottom), y1 = pixels_from(high.y, y0, bottom);
    if (y0 >= y1)
        return;
    double slope = (high.x - low.x) / (high.y - low.y);
    uint64_t *row = k->bits + (size_t)(y0 - top) * (size_t)k->words;
    for (int y = y0; y < y1; y++, row += k->words) {
        double crossing = low.x + (y + PIXELS_CENTRE - low.y) * slope;
        int x = pixels_from(crossing, left, right);
        if (x < right)
            row[(x - left) / WORD_BITS] ^= (uint64_t)1 << ((x - left) % WORD_BITS);
    }
}

static bool is_finite_ring(const sm_vec2 *points, int size) {
    for (int i = 0; i < size; i++)
        if (!is_finite(points[i]))
            return false;
    return true;
}

static void flip_ring(crossings *k, const sm_vec2 *points, int size) {
    if (!is_finite_ring(points, size))
        return;
    for (int i = 0; i < size; i++)
        flip_edge(k, point_of(points[i]), point_of(points[i + 1 < size ? i + 1 : 0]));
}

static void fill_row(const crossings *k, canvas *c, int y, bool filling, color fill) {
    const uint64_t *bits = k->bits + (size_t)(y - k->clip.y) * (size_t)k->words;
    uint32_t *row = pixels_row(c, y) + k->clip.x;
    int start = 0;
    for (int w = 0; w < k->words; w++) {
        uint64_t word = bits[w];
        for (int x = w * WORD_BITS; word != 0; x++, word >>= 1) {
            if ((word & 1) == 0)
                continue;
            if (filling)
                pixels_fill(row, start, x, fill, pixels_alpha(fill));
            filling = !filling;
            start = x;
        }
    }
    if (filling)
        pixels_fill(row, start, k->clip.width, fill, pixels_alpha(fill));
}

bool canvas_fill_rings(canvas *c, const sm_vec2 *points, const int *ring_sizes, int ring_count,
                       bool inside, color fill) {
    crossings k = {.words = (c->clip.width + WORD_BITS - 1) / WORD_BITS, .clip = c->clip};
    if (k.words == 0 || c->clip.height == 0)
        return true;
    k.bits = calloc((size_t)k.words * (size_t)c->clip.height, sizeof *k.bits);
    if (k.bits == NULL)
        return false;
    for (int i = 0; i < ring_count; points += ring_sizes[i++])
        flip_ring(&k, points, ring_sizes[i]);
    for (int y = c->clip.y; y < c->clip.y + c->clip.height; y++)
        fill_row(&k, c, y, !inside, fill);
    free(k.bits);
    return true;
}

/* ---- Rounded rectangles ------------------------------------------------------------------ */

typedef struct rounded {
    double left, top, right, bottom, radius;
    color ink;
} rounded;

/* How much of the pixel around `centre` lies in low .. high. */
static double overlap(double centre, double low, double high) {
    return most(least(centre + 0.5, high) - most(centre - 0.5, low), 0);
}

/* How far `v` lies beyond low .. high on either side. */
static double beyond(double v, double low, double high) {
    return most(most(low - v, v - high), 0);
}

/* The area shared with the rectangle, exactly; near a corner, the disk in it. */
static double rounded_coverage(const rounded *r, double x, double y) {
    double out_x = beyond(x, r->left + r->radius, r->right - r->radius);
    double out_y = beyond(y, r->top + r->radius, r->bottom - r->radius);
    if (out_x > 0 && out_y > 0 && r->radius >= 0.5)
        return least(r->radius + 0.5 - sqrt(out_x * out_x + out_y * out_y), 1);
    return overlap(x, r->left, r->right) * overlap(y, r->top, r->bottom);
}

static void shade(const rounded *r, uint32_t *row, int x0, int x1, double y) {
    for (int x = x0; x < x1; x++) {
        double coverage = rounded_coverage(r, x + PIXELS_CENTRE, y);
        if (coverage > 0)
            row[x] =
                pixels_blend(row[x], r->ink, (unsigned)(coverage * pixels_alpha(r->ink) + 0.5));
    }
}

/* The middle of a row has one coverage; only as much of its ends as the corners take is measured.
 */
static void draw_rounded_row(const rounded *r, canvas *c, int y) {
    double centre = y + PIXELS_CENTRE;
    bool in_corner = beyond(centre, r->top + r->radius, r->bottom - r->radius) > 0;
    double end = in_corner ? r->radius + 0.5 : 0.5;
    int x0 = c->clip.x, x3 = x0 + c->clip.width;
    x0 = pixels_from(r->left - 0.5, x0, x3);
    x3 = pixels_from(r->right + 0.5, x0, x3);
    int x1 = pixels_from(r->left + end, x0, x3), x2 = pixels_from(r->right - end, x1, x3);
    uint32_t *row = pixels_row(c, y);
    double coverage = overlap(centre, r->top, r->bottom);
    shade(r, row, x0, x1, centre);
    pixels_fill(row, x1, x2, r->ink, (unsigned)(coverage * pixels_alpha(r->ink) + 0.5));
    shade(r, row, x2, x3, centre);
}

void canvas_rounded_rect(canvas *c, float x, float y, float width, float height, float radius,
                         color fill) {
    if (!isfinite(x) || !isfinite(y) || !isfinite(width) || !isfinite(height) ||
        !isfinite(radius) || !(width > 0) || !(height > 0))
        return;
    double most_radius = (double)(width < height ? width : height) / 2;
    rounded r = {.left = (double)x,
                 .top = (double)y,
                 .right = (double)x + (double)width,
                 .bottom = (double)y + (double)height,
                 .radius = most(least((double)radius, most_radius), 0),
                 .ink = fill};
    int top = c->clip.y, bottom = top + c->clip.height;
    int y0 = pixels_from(r.top - 0.5, top, bottom), y1 = pixels_from(r.bottom + 0.5, y0, bottom);
    for (int row = y0; row < y1; row++)
        draw_rounded_row(&r, c, row);
}
