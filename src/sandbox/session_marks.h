/* session_marks: what is worth finding in a tick. */
#ifndef SESSION_MARKS_H
#define SESSION_MARKS_H

#include "sandbox.h"

/* Sets of these: */
enum {
    SESSION_PUSHED = 1 << 0,  /* by a collision */
    SESSION_DEPTH = 1 << 1,   /* it ended inside an obstacle */
    SESSION_SNAG = 1 << 2,    /* it got less than half of the way along what pushed it last */
    SESSION_PARTED = 1 << 3,  /* a ghost parted from the player */
    SESSION_CHANGED = 1 << 4, /* the level, or something else, was changed before it */
    SESSION_BOOKMARK = 1 << 5
};

enum { SESSION_MARKS = (1 << 6) - 1 }; /* all of them */

/* Returns what happened in the sandbox's last tick: the first four of these. */
unsigned session_find_marks(const sandbox *s);

#endif
