/* pointer_tool: what the pointer does to the level, without a window: points, presses and releases,
 * with the keys that are held. There is one mode: what is grabbed is what lies under the pointer.
 * With a tool taken up, presses set the points of a new shape instead.
 *
 * In a 3D level the pointer is a ray from the eye (ray_tool): a shape is dragged in the plane of
 * the view, or along one axis by an arrow of the cross that stands in the middle of what is
 * selected. What is selected, and what is done to that, is the same in both. */
#ifndef POINTER_TOOL_H
#define POINTER_TOOL_H

#include "drag.h"
#include "drawing.h"
#include "sandbox.h"
#include "selection.h"

typedef enum ray_tool_part {
    RAY_TOOL_NOTHING,
    RAY_TOOL_PLAYER,
    RAY_TOOL_SHAPE,
    RAY_TOOL_AXIS_X, /* an arrow of the cross */
    RAY_TOOL_AXIS_Y,
    RAY_TOOL_AXIS_Z
} ray_tool_part;

/* Where the pointer points. Unit vectors. */
typedef struct pointer_ray {
    sm3_vec eye, direction;
    sm3_vec view; /* where the eye looks: the middle of the picture */
    float pixel;  /* how wide a pixel is at distance 1 along `view`, world units */
    float slack;  /* how far beside an arrow it can still be grabbed, pixels */
    float arrow;  /* how long the arrows are, pixels */
} pointer_ray;

typedef struct ray_tool {
    ray_tool_part hover; /* what would be grabbed, or is */
    int statement;       /* of a shape */
    ray_tool_part held;  /* HAND3_NOTHING: nothing */
    pointer_ray ray;     /* as it points last */
    sm3_vec from;        /* where it was grabbed */
    sm3_vec grip;        /* of the player: from there to its position */
    sm3_vec normal;      /* of the plane that the drag goes along */
    sm3_vec moved;       /* how far what is held has been dragged */
} ray_tool;

/* Points along the ray; to be called also when it rests, since the level may move under it. */
void ray_tool_point(ray_tool *h, const selection *chosen, sandbox *s, const pointer_ray *ray);

/* The pointer is elsewhere. */
void ray_tool_leave(ray_tool *h);

/* Grabs what is there and selects it; with `more` it is added to the selection or taken from it.
 * Returns false when nothing is there. */
bool ray_tool_press(ray_tool *h, selection *chosen, sandbox *s, bool more);

/* Lets go of what is held; `keep` false takes the drag back. */
void ray_tool_let_go(ray_tool *h, sandbox *s, bool keep);

/* Where the player is pulled to, while it is held. */
sm3_vec ray_tool_pull(const ray_tool *h);

/* Finds the middle of what is selected, where the cross stands. Returns false when nothing is. */
bool ray_tool_cross(const selection *chosen, const sandbox *s, sm3_vec *middle);

/* The unit vector of an arrow. */
sm3_vec ray_tool_axis(ray_tool_part part);

/* How long the arrows are there, world units. */
float ray_tool_arrow_length(const pointer_ray *ray, sm3_vec cross);

/* ---- In both --------------------------------------------------------------------------- */

typedef struct pointer_keys {
    bool more;  /* adds to the selection */
    bool alone; /* frees one vertex from its joint */
    bool snap;
} pointer_keys;

typedef struct pointer_tool {
    selection selection;
    drawing drawing; /* its tool is DRAWING_NONE while shapes are selected and dragged */
    drag drag;
    ray_tool solid;
    pick hover;         /* what would be grabbed, or is; PICK_NOTHING while a shape is drawn */
    bool is_here;       /* the pointer is in the scene, */
    sm_vec2 at;         /* here; snapped while a shape is drawn */
    snap_result guide;  /* what `at`, or what is dragged, came to rest on */
    float pixel;        /* a screen pixel's size, and */
    float slack;        /* how far beside a thing it can still be grabbed; both world units */
    float grid;         /* to snap to, world units */
    bool pulling;       /* the player */
    sm_vec2 grab;       /* from the pointer to the player's position */
    bool banding;       /* selecting with a rubber band, */
    sm_vec2 band;       /* which began here */
    bool setting_point; /* a press that set a point is held */
    bool by_keys;       /* the cross was moved by keys, so the pointer does not count */
} pointer_tool;

/* How far outside a box its turn handle is, in units of `slack`. */
#define POINTER_TOOL_TURN_SLACKS 4

void pointer_tool_init(pointer_tool *h);
void pointer_tool_free(pointer_tool *h);

/* Forgets all that refers to the level's statements: to be called before another level is shown. */
void pointer_tool_forget(pointer_tool *h, sandbox *s);

/* Follows the pointer; to be called also when it rests, since the level may move under it. */
void pointer_tool_point(pointer_tool *h, sandbox *s, sm_vec2 world, pointer_keys keys);

/* The pointer is elsewhere. */
void pointer_tool_leave(pointer_tool *h);

void pointer_tool_press(pointer_tool *h, sandbox *s, pointer_keys keys);
void pointer_tool_release(pointer_tool *h, sandbox *s, pointer_keys keys);

/* Lets go of whatever is held, as on a release. */
void pointer_tool_let_go(pointer_tool *h, sandbox *s);

/* Takes up a tool that draws; DRAWING_NONE selects and drags. */
void pointer_tool_take_tool(pointer_tool *h, sandbox *s, drawing_tool tool);

/* Moves the cross of the drawing tool by whole steps of the grid, without a pointer, and sets a
 * point there. While the cross is nowhere to be seen it first comes to where the player is. */
void pointer_tool_step_cross(pointer_tool *h, sandbox *s, int right, int up);
void pointer_tool_set_point(pointer_tool *h, sandbox *s);

/* Leaves the innermost thing: a drag, the last point drawn, the tool, the selection. Returns false
 * when there is none. */
bool pointer_tool_cancel(pointer_tool *h, sandbox *s);

/* Finishes the chain that is drawn. Returns false when nothing is drawn. */
bool pointer_tool_finish(pointer_tool *h, sandbox *s);

bool pointer_tool_is_busy(const pointer_tool *h);    /* holds something */
bool pointer_tool_is_drawing(const pointer_tool *h); /* has a tool that draws */

/* The shape that is drawn, with its next point where the pointer is. Returns false when there is
 * none yet. */
bool pointer_tool_drawn_shape(pointer_tool *h, edit_shape *shape);

/* What can be done to the selected shapes: each one step of the history. */
void pointer_tool_delete(pointer_tool *h, sandbox *s);
void pointer_tool_duplicate(pointer_tool *h, sandbox *s);
void pointer_tool_reverse(pointer_tool *h, sandbox *s);
void pointer_tool_nudge(pointer_tool *h, sandbox *s,
                        sm_vec2 delta); /* in 3D along x, and up is away: along -z */

/* Returns how far a copy lies beside what it was made from. */
sm3_vec pointer_tool_beside(const pointer_tool *h, const sandbox *s);

/* Puts a vertex into the edge under the pointer, or else into the longest edge of the one selected
 * shape. Returns false when there is no edge. */
bool pointer_tool_split(pointer_tool *h, sandbox *s);

/* Undo (`step` -1) or redo (1); what it changed gets selected. Returns false when there is nothing
 * to take back or make again. */
bool pointer_tool_travel(pointer_tool *h, sandbox *s, int step);

#endif
