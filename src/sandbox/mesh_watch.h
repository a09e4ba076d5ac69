/* mesh_watch: notices that a mesh's file was saved by somebody else, as live_file does for one
 * file.
 */
#ifndef MESH_WATCH_H
#define MESH_WATCH_H

#include "../level/level.h"
#include "live_file.h"

typedef struct mesh_watch {
    live_file *files; /* owned; one for each of the level's meshes */
    int count;
} mesh_watch;

/* Watches the meshes of the level at `path`, and no others any more. Out of memory some are not
 * watched. */
void mesh_watch_begin(mesh_watch *w, const level *l, const char *path);
void mesh_watch_end(mesh_watch *w);

/* Returns the index of a mesh whose file says something else than when it was last looked at, -1
 * when none does. */
int mesh_watch_changed(mesh_watch *w);

#endif
