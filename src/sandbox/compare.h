/* compare: makes the same moves with every resolver, each in a level of its own, and measures the
 * results. Only the cost differs from one run to the next. */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdio.h>

#include "sandbox.h"

#define COMPARE_SNAG           0.5 /* below this part of the possible displacement the mover is held */
#define COMPARE_LEAST_POSSIBLE 0.01 /* of the wanted length; less counts as none */

/* What one resolver made of the moves. */
typedef struct comparison {
    double wanted;      /* the lengths of all wanted displacements together, world units */
    double made;        /* how far the mover came in the wanted directions, world units */
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
 * It can be more than `wanted`, because a push may lead ahead.
 *
 * jitter: from one tick to the next v may change as much as w does, because projecting two wanted
 * displacements on the same obstacles never makes them differ more (Moreau 1962). The rest of the
 * change is an excess. If the next tick turns it back, jitter is half of the smaller of the two
 * excesses: d for a position that goes to and fro by d in each tick. Striking or leaving a wall is
 * a single change, so it is no jitter.
 *
 * crossings: the segment from the centre before a tick to the one after it meets a wall's inner
 * segment, and its ends are on different sides (on the line counts as left). A one-way wall counts
 * only from its left side. A circle has no sides. For a wall that moves, the path is taken relative
 * to the wall.
 *
 * In 3D the centre crosses where its path enters an obstacle: through the front of a face, or into
 * a sphere or capsule.
 *
 * snags: from the same position `sweep` touches an obstacle on its path and makes more than a
 * hundredth of the wanted displacement, and the resolver made less than half of that. Both are
 * measured from where `sweep` goes with a delta of 0: out of the obstacle that the mover is inside
 * of, and along with the one that carries it.
 *
 * seconds: the median of several rounds, without a trace; each round makes every move many times,
 * or some of them if there are very many. NULL clock: not measured. */
comparison compare_moves(sandbox *s, const sm3_vec *moves, int count, compare_clock_fn *clock);

/* ---- The table --------------------------------------------------------------------------- */

typedef struct compare_column {
    const char *name, *meaning;
    int width;          /* characters; below 0: to the left */
    const char *format; /* of a double */
} compare_column;

enum { COMPARE_COLUMNS = 10 };
extern const compare_column compare_columns[COMPARE_COLUMNS];

/* Writes a table, one line a resolver in the order of sm_resolver, aligned with blanks. A missing
 * value is a dash. */
void compare_write(FILE *out, const comparison list[RESOLVERS_MAX]);

#endif
