/* live_file: notices that a file was saved by somebody else.
 *
 * Editors save in place, or write a new file and rename it over the old one; asking the path for
 * its state a few times a second sees both, on every file system. */
#ifndef LIVE_FILE_H
#define LIVE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

typedef struct live_file {
    char *path; /* owned; NULL: nothing is watched */
    struct stat seen;
    bool exists;
    uint64_t content; /* a hash of what was in it */
    bool settling; /* seen so soon after its change that a second change could bear the same time */
} live_file;

/* Watches the file as it is now. The path is copied; when memory runs out nothing is watched. */
void live_file_watch(live_file *f, const char *path);
void live_file_forget(live_file *f);

/* Returns whether the file is there and says something else than when it was watched, or than the
 * last time this returned true. */
bool live_file_changed(live_file *f);

#endif
