/* file: all bytes of a file, and who is told how far the reading of one is. */
#ifndef LEVEL_FILE_H
#define LEVEL_FILE_H

#include "level.h"

#define LEVEL_PROGRESS_STEP (1 << 20) /* bytes between two reports */

/* Who is told how far a file's reading is. */
typedef struct level_watcher {
    level_progress_fn *progress; /* NULL: no one */
    void *context;
    size_t total; /* bytes of the file, as far as known */
} level_watcher;

/* Tells how many bytes are loaded and understood. Returns whether to go on. */
bool level_tell(const level_watcher *watcher, size_t loaded, size_t understood);

/* Reads the whole file; the watcher learns its size. Returns its bytes, from malloc, with one to
 * spare behind them; false with *errors filled, or empty when the watcher did not want to go on. */
bool level_read_file(const char *path, level_watcher *watcher, char **text, size_t *length,
                     level_errors *errors);

#endif
