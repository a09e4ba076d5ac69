/* reference: the seed method once more, written from its formulas alone, to judge the program by.
 *
 * It shares no code with the library and computes in double: force the move; at most five times
 * find the deepest penetration (of equals the lowest number) and push the disk out of it; stop when
 * nothing is penetrated.
 *
 * The program stores positions as floats. Where so small a difference decides what happens next
 * (two penetrations equally deep, a centre so close to a wall that its side is unsure), the
 * reference follows every way the program may have gone, and is content with any of them. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>

typedef struct reference_point {
    double x, y;
} reference_point;

/* All points within `radius` of the segment a-b. */
typedef struct reference_obstacle {
    reference_point a, b;
    double radius;
} reference_obstacle;

typedef struct reference_world {
    const reference_obstacle *obstacles;
    int count;
    double disk_radius;
} reference_world;

/* What was seen of one tick of the program. */
typedef struct reference_tick {
    reference_point before, delta, after;
    double depth; /* left after the tick */
} reference_tick;

typedef struct reference_verdict {
    bool agrees;    /* one of the ways ends where the program ended, with that depth */
    double error;   /* of the way that comes nearest: the larger coordinate difference */
    double allowed; /* for that way: REFERENCE_TOLERANCE, or more where rounding is magnified */
    int branchings; /* how often the reference had more than one way to follow */
    bool undecided; /* the centre was on a point: no direction is better than another */
} reference_verdict;

#define REFERENCE_TOLERANCE 1e-4 /* world units */

reference_verdict reference_judge(const reference_world *world, const reference_tick *tick);

#endif
