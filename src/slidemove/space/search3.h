/* search3: what a move through a world knows while it is under way.
 *
 * The first look finds the leaves of the tree that the mover is near, or comes near when it is
 * pushed: by less than its delta, as a rule. In floats, eight triangles at once, it bounds how near
 * they are, and lists those that this look or a later one may meet, each with a plane between it
 * and the mover. Planes bound the distance after a push, too, so a later look needs the list alone.
 * That never loses a triangle that counts. What is left over is judged by the plain loop's own
 * arithmetic, the nearest first, and leaves a plane in doubles behind. So most looks judge one or
 * two triangles, and the last one none. */
#ifndef SM_SEARCH3_H
#define SM_SEARCH3_H

#include "world3.h"

/* Each list has room for eight more than are counted: they are written eight at a time. */
enum { SEARCH3_NEAR = 256, SEARCH3_LEAVES = 64, SEARCH3_SPARE = 8 };

/* A plane that a triangle lies behind. */
typedef struct side3 {
    vec3 normal;
    double behind; /* how far the triangle reaches along the normal, from search3.gathered_at */
    double radius; /* the triangle's */
} side3;

/* Triangles near the mover where it was gathered_at. */
typedef struct near_triangles {
    int count;
    int triangle[SEARCH3_NEAR + SEARCH3_SPARE];
    float gap[SEARCH3_NEAR + SEARCH3_SPARE]; /* lower bound of the distance from the mover's axis,
                                                less the radius and, possibly, search3.coarse */
    float away[3][SEARCH3_NEAR + SEARCH3_SPARE]; /* by axis: a displacement raises that by at least
                                                    its component along this */
    bool has_side[SEARCH3_NEAR + SEARCH3_SPARE];
    side3 sides[SEARCH3_NEAR + 1];
    int nearest; /* the triangle that was judged first, whose side is the last one; -1: none */
} near_triangles;

typedef struct search3 {
    const sm3_world *world;
    const sm3_capsule *shape;
    vec3 delta;
    bool both_sides;

    /* This look. */
    mover3 mover;
    vec3 way; /* from gathered_at */

    /* Its deepest collision so far; number SM_NO_OBSTACLE: none deeper than `depth` yet. */
    float depth;
    int number;
    vec3 normal;
    float reach; /* the largest gap that counts */

    /* Since the mover was at gathered_at, of which the first look is one: all that it can meet
     * within `slack` of there. */
    bool gathered; /* false: not yet, or there was no room for all; the next look is a first one */
    vec3 gathered_at;
    double slack;      /* world units */
    double fuzz;       /* world units: the rounding of double, among coordinates like these */
    float centre[3];   /* the middle of the mover's axis */
    float half[3];     /* from there to the end; zero for a sphere */
    float coarse;      /* world units: what rounding `centre` and `way` may cost */
    float later_reach; /* gaps beyond this need not be listed */
    near_triangles near;
} search3;

#endif
