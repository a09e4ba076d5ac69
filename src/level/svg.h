/* svg: reads drawings as levels, and writes levels as drawings. docs/editing.md lists which shape
 * becomes which statement.
 *
 * Each shape becomes a statement, in the order of drawing. A `rect` becomes a box, a `circle` a
 * circle, a `line` a segment; all other shapes become chains and loops. The other values of a
 * statement are in the attribute `data-slidemove`, which editors and browsers keep and do not show.
 */
#ifndef LEVEL_SVG_H
#define LEVEL_SVG_H

#include "file.h"

#define SVG_TOLERANCE  0.002     /* world units between a curve and its segments */
#define SVG_DEPTH_MAX  256       /* nested elements, with those of `use` */
#define SVG_WORK_MAX   (1 << 24) /* elements visited, again for each `use` */
#define SVG_POINTS_MAX (1 << 22) /* points of all paths and round shapes */

/* Returns whether the name of the file has the ending of a drawing. */
bool svg_is_named(const char *path);

/* Reads a drawing as a 2D level. Its text is that of a level with the same statements; the
 * statements have lines of the drawing, and `left_out` lists the elements without a statement.
 * Returns NULL with *errors filled, or empty when the watcher cancelled. */
level *svg_read(const char *text, size_t length, const level_watcher *watcher,
                level_errors *errors);

/* Returns a 2D level as a drawing, with a NUL behind it, to be freed with free(). It reads back as
 * the same statements, but without comments and with other digits of numbers. NULL when memory ran
 * out or the level is 3D. */
char *svg_write(const level *level, size_t *length);

#endif
