/* drag: the pointer on a shape: what was grabbed follows the pointer, as one step of the level's
 * history. */
#ifndef DRAG_H
#define DRAG_H

#include "sandbox.h"

typedef struct drag {
    pick what;     /* PICK_NOTHING: no drag is on */
    sm3_vec from;  /* where the pointer grabbed it, world units */
    sm3_vec point; /* of what was grabbed the point that follows the pointer, as it was then */
    sm3_vec moved; /* how far that has come by the last drag_to */
    int place;     /* of the level after that; see edit_place */
    bool has_step; /* which led there, and is replaced by the next one */

    /* What that step was made for. */
    sm3_vec to;
    bool alone;
    snap_settings snapped_by;

    /* A joint: all vertices that lay on the same spot as the one that was grabbed, or as the two
     * of the edge, which come first. */
    vertex_id *joint; /* owned */
    int joint_count, joint_room, grabbed_count;

    /* The caller may set these at any time. */
    snap_settings snap;        /* at first: no grid, no reach */
    const selection *selected; /* moves whole when one of several in it is grabbed, but for a vertex
                                  or rim; NULL: none */

    snap_result snapped; /* by the last drag_to */
} drag;

/* Begins a drag, to be ended with drag_end or drag_cancel; of the player it changes nothing.
 * `pixel` is a screen pixel's size in world units: what is dragged comes to rest on multiples of
 * decimal_step(pixel), so that its numbers stay short.
 */
drag drag_begin(sandbox *s, pick what, sm3_vec from, float pixel);

/* Moves what was grabbed as far as the pointer came, by an arrow of the cross along its axis alone.
 * The joint moves along, unless `alone`. Where the level would not allow the result, it is back
 * where it was grabbed.
 *
 * A vertex comes to rest where snap_point says, an edge or capsule by the nearer of its ends, any
 * other shape by its first point; what else moves keeps its distance from there. Radius and size
 * become multiples of the grid or step, an angle of SNAP_DEGREES. */
void drag_to(sandbox *s, drag *d, sm3_vec to, bool alone);

/* Whether the level was changed by something else meanwhile. */
bool drag_is_over(const sandbox *s, const drag *d);

/* Ends it: one step to undo, or none if nothing changed. */
void drag_end(sandbox *s, drag *d);

/* Takes it back. */
void drag_cancel(sandbox *s, drag *d);

#endif
