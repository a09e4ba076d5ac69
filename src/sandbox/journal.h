/* journal: what happened in a session, one entry after another.
 *
 * An entry is a tick, or a change that was made between two ticks, and names the entry that it came
 * after. Going on from the past adds entries after an old one: the entries form a tree, and what
 * had come after the old one is another branch. The path leads from the first tick of the journal
 * to the end of the branch that is shown. Times are counted in ticks since the session began. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "session_state.h"

/* Where a level is in its history. */
typedef struct session_place {
    int level; /* index among the session's levels */
    int step;  /* see edit_pin */
} session_place;

/* A change from outside of the ticks; or a checkpoint, the whole state right after a tick. */
typedef struct journal_change {
    session_place place; /* of the level then */
    bool has_state;      /* false: the change was only to the level or the record */
    bool cleared;        /* the record of moves was cleared */
    session_state state[];
} journal_change;

typedef struct journal_entry {
    int before;             /* the number of the entry that it came after */
    unsigned marks;         /* of a tick: what happened in it; SESSION_PUSHED and so on */
    player_input input;     /* of a tick */
    sm3_vec position;       /* of a tick: where the player's move ended */
    bool is_tick;           /* false: a change, or the beginning */
    journal_change *change; /* owned; of a tick a checkpoint or NULL */
} journal_entry;

#define JOURNAL_FORKS_MAX 8 /* if there are more, the oldest can no longer be undone */

/* Where the player went on from the past. */
typedef struct journal_fork {
    unsigned long at;
    int end; /* the last entry of the other branch */
} journal_fork;

typedef struct journal {
    journal_entry *entries; /* owned; the first one has the number `dropped` */
    int count, room, dropped;
    int *path; /* owned; the numbers of the entries that led to the times first .. end */
    int path_count, path_room;
    unsigned long first;
    int last; /* the last entry of the branch */
    journal_fork forks[JOURNAL_FORKS_MAX];
    int fork_count, fork_done; /* forks[fork_done ..] are undone */
} journal;

/* Removes all entries. The next entry that is added is the beginning: the state after `at` ticks.
 */
void journal_clear(journal *j, unsigned long at);
void journal_free(journal *j);

/* Returns its last time. */
unsigned long journal_end(const journal *j);

/* Returns the entry that led to the time `at`, first .. end. */
journal_entry *journal_at(const journal *j, unsigned long at);

/* Adds an entry at the end. A tick, and the beginning, leads to another time. */
journal_entry *journal_add(journal *j, bool is_tick);

/* Returns the last change that was made after the tick that led to `at`, and then the one before
 * it; NULL: there is no other. *entry is 0 for the first call. */
const journal_change *journal_next_change(const journal *j, unsigned long at, int *entry);

/* Drops the oldest entries of a journal that is too long, up to a checkpoint. */
void journal_drop_oldest(journal *j);

#define JOURNAL_CHECKPOINT_TICKS 60 /* between two checkpoints, each of some KB */

/* Begins another branch: the next entry comes after the last change at the time `at`. */
void journal_fork_at(journal *j, unsigned long at);

/* Returns the fork that is undone with direction -1, or made again with 1; NULL: there is none. */
const journal_fork *journal_find_fork(const journal *j, int direction);

/* Exchanges the branches of that fork, which must be there. */
void journal_take_fork(journal *j, int direction);

#endif
