/* pointer_tool: edits the level with the pointer, without a window: points, presses and releases,
 * with the keys that are held. A press grabs the shape under the pointer. While a drawing tool is
 * chosen, a press sets a point of a new shape instead.
 *
 * The pointer is a ray, in 2D from above (see snap.h). A drag moves what it grabbed in the plane of
 * the view through the grabbed spot, or along one axis if it grabbed an arrow of the cross in the
 * middle of the selection. Where a drag can turn the view, it moves only the player and what is
 * selected already. Anywhere else it turns the view, and a click selects. */
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
    drawing drawing; /* the shape in the making; its tool is DRAWING_NONE if the pointer selects and
                        drags */
    work_plane plane;   /* to draw on: of the face under the first point, or the last one */
    drag drag;          /* of the grabbed thing, which may be the player */
    pick hover;         /* what a press grabs, or has grabbed; PICK_NOTHING while drawing */
    bool is_here;       /* the pointer is in the scene */
    pointer_ray ray;    /* where the pointer points; the last one while it is elsewhere */
    sm3_vec at;         /* the point under the pointer; snapped while drawing */
    snap_result guide;  /* what `at`, or the dragged thing, snapped to */
    float grid;         /* to snap to, world units */
    sm3_vec grip;       /* from the grabbed point of the player to its position */
    sm3_vec normal;     /* normal of the plane in which the drag moves */
    bool pressed_empty; /* the press grabbed nothing: it begins a rubber band or turns the view */
    pick pressed;       /* the shape under the press; a click selects it */
    sm_vec2 press;      /* where the press was, pixels */
    sm3_vec band;       /* where it was in the world: a corner of the rubber band */
    bool strayed;       /* the pointer left `press` too far for a click */
    bool setting_point; /* a press that set a point is still held */
    bool by_keys;       /* keys moved the cross: the pointer does not move it */
} pointer_tool;

/* How far outside a box its turn handle is, in units of the slack. */
#define POINTER_TOOL_TURN_SLACKS 4

void pointer_tool_init(pointer_tool *tool);
void pointer_tool_free(pointer_tool *tool);

/* Ends a drag, and clears the selection and hover. Call it before another level is shown. */
void pointer_tool_forget(pointer_tool *tool, sandbox *s);

/* Follows the pointer. Call it also when the pointer rests, since the level may move under it. */
void pointer_tool_point(pointer_tool *tool, sandbox *s, const pointer_ray *ray, pointer_keys keys);

/* The pointer left the scene; the ray is where it points now. */
void pointer_tool_leave(pointer_tool *tool, const pointer_ray *ray);

/* Presses at the pointer's place. Returns false when the drag that begins turns the view. */
bool pointer_tool_press(pointer_tool *tool, sandbox *s, pointer_keys keys);

/* Returns whether that was a click on a shape. */
bool pointer_tool_release(pointer_tool *tool, sandbox *s, pointer_keys keys);

/* Ends a drag or a press, as a release does. */
void pointer_tool_let_go(pointer_tool *tool, sandbox *s);

/* Returns whether the player is dragged, and then where to. */
bool pointer_tool_pull(const pointer_tool *tool, sm3_vec *to);

/* Chooses a drawing tool; DRAWING_NONE selects and drags. */
void pointer_tool_choose_tool(pointer_tool *tool, sandbox *s, drawing_tool kind);

/* Call it when another level is shown: drops a tool that does not exist in its dimension, and
 * points that were drawn in the other dimension. */
void pointer_tool_adapt(pointer_tool *tool, sandbox *s);

/* Moves the cross of the drawing tool by whole steps of the grid, and sets a point at the cross. If
 * the cross is not in the scene, it is first put where the player is. */
void pointer_tool_step_cross(pointer_tool *tool, sandbox *s, int right, int up);
void pointer_tool_set_point(pointer_tool *tool, sandbox *s);

/* Cancels the innermost of these: a drag, the last drawn point, the tool, the selection. Returns
 * false when there is none. */
bool pointer_tool_cancel(pointer_tool *tool, sandbox *s);

/* Finishes the chain that is drawn. Returns false when nothing is drawn. */
bool pointer_tool_finish(pointer_tool *tool, sandbox *s);

bool pointer_tool_is_busy(const pointer_tool *tool);    /* a button is held for it */
bool pointer_tool_is_drawing(const pointer_tool *tool); /* has a tool that draws */
bool pointer_tool_is_dragging(const pointer_tool *tool);

/* ---- What is shown of it --------------------------------------------------------------- */

/* The shape that is drawn, with its next point where the pointer is. Returns false when there is
 * none yet. */
bool pointer_tool_drawn_shape(pointer_tool *tool, edit_shape *shape);

/* Returns how far from a shape a press still grabs it, world units at the middle of the view. */
float pointer_tool_slack(const pointer_tool *tool);

/* Finds the middle of the selection, where the cross is. Returns false when there is none. */
bool pointer_tool_cross(const pointer_tool *tool, const sandbox *s, sm3_vec *middle);

/* The unit vector of an arrow of the cross, and how long the arrows are there, world units. */
sm3_vec pointer_tool_axis(pick_part part);
float pointer_tool_arrow_length(const pointer_tool *tool, sm3_vec cross);

/* ---- What can be done to the selected shapes: each one step of the history ------------- */

void pointer_tool_delete(pointer_tool *tool, sandbox *s);
void pointer_tool_duplicate(pointer_tool *tool, sandbox *s);
void pointer_tool_reverse(pointer_tool *tool, sandbox *s);
void pointer_tool_nudge(pointer_tool *tool, sandbox *s,
                        sm_vec2 delta); /* in 3D along x, and up is away: along -z */

/* Returns the displacement of a copy from its original. */
sm3_vec pointer_tool_copy_offset(const pointer_tool *tool, const sandbox *s);

/* Puts a vertex into the edge under the pointer, or else into the first edge of the one selected
 * shape. Returns false when there is no edge. */
bool pointer_tool_split(pointer_tool *tool, sandbox *s);

/* Undo (`step` -1) or redo (1); the changed statements are selected. Returns false when there is no
 * such step. */
bool pointer_tool_undo_step(pointer_tool *tool, sandbox *s, int step);

#endif
