/* What a move costs against how many segments there are, measured now and drawn to argv[1]. */
#include <stdio.h>
#include <stdlib.h>

#include "../measure.h"
#include "chart.h"
#include "rival.h"

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
        if (!bench_size(sizes[i], rival, &row))
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
