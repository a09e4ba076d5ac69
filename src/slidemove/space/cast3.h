/* cast3: the first touch on a straight way, in double. */
#ifndef SM_CAST3_H
#define SM_CAST3_H

#include "obstacles3.h"

/* What a cast keeps away from obstacles. Distances of 0: it stops where they touch. */
typedef struct clearance3 {
    double stop;   /* it stops this far before touching, */
    double held;   /* unless it starts nearer than this: then it stops at once; */
    double needed; /* but only for what it would come nearer to than this, */
    double slope;  /* and, held, only for what it approaches faster than this, per unit of way. */
    double into;   /* In a one-way face it may be as deep as this at the start to be held by it */
} clearance3;

typedef struct touch3 {
    double time;        /* the part of delta until there; 1 when nothing is met */
    double gap;         /* between mover and obstacle there */
    vec3 normal, point; /* nothing, unless there is an obstacle */
    int obstacle;       /* SM_NO_OBSTACLE: nothing is met */
} touch3;

enum { LEFT_OUT3_MAX = 32 };

/* What a search is made without: numbers. */
typedef struct left_out3 {
    int count;
    int numbers[LEFT_OUT3_MAX];
} left_out3;

static inline bool left_out3_has(const left_out3 *list, int number) {
    int i = list->count - 1;
    while (i >= 0 && list->numbers[i] != number)
        i--;
    return i >= 0;
}

/* A visitor that keeps the earliest touch; of those of one time the nearest, then that of the
 * lowest number, where `same` is not 0 in whose order it is to see them. Visit it with
 * sm3_cast_region. */
typedef struct cast3 {
    sm3_visitor visitor;
    const mover3 *mover;
    vec3 delta;
    double length; /* of delta */
    const clearance3 *clearance;
    bool both_sides;
    double same;              /* gaps that differ by no more than this are the same */
    const left_out3 *without; /* NULL: nothing is left out */
    touch3 first;
    const obstacle3 *shape; /* of what is touched first, if anything is */
    obstacle3 visited;      /* that, where it was visited */
} cast3;

/* Whether a one-way face does not count for the mover, whose contact with it, from the front, is
 * known: it is in that, deeper than `into`, or on an edge of it where another begins that it is
 * in: they are one surface. */
bool sm3_goes_through(const query_scope3 *scope, const mover3 *mover, const obstacle3 *face,
                      const contact3 *contact, double into);

/* The mover and the clearance must outlive the cast. */
void sm3_cast_begin(cast3 *cast, const mover3 *mover, vec3 delta, const clearance3 *clearance,
                    bool both_sides);

/* Shows it an obstacle, which must outlive it, whose contact with the mover at the start is known.
 */
void sm3_cast_see(cast3 *cast, const obstacle3 *obstacle, int number, const contact3 *at_start);

/* The gap at which an obstacle can matter where the mover is. */
double sm3_cast_reach(const cast3 *cast);

sm3_region sm3_cast_region(const cast3 *cast);

#endif
