/* pick: what lies under a point of the world, for the pointer to grab. */
#ifndef PICK_H
#define PICK_H

#include "sandbox.h"

typedef enum pick_part {
    PICK_NOTHING,
    PICK_PLAYER,
    PICK_VERTEX, /* end of an edge of a segment, chain or loop, or of a capsule's inner segment */
    PICK_EDGE,   /* of a segment, chain or loop; element: the vertex it begins with */
    PICK_BODY,   /* inside of a circle, capsule or box */
    PICK_RIM     /* edge of a circle or capsule, corner of a box */
} pick_part;

typedef struct pick {
    pick_part part;
    int statement; /* of the level */
    int element;   /* vertex or edge of the statement; 0 otherwise */
} pick;

/* Returns what is at the point or within `slack` world units of it. The smaller target wins:
 * vertices and rims before edges, edges before bodies; of equals the nearer one. */
pick pick_at(const sandbox *s, sm_vec2 point, float slack);

/* Returns where the statement's vertex lies. */
sm_vec2 pick_vertex(const level *l, int statement, int vertex);

#endif
