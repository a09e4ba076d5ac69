/* generator: what the kinds of generated levels have in common: random numbers, statements put down
 * one after the other, and their count. */
#ifndef LEVEL_GENERATOR_H
#define LEVEL_GENERATOR_H

#include <stdint.h>

#include "generate.h"
#include "random.h"
#include "text.h"

typedef struct generator {
    const level_generate_def *def;
    int wanted; /* segments in all, the outer wall's among them */
    int made;
    uint64_t random;
    text_buffer text;
    level_kind open; /* the statement that points go to */
    int points;      /* that it has */
    bool failed;     /* out of memory, or not wanted any more */
} generator;

/* Writes the title, a comment and the player, who comes first; in 2D without its z. */
__attribute__((format(printf, 5, 6))) void generator_begin(generator *g, double x, double y,
                                                           double z, const char *comment, ...);

/* Writes a segment, chain, loop or triangle, point by point; coordinates are rounded to hundredths.
 */
void generator_start(generator *g, level_kind kind);
void generator_point(generator *g, double x, double y);
void generator_point3(generator *g, double x, double y, double z);
void generator_end(generator *g);

/* Tells def->progress how many segments are made; when it says no, the generator has failed. */
void generator_tell(generator *g);

void generator_segment(generator *g, double ax, double ay, double bx, double by);

/* Writes a line from `a` to `b` in this many pieces of the same length, without its last point. */
void generator_pieces(generator *g, double ax, double ay, double bx, double by, int pieces);

/* Writes a closed wall around everything, cut into all the segments that are still wanted. */
void generator_outer_wall(generator *g, double left, double bottom, double right, double top);

/* The kinds. Each writes its level from generator_begin to the last segment. */
void generate_rooms(generator *g);
void generate_maze(generator *g);
void generate_terrain(generator *g);
void generate_random(generator *g);
void generate_hills(generator *g);

#endif
