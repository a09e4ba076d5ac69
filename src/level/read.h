/* read: what only the loader calls; level.h has the rest. */
#ifndef LEVEL_READ_H
#define LEVEL_READ_H

#include "file.h"

/* level_read, taking over `source`, which came from malloc and has a byte to spare. Returns NULL
 * without an error when the watcher did not want to go on. */
level *level_read_source(char *source, size_t length, const level_watcher *watcher,
                         level_errors *errors);

#endif
