/* session_branch: what is recorded of one branch of a session: inputs, changes, checkpoints, and
 * what happened. Times are counted in ticks since the session began. */
#ifndef SESSION_BRANCH_H
#define SESSION_BRANCH_H

#include "rows.h"
#include "session_state.h"

/* Where a level is in its history. */
typedef struct session_place {
    int level; /* which of the session's */
    int step;  /* see edit_keep */
} session_place;

/* The ticks from `at` on were asked this. */
typedef struct session_run {
    unsigned long at;
    player_input input;
} session_run;

/* In the ticks from `at` on this happened; see session_marks.h. */
typedef struct session_marked {
    unsigned long at; /* the tick that led there */
    unsigned marks;
} session_marked;

#define SESSION_CHECKPOINT_TICKS 60 /* between two of them, where there is room */

/* Where the player's moves of the last ticks up to `at` ended. */
typedef struct session_way {
    unsigned long at;
    int count;
    sm3_vec *positions; /* owned */
} session_way;

/* What was changed from outside after the tick that led to `at`. */
typedef struct session_change {
    unsigned long at;
    unsigned long number;  /* grows from change to change */
    session_place place;   /* of the level then */
    unsigned char *bytes;  /* of the state, see session_difference; owned */
    crowd_member *members; /* the crowd as it became; NULL: it stayed; owned */
} session_change;

/* The state right after the tick that led to `at`. */
typedef struct session_checkpoint {
    unsigned long at;
    session_place place;
    session_state *state;  /* owned */
    crowd_member *members; /* owned; NULL: none */
} session_checkpoint;

typedef struct session_branch {
    rows runs, marks, ways, changes, checkpoints; /* of the above */
    unsigned long end;                            /* the last tick */
} session_branch;

extern const session_branch session_no_branch;

void session_branch_free(session_branch *b);

/* Cuts off what comes after `at`, and of the changes at that time those from `number` on. Returns
 * false when memory ran out: some of it is then lost. */
bool session_branch_cut(session_branch *b, unsigned long at, unsigned long number,
                        session_branch *tail);

/* Records what happened in its last tick, or what will have when there is a next one. Return false
 * when memory ran out. */
bool session_branch_mark(session_branch *b, unsigned marks);
bool session_branch_mark_next(session_branch *b, unsigned marks);

/* Returns where the player was, NULL when that is not recorded. */
const sm3_vec *session_branch_position(const session_branch *b, unsigned long at);

/* Moves all of `tail`, which comes after it, to the end. Returns false when memory ran out: some of
 * it is then still there. */
bool session_branch_append(session_branch *b, session_branch *tail);

/* Drops what is only needed to get to a time before `first`, where there is a checkpoint. */
void session_branch_drop(session_branch *b, unsigned long first);

/* Removes checkpoints where they are nearest to one another, but for the first and those of the
 * last quarter: so old ones are evenly apart, in the end. */
void session_branch_thin(session_branch *b); /* of at least 4 */

bool session_branch_uses_level(const session_branch *b, int index);

#endif
