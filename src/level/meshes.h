/* meshes: the OBJ files that a level's statements name, each once. */
#ifndef LEVEL_MESHES_H
#define LEVEL_MESHES_H

#include "file.h"
#include "operands.h"

/* Returns the index of the mesh of that name, which is added when the level has none; -1 when there
 * are LEVEL_MESHES_MAX already, or when memory ran out. */
int level_add_mesh(reader *r, const char *name, size_t length);

/* level_load_meshes that tells the watcher how far each file is. When that does not want to go on,
 * the result is false and *errors is empty. */
bool level_load_meshes_with(level *l, const char *path, const level_watcher *watcher,
                            level_errors *errors);

void level_free_meshes(level *l);

#endif
