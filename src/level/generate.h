/* generate: levels of any size, to measure and to play with.
 *
 * The same kind, count and seed give the same text, byte for byte, from every compiler: own random
 * numbers, own sine, coordinates in whole hundredths.
 */
#ifndef LEVEL_GENERATE_H
#define LEVEL_GENERATE_H

#include "level.h"

#define LEVEL_GENERATE_MIN 16       /* segments: fewer leave no room for the player */
#define LEVEL_GENERATE_MAX 10000000 /* some 400 MB of text; a level may have 2 GiB */

typedef enum level_generate_kind {
    LEVEL_GENERATE_ROOMS,
    LEVEL_GENERATE_MAZE,
    LEVEL_GENERATE_TERRAIN,
    LEVEL_GENERATE_RANDOM,
    LEVEL_GENERATE_HILLS,
    LEVEL_GENERATE_KIND_COUNT
} level_generate_kind;

struct generator; /* what a level is made with */

typedef struct level_generate_info {
    const char *name;
    const char *summary; /* one line */
    int dimensions;
    void (*make)(struct generator *);
} level_generate_info;

extern const level_generate_info level_generate_kinds[LEVEL_GENERATE_KIND_COUNT];

/* Finds a kind by name. Returns LEVEL_GENERATE_KIND_COUNT when there is none. */
level_generate_kind level_generate_find(const char *name);

typedef struct level_generate_def {
    level_generate_kind kind;
    int segments;         /* in 3D triangles; clamped to LEVEL_GENERATE_MIN .. LEVEL_GENERATE_MAX */
    int seed;             /* any; levels of different seeds differ */
    sm_progress progress; /* told of segments made */
} level_generate_def;

/* Returns the text of a level that has exactly that many segments, inside a closed wall, or
 * triangles, within a steep rim, with the player standing free; NUL-terminated, to be freed with
 * free(). NULL when memory ran out, `progress` said no. */
char *level_generate(const level_generate_def *def, size_t *length);

#endif
