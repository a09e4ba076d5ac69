/* hand3: what the pointer does to a 3D level, without a window: a ray from the eye, presses and
 * releases. What is selected is the 2D hand's selection: the panel, undo and deletion are the same.
 *
 * A shape is dragged in the plane of the view, or along one axis by an arrow of the cross that
 * stands in the middle of what is selected. */
#ifndef HAND_H
#define HAND_H

#include "draft.h"
#include "drag.h"
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

/* ---- In both --------------------------------------------------------------------------- */

typedef struct hand_keys {
    bool more;  /* adds to the selection */
    bool alone; /* frees one vertex from its joint */
    bool snap;
} hand_keys;

typedef struct hand {
    selection selection;
    draft draft; /* its tool is DRAFT_NONE while shapes are selected and dragged */
    drag drag;
    hand3 solid;
    pick hover;        /* what would be grabbed, or is; PICK_NOTHING while a shape is drawn */
    bool is_here;      /* the pointer is in the scene, */
    sm_vec2 at;        /* here; snapped while a shape is drawn */
    snap_result guide; /* what `at`, or what is dragged, came to rest on */
    float pixel;       /* a screen pixel's size, and */
    float slack;       /* how far beside a thing it can still be grabbed; both world units */
    float grid;        /* to snap to, world units */
    bool pulling;      /* the player */
    sm_vec2 grab;      /* from the pointer to the player's position */
    bool banding;      /* selecting with a rubber band, */
    sm_vec2 band;      /* which began here */
    bool drawing;      /* a press that set a point is held */
    bool by_keys;      /* the cross was moved by keys, so the pointer does not count */
} hand;

/* How far outside a box its turn handle is, in units of `slack`. */
#define HAND_TURN_SLACKS 4

void hand_init(hand *h);
void hand_free(hand *h);

/* Forgets all that refers to the level's statements: to be called before another level is shown. */
void hand_forget(hand *h, sandbox *s);

/* Follows the pointer; to be called also when it rests, since the level may move under it. */
void hand_point(hand *h, sandbox *s, sm_vec2 world, hand_keys keys);

/* The pointer is elsewhere. */
void hand_leave(hand *h);

void hand_press(hand *h, sandbox *s, hand_keys keys);
void hand_release(hand *h, sandbox *s, hand_keys keys);

/* Lets go of whatever is held, as on a release. */
void hand_let_go(hand *h, sandbox *s);

/* Takes up a tool of the draft; DRAFT_NONE selects and drags. */
void hand_take_tool(hand *h, sandbox *s, draft_tool tool);

/* Moves the cross of the drawing tool by whole steps of the grid, without a pointer, and sets a
 * point there. While the cross is nowhere to be seen it first comes to where the player is. */
void hand_step_cross(hand *h, sandbox *s, int right, int up);
void hand_set_point(hand *h, sandbox *s);

/* Leaves the innermost thing: a drag, the last point drawn, the tool, the selection. Returns false
 * when there is none. */
bool hand_cancel(hand *h, sandbox *s);

/* Finishes the chain that is drawn. Returns false when nothing is drawn. */
bool hand_finish(hand *h, sandbox *s);

bool hand_is_busy(const hand *h);    /* holds something */
bool hand_is_drawing(const hand *h); /* has a tool of the draft */

/* The shape that is drawn, with its next point where the pointer is. Returns false when there is
 * none yet. */
bool hand_drawn_shape(hand *h, edit_shape *shape);

/* What can be done to the selected shapes: each one step of the history. */
void hand_delete(hand *h, sandbox *s);
void hand_duplicate(hand *h, sandbox *s);
void hand_reverse(hand *h, sandbox *s);
void hand_nudge(hand *h, sandbox *s, sm_vec2 delta); /* in 3D along x, and up is away: along -z */

/* Returns how far a copy lies beside what it was made from. */
sm3_vec hand_beside(const hand *h, const sandbox *s);

/* Puts a vertex into the edge under the pointer, or else into the longest edge of the one selected
 * shape. Returns false when there is no edge. */
bool hand_split(hand *h, sandbox *s);

/* Undo (`step` -1) or redo (1); what it changed gets selected. Returns false when there is nothing
 * to take back or make again. */
bool hand_travel(hand *h, sandbox *s, int step);

#endif
