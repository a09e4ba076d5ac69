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
    PICK_RIM,    /* edge of a circle or capsule, corner of a box */
    PICK_TURN    /* the handle that turns a box */
} pick_part;

typedef struct pick {
    pick_part part;
    int statement; /* of the level */
    int element;   /* vertex or edge of the statement; 0 otherwise */
} pick;

/* Returns what is at the point or within `slack` world units of it. The smaller target wins:
 * vertices and rims before edges, edges before bodies; of equals the nearer one. */
pick pick_at(const sandbox *s, sm_vec2 point, float slack);

/* Returns where a box's turn handle is: `offset` world units outside the middle of the side that
 * its angle points to. */
sm_vec2 pick_turn_handle(const level *l, int statement, float offset);

/* Returns PICK_TURN when the statement is a box and the point is within `slack` of its turn handle,
 * otherwise PICK_NOTHING. To be asked before pick_at, for a box that shows its handle. */
pick pick_turn_at(const level *l, int statement, sm_vec2 point, float offset, float slack);

/* Returns where the statement's vertex lies. */
sm_vec2 pick_vertex(const level *l, int statement, int vertex);

#endif
