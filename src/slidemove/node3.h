/* node3: eight boxes side by side, compared at once. */
#ifndef SM_NODE3_H
#define SM_NODE3_H

#include <stdint.h>

#include "lanes.h"
#include "visit3.h"

enum { NODE3_WIDTH = 8 };

/* Boxes by axis: x, y, z. An unused place has an empty box, low above high. */
typedef struct node3 {
    float low[3][NODE3_WIDTH];
    float high[3][NODE3_WIDTH];
    int32_t child[NODE3_WIDTH]; /* a node, or ~t for the triangle t */
} node3;

/* A box in all lanes. */
typedef struct lanes_box {
    lanes low[3], high[3];
} lanes_box;

static inline lanes node3_overlaps_along(const node3 *node, const lanes_box *box, int axis,
                                         int half) {
    return lanes_both(lanes_at_most(lanes_load(&node->low[axis][half]), box->high[axis]),
                      lanes_at_most(box->low[axis], lanes_load(&node->high[axis][half])));
}

static inline unsigned node3_half_overlaps(const node3 *node, const lanes_box *box, int half) {
    lanes x = node3_overlaps_along(node, box, 0, half);
    lanes y = node3_overlaps_along(node, box, 1, half);
    lanes z = node3_overlaps_along(node, box, 2, half);
    return lanes_bits(lanes_both(x, lanes_both(y, z)));
}

/* Returns a bit for each of the node's boxes that overlaps `box`. */
static inline unsigned node3_overlaps(const node3 *node, const lanes_box *box) {
    return node3_half_overlaps(node, box, 0) | node3_half_overlaps(node, box, LANES_COUNT)
                                                   << LANES_COUNT;
}

/* A moving box as a ray: its centre moves, the node's boxes grow by its half size (slab test: Kay
 * and Kajiya, Ray Tracing Complex Scenes, 1986). */
typedef struct ray3 {
    float origin[3];
    float inverse[3]; /* of delta; a huge number where delta is 0 */
    float grow[3];    /* the half size, and what rounding may cost; negative where inverse is */
} ray3;

/* Returns a bit for each box that the ray meets between the times 0 and `limit`, and when it
 * enters each. What is not a number (beyond the largest float) counts as met. */
static inline unsigned node3_hits(const node3 *node, const ray3 *ray, float limit,
                                  float enter[NODE3_WIDTH]) {
    unsigned bits = 0;
    for (int half = 0; half < NODE3_WIDTH; half += LANES_COUNT) {
        lanes from = lanes_all(0), to = lanes_all(limit);
        for (int axis = 0; axis < 3; axis++) {
            bool backward = ray->inverse[axis] < 0;
            lanes near = lanes_load(&(backward ? node->high : node->low)[axis][half]);
            lanes far = lanes_load(&(backward ? node->low : node->high)[axis][half]);
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
