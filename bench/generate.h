/* generate: levels of any size, to measure and to test with.
 *
 * The same kind, size and seed give the same text, byte for byte, from every compiler: it uses its
 * own random numbers, its own sine, and coordinates in whole hundredths.
 */
#ifndef BENCH_GENERATE_H
#define BENCH_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#define GENERATE_MIN 16 /* segments: fewer leave no room for the player */

typedef enum generate_kind {
    GENERATE_MAZE,    /* one path between any two places, walls in pieces */
    GENERATE_TERRAIN, /* a hilly cave in storeys, with islands */
    GENERATE_RANDOM,  /* a field of random quads, one in each 6 x 6 cell */
    GENERATE_HILLS,   /* in 3D: a terrain of triangles with a steep rim */
    GENERATE_KINDS
} generate_kind;

extern const char *const generate_names[GENERATE_KINDS];

/* Returns the text of a level, to be freed with free(). It has exactly that many segments inside a
 * closed wall, in 3D triangles, at least GENERATE_MIN. The player stands free. */
char *generate_level(generate_kind kind, int segments, int seed, size_t *length);

typedef struct generate_layer {
    int width;     /* from one random height to the next */
    double weight; /* all three make 1 */
} generate_layer;

/* Returns a height from 0 to 1 that changes smoothly from place to place. */
double generate_noise(uint64_t seed, const generate_layer layers[3], int x, int z);

#endif
