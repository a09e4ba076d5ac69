/* file: all bytes of a file, what tells one state of it from another, and who is told how far the
 * reading is.
 *
 * Only regular files are read: a pipe or a device may never end. */
#ifndef LEVEL_FILE_H
#define LEVEL_FILE_H

#include "level.h"

#define LEVEL_PROGRESS_STEP (1 << 20) /* bytes between two reports: some ms */

/* Who is told how far a file's reading is. */
typedef struct level_watcher {
    sm_progress progress;
    size_t total; /* bytes of the file, as far as known */
} level_watcher;

/* Tells how many bytes are loaded and understood. Returns whether to go on. */
bool level_tell(const level_watcher *watcher, size_t loaded, size_t understood);

/* Opens a regular file for reading. Returns it and what the system says of it; NULL with *errors
 * filled for anything else, at once even where opening would wait. */
FILE *level_open_file(const char *path, platform_status *status, level_errors *errors);

/* Reads the whole file; the watcher learns its size. Returns its bytes, from malloc, with one to
 * spare behind them, and its state; false with *errors filled, or empty when the watcher did not
 * want to go on. */
bool level_read_file(const char *path, level_watcher *watcher, char **text, size_t *length,
                     level_file_state *state, level_errors *errors);

/* Reads a level from such bytes, which it takes over, or `fragment` is the dimensions of the level
 * that they are part of, 0: they are whole; the watcher hears of it. Otherwise as level_read. NULL
 * is no memory for the bytes. */
level *level_read_owned(char *source, size_t length, int fragment, const level_watcher *watcher,
                        level_errors *errors);

/* Returns the hash that a file of these bytes has in its state. */
uint64_t level_hash(const char *bytes, size_t count);

/* Reads the whole file for its state alone. Returns false when it cannot be read. */
bool level_look_at_file(const char *path, level_file_state *state);

#endif
