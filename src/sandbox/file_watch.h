/* file_watch: notices that another program saved a file.
 *
 * Editors save in place, or write a new file and rename it over the old one; asking the path for
 * its state a few times a second sees both, on every file system. What is compared is the state
 * that was read, so that nothing is missed that was written meanwhile. */
#ifndef FILE_WATCH_H
#define FILE_WATCH_H

#include "../level/level.h"

typedef struct file_watch {
    char *path;             /* owned; NULL: nothing is watched */
    bool exists;            /* as a regular file: a pipe or a device in its place is none */
    level_file_state state; /* as it was read last */
    bool settling; /* seen so soon after its change that a second change could bear the same time */
} file_watch;

/* Watches the file, of which this state is known; one without a hash stands for how it is now. The
 * path is copied. */
void file_watch_begin(file_watch *w, const char *path, const level_file_state *known);
void file_watch_end(file_watch *w);

/* What is new of a file since it was last looked at. */
typedef enum file_news {
    FILE_SAME,
    FILE_CHANGED, /* it says something else than was known, or than when this was last told */
    FILE_GONE     /* it is no longer there */
} file_news;

file_news file_watch_look(file_watch *w);

/* ---- The meshes of a level --------------------------------------------------------------- */

typedef struct mesh_watch {
    file_watch *files; /* owned; one for each of the level's meshes */
    int count;
} mesh_watch;

/* Watches the meshes of the level at `path`, and no others any more. */
void mesh_watch_begin(mesh_watch *w, const level *l, const char *path);
void mesh_watch_end(mesh_watch *w);

/* Returns the index of a mesh with a changed file, and sets `news`; -1, and FILE_SAME, when no file
 * has changed. */
int mesh_watch_look(mesh_watch *w, file_news *news);

#endif
