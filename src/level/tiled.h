/* tiled: reads maps of the Tiled editor (TMX). docs/level-format.md says what of a map collides.
 *
 * The format: https://doc.mapeditor.org/en/stable/reference/tmx-map-format/ */
#ifndef LEVEL_TILED_H
#define LEVEL_TILED_H

#include "xml.h"

#define TILED_CELLS_MAX  (1 << 25) /* of all layers */
#define TILED_POINTS_MAX (1 << 24) /* of all shapes, those of a tile again for each cell */
#define TILED_PIXELS_MAX (1 << 22) /* no place may be farther from the map's corner */
#define TILED_DEPTH_MAX  256       /* groups inside each other */

bool tiled_is_named(const char *path);

/* Reads the bytes of the map at `path` into an empty mesh. Files that the map names are looked for
 * beside it; with NULL as `path` there are none. A unit of the mesh is the width of a tile, y
 * points up, and the map's top left corner is the origin. With `keep_seams` each tile keeps all its
 * edges. `left_out` lists what does not collide though it may be meant to. Returns false with one
 * or more errors, or without one when the watcher cancelled; the mesh is then empty. */
bool tiled_read(const char *text, size_t length, const char *path, bool keep_seams,
                const level_watcher *watcher, level_mesh *mesh, level_errors *left_out,
                level_errors *errors);

/* Reads the numbers of `count` cells from a `data` or `chunk` element. Returns false with an error.
 */
bool tiled_read_cells(const xml_tree *t, const xml_element *e, const char *encoding,
                      const char *compression, uint32_t *cells, int count, level_errors *errors);

/* Reads a whole number. Returns where it ends, NULL when there is none or it is too large. */
const char *tiled_read_whole(const char *at, uint32_t *value);

#endif
