/* chart: curves over two logarithmic axes, drawn with the program's own canvas and text. */
#ifndef BENCH_CHART_H
#define BENCH_CHART_H

#include "../../src/view/canvas.h"
#include "../../src/view/text.h"
#include "../../src/view/theme.h"

enum { CHART_POINTS_MAX = 32 };

typedef struct chart_curve {
    const char *name;
    color ink;
    bool dashed;
    int count;
    double x[CHART_POINTS_MAX], y[CHART_POINTS_MAX]; /* above 0 */
} chart_curve;

typedef struct chart_axis {
    const char *name; /* with its unit */
    double low, high; /* powers of ten */
    const char *(*format)(double value, char words[32]);
} chart_axis;

typedef struct chart {
    const char *title, *note;
    chart_axis x, y;
    const chart_curve *curves; /* in the order of their ends, from the top down */
    int curve_count;
} chart;

/* Draws it over the whole canvas; lengths are in pixels times `scale`. */
void chart_draw(const chart *c, canvas *on, text *words, const theme *look, float scale);

#endif
