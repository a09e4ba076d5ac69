/* search3: what a move through a world knows while it is under way.
 *
 * The first look finds the leaves of the tree that the mover is near, or comes near when it is
 * pushed: by less than its delta, as a rule, so that the looks after a push need not walk the tree.
 * In floats, eight triangles at once, each look bounds how near they can be. That never loses one
 * that counts; what is left over is judged by the plain loop's own arithmetic. And what was judged
 * once is told from then on by a plane between it and the mover. So most looks judge one or two
 * triangles, and the last one none. */
#ifndef SM_SEARCH3_H
#define SM_SEARCH3_H

#include "world3.h"

/* Each list has room for eight more than are counted: they are written eight at a time. */
enum { SEARCH3_CANDIDATES = 64, SEARCH3_LEAVES = 64, SEARCH3_SIDES = 16, SEARCH3_SPARE = 8 };

/* A plane that a triangle lies behind. */
typedef struct side3 {
    int triangle;
    vec3 normal;
    double behind; /* how far the triangle reaches along the normal, from search3.gathered_at */
    double radius; /* the triangle's */
} side3;

typedef struct search3 {
    const sm3_world *world;
    const sm3_capsule *shape;
    vec3 delta;
    bool both_sides;

    /* This look. */
    mover3 mover;
    float centre[3]; /* the middle of its axis */
    float half[3];   /* from there to the end; unset for a sphere */
    float coarse;    /* world units: what the rounding of `centre` may cost */

    /* Its deepest collision so far; number SM_NO_OBSTACLE: none deeper than `depth` yet. */
    float depth;
    int number;
    vec3 normal;

    /* Triangles that may be deep enough, and a lower bound of their distance from the axis, less
     * their radius and, possibly, `coarse`. */
    float reach; /* the largest such bound that counts */
    int candidate_count;
    int candidates[SEARCH3_CANDIDATES + SEARCH3_SPARE];
    float gaps[SEARCH3_CANDIDATES + SEARCH3_SPARE];

    /* Since the mover was at gathered_at, of which the first look is one: the leaves with all that
     * it can meet within `slack` of there, and what was judged. */
    bool gathered; /* false: not yet, or there was no room for all; the next look is a first one */
    vec3 gathered_at;
    double slack; /* world units */
    double fuzz;  /* world units: the rounding of double, among coordinates like these */
    sm3_region box;
    float later_reach; /* bounds beyond this need no leaf for a later look */
    int leaf_count;
    int leaves[SEARCH3_LEAVES + SEARCH3_SPARE];
    int side_count, known_sides; /* the latter are of earlier looks */
    side3 sides[SEARCH3_SIDES];
} search3;

#endif
