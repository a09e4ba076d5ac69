#include "generator.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { PROGRESS_STEP = 1 << 15 /* segments */ };

/* ---- Statements -------------------------------------------------------------------------- */

/* Two decimals are plenty to the eye, and half the digits that any float would take. */
static float to_hundredths(double x) {
    return (float)(floor(x * 100 + 0.5) / 100);
}

void generator_start(generator *g, level_kind kind) {
    g->open = kind;
    g->points = 0;
    text_append_string(&g->text, level_statements[kind].name);
}

void generator_point(generator *g, double x, double y) {
    text_append_number(&g->text, " ", to_hundredths(x) + 0.0f); /* + 0: no -0 */
    text_append_number(&g->text, " ", to_hundredths(y) + 0.0f);
    g->points++;
}

void generator_tell(generator *g) {
    const level_generate_def *def = g->def;
    if (!g->failed && def->progress != NULL)
        g->failed = !def->progress(def->context, (size_t)g->made, (size_t)g->wanted);
}

void generator_end(generator *g) {
    text_append_string(&g->text, "\n");
    int before = g->made / PROGRESS_STEP;
    g->made += g->open == LEVEL_LOOP ? g->points : g->points - 1;
    if (g->made / PROGRESS_STEP != before && g->made < g->wanted)
        generator_tell(g);
    g->failed = g->failed || g->text.out_of_memory;
}

void generator_segment(generator *g, double ax, double ay, double bx, double by) {
    generator_start(g, LEVEL_SEGMENT);
    generator_point(g, ax, ay);
    generator_point(g, bx, by);
    generator_end(g);
}

/* ---- What every level has ---------------------------------------------------------------- */

void generator_begin(generator *g, double player_x, double player_y, const char *comment, ...) {
    const char *kind = level_generate_kinds[g->def->kind].name;
    char words[256];
    snprintf(words, sizeof words,
             "slidemove 1\ntitle %c%s, %d segments\n# slidemove generate %s --segments %d --seed "
             "%d\n# ",
             kind[0] - 'a' + 'A', kind + 1, g->wanted, kind, g->wanted, g->def->seed);
    text_append_string(&g->text, words);
    va_list values;
    va_start(values, comment);
    vsnprintf(words, sizeof words, comment, values);
    va_end(values);
    text_append_string(&g->text, words);
    text_append_string(&g->text, "\n\nplayer");
    generator_point(g, player_x, player_y);
    text_append_string(&g->text, "\n");
}

void generator_pieces(generator *g, double ax, double ay, double bx, double by, int pieces) {
    for (int i = 0; i < pieces; i++) {
        double along = (double)i / pieces;
        generator_point(g, ax + (bx - ax) * along, ay + (by - ay) * along);
    }
}

void generator_outer_wall(generator *g, double left, double bottom, double right, double top) {
    const double corners[5][2] = {
        {left, bottom}, {right, bottom}, {right, top}, {left, top}, {left, bottom}};
    int pieces = g->wanted - g->made;
    generator_start(g, LEVEL_LOOP);
    for (int i = 0; i < 4; i++)
        generator_pieces(g, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1],
                         pieces / 4 + (i < pieces % 4));
    generator_end(g);
}
