/* session: records all that happens in a sandbox, so that it can go back to any tick.
 *
 * The state of a tick is small, and the same input always leads to the same state. So the journal
 * holds the input of each tick, the changes from outside between ticks, and which level was shown
 * in which state of its history. To go to a tick the session puts a checkpoint of the state back
 * and replays the entries that follow. Undoing an edit is an entry like any other: it never moves
 * the player back.
 *
 * Changes from outside need not be reported one by one. A function that changes the state calls
 * sandbox_will_change; before the next tick the state is compared with the snapshot made then. Time
 * is counted in ticks since the session began. */
#ifndef SESSION_H
#define SESSION_H

#include "sandbox.h"

typedef struct session session;

/* Begins to record the sandbox, which must outlive the session. From now on make ticks with
 * session_tick alone. */
session *session_create(sandbox *s);
void session_destroy(session *t); /* NULL is fine; does not change the sandbox */

/* ---- Time -------------------------------------------------------------------------------- */

#define SESSION_TICKS_MAX (60 * 60 * TICKS_PER_SECOND) /* the oldest are dropped beyond this */

typedef struct session_time {
    unsigned long first, end; /* session_seek can go to any tick from first to end */
    unsigned long now;        /* the tick of the state that is shown */
} session_time;

session_time session_now(const session *t);

/* Makes one tick. If the state shown is in the past, the ticks after it become another branch; see
 * session_take_branch. */
void session_tick(session *t, const player_input *input);

/* Goes to the state after so many ticks, or the nearest one that is kept, with the changes that
 * were made before the next tick. The player, obstacles, record, level and its history are then as
 * they were. Returns false when memory runs out for a level: the session is then at a tick in
 * between. */
bool session_seek(session *t, unsigned long at);

/* The functions that session_walk calls; each returns whether to go on. */
typedef struct session_walker {
    /* Called at `first`, and after the changes that followed a tick are made. */
    bool (*change)(void *context);
    /* Called after each tick, before the changes that followed it. */
    bool (*tick)(void *context, const player_input *input);
    void *context;
} session_walker;

/* Goes to the state after `first` ticks, then through each tick to `last`, and back to where it
 * was. Returns false when a function returned false, or when session_seek would. */
bool session_walk(session *t, unsigned long first, unsigned long last, const session_walker *w);

/* Whether the session still has that level. session_show_level shows it again as it was left; it
 * returns false, and changes nothing, if the session does not have it or memory runs out. */
bool session_has_level(const session *t, const level *l);
bool session_show_level(session *t, const level *l);

sandbox *session_sandbox(const session *t);

/* ---- Branches ---------------------------------------------------------------------------- */

/* With direction -1 goes back to the branch from before the last fork, at the tick where it was
 * left; with 1 forward again. Returns false when there is no such fork, or when session_seek would.
 */
bool session_take_branch(session *t, int direction);
bool session_has_branch(const session *t, int direction);

/* ---- What happened ----------------------------------------------------------------------- */

/* What happened in a tick. Sets of these are marks: */
enum {
    SESSION_PUSHED = 1 << 0, /* a collision pushed the player */
    SESSION_DEPTH = 1 << 1,  /* the player ended inside an obstacle */
    SESSION_SNAG = 1 << 2, /* the player made less than half of the displacement along the obstacle
                              that pushed it last */
    SESSION_PARTED = 1 << 3,  /* a ghost parted from the player */
    SESSION_CHANGED = 1 << 4, /* the level or the state was changed from outside before the tick */
    SESSION_BOOKMARK = 1 << 5
};

enum {
    SESSION_MET = SESSION_PUSHED | SESSION_DEPTH | SESSION_SNAG, /* there is something to explain */
    SESSION_MARKS = (1 << 6) - 1                                 /* all of them */
};

/* Returns the marks of the ticks that led to `first` .. `last`, as far as they are recorded. */
unsigned session_marks(const session *t, unsigned long first, unsigned long last);

/* Sets or removes a bookmark at the tick that is shown. Returns false at the beginning, which no
 * tick led to. */
bool session_toggle_bookmark(session *t);

/* Returns the nearest tick before (or after) `at` that has one of the marks and follows a tick
 * without it; `at` when there is none. */
unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward);

/* Returns the last tick up to `at` that has one of the marks; the first tick when there is none. */
unsigned long session_find_last(const session *t, unsigned long at, unsigned marks);

#endif
