/* session: all that happened in a sandbox since it was opened, to go back to any tick of it.
 *
 * What a tick reads and changes is small, and a tick is the same each time. So the journal holds
 * the input of each tick, what was set from outside between ticks, and which level was shown in
 * which state of its history. Going to a tick puts a checkpoint of the state back and replays the
 * entries that follow. Undoing an edit is an entry as any other: it never moves the player back.
 *
 * Changes from outside need not be reported one by one. A function that changes the state calls
 * sandbox_will_change; before the next tick the state is compared with the snapshot made then. Time
 * is counted in ticks since the session began. */
#ifndef SESSION_H
#define SESSION_H

#include "sandbox.h"

typedef struct session session;

/* Begins to record the sandbox, which must outlive it. From now on only the session makes its
 * ticks. */
session *session_create(sandbox *s);
void session_destroy(session *t); /* NULL is fine; the sandbox stays as it is now */

/* ---- Time -------------------------------------------------------------------------------- */

#define SESSION_TICKS_MAX (60 * 60 * TICKS_PER_SECOND) /* the oldest are dropped beyond this */

typedef struct session_time {
    unsigned long first, end; /* it can be gone to any tick from first to end */
    unsigned long now;        /* how many ticks were made before the state shown */
} session_time;

session_time session_now(const session *t);

/* Makes one tick. In the past, what came after is then another branch; see session_take_branch. */
void session_tick(session *t, const player_input *input);

/* Goes to the state after so many ticks, the nearest that there is, with what was set before the
 * next tick. What moves, what was recorded of it, the level and its history are then as they were.
 * Returns false when there is no memory to show a level again: it is then at some tick between. */
bool session_seek(session *t, unsigned long at);

/* What session_walk calls; each function returns whether to go on. */
typedef struct session_walker {
    /* All is as it was after `first` ticks; or what was set from outside after a tick is set. */
    bool (*change)(void *context);
    /* A tick is made that was asked this; what was set after it is not yet. */
    bool (*tick)(void *context, const player_input *input);
    void *context;
} session_walker;

/* Goes to the state after `first` ticks, as session_seek does, on through each one to `last`, and
 * back to where it was. Returns false when a function did, or as session_seek does. */
bool session_walk(session *t, unsigned long first, unsigned long last, const session_walker *w);

/* Whether that level was shown at some tick, and is not forgotten. session_show_level shows it
 * again, as it was left; it returns false, and changes nothing, if it is forgotten or memory runs
 * out. */
bool session_has_level(const session *t, const level *l);
bool session_show_level(session *t, const level *l);

sandbox *session_sandbox(const session *t);

/* ---- Branches ---------------------------------------------------------------------------- */

/* With direction -1 exchanges what came after the last fork for what had come before it was forked,
 * and goes to the tick where it was; with 1 the other way round. Returns false when there is none,
 * or as session_seek does. */
bool session_take_branch(session *t, int direction);
bool session_has_branch(const session *t, int direction);

/* ---- What happened ----------------------------------------------------------------------- */

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

/* Returns what happened in the ticks that led to `first` .. `last`, as far as they are recorded. */
unsigned session_marks(const session *t, unsigned long first, unsigned long last);

/* Sets a bookmark at the tick that is shown, or takes it away. Returns false where there is none:
 * the beginning was made by no tick. */
bool session_toggle_bookmark(session *t);

/* Returns the nearest tick before (or after) `at` that has one of the marks, which the one before
 * it did not have; `at` when there is none. */
unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward);

#endif
