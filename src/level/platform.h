/* platform: the functions of the system that are not in C11 and SDL: files, folders and locks. A
 * port to a system without POSIX rewrites platform.c only.
 *
 * A file is written wholly or not at all. The bytes go to a temporary file in the same folder,
 * NAME.PID.part, which is renamed over the old file once the disk has it. If anything goes wrong
 * before that, the old file is unchanged. The permission bits of the old file are kept. Its owner
 * becomes the user that saves, and other hard links to it keep the old content. A program that is
 * killed while it saves leaves its temporary file. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* Must be called first. */
void platform_begin(void);

/* From now on SIGTERM, SIGINT and SIGHUP do not end the program, but platform_must_end returns true
 * after the first of them. A signal that is ignored stays ignored. */
void platform_catch_end(void);
bool platform_must_end(void);

/* ---- What there is ----------------------------------------------------------------------- */

typedef struct platform_status {
    const char *other;       /* NULL: a regular file; otherwise what it is, such as "a folder" */
    uint64_t device, number; /* together they identify a file, whatever its path */
    int64_t size;            /* bytes */
    struct timespec changed;
    bool is_public; /* any user may write to it */
} platform_status;

/* Gets the status of the file at the path, after all links, or of an open stream. Returns false
 * with *status all 0 when there is nothing or it may not be asked. */
bool platform_look(const char *path, platform_status *status);
bool platform_look_at_stream(FILE *stream, platform_status *status);

bool platform_exists(const char *path);

/* Return whether both are of the same file, and whether it is also unchanged. */
bool platform_is_same(const platform_status *a, const platform_status *b);
bool platform_is_unchanged(const platform_status *a, const platform_status *b);

bool platform_is_terminal(FILE *stream);

/* ---- Reading ----------------------------------------------------------------------------- */

/* Opens a regular file for reading, at once even where opening would wait. For anything else
 * returns NULL with what it is in status->other. When it cannot be opened, returns NULL with NULL
 * there and errno set. */
FILE *platform_open(const char *path, platform_status *status);

/* ---- Saving ------------------------------------------------------------------------------ */

#define SAVE_MESSAGE_LENGTH 600

/* Saves `length` bytes as the file at `path`. A symbolic link to a file stays one; its target is
 * saved. An existing file must be a regular one that may be written. Two threads must not call it
 * at the same time.
 *
 * Returns whether the file is saved. If not, `message` says which file, why and what happens now.
 * In one case, which the message names, the file has the new content all the same: when the folder
 * could not be flushed, a power cut may bring the old content back.
 */
bool save_file(const char *path, const void *bytes, size_t length,
               char message[SAVE_MESSAGE_LENGTH]);

/* The same with a lock on the new file, which is there before the file has its name and ends with
 * this process. Sets *lock for platform_unlock; -1 when the file is not saved. */
bool save_file_locked(const char *path, const void *bytes, size_t length, int *lock,
                      char message[SAVE_MESSAGE_LENGTH]);

/* Locks a regular file without waiting. Returns the lock for platform_unlock, or -1 when another
 * process holds it or there is no such file. On systems without locks it always succeeds. */
int platform_lock(const char *path, platform_status *status);
void platform_unlock(int lock); /* -1 does nothing */

/* ---- Paths: all but these two are to be freed with free() ---------------------------------- */

/* Returns the end of a path, at most so many bytes, from the beginning of a character. */
const char *platform_path_end(const char *path, size_t max);

#define PATH_SHOWN 200 /* bytes of a path in a message */

typedef struct path_shown {
    char text[PATH_SHOWN + 4];
} path_shown;

/* Returns the path for a message: a long path becomes "..." and its end. */
path_shown platform_show_path(const char *path);

/* Returns `folder`, a slash and `name`. */
char *platform_join(const char *folder, const char *name);

/* Returns the path of a file that is named relative to the folder of another file. */
char *platform_path_beside(const char *path, const char *name);

/* Returns the absolute path. The file need not exist. "" stays. */
char *platform_absolute(const char *path);

/* Returns the folder for the state of the program, which need not exist; NULL when the user has no
 * home. */
char *platform_state_folder(void);

/* Makes the folder and its parents. Errors show when a file in it is written. */
void platform_make_folder(char *folder);

/* Returns the sorted names of the entries of a folder, with NULL behind the last one. */
char **platform_list(const char *folder);
void platform_free_list(char **names); /* NULL is fine */

int platform_process(void); /* the number of this process */

/* ---- Other programs ---------------------------------------------------------------------- */

/* Another program that runs, and this end of a link to it. Zeroed: none. */
typedef struct platform_child {
    int process, link;
} platform_child;

/* The other end of the link, in the program that was started. */
enum { PLATFORM_LINK = 3 };

enum { CHILD_END_LENGTH = 64 };

/* Starts the program with these arguments, of which the last is NULL; the first is its path, or its
 * name in PATH. What it prints goes to standard error, with `is_heard` to the link instead. Returns
 * false if it cannot; on a system without programs always. */
bool platform_start(const char *const *arguments, bool is_heard, platform_child *child);

/* Ends the link, waits for the end of the program, and says how it ended. Returns whether its exit
 * status was 0. */
bool platform_end(platform_child *child, char how[CHILD_END_LENGTH]);

/* Send and receive all bytes. Return false when the other end is gone. */
bool platform_send(int link, const void *bytes, size_t length);
bool platform_receive(int link, void *bytes, size_t length);

/* Returns all that comes until the other end is gone, ended by a 0, to be freed. */
char *platform_receive_all(int link);

/* Ends this program, if it still runs, after so many seconds from now; 0: no longer. */
void platform_limit(unsigned seconds);

/* A function of a shared library, to be cast to its type. */
typedef void platform_function(void);

/* Loads a shared library. Returns NULL, with the reason in *message, when it cannot. */
void *platform_load(const char *path, const char **message);

/* Returns its function of that name, or NULL. */
platform_function *platform_find(void *library, const char *name);

/* Makes a new folder for files of this program, of which no other user can change one. Returns its
 * path, to be freed; NULL when it cannot. */
char *platform_make_temporary(void);

/* Removes a file, or an empty folder. */
void platform_remove(const char *path);

#endif
