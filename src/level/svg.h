/* svg: drawings as levels, and levels as drawings. docs/editing.md says what becomes what.
 *
 * A shape is a statement, in the order of drawing: a `rect` is a box, a `circle` a circle, a `line`
 * a segment, and all others are chains and loops. What the level format says beyond that stands in
 * `data-slidemove`, an attribute that editors and browsers keep and do not show.
 */
#ifndef LEVEL_SVG_H
#define LEVEL_SVG_H

#include "file.h"

#define SVG_TOLERANCE  0.002     /* world units that a flattened curve may be off by */
#define SVG_DEPTH_MAX  256       /* elements inside each other, those that are used included */
#define SVG_WORK_MAX   (1 << 24) /* elements looked at, each time that one is used */
#define SVG_POINTS_MAX (1 << 22) /* of all paths and round shapes */

/* Whether the name of the file ends as those of drawings do. */
bool svg_is_named(const char *path);

/* Reads a drawing as a 2D level, whose text is one that says the same and whose statements have the
 * lines of the drawing; `left_out` has what it does not say. Returns NULL with *errors filled, or
 * empty when the watcher did not want to go on. */
level *svg_read(const char *text, size_t length, const level_watcher *watcher,
                level_errors *errors);

/* Returns a 2D level as a drawing that reads back as the same statements, NUL-terminated, to be
 * freed with free(); comments and the spelling of numbers are not kept. NULL when memory ran out or
 * the level is 3D. */
char *svg_write(const level *level, size_t *length);

#endif
