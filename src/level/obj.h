/* obj: Wavefront OBJ files, of which vertices and faces are taken. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "file.h"

#define OBJ_CORNERS_MAX 4096 /* of one face; cutting one up may take the cube of them */

/* Reads a file's bytes into the mesh, which is empty. Returns false with one error, which has a
 * line of the file (0: it is not about one), what was expected and what was found; with none when
 * the watcher did not want to go on. The mesh stays empty then. */
bool obj_read(const char *text, size_t length, const level_watcher *watcher, level_mesh *mesh,
              level_errors *errors);

#endif
