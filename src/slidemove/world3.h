/* world3: what an index of triangles consists of. */
#ifndef SM_WORLD3_H
#define SM_WORLD3_H

#include "node3.h"

/* Splits stop being uneven beyond this depth, so a tree of 2^31 triangles is at most this deep and
 * eleven levels more. */
enum { WORLD3_UNEVEN_DEPTH = 12, WORLD3_STACK = (WORLD3_UNEVEN_DEPTH + 12) * NODE3_WIDTH };

struct sm3_world {
    node3 *nodes; /* the first is the root */
    int node_count;
    sm3_triangle *triangles; /* in the order of the tree */
    int *numbers;            /* of the triangles, in that order */
    int count;
    float largest; /* of all finite coordinates, radii included */
};

/* A triangle on its way into the tree. */
typedef struct item3 {
    float low[3], high[3];
    int number;
} item3;

/* Makes the nodes over `items`, which it sorts into the tree's order. Returns false when there is
 * no memory. */
bool build3(sm3_world *world, item3 *items, int count);

#endif
