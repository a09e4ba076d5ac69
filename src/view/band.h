/* band: the one rasteriser. All that the canvas draws with a distance is a band: the pixels whose
 * distance to a segment lies between the band's hole and its outer edge. A filled capsule has no
 * hole.
 */
#ifndef BAND_H
#define BAND_H

#include <math.h>

#include "pixels.h"

typedef struct point {
    double x, y;
} point;

typedef struct interval {
    double low, high; /* empty when low > high */
} interval;

typedef struct band {
    double outer,
        hole; /* coverage is 0 from `outer` on and up to `hole`, and 1 from a pixel inside them */
    double alpha; /* of the ink where coverage is 1: 0 .. 255 */
    color ink;
    /* Set by band_place: */
    point a, b;
    point along;   /* unit, from a to b; (1, 0) when a = b */
    point inverse; /* 1 / along, for where it is not 0 */
    double length; /* from a to b */
} band;

static inline double least(double a, double b) {
    return a < b ? a : b;
}

static inline double most(double a, double b) {
    return a > b ? a : b;
}

static inline point point_of(sm_vec2 p) {
    return (point){(double)p.x, (double)p.y};
}

static inline bool is_finite(sm_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

/* Returns the band along the edge of a capsule, or of a capsule filled; not yet placed. What is
 * thinner than a pixel becomes a pixel wide and as much fainter. */
band band_stroke(double radius, double thickness, color ink);
band band_fill(double radius, color ink);

/* Returns the part of a + t * step, 0 <= t <= 1, that comes within `reach` of the clip. */
interval band_visible_part(const canvas *c, point a, point step, double reach);

/* Puts the band around the visible part of a-b. Returns false when nothing of it can be seen. */
bool band_place(band *s, const canvas *c, point a, point b);

/* Returns the x where row y (a pixel centre) is nearer to the placed segment than `radius`. */
interval band_chord(const band *s, double radius, double y);

/* Blends x0 <= x < x1 of the row of pixels around y, measuring each; may go on up to `limit`, where
 * the coverage must be 0. */
void band_shade(const band *s, uint32_t *row, int x0, int x1, int limit, double y);

/* Places and draws the band. */
void band_draw(band *s, const canvas *c, point a, point b);

/* Returns how much of the ink a pixel centre takes: 0 .. 255, at most 0 outside. */
static inline double band_cover(const band *s, double x, double y) {
    double right = x - s->a.x, up = y - s->a.y;
    double along = right * s->along.x + up * s->along.y;
    double across = right * s->along.y - up * s->along.x;
    double beyond = most(-along, along - s->length);
    double distance = beyond > 0 ? sqrt(across * across + beyond * beyond) : fabs(across);
    return least(least(s->outer - distance, distance - s->hole), 1) * s->alpha;
}

#endif
