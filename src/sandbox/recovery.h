/* recovery: copies of unsaved levels, for after a crash or a signal.
 *
 * While a level has unsaved changes, a copy of it is written now and then into
 * $XDG_STATE_HOME/slidemove or ~/.local/state/slidemove. It is removed when the changes are saved
 * or given up. A copy that is left when its process has ended is what was lost. Each process locks
 * its copies; the lock ends with the process, so it tells which copies were left. The number of a
 * process does not, because it may be given again.
 *
 * The file is NAME-HASH-PROCESS.recovery, of the level's name and absolute path. Its first line is
 * that path, the rest is the level's text.
 */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <time.h>

#include "sandbox.h"

#define RECOVERY_SECONDS 10.0 /* between two copies of a level that is being changed */

typedef struct recovery {
    char *folder;        /* owned; NULL: no copies are kept */
    char *file;          /* owned; the copy that is held now, NULL: none ... */
    char *path;          /* owned; ... and the level's path as it was given */
    int lock;            /* descriptor that holds the copy's lock; -1: there are no locks */
    double waited;       /* seconds of unsaved changes since the last copy */
    unsigned kept_level; /* sandbox_version at the last copy */
    bool complained;     /* about failures since the last success */
} recovery;

/* Finds the folder, which is made when it is first needed. Without a home, or memory, no copies are
 * kept, and nothing else fails. */
void recovery_open(recovery *r);

/* Frees it. A copy that is held stays: a clean end calls recovery_drop before. */
void recovery_close(recovery *r);

/* To be called each frame, with whether what is shown is in no file, the level's path, "" while it
 * has none, and the seconds since the last call. Writes a copy when it is time to, and removes it
 * when nothing is unsaved. Returns false, and why, when a copy cannot be written: once, until one
 * can. */
bool recovery_keep(recovery *r, const sandbox *s, bool is_unsaved, const char *path, double seconds,
                   char message[SAVE_MESSAGE_LENGTH]);

/* Writes a copy at once unless the held one is of the level as it is. Returns false, and why, when
 * no such copy is held. */
bool recovery_keep_now(recovery *r, const sandbox *s, const char *path,
                       char message[SAVE_MESSAGE_LENGTH]);

/* Removes the copy that is held: the changes were saved, or given up. */
void recovery_drop(recovery *r);

/* ---- After a crash ----------------------------------------------------------------------- */

/* A copy that was found. */
typedef struct recovered {
    char *file; /* owned */
    int lock;   /* descriptor: meanwhile no other process finds the copy */
    char *path; /* owned; absolute; "" when the level had none */
    struct timespec written;
    level *level; /* owned */
} recovered;

/* Finds the newest copy that no process holds. What cannot be read is passed over, and stays.
 * Returns false when there is none; after true, recovery_take, recovery_discard or recovered_free
 * must follow. */
bool recovery_find(const recovery *r, recovered *found);

/* Shows it as unsaved changes to its path, and holds a copy of its own before the old one is
 * removed; if it cannot, the old one stays. Returns false when memory ran out: all is as it was.
 * found->path holds until recovered_free, which must follow. */
bool recovery_take(recovery *r, sandbox *s, recovered *found);

/* Removes it for good, and frees it. */
void recovery_discard(recovered *found);

void recovered_free(recovered *found);

#endif
