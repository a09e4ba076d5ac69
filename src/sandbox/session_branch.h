/* session_branch: what is recorded of one branch of a session: each tick, what was changed between
 * them, and checkpoints. Times are counted in ticks since the session began. */
#ifndef SESSION_BRANCH_H
#define SESSION_BRANCH_H

#include "session_state.h"

/* ---- Rows: arrays that grow by little at a time, for there are hours of them ---------------- */

typedef struct rows {
    char *data; /* owned */
    int count, room;
    size_t size; /* of a row */
} rows;

static inline void *rows_get(const rows *r, int index) {
    return r->data + (size_t)index * r->size;
}

/* Returns the last row, NULL when there is none. */
static inline void *rows_last(const rows *r) {
    return r->count > 0 ? rows_get(r, r->count - 1) : NULL;
}

/* Returns a new last row, to be filled in; NULL when memory ran out. */
void *rows_add(rows *r);

/* Of rows that begin with the time that they belong to, and ascend by it: returns the index of the
 * first at that time or later; rows.count when there is none. */
int rows_find(const rows *r, unsigned long at);

/* ---- The rows of a branch ---------------------------------------------------------------- */

/* A tick that was made. */
typedef struct session_made {
    player_input input; /* what it was asked */
    sm3_vec position;   /* where the player's move ended */
    unsigned marks;     /* what happened in it: SESSION_PUSHED and so on */
} session_made;

/* Where a level is in its history. */
typedef struct session_place {
    int level; /* which of the session's */
    int step;  /* see edit_pin */
} session_place;

/* What was changed from outside after the tick that led to `at`; or a checkpoint: all as it was
 * right after that tick. */
typedef struct session_change {
    unsigned long at;
    session_place place;  /* of the level then */
    bool cleared;         /* the record was, too */
    session_state *state; /* as it became; NULL: it stayed; owned */
} session_change;

#define SESSION_CHECKPOINT_TICKS 60 /* between two of them, where there is room */

typedef struct session_branch {
    unsigned long first;              /* the tick before the first of these */
    rows ticks, changes, checkpoints; /* of session_made, and twice of session_change */
} session_branch;

/* Returns an empty one, from `first` on. */
session_branch session_branch_from(unsigned long first);
void session_branch_free(session_branch *b);

/* Returns its last tick. */
static inline unsigned long session_branch_end(const session_branch *b) {
    return b->first + (unsigned long)b->ticks.count;
}

/* Returns the tick that led to `at`, first + 1 .. end. */
static inline session_made *session_branch_tick(const session_branch *b, unsigned long at) {
    return rows_get(&b->ticks, (int)(at - b->first) - 1);
}

/* Cuts off what comes after `at` and behind the first so many changes. Returns false when memory
 * ran out: some of it is then lost. */
bool session_branch_cut(session_branch *b, unsigned long at, int change_count,
                        session_branch *tail);

/* Moves all of `tail`, which comes after it, to the end. Returns false when memory ran out: some of
 * it is then still there. */
bool session_branch_append(session_branch *b, session_branch *tail);

/* Drops what is only needed to get to a time before `first`, where there is a checkpoint. Returns
 * how many changes that were. */
int session_branch_drop(session_branch *b, unsigned long first);

/* Removes the checkpoint that is nearest to its neighbours, but for the first and those of the last
 * quarter: so old ones are evenly apart, in the end. */
void session_branch_thin(session_branch *b); /* of at least 4 */

#endif
