/* node3: eight boxes side by side, compared at once. */
#ifndef SM_NODE3_H
#define SM_NODE3_H

#include <stdint.h>

#include "../lanes.h"
#include "visit3.h"

enum {
    NODE3_WIDTH = 8,    /* boxes a block */
    NODE3_CHILDREN = 32 /* of a node, at most */
};

/* Boxes by axis: x, y, z. */
typedef struct boxes3 {
    float low[3][NODE3_WIDTH];
    float high[3][NODE3_WIDTH];
} boxes3;

/* Bytes: a cache line. Eight floats from a place of eight on then lie in one. */
#define NODE3_ALIGNMENT 64

/* A block of a node. Its blocks lie in a row and its number is that of the first. They can be
 * compared all at once, but a child only when its parent is done: so a tree of wide nodes is faster
 * than a deep one. */
typedef struct node3 {
    boxes3 boxes;
    int32_t child[NODE3_WIDTH]; /* the number of a node or a leaf */
    uint32_t used;              /* a bit for each place with a child; the other boxes are empty */
    uint32_t leaves;            /* and for those whose child is a leaf */
    int32_t more;               /* blocks that this node has after this one */
    int32_t unused[5];
} node3;

_Static_assert(sizeof(node3) % NODE3_ALIGNMENT == 0, "a node has no line of its own");

/* Makes all boxes empty: low above high. */
static inline void boxes3_clear(boxes3 *boxes) {
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < NODE3_WIDTH; i++) {
            boxes->low[axis][i] = INFINITY;
            boxes->high[axis][i] = -INFINITY;
        }
    }
}

static inline void boxes3_set(boxes3 *boxes, int i, const float low[3], const float high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        boxes->low[axis][i] = low[axis];
        boxes->high[axis][i] = high[axis];
    }
}

/* A box in all lanes. */
typedef struct lanes_box {
    lanes low[3], high[3];
} lanes_box;

static inline lanes boxes3_overlap_along(const boxes3 *boxes, const lanes_box *box, int axis,
                                         int half) {
    return lanes_both(lanes_at_most(lanes_load(&boxes->low[axis][half]), box->high[axis]),
                      lanes_at_most(box->low[axis], lanes_load(&boxes->high[axis][half])));
}

static inline unsigned boxes3_half_overlap(const boxes3 *boxes, const lanes_box *box, int half) {
    lanes x = boxes3_overlap_along(boxes, box, 0, half);
    lanes y = boxes3_overlap_along(boxes, box, 1, half);
    lanes z = boxes3_overlap_along(boxes, box, 2, half);
    return lanes_bits(lanes_both(x, lanes_both(y, z)));
}

/* Returns a bit for each of the eight that overlaps `box`. Empty ones do where that is infinite. */
static inline unsigned boxes3_overlap(const boxes3 *boxes, const lanes_box *box) {
    return boxes3_half_overlap(boxes, box, 0) | boxes3_half_overlap(boxes, box, LANES_COUNT)
                                                    << LANES_COUNT;
}

/* A moving box as a ray: its centre moves, the eight boxes grow by its half size (slab test: Kay
 * and Kajiya, Ray Tracing Complex Scenes, 1986). */
typedef struct ray3 {
    float origin[3];
    float inverse[3]; /* of delta; a huge number where delta is 0 */
    float grow[3];    /* the half size, and what rounding may cost; negative where inverse is */
} ray3;

/* Returns a bit for each box that the ray meets between the times 0 and `limit`, and when it
 * enters each. What is not a number (beyond the largest float) counts as met, even what is
 * empty. */
static inline unsigned boxes3_hit(const boxes3 *boxes, const ray3 *ray, float limit,
                                  float enter[NODE3_WIDTH]) {
    unsigned bits = 0;
    for (int half = 0; half < NODE3_WIDTH; half += LANES_COUNT) {
        lanes from = lanes_all(0), to = lanes_all(limit);
        for (int axis = 0; axis < 3; axis++) {
            bool backward = ray->inverse[axis] < 0;
            lanes near = lanes_load(&(backward ? boxes->high : boxes->low)[axis][half]);
            lanes far = lanes_load(&(backward ? boxes->low : boxes->high)[axis][half]);
            lanes origin = lanes_all(ray->origin[axis]), grow = lanes_all(ray->grow[axis]);
            lanes inverse = lanes_all(ray->inverse[axis]);
            near = lanes_sub(lanes_sub(near, grow), origin);
            far = lanes_sub(lanes_add(far, grow), origin);
            from = lanes_max(lanes_mul(near, inverse), from);
            to = lanes_min(lanes_mul(far, inverse), to);
        }
        lanes_store(&enter[half], from);
        bits |= lanes_bits(lanes_at_most(from, to)) << half;
    }
    return bits;
}

#endif
