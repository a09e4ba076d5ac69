/* recovery: copies of unsaved levels, for after a crash or a signal.
 *
 * While a level has unsaved changes, a copy of it is written now and then into
 * $XDG_STATE_HOME/slidemove or ~/.local/state/slidemove. It is removed when the changes are saved
 * or given up. A copy without a running process has the changes that were lost. Each process locks
 * its copies, and the lock ends with the process. The process number alone is not enough, because
 * it may be used again.
 *
 * The file is NAME-HASH-PROCESS.recovery, of the level's name and absolute path. Its first line is
 * that path, the rest is the level's text. */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <time.h>

#include "sandbox.h"

#define RECOVERY_SECONDS 10.0 /* between two copies of a level that is being changed */

typedef struct recovery {
    char *folder;        /* owned; NULL: no copies are kept */
    char *file;          /* owned; the copy that this process has; NULL: none */
    char *path;          /* owned; the path of that copy's level, as it was given */
    int lock;            /* descriptor that locks the copy; -1: not locked */
    double waited;       /* seconds of unsaved changes since the last copy */
    unsigned kept_level; /* sandbox_version at the last copy */
    bool complained;     /* a failure was reported since the last success */
} recovery;

/* Finds the folder, which is made when it is first needed. Without a home, or memory, no copies are
 * kept, and nothing else fails. */
void recovery_open(recovery *r);

/* Frees it. A copy that is held stays: a clean end calls recovery_drop before. */
void recovery_close(recovery *r);

/* Call it each frame, with whether there are unsaved changes, the level's path ("" if it has none),
 * and the seconds since the last call. Writes a copy when it is time, and removes it when nothing
 * is unsaved. Returns false, with the reason, when a copy cannot be written; it reports that once
 * until one is written again. */
bool recovery_keep(recovery *r, const sandbox *s, bool is_unsaved, const char *path, double seconds,
                   char message[SAVE_MESSAGE_LENGTH]);

/* Writes a copy at once unless the present one is up to date. Returns false, with the reason, when
 * there is no such copy. */
bool recovery_keep_now(recovery *r, const sandbox *s, const char *path,
                       char message[SAVE_MESSAGE_LENGTH]);

/* Removes the copy, because the changes were saved or given up. */
void recovery_drop(recovery *r);

/* ---- After a crash ----------------------------------------------------------------------- */

/* A copy that was found. */
typedef struct recovered {
    char *file; /* owned */
    int lock;   /* descriptor of a lock, so that no other process takes the copy */
    char *path; /* owned; absolute; "" when the level had none */
    struct timespec written;
    level *level; /* owned */
} recovered;

/* Finds the newest copy of the level at `path` that no process has locked; NULL: of any level.
 * Unreadable files are skipped and kept. Returns false when there is none; after true,
 * recovery_take, recovery_discard or recovered_free must follow. */
bool recovery_find(const recovery *r, const char *path, recovered *found);

/* Shows the copy's level as unsaved changes of its path. Writes a copy for this process before it
 * removes the old one; if it cannot, the old one stays. Returns false, and changes nothing, when
 * memory ran out. Call recovered_free afterwards; found->path is valid until then. */
bool recovery_take(recovery *r, sandbox *s, recovered *found);

/* Removes it for good, and frees it. */
void recovery_discard(recovered *found);

void recovered_free(recovered *found);

#endif
