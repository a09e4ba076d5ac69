/* drag: a hand on a shape: what was grabbed follows the pointer, as one step of the level's
 * history. */
#ifndef DRAG_H
#define DRAG_H

#include "pick.h"

typedef struct drag {
    pick what;    /* PICK_NOTHING: no drag is on */
    sm_vec2 from; /* where the pointer grabbed it, world units */
    float
        step; /* what is dragged comes to rest on multiples of it, so that its numbers stay short */
} drag;

/* Begins a drag of anything but the player. `pixel` is a screen pixel's size in world units: the
 * step is the largest power of ten that is not larger. */
drag drag_begin(sandbox *s, pick what, sm_vec2 from, float pixel);

/* Moves what was grabbed as far as the pointer came. Vertices of other statements that lie on the
 * same spot move along, unless `alone`. Where the level would not allow the result, it is back
 * where it was grabbed. */
void drag_to(sandbox *s, const drag *d, sm_vec2 to, bool alone);

/* Ends it: one step to undo, or none if nothing changed. */
void drag_end(sandbox *s, drag *d);

/* Takes it back. */
void drag_cancel(sandbox *s, drag *d);

#endif
