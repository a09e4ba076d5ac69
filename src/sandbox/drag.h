/* drag: the grabbed shape, vertex or player follows the pointer. A drag is one step of the level's
 * history. */
#ifndef DRAG_H
#define DRAG_H

#include "sandbox.h"

typedef struct drag {
    pick what;     /* PICK_NOTHING: no drag is on */
    sm3_vec from;  /* where the pointer grabbed it, world units */
    sm3_vec point; /* the point that follows the pointer, where it was then */
    sm3_vec moved; /* how far that point was moved by the last drag_to */
    int place;     /* of the level after the last drag_to; see edit_place */
    bool has_step; /* a step led to `place`; the next drag_to replaces it */

    /* The arguments of the last drag_to. */
    sm3_vec to;
    bool alone;
    snap_settings snapped_by;

    /* A joint: all vertices on the same spot as the grabbed vertex, or as the two of the grabbed
     * edge. The grabbed ones come first. */
    vertex_id *joint; /* owned */
    int joint_count, joint_room, grabbed_count;

    /* The caller may set these at any time. */
    snap_settings snap;        /* at first: no grid, no reach */
    const selection *selected; /* if one of several selected shapes is grabbed, all move, unless it
                                  is by a vertex or rim; NULL: none */

    snap_result snapped; /* by the last drag_to */
} drag;

/* Begins a drag. Call drag_end or drag_cancel to end it. A drag of the player changes nothing.
 * `pixel` is a screen pixel's size in world units: the dragged shape comes to rest on multiples of
 * decimal_step(pixel), so that its numbers stay short. */
drag drag_begin(sandbox *s, pick what, sm3_vec from, float pixel);

/* Moves the grabbed shape as far as the pointer moved; an arrow of the cross moves it along its
 * axis alone. The joint moves along, unless `alone`. If a level may not hold the result, the shape
 * is put back where it was grabbed.
 *
 * snap_point says where a vertex comes to rest. For an edge or capsule the nearer of its ends is
 * snapped, for any other shape its first point; the rest keeps its distance from that point. A
 * radius or size becomes a multiple of the grid or step, an angle a multiple of SNAP_DEGREES. */
void drag_to(sandbox *s, drag *d, sm3_vec to, bool alone);

/* Whether the level was changed by something else meanwhile. */
bool drag_is_over(const sandbox *s, const drag *d);

/* Ends it: one step to undo, or none if nothing changed. */
void drag_end(sandbox *s, drag *d);

/* Ends the drag and takes its change back. */
void drag_cancel(sandbox *s, drag *d);

#endif
