/* canvas_capsule: everything that is a segment with a radius, as bands. */
#include "band.h"

void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill) {
    if (!is_finite(a) || !is_finite(b) || !isfinite(radius))
        return;
    band s = band_fill((double)radius, fill);
    band_draw(&s, c, point_of(a), point_of(b));
}

void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke) {
    if (!is_finite(a) || !is_finite(b) || !isfinite(radius) || !isfinite(thickness))
        return;
    band s = band_stroke((double)radius, (double)thickness, stroke);
    band_draw(&s, c, point_of(a), point_of(b));
}

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke) {
    canvas_capsule(c, a, b, thickness / 2, stroke);
}

/* ---- Dashes ------------------------------------------------------------------------------ */

typedef struct dashed {
    point start, along; /* unit */
    double length, thickness, dash, period;
    color ink;
} dashed;

/* A dash is `dash` long with its round ends, so it starts and stops half a thickness early. */
static void draw_dash(canvas *c, const dashed *d, double from) {
    double to = least(from + d->dash, d->length);
    double middle = (from + to) / 2;
    double half = most((to - from - most(d->thickness, 1)) / 2, 0);
    band s = band_fill(d->thickness / 2, d->ink);
    point a = {d->start.x + d->along.x * (middle - half),
               d->start.y + d->along.y * (middle - half)};
    point b = {d->start.x + d->along.x * (middle + half),
               d->start.y + d->along.y * (middle + half)};
    band_draw(&s, c, a, b);
}

/* Draws the dashes that begin in low .. high, or would if there were more room. */
static void draw_dashes(canvas *c, const dashed *d, double low, double high) {
    double first = most(floor(low / d->period) - 1, 0);
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
    if (!is_finite(a) || !is_finite(b) || !isfinite(thickness) || !isfinite(dash) || !isfinite(gap))
        return;
    point start = point_of(a), end = point_of(b);
    point step = {end.x - start.x, end.y - start.y};
    double length = sqrt(step.x * step.x + step.y * step.y);
    double period = (double)dash + (double)gap;
    if (!(dash > 0))
        return;
    if (!(gap > 0) || !(length > 0)) {
        canvas_line(c, a, b, thickness, stroke);
        return;
    }
    if (period < most((double)thickness, 1)) { /* cannot be told apart, and would be many */
        canvas_line(c, a, b, thickness, color_fade(stroke, (float)((double)dash / period)));
        return;
    }
    interval part = band_visible_part(c, start, step, most((double)thickness, 1) + 1);
    if (part.low > part.high)
        return;
    dashed d = {
        start, {step.x / length, step.y / length}, length, (double)thickness, (double)dash, period,
        stroke};
    draw_dashes(c, &d, part.low * length, part.high * length);
}
