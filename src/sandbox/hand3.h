/* hand3: what the pointer does to a 3D level, without a window: a ray from the eye, presses and
 * releases. What is selected is the 2D hand's selection: the panel, undo and deletion are the same.
 *
 * A shape is dragged in the plane of the view, or along one axis by an arrow of the cross that
 * stands in the middle of what is selected. */
#ifndef HAND3_H
#define HAND3_H

#include "sandbox.h"
#include "selection.h"

typedef enum hand3_part {
    HAND3_NOTHING,
    HAND3_PLAYER,
    HAND3_SHAPE,
    HAND3_AXIS_X, /* an arrow of the cross */
    HAND3_AXIS_Y,
    HAND3_AXIS_Z
} hand3_part;

/* Where the pointer points. Unit vectors. */
typedef struct hand3_ray {
    sm3_vec eye, direction;
    sm3_vec view; /* where the eye looks: the middle of the picture */
    float pixel;  /* how wide a pixel is at distance 1 along `view`, world units */
    float slack;  /* how far beside an arrow it can still be grabbed, pixels */
    float arrow;  /* how long the arrows are, pixels */
} hand3_ray;

typedef struct hand3 {
    hand3_part hover; /* what would be grabbed, or is */
    int statement;    /* of a shape */
    hand3_part held;  /* HAND3_NOTHING: nothing */
    hand3_ray ray;    /* as it points last */
    sm3_vec from;     /* where it was grabbed */
    sm3_vec grip;     /* of the player: from there to its position */
    sm3_vec normal;   /* of the plane that the drag goes along */
    sm3_vec moved;    /* how far what is held has been dragged */
} hand3;

/* Points along the ray; to be called also when it rests, since the level may move under it. */
void hand3_point(hand3 *h, const selection *chosen, sandbox *s, const hand3_ray *ray);

/* The pointer is elsewhere. */
void hand3_leave(hand3 *h);

/* Grabs what is there and selects it; with `more` it is added to the selection or taken from it.
 * Returns false when nothing is there. */
bool hand3_press(hand3 *h, selection *chosen, sandbox *s, bool more);

/* Lets go of what is held; `keep` false takes the drag back. */
void hand3_let_go(hand3 *h, sandbox *s, bool keep);

/* Where the player is pulled to, while it is held. */
sm3_vec hand3_pull(const hand3 *h);

/* Finds the middle of what is selected, where the cross stands. Returns false when nothing is. */
bool hand3_cross(const selection *chosen, const sandbox *s, sm3_vec *middle);

/* The unit vector of an arrow. */
sm3_vec hand3_axis(hand3_part part);

/* How long the arrows are there, world units. */
float hand3_arrow_length(const hand3_ray *ray, sm3_vec cross);

#endif
