/* cast3: the first touch of a mover on a straight path in 3D, in double. */
#ifndef SM_CAST3_H
#define SM_CAST3_H

#include "obstacles3.h"

/* The gaps that a cast keeps from obstacles, in world units. With 0 it stops where shapes touch. */
typedef struct clearance3 {
    double stop;   /* the cast stops with this gap, */
    double held;   /* or at once if the gap at the start is smaller than this */
    double needed; /* obstacles block only paths that come nearer than this */
    double slope;  /* an obstacle blocks at once only a faster approach, per unit of delta */
    double into;   /* a one-way face in which the mover is deeper at the start is ignored */
} clearance3;

typedef struct touch3 {
    double time;        /* the fraction of delta until the touch; 1 if there is none */
    double gap;         /* between mover and obstacle at the touch */
    vec3 normal, point; /* not set if there is no touch */
    int obstacle;       /* SM_NO_OBSTACLE: no touch */
} touch3;

enum { EXCLUDED3_MAX = 32 };

/* The numbers of obstacles that a search leaves out. */
typedef struct excluded3 {
    int count;
    int numbers[EXCLUDED3_MAX];
} excluded3;

static inline bool excluded3_has(const excluded3 *list, int number) {
    int i = list->count - 1;
    while (i >= 0 && list->numbers[i] != number)
        i--;
    return i >= 0;
}

/* A visitor that keeps the earliest touch, of equal times the nearest obstacle, then the lowest
 * number. With `same` > 0 the obstacles must come in the order of their numbers. Show it the
 * obstacles near sm3_cast_region. */
typedef struct cast3 {
    sm3_visitor visitor;
    const mover3 *mover;
    vec3 delta;
    double length; /* of delta */
    const clearance3 *clearance;
    bool is_ray;   /* of a point that keeps away from nothing */
    bool is_round; /* of another sphere, or a capsule, that keeps away from nothing */
    bool both_sides;
    double same;               /* gaps that differ by no more than this count as equal */
    const excluded3 *excluded; /* obstacles to leave out; NULL: none */
    touch3 first;
    obstacle3 shape; /* of the obstacle touched first */
} cast3;

/* Whether a one-way face does not block the mover, given a contact with its front. The mover is
 * deeper in the face than `into`. Or it touches an edge of the face at which another face begins
 * that it is deeper in: the two are one surface. */
bool sm3_ignores_oneway(const query_scope3 *scope, const mover3 *mover, const obstacle3 *face,
                        const contact3 *contact, double into);

/* Begins a cast. The mover and the clearance must outlive it. */
void sm3_cast_begin(cast3 *cast, const mover3 *mover, vec3 delta, const clearance3 *clearance,
                    bool both_sides);

/* Casts against one obstacle, given its contact with the mover at the start. */
void sm3_cast_against(cast3 *cast, const obstacle3 *obstacle, int number, const contact3 *at_start);

/* Returns the gap at which an obstacle can still block the cast's mover at one place. */
double sm3_cast_reach(const cast3 *cast);

sm3_region sm3_cast_region(const cast3 *cast);

#endif
