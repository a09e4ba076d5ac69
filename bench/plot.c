/* What a move costs against how many segments there are, measured now and drawn to argv[1] with the
 * program's own canvas and text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/view/canvas.h"
#include "../src/view/frame.h"
#include "../src/view/text.h"
#include "measure.h"
#include "worlds.h"

/* ---- A chart: curves over two logarithmic axes ------------------------------------------- */

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

/* Room around the curves, points. The names of the curves stand on the right, where they end. */
static const float left = 84, right = 168, top = 84, bottom = 66;

typedef struct area {
    const chart *chart;
    canvas *on;
    text *words;
    const theme *look;
    float scale;
    float x0, x1, y0, y1; /* of the curves' room, pixels; y0 is below */
} area;

static float share_of(const chart_axis *axis, double value) {
    return (float)(log10(value / axis->low) / log10(axis->high / axis->low));
}

static sm_vec2 at(const area *p, double x, double y) {
    return (sm_vec2){p->x0 + (p->x1 - p->x0) * share_of(&p->chart->x, x),
                     p->y0 + (p->y1 - p->y0) * share_of(&p->chart->y, y)};
}

static void line(const area *p, sm_vec2 a, sm_vec2 b, float points, color ink) {
    canvas_line(p->on, a, b, points * p->scale, ink);
}

static void write(const area *p, text_style style, sm_vec2 where, float anchor, color ink,
                  const char *string) {
    float width = text_width(p->words, style, string);
    float height = text_line_height(p->words, style);
    text_draw(p->words, p->on, style, where.x - anchor * width, where.y - height / 2, ink, string);
}

/* ---- Axes -------------------------------------------------------------------------------- */

/* A strong line for each power of ten, faint ones between. */
static void draw_columns(const area *p) {
    const chart_axis *x = &p->chart->x;
    char words[32];
    for (double decade = x->low; decade < x->high * 1.01; decade *= 10) {
        sm_vec2 foot = at(p, decade, p->chart->y.low);
        line(p, foot, (sm_vec2){foot.x, p->y1}, 1, p->look->grid_strong);
        write(p, TEXT_NORMAL, (sm_vec2){foot.x, foot.y + 16 * p->scale}, 0.5f, p->look->ink_dim,
              x->format(decade, words));
        for (int k = 2; k < 10 && decade * k < x->high; k++) {
            foot = at(p, decade * k, p->chart->y.low);
            line(p, foot, (sm_vec2){foot.x, p->y1}, 1, p->look->grid);
        }
    }
}

static void draw_rows(const area *p) {
    const chart_axis *y = &p->chart->y;
    char words[32];
    for (double decade = y->low; decade < y->high * 1.01; decade *= 10) {
        sm_vec2 start = at(p, p->chart->x.low, decade);
        line(p, start, (sm_vec2){p->x1, start.y}, 1, p->look->grid_strong);
        write(p, TEXT_NORMAL, (sm_vec2){start.x - 10 * p->scale, start.y}, 1, p->look->ink_dim,
              y->format(decade, words));
        for (int k = 2; k < 10 && decade * k < y->high; k++) {
            start = at(p, p->chart->x.low, decade * k);
            line(p, start, (sm_vec2){p->x1, start.y}, 1, p->look->grid);
        }
    }
}

static void draw_names(const area *p) {
    const theme *t = p->look;
    float s = p->scale, middle = (p->x0 + p->x1) / 2;
    write(p, TEXT_TITLE, (sm_vec2){24 * s, 26 * s}, 0, t->ink, p->chart->title);
    write(p, TEXT_SMALL, (sm_vec2){(float)p->on->width - 12 * s, p->y0 + 46 * s}, 1, t->ink_dim,
          p->chart->note);
    write(p, TEXT_NORMAL, (sm_vec2){24 * s, 54 * s}, 0, t->ink_dim, p->chart->y.name);
    write(p, TEXT_NORMAL, (sm_vec2){middle, p->y0 + 42 * s}, 0.5f, t->ink, p->chart->x.name);
}

/* ---- Curves ------------------------------------------------------------------------------ */

static void draw_curve(const area *p, const chart_curve *c) {
    const float width = 2.5f, dot = 3.5f, dash = 7;
    float s = p->scale;
    for (int i = 0; i + 1 < c->count; i++) {
        sm_vec2 a = at(p, c->x[i], c->y[i]), b = at(p, c->x[i + 1], c->y[i + 1]);
        if (c->dashed)
            canvas_dashes(p->on, a, b, width * s, dash * s, dash * s, c->ink);
        else
            line(p, a, b, width, c->ink);
    }
    for (int i = 0; i < c->count; i++) {
        sm_vec2 point = at(p, c->x[i], c->y[i]);
        canvas_capsule(p->on, point, point, dot * s, c->ink);
    }
}

static sm_vec2 end_of(const area *p, const chart_curve *c) {
    return at(p, c->x[c->count - 1], c->y[c->count - 1]);
}

