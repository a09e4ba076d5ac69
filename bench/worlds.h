/* worlds: what a move costs with the index among so many segments, beside the plain loop and, where
 * there is one, a rival; the table of bench.h and plot.c print it. */
#ifndef WORLDS_H
#define WORLDS_H

#include <stdbool.h>

#include "../src/slidemove/slidemove.h"

/* Another library that moves a disk by the same method. */
typedef struct bench_rival {
    const char *name;
    void *(*create)(const sm_capsule *walls, int count); /* NULL: out of memory */
    void (*destroy)(void *rival);
    sm_vec2 (*move)(void *rival, sm_vec2 position, sm_vec2 delta, float radius);
} bench_rival;

extern const bench_rival *const rival; /* Chipmunk, where it is installed; NULL otherwise */

/* What a move costs among so many segments, ns; 0: not measured. */
typedef struct bench_row {
    int segments;
    double loop;      /* measured up to WORLDS_LARGEST_LOOP */
    double near, far; /* the world: one disk's moves in a row; many disks in turn */
    double rival_near, rival_far;
    double sweep;         /* near, with SM_SWEEP */
    double build_seconds; /* of the world */
    double bytes;         /* of its index, a segment */
} bench_row;

enum { WORLDS_LARGEST_LOOP = 10000 };

/* Measures one size. Returns false when out of memory. */
bool bench_size(int segments, bench_row *row);

/* Prints the segments and the five costs of moves, "-" where one is not measured, and no more. */
#define WORLDS_HEAD "  segments       loop world near  world far rival near  rival far"
void bench_print_moves(const bench_row *row);

#endif
