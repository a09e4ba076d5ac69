/* read: what only the loader calls; level.h has the rest. */
#ifndef LEVEL_READ_H
#define LEVEL_READ_H

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

/* level_read, taking over `source`, which came from malloc and has a byte to spare. Returns NULL
 * without an error when the watcher did not want to go on. */
level *level_read_source(char *source, size_t length, const level_watcher *watcher,
                         level_errors *errors);

#endif
