/* gltf: reads glTF 2.0, the text (.gltf) and the binary form (.glb). docs/3d.md says what of a file
 * collides.
 *
 * The format: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html */
#ifndef LEVEL_GLTF_H
#define LEVEL_GLTF_H

#include "file.h"

#define GLTF_DEPTH_MAX     256       /* nodes inside each other */
#define GLTF_TRIANGLES_MAX (1 << 26) /* of all nodes */

/* Returns whether the name of the file ends in .gltf or .glb. */
bool gltf_is_named(const char *path);

/* Reads the bytes of the file at `path` into an empty mesh, each node in its place. Buffers that
 * the file names are looked for beside it; with NULL as `path` there are none. `left_out` lists
 * what does not collide though it may be meant to. Returns false with one error, or without one
 * when the watcher cancelled; the mesh is then empty. The message of an error begins with the
 * place, as "meshes[2].primitives[0].indices". */
bool gltf_read(const char *text, size_t length, const char *path, const level_watcher *watcher,
               level_mesh *mesh, level_errors *left_out, level_errors *errors);

#endif
