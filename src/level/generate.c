#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "generator.h"

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
