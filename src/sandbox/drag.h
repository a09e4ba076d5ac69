/* drag: the pointer on a shape: what was grabbed follows the pointer, as one step of the level's
 * history. */
#ifndef DRAG_H
#define DRAG_H

#include "selection.h"
#include "snap.h"

typedef struct drag {
    pick what;    /* PICK_NOTHING: no drag is on */
    sm_vec2 from; /* where the pointer grabbed it, world units */

    /* Whoever drags may set these at any time. */
    snap_settings snap;        /* at first: no grid, no reach */
    const selection *selected; /* moves whole when one of several in it is grabbed by its body or an
                                  edge; NULL: none */

    snap_result snapped; /* by the last drag_to */
} drag;

/* Begins a drag of anything but the player. `pixel` is a screen pixel's size in world units: what
 * is dragged comes to rest on multiples of decimal_step(pixel), so that its numbers stay short. */
drag drag_begin(sandbox *s, pick what, sm_vec2 from, float pixel);

/* Moves what was grabbed as far as the pointer came. Vertices of other statements that lie on the
 * same spot move along, unless `alone`. Where the level would not allow the result, it is back
 * where it was grabbed.
 *
 * With a grid or a reach set, a vertex snaps, an edge or capsule by the nearer of its ends, a
 * circle or box by its centre; radius and size become multiples of the grid, an angle of
 * SNAP_DEGREES. */
void drag_to(sandbox *s, drag *d, sm_vec2 to, bool alone);

/* Ends it: one step to undo, or none if nothing changed. */
void drag_end(sandbox *s, drag *d);

/* Takes it back. */
void drag_cancel(sandbox *s, drag *d);

#endif
