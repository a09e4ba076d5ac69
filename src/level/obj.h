/* obj: reads the vertices and faces of Wavefront OBJ files. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "file.h"

#define OBJ_CORNERS_MAX 4096 /* corners of a face; cutting it up may cost their cube */

/* Reads the bytes of a file into an empty mesh. Returns false with one error, or without one when
 * the watcher cancelled. The line of the error is a line of the file, or 0. The mesh is then empty.
 */
bool obj_read(const char *text, size_t length, const level_watcher *watcher, level_mesh *mesh,
              level_errors *errors);

#endif
