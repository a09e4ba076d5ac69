/* compare: the same moves made with every resolver, each in a level of its own, and what came of
 * them as numbers. Only the cost differs from one run to the next. */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdio.h>

#include "sandbox.h"

#define COMPARE_SNAG           0.5 /* of the possible displacement; a mover that makes less is held */
#define COMPARE_LEAST_POSSIBLE 0.01 /* of the wanted length; less counts as none */

/* What one resolver made of the moves. */
typedef struct comparison {
    double wanted;      /* the lengths of all wanted displacements together, world units */
    double made;        /* of these, what was made in the wanted directions */
    double jitter;      /* mean of all ticks, world units */
    double depth_worst; /* penetration left, world units: the most of any tick ... */
    double depth_mean;  /* ... and the mean of all */
    int crossings;      /* ticks in which the centre went through a wall */
    int snags;          /* ticks in which it was held though it could move */
    double seconds;     /* CPU time of a move; 0: not measured */
} comparison;

typedef double compare_clock_fn(void); /* returns seconds of CPU time */

/* Makes the moves (in 2D their z does not count) in a fresh sandbox, with the resolver and pushes
 * set there, and measures them:
 *
 * made: the sum of v . w / |w| over the ticks, where w is the wanted and v the actual displacement.
 * More than was wanted is possible: pushes may lead ahead.
 *
 * jitter: a change of v from one tick to the next is explained as far as w has changed, for the
 * projection on what stands in the way never makes two wanted displacements differ more than they
 * did (Moreau 1962). What is beyond that, and turned back by the change in the next tick, is
 * jitter: half of the smaller of the two excesses, which for a position that goes to and fro by d
 * in each tick is d. To strike a wall or to leave one is a single change, and none.
 *
 * crossings: the segment from the centre before a tick to the one after it meets a wall's inner
 * segment, and its ends are on different sides (on the line counts as left). Through a one-way wall
 * only from its left side. A circle has no sides. Of a wall that moves, the centre's path is seen
 * from the wall.
 *
 * In 3D the centre crosses where its path enters an obstacle: a face from its front, or a round
 * one.
 *
 * snags: `sweep` touches something on its path from there, and makes more than a hundredth of what
 * is wanted; less than half of that was made. Both begin where `sweep` goes without a
 * wish: out of what the mover is inside of, and with what it stands on.
 *
 * seconds: the median of several rounds, without a trace; each round makes every move many times,
 * of very many moves only some. NULL clock: not measured. */
comparison compare_moves(sandbox *s, const sm3_vec *moves, int count, compare_clock_fn *clock);

/* ---- The table --------------------------------------------------------------------------- */

typedef struct compare_column {
    const char *name, *meaning;
    int width;          /* characters; below 0: to the left */
    const char *format; /* of a double */
} compare_column;

enum { COMPARE_COLUMNS = 10 };
extern const compare_column compare_columns[COMPARE_COLUMNS];

/* Writes a table, one line a resolver in the order of sm_resolver, aligned with blanks. What has no
 * value is a dash. */
void compare_write(FILE *out, const comparison list[SM_RESOLVER_COUNT]);

#endif
