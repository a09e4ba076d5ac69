/* drag: the pointer on a shape: what was grabbed follows the pointer, as one step of the level's
 * history. */
#ifndef DRAG_H
#define DRAG_H

#include "sandbox.h"

typedef struct drag {
    pick what;     /* PICK_NOTHING: no drag is on */
    sm3_vec from;  /* where the pointer grabbed it, world units */
    sm3_vec moved; /* how far a vertex, edge or body has come by the last drag_to */
    int place;     /* of the level after that; see edit_place */
    bool has_step; /* which led there, and is dropped for the next one */

    /* Whoever drags may set these at any time. */
    snap_settings snap;        /* at first: no grid, no reach */
    const selection *selected; /* moves whole when one of several in it is grabbed, but for a vertex
                                  or rim; NULL: none */

    snap_result snapped; /* by the last drag_to */
} drag;

/* Begins a drag; of the player it changes nothing. `pixel` is a screen pixel's size in world units:
 * what is dragged comes to rest on multiples of decimal_step(pixel), so that its numbers stay
 * short.
 */
drag drag_begin(sandbox *s, pick what, sm3_vec from, float pixel);

/* Moves what was grabbed as far as the pointer came, by an arrow of the cross along its axis alone.
 * Vertices of other statements that lie on the same spot move along, unless `alone`. Where the
 * level would not allow the result, it is back where it was grabbed.
 *
 * A vertex comes to rest where snap_point says, an edge or capsule by the nearer of its ends, any
 * other shape by its first point; what else moves keeps its way from there. Radius and size become
 * multiples of the grid or step, an angle of SNAP_DEGREES. */
void drag_to(sandbox *s, drag *d, sm3_vec to, bool alone);

/* Whether somebody else has changed the level meanwhile. */
bool drag_is_over(const sandbox *s, const drag *d);

/* Ends it: one step to undo, or none if nothing changed. */
void drag_end(sandbox *s, drag *d);

/* Takes it back. */
void drag_cancel(sandbox *s, drag *d);

#endif
