/* platform: all that the program asks of a system beyond C11 and SDL: files, folders and locks. For
 * a system without POSIX, platform.c alone is to be written anew.
 *
 * A file is written wholly or not at all: the bytes go to a temporary file in the same folder,
 * NAME.PID.part, which is renamed over the old file once the disk has it. Whatever goes wrong
 * before that, the old file is as it was. The permission bits of the old file are kept; its owner
 * is whoever saves, and other hard links to it keep the old content. What a killed program left
 * behind goes with the next save to that path. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* To be called first. */
void platform_begin(void);

/* From now on SIGTERM, SIGINT and SIGHUP do not end the program: platform_must_end returns true
 * after the first of them. One that is ignored stays ignored. */
void platform_catch_end(void);
bool platform_must_end(void);

/* ---- What there is ----------------------------------------------------------------------- */

typedef struct platform_status {
    const char *other;       /* NULL: a regular file; or what it is instead, "a folder" say */
    uint64_t device, number; /* one file has the same two, whatever the path */
    int64_t size;            /* bytes */
    struct timespec changed;
    bool is_public; /* everybody may write to it */
} platform_status;

/* Asks what there is at the path, behind all links, or at the other end of a stream. Returns false
 * when there is nothing, or nothing that may be asked; *status is all 0 then. */
bool platform_look(const char *path, platform_status *status);
bool platform_look_at_stream(FILE *stream, platform_status *status);

bool platform_exists(const char *path);

/* Whether both are of the same file, and whether that is as it was. */
bool platform_is_same(const platform_status *a, const platform_status *b);
bool platform_is_unchanged(const platform_status *a, const platform_status *b);

bool platform_is_terminal(FILE *stream);

/* ---- Reading ----------------------------------------------------------------------------- */

/* Opens a regular file for reading, at once even where opening would wait. Returns NULL for any
 * other thing, with what it is in status->other, and when it cannot be opened, with NULL there and
 * errno set. */
FILE *platform_open(const char *path, platform_status *status);

/* ---- Saving ------------------------------------------------------------------------------ */

#define SAVE_MESSAGE_LENGTH 600

/* Saves `length` bytes as the file at `path`; a symbolic link stays one, its target is saved. An
 * existing file must be a regular one that may be written. Not for two threads at once.
 *
 * Returns whether the file is saved; if not, `message` says which file, why and what happens now.
 * In one case that the message tells, the file has the new content all the same: when only the
 * folder could not be confirmed, so that a power cut may bring the old content back. */
bool save_file(const char *path, const void *bytes, size_t length,
               char message[SAVE_MESSAGE_LENGTH]);

/* The same with a lock on the new file that dies with this process: it is there before the file has
 * its name. *lock is for platform_unlock; -1 when the file is not saved. */
bool save_file_locked(const char *path, const void *bytes, size_t length, int *lock,
                      char message[SAVE_MESSAGE_LENGTH]);

/* Takes the lock of a regular file, without waiting. Returns what platform_unlock wants; -1 when
 * somebody else has it or there is no such file. Where there are no locks, nobody has any. */
int platform_lock(const char *path, platform_status *status);
void platform_unlock(int lock); /* -1 does nothing */

/* ---- Paths: all but these two are to be freed with free() ---------------------------------- */

/* Returns the end of a path, which tells files apart, from the beginning of a character, at most so
 * many bytes. */
const char *platform_path_end(const char *path, size_t most);

#define PATH_SHOWN 200 /* bytes of a path in a message */

typedef struct path_shown {
    char text[PATH_SHOWN + 4];
} path_shown;

/* Returns the path as a message shows it: of a longer one "..." and its end. */
path_shown platform_show_path(const char *path);

/* Returns `folder`, a slash and `name`. */
char *platform_join(const char *folder, const char *name);

/* Returns the path of a file by its name, or path, as seen from the folder of another. */
char *platform_path_beside(const char *path, const char *name);

/* Returns the path as seen from the root. The file need not exist. "" stays. */
char *platform_absolute(const char *path);

/* Returns the folder for what the program remembers of its user, which need not exist; NULL without
 * a home. */
char *platform_state_folder(void);

/* Makes the folder and those above it. What went wrong shows when a file in it is written. */
void platform_make_folder(char *folder);

/* Returns the sorted names of what is in a folder, NULL behind the last one. */
char **platform_list(const char *folder);
void platform_free_list(char **names); /* NULL is fine */

int platform_process(void); /* the number that this process has alone */

#endif
