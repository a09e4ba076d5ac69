/* near3: the obstacles around a move, found once and looked at several times.
 *
 * A move looks at the same few obstacles again after each push. The first look asks for a box that
 * is wider by `margin`; as long as a later look stays inside it, it takes what was found. And what
 * is held is measured in floats first, four triangles at once, with a bound for the rounding, so
 * that only what may count goes to the exact collision. */
#ifndef SM_NEAR3_H
#define SM_NEAR3_H

#include "visit3.h"

/* More than a mover meets in a level of any sense; beyond, each look asks the obstacles anew. */
enum { NEAR3_CAPACITY = 64 };

/* Corners by axis, relative to the box's middle. */
typedef struct corners3 {
    float a[3][NEAR3_CAPACITY], b[3][NEAR3_CAPACITY], c[3][NEAR3_CAPACITY];
} corners3;

typedef struct near3 {
    sm3_obstacles obstacles;
    float margin;   /* negative: remember nothing */
    sm3_region box; /* what is held is everything in here */
    sm3_vec middle; /* of the box */
    int count;      /* held; -1: nothing was asked yet */
    corners3 corners;
    float radii[NEAR3_CAPACITY];
    sm3_triangle held[NEAR3_CAPACITY];
    int numbers[NEAR3_CAPACITY];
} near3;

void near3_begin(near3 *near, sm3_obstacles obstacles, float margin);

/* Holds what is near the region from now on. Returns false when there is no room for all. */
bool near3_gather(near3 *near, const sm3_region *region);

/* As obstacles3_visit, from memory where that holds; then it leaves out what is certainly no deeper
 * in `mover` than visitor->least. */
void near3_visit(near3 *near, const sm3_region *region, const mover3 *mover, sm3_visitor *visitor);

/* Writes to `depths` for each triangle held a depth that the mover certainly does not exceed in it,
 * NaN where there is no telling, and repeats the first one to fill the lanes. Returns the largest
 * (NaN counts or not). */
float near3_bound_depths(const near3 *near, const mover3 *mover, float depths[NEAR3_CAPACITY]);

#endif
