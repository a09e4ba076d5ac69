/* world3: what an index of triangles consists of. */
#ifndef SM_WORLD3_H
#define SM_WORLD3_H

#include "leaf3.h"

/* Splits stop being uneven beyond this depth, so a tree of 2^31 triangles is at most this deep and
 * eleven levels more. */
enum { WORLD3_UNEVEN_DEPTH = 12, WORLD3_STACK = (WORLD3_UNEVEN_DEPTH + 12) * NODE3_CHILDREN };

/* sm3_slide_move from result->position on, without a trace, out of the deepest. What it is given is
 * finite. */
typedef void world3_move_fn(const sm3_world *world, sm3_vec start, sm3_vec delta,
                            const sm3_capsule *mover, int max_pushes, bool both_sides,
                            sm3_result *result);

struct sm3_world {
    node3 *nodes; /* the first is the root */
    leaf3 *leaves;
    int node_count, leaf_count;
    sm3_triangle *triangles; /* in the order of the tree */
    int *numbers;            /* of the triangles, in that order */
    int count;
    float largest; /* of all finite coordinates, radii included */
    world3_move_fn *move;
    unsigned char places[1 << NODE3_WIDTH][NODE3_WIDTH]; /* of the bits that are set, ascending */
};

/* A triangle on its way into the tree. */
typedef struct item3 {
    float low[3], high[3];
    int number;
} item3;

/* The items of one leaf. */
typedef struct span3 {
    int32_t first, count;
} span3;

typedef struct tree3 {
    node3 *nodes;
    span3 *leaves;
    int node_count, leaf_count;
    int node_capacity, leaf_capacity;
} tree3;

/* Makes the tree over `items`, which it sorts into the tree's order. Returns false when there is no
 * memory. Either way what *tree holds is to be freed. */
bool build3(tree3 *tree, item3 *items, int count);

/* Returns the world that stands behind `obstacles`, NULL when none does. */
const sm3_world *world3_of(sm3_obstacles obstacles);

#endif
