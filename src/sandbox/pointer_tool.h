/* pointer_tool: what the pointer does to the level, without a window: points, presses and releases,
 * with the keys that are held. There is one mode: what is grabbed is what lies under the pointer.
 * With a tool taken up, presses set the points of a new shape instead.
 *
 * The pointer is a ray, in 2D from above (see snap.h). What is grabbed is dragged in the plane of
 * the view through the spot where it was grabbed, or along one axis by an arrow of the cross that
 * stands in the middle of what is selected. Where a drag can turn the view, it moves only what is
 * selected already, and the player: beside these it turns the view, and a click selects. */
#ifndef POINTER_TOOL_H
#define POINTER_TOOL_H

#include "drag.h"
#include "drawing.h"

typedef struct pointer_keys {
    bool more; /* adds to the selection, or takes from it; frees a vertex from its joint */
    bool snap;
} pointer_keys;

typedef struct pointer_tool {
    selection selection;
    drawing drawing;    /* its tool is DRAWING_NONE while shapes are selected and dragged */
    work_plane plane;   /* that is drawn on: of the face under the first point, else as before */
    drag drag;          /* of what is held, the player included */
    pick hover;         /* what would be grabbed, or is; PICK_NOTHING while a shape is drawn */
    bool is_here;       /* the pointer is in the scene, */
    pointer_ray ray;    /* and points along this; kept when it is elsewhere */
    sm3_vec at;         /* what it points at; snapped while a shape is drawn */
    snap_result guide;  /* what `at`, or what is dragged, came to rest on */
    float grid;         /* to snap to, world units */
    sm3_vec grip;       /* of the player that is held: from where it was grabbed to its position */
    sm3_vec normal;     /* of the plane that the drag goes along */
    bool beside;        /* pressed beside what can be dragged: for a rubber band or a turn, */
    pick pressed;       /* or to select this by a click */
    sm_vec2 press;      /* where it was pressed, pixels */
    sm3_vec band;       /* and there in the world, where a rubber band begins */
    bool strayed;       /* from there, too far for a click */
    bool setting_point; /* a press that set a point is held */
    bool by_keys;       /* the cross was moved by keys, so the pointer does not count */
} pointer_tool;

/* How far outside a box its turn handle is, in units of the slack. */
#define POINTER_TOOL_TURN_SLACKS 4

void pointer_tool_init(pointer_tool *h);
void pointer_tool_free(pointer_tool *h);

/* Forgets all that refers to the level's statements: to be called before another level is shown. */
void pointer_tool_forget(pointer_tool *h, sandbox *s);

/* Follows the pointer; to be called also when it rests, since the level may move under it. */
void pointer_tool_point(pointer_tool *h, sandbox *s, const pointer_ray *ray, pointer_keys keys);

/* The pointer is elsewhere: along the ray, but not in the scene. */
void pointer_tool_leave(pointer_tool *h, const pointer_ray *ray);

/* Presses where it points. Returns false when the drag that begins turns the view. */
bool pointer_tool_press(pointer_tool *h, sandbox *s, pointer_keys keys);
void pointer_tool_release(pointer_tool *h, sandbox *s, pointer_keys keys);

/* Lets go of whatever is held, as on a release. */
void pointer_tool_let_go(pointer_tool *h, sandbox *s);

/* Where the player is pulled to. Returns whether it is. */
bool pointer_tool_pull(const pointer_tool *h, sm3_vec *to);

/* Takes up a tool that draws; DRAWING_NONE selects and drags. */
void pointer_tool_take_tool(pointer_tool *h, sandbox *s, drawing_tool tool);

/* Another level is shown: drops a tool that it has no use for, and what was drawn in the other
 * number of dimensions. */
void pointer_tool_adapt(pointer_tool *h, sandbox *s);

/* Moves the cross of the drawing tool by whole steps of the grid, without a pointer, and sets a
 * point there. While the cross is nowhere to be seen it first comes to where the player is. */
void pointer_tool_step_cross(pointer_tool *h, sandbox *s, int right, int up);
void pointer_tool_set_point(pointer_tool *h, sandbox *s);

/* Leaves the innermost thing: a drag, the last point drawn, the tool, the selection. Returns false
 * when there is none. */
bool pointer_tool_cancel(pointer_tool *h, sandbox *s);

/* Finishes the chain that is drawn. Returns false when nothing is drawn. */
bool pointer_tool_finish(pointer_tool *h, sandbox *s);

bool pointer_tool_is_busy(const pointer_tool *h);    /* a button is held for it */
bool pointer_tool_is_drawing(const pointer_tool *h); /* has a tool that draws */
bool pointer_tool_is_dragging(const pointer_tool *h);

/* ---- What is shown of it --------------------------------------------------------------- */

/* The shape that is drawn, with its next point where the pointer is. Returns false when there is
 * none yet. */
bool pointer_tool_drawn_shape(pointer_tool *h, edit_shape *shape);

/* How far beside a thing it can still be grabbed, world units where the view looks at. */
float pointer_tool_slack(const pointer_tool *h);

/* Finds the middle of what is selected, where the cross stands. Returns false when there is none.
 */
bool pointer_tool_cross(const pointer_tool *h, const sandbox *s, sm3_vec *middle);

/* The unit vector of an arrow of the cross, and how long the arrows are there, world units. */
sm3_vec pointer_tool_axis(pick_part part);
float pointer_tool_arrow_length(const pointer_tool *h, sm3_vec cross);

/* ---- What can be done to the selected shapes: each one step of the history ------------- */

void pointer_tool_delete(pointer_tool *h, sandbox *s);
void pointer_tool_duplicate(pointer_tool *h, sandbox *s);
void pointer_tool_reverse(pointer_tool *h, sandbox *s);
void pointer_tool_nudge(pointer_tool *h, sandbox *s,
                        sm_vec2 delta); /* in 3D along x, and up is away: along -z */

/* Returns how far a copy lies beside what it was made from. */
sm3_vec pointer_tool_beside(const pointer_tool *h, const sandbox *s);

/* Puts a vertex into the edge under the pointer, or else into the first edge of the one selected
 * shape. Returns false when there is no edge. */
bool pointer_tool_split(pointer_tool *h, sandbox *s);

/* Undo (`step` -1) or redo (1); what it changed gets selected. Returns false when there is nothing
 * to take back or make again. */
bool pointer_tool_travel(pointer_tool *h, sandbox *s, int step);

#endif
