/* read: what only the loader calls; level.h has the rest. */
#ifndef LEVEL_READ_H
#define LEVEL_READ_H

#include "level.h"

/* level_read, taking over `source`, which came from malloc and has a byte to spare. */
level *level_read_source(char *source, size_t length, level_errors *errors);

#endif