/* Each name stands where its curve ends, or lower where the name before it stands. */
static void name_curves(const area *p) {
    float free_from = 0, height = text_line_height(p->words, TEXT_BOLD);
    for (int i = 0; i < p->chart->curve_count; i++) {
        const chart_curve *c = &p->chart->curves[i];
        if (c->count == 0)
            continue;
        sm_vec2 end = end_of(p, c);
        float y = fmaxf(end.y, free_from + height / 2);
        write(p, TEXT_BOLD, (sm_vec2){end.x + 12 * p->scale, y}, 0, c->ink, c->name);
        free_from = y + height / 2;
    }
}

/* Draws it over the whole canvas; lengths are in pixels times `scale`. */
static void chart_draw(const chart *c, canvas *on, text *words, const theme *look, float scale) {
    area p = {c,
              on,
              words,
              look,
              scale,
              .x0 = left * scale,
              .x1 = (float)on->width - right * scale,
              .y0 = (float)on->height - bottom * scale,
              .y1 = top * scale};
    canvas_clear(on, look->floor);
    draw_columns(&p);
    draw_rows(&p);
    draw_names(&p);
    for (int i = 0; i < c->curve_count; i++) {
        if (c->curves[i].count > 0)
            draw_curve(&p, &c->curves[i]);
    }
    name_curves(&p);
}

/* ---- Moves ------------------------------------------------------------------------------- */

enum { WIDTH = 900, HEIGHT = 520 }; /* points */

static const float scale = 2; /* pixels a point: sharp on any screen */

static const int sizes[] = {100, 320, 1000, 3200, 10000, 32000, 100000, 320000, 1000000};
enum { SIZES = sizeof sizes / sizeof *sizes };

enum { LOOP, RIVAL_FAR, RIVAL_NEAR, FAR, NEAR, CURVES };

static const char *format_count(double value, char words[32]) {
    if (value >= 1e6)
        snprintf(words, 32, "%g M", value * 1e-6);
    else if (value >= 1e3)
        snprintf(words, 32, "%g k", value * 1e-3);
    else
        snprintf(words, 32, "%g", value);
    return words;
}

static const char *format_time(double ns, char words[32]) {
    if (ns >= 1e3)
        snprintf(words, 32, "%g \xc2\xb5s", ns * 1e-3);
    else
        snprintf(words, 32, "%g ns", ns);
    return words;
}

static void add(chart_curve *c, int segments, double ns) {
    if (!(ns > 0)) /* not measured */
        return;
    c->x[c->count] = segments;
    c->y[c->count++] = ns;
}

static bool measure(chart_curve curves[CURVES]) {
    puts("  segments       loop world near  world far rival near  rival far   ns a move");
    for (int i = 0; i < SIZES; i++) {
        bench_row row;
        if (!bench_size(sizes[i], &row))
            return false;
        printf("  %8d %10.0f %10.0f %10.0f %10.0f %10.0f\n", sizes[i], row.loop, row.near, row.far,
               row.rival_near, row.rival_far);
        fflush(stdout);
        add(&curves[LOOP], sizes[i], row.loop);
        add(&curves[NEAR], sizes[i], row.near);
        add(&curves[FAR], sizes[i], row.far);
        add(&curves[RIVAL_NEAR], sizes[i], row.rival_near);
        add(&curves[RIVAL_FAR], sizes[i], row.rival_far);
    }
    return true;
}

/* Returns NULL, or what failed. */
static const char *draw(const chart_curve curves[CURVES], const char *path) {
    static char error[512];
    const char *problem = error;
    canvas *on = canvas_create((int)(WIDTH * scale), (int)(HEIGHT * scale));
    text *words = text_open(NULL, error, sizeof error);
    chart moves = {.title = "What one move costs",
                   .note = measure_machine(),
                   .x = {"segments in the level", 100, 1e6, format_count},
                   .y = {"time a move on one core; near: one disk walks on and on; far: 20 000 "
                         "disks take turns",
                         10, 1e5, format_time},
                   .curves = curves,
                   .curve_count = CURVES};
    if (on != NULL && words != NULL) {
        text_set_scale(words, scale);
        chart_draw(&moves, on, words, themes[theme_find("light")].colors, scale);
        problem = canvas_save_png(on, path);
    } else if (words != NULL) {
        problem = "no memory";
    }
    text_close(words);
    canvas_destroy(on);
    return problem;
}

int main(int argc, char **argv) {
    const theme *t = themes[theme_find("light")].colors;
    const char *other = rival != NULL ? rival->name : "";
    char far_name[64], near_name[64];
    snprintf(far_name, sizeof far_name, "%s, far", other);
    snprintf(near_name, sizeof near_name, "%s, near", other);
    chart_curve curves[CURVES] = {
        [LOOP] = {.name = "plain loop", .ink = t->ink_dim},
        [RIVAL_FAR] = {.name = far_name, .ink = t->push, .dashed = true},
        [RIVAL_NEAR] = {.name = near_name, .ink = t->push},
        [FAR] = {.name = "slidemove, far", .ink = t->player, .dashed = true},
        [NEAR] = {.name = "slidemove, near", .ink = t->player}};
    if (argc != 2) {
        fputs("usage: bench-plot PICTURE.png\n", stderr);
        return 2;
    }
    const char *problem = measure(curves) ? draw(curves, argv[1]) : "no memory";
    if (problem != NULL)
        fprintf(stderr, "bench-plot: %s\n", problem);
    return problem == NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}
