/* file_watch: notices that another program saved a file.
 *
 * Editors save in place, or write a new file and rename it over the old one; looking at the path's
 * state a few times a second sees both, on every file system. The state is compared with the one
 * that was read, so that a change during the reading is seen, too. */
#ifndef FILE_WATCH_H
#define FILE_WATCH_H

#include "../level/level.h"

typedef struct file_watch {
    char *path;             /* owned; NULL: nothing is watched */
    bool exists;            /* as a regular file, not as a pipe or a device */
    level_file_state state; /* as it was read last */
    bool settling; /* it was read so soon after its change that a second change could have the same
                      time stamp */
} file_watch;

/* Watches the file for changes of this state; a state without a hash means the present one. The
 * path is copied. */
void file_watch_begin(file_watch *w, const char *path, const level_file_state *known);
void file_watch_end(file_watch *w);

/* What happened to a file since the last look. */
typedef enum file_news {
    FILE_SAME,
    FILE_CHANGED, /* its content differs from the known one, or from the one at the last
                     FILE_CHANGED */
    FILE_GONE     /* it is no longer there */
} file_news;

file_news file_watch_look(file_watch *w);

/* ---- The meshes of a level --------------------------------------------------------------- */

typedef struct mesh_watch {
    file_watch *files; /* owned: those of the level's meshes and the files that these name */
    int *meshes;       /* owned: which mesh each belongs to */
    int count, capacity;
} mesh_watch;

/* Watches the files of the level at `path` instead of those before. */
void mesh_watch_begin(mesh_watch *w, const level *l, const char *path);
void mesh_watch_end(mesh_watch *w);

/* Returns the index of a mesh with a changed file, and sets `news`; -1, and FILE_SAME, when no file
 * has changed. */
int mesh_watch_look(mesh_watch *w, file_news *news);

#endif
