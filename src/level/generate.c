/* generate: what every generated level has, put down statement by statement. */
#include "generator.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void put_coordinate(generator *g, double x) {
    text_append_number(&g->text, " ", to_hundredths(x) + 0.0f); /* + 0: no -0 */
}

void generator_point(generator *g, double x, double y) {
    put_coordinate(g, x);
    put_coordinate(g, y);
    g->points++;
}

void generator_point3(generator *g, double x, double y, double z) {
    generator_point(g, x, y);
    put_coordinate(g, z);
}

void generator_tell(generator *g) {
    const level_generate_def *def = g->def;
    if (!g->failed && def->progress != NULL)
        g->failed = !def->progress(def->context, (size_t)g->made, (size_t)g->wanted);
}

/* Of the statement that ends. */
static int count_made(const generator *g) {
    if (g->open == LEVEL_TRIANGLE)
        return 1;
    return g->open == LEVEL_LOOP ? g->points : g->points - 1;
}

void generator_end(generator *g) {
    text_append_string(&g->text, "\n");
    int before = g->made / PROGRESS_STEP;
    g->made += count_made(g);
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

void generator_begin(generator *g, double x, double y, double z, const char *comment, ...) {
    const char *kind = level_generate_kinds[g->def->kind].name;
    bool is_solid = level_generate_kinds[g->def->kind].dimensions == 3;
    char words[256];
    snprintf(words, sizeof words,
             "%s\ntitle %c%s, %d %s\n# slidemove generate %s --segments %d --seed %d\n# ",
             level_statements[is_solid ? LEVEL_VERSION3 : LEVEL_VERSION].usage, kind[0] - 'a' + 'A',
             kind + 1, g->wanted, is_solid ? "triangles" : "segments", kind, g->wanted,
             g->def->seed);
    text_append_string(&g->text, words);
    va_list values;
    va_start(values, comment);
    vsnprintf(words, sizeof words, comment, values);
    va_end(values);
    text_append_string(&g->text, words);
    text_append_string(&g->text, "\n\nplayer");
    if (is_solid)
        generator_point3(g, x, y, z);
    else
        generator_point(g, x, y);
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

/* ---- All kinds ------------------------------------------------------------------------ */

const level_generate_info level_generate_kinds[LEVEL_GENERATE_KIND_COUNT] = {
    [LEVEL_GENERATE_ROOMS] = {"rooms", "a square of rooms with doors and furniture", 2},
    [LEVEL_GENERATE_MAZE] = {"maze", "one way between any two places, walls in pieces", 2},
    [LEVEL_GENERATE_TERRAIN] = {"terrain", "a hilly cave in storeys, with islands", 2},
    [LEVEL_GENERATE_RANDOM] = {"random", "a field of random quads, one in each 6 x 6 cell", 2},
    [LEVEL_GENERATE_HILLS] = {"hills", "a 3D terrain of triangles with a steep rim", 3},
};

level_generate_kind level_generate_find(const char *name) {
    int kind = 0;
    while (kind < LEVEL_GENERATE_KIND_COUNT && strcmp(level_generate_kinds[kind].name, name) != 0)
        kind++;
    return (level_generate_kind)kind;
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

char *level_generate(const level_generate_def *def, size_t *length) {
    static void (*const make[LEVEL_GENERATE_KIND_COUNT])(generator *) = {
        [LEVEL_GENERATE_ROOMS] = generate_rooms,     [LEVEL_GENERATE_MAZE] = generate_maze,
        [LEVEL_GENERATE_TERRAIN] = generate_terrain, [LEVEL_GENERATE_RANDOM] = generate_random,
        [LEVEL_GENERATE_HILLS] = generate_hills,
    };
    enum { BYTES_A_SEGMENT = 36 }; /* or less: the text seldom grows then */
    if ((unsigned)def->kind >= LEVEL_GENERATE_KIND_COUNT)
        return NULL;
    generator g = {.def = def,
                   .wanted = clamp(def->segments, LEVEL_GENERATE_MIN, LEVEL_GENERATE_MAX),
                   .random = random_seed((uint64_t)def->seed)};
    text_start(&g.text, (size_t)g.wanted * BYTES_A_SEGMENT);
    make[def->kind](&g);
    generator_tell(&g);
    char *text = text_finish(&g.text, length);
    if (!g.failed)
        return text;
    free(text);
    return NULL;
}
