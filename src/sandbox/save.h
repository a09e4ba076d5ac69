/* save: a file is written wholly or not at all.
 *
 * The bytes go to a temporary file in the same folder, NAME.PID.part, which is renamed over the old
 * file once the disk has it. Whatever goes wrong before that, the old file is as it was.
 *
 * The permission bits of the old file are kept; its owner is whoever saves, and other hard links to
 * it keep the old content. What a killed program left behind goes with the next save to that path.
 */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define SAVE_PATH_SHOWN     400 /* bytes of a path in a message; of a longer one its end */
#define SAVE_MESSAGE_LENGTH 600

/* The system calls that a full or broken disk makes fail; tests put their own here. */
typedef struct save_calls {
    int (*create)(int folder, const char *name, mode_t mode); /* for writing; must not exist */
    ssize_t (*write)(int file, const void *bytes, size_t size);
    int (*fsync)(int file); /* first the file, then the folder */
    int (*close)(int file);
    int (*rename)(const char *from, const char *to);
} save_calls;

/* Saves `length` bytes as the file at `path`; a symbolic link stays one, its target is saved. An
 * existing file must be a regular one that may be written. `calls` is NULL but in tests. Not for
 * two threads at once.
 *
 * Returns whether the file is saved; if not, `message` says which file, why and what happens now.
 * In one case that the message tells, the file has the new content all the same: when only the
 * folder could not be confirmed, so that a power cut may bring the old content back. */
bool save_file(const char *path, const void *bytes, size_t length, const save_calls *calls,
               char message[SAVE_MESSAGE_LENGTH]);

/* The same with a lock on the new file (flock), that dies with this process: it is there before the
 * file has its name. *lock becomes the descriptor that holds it, to be closed; -1 when the file is
 * not saved, or the file system knows no locks. */
bool save_file_locked(const char *path, const void *bytes, size_t length, int *lock,
                      char message[SAVE_MESSAGE_LENGTH]);

#endif
