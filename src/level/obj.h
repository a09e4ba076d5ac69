/* obj: Wavefront OBJ files, of which vertices and faces are taken. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "file.h"

#define OBJ_CORNERS_MAX 4096 /* of one face; cutting one up may take the cube of them */

typedef enum obj_outcome {
    OBJ_READ,
    OBJ_REFUSED,
    OBJ_CANCELLED, /* the watcher did not want to go on */
} obj_outcome;

/* Reads a file's bytes into the mesh, which is empty. When they are refused, the mesh
 * stays empty and *error says why: the line in the file (0: not about a line), no column, what was
 * expected and what was found. */
obj_outcome obj_read(const char *text, size_t length, const level_watcher *watcher,
                     level_mesh *mesh, level_error *error);

#endif
