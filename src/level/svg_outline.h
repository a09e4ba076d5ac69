/* svg_outline: turns the transforms, lines, curves and arcs of a drawing into points of the world.
 */
#ifndef LEVEL_SVG_OUTLINE_H
#define LEVEL_SVG_OUTLINE_H

#include <stdbool.h>

#include "../slidemove/vec.h"

#define SVG_COMMANDS "MLHVCSQTAZ" /* the commands of paths */

/* An affine transform: the images of (1, 0), (0, 1) and (0, 0), the last as `origin`. */
typedef struct svg_matrix {
    vec x, y, origin;
} svg_matrix;

static inline vec svg_along(const svg_matrix *m, double x, double y) {
    return vec_add(vec_scale(m->x, x), vec_scale(m->y, y));
}

static inline vec svg_place(const svg_matrix *m, double x, double y) {
    return vec_add(m->origin, svg_along(m, x, y));
}

/* Returns the transform that applies `n` first, then `m`. */
static inline svg_matrix svg_times(const svg_matrix *m, svg_matrix n) {
    return (svg_matrix){svg_along(m, n.x.x, n.x.y), svg_along(m, n.y.x, n.y.y),
                        svg_place(m, n.origin.x, n.origin.y)};
}

typedef struct svg_outline {
    vec *points; /* owned; in the world */
    int count, capacity;
    int points_left; /* how many points curves may still add */
    bool out_of_memory;
    void (*end)(void *context,
                bool closed); /* called at the end of an outline; its points are dropped then */
    void *context;
} svg_outline;

/* Applies a list of transforms before *m. Returns NULL, or where the list has an error. */
const char *svg_follow_transforms(svg_matrix *m, const char *list);

/* Adds a point, even if it equals the last one. */
void svg_add_point(svg_outline *o, vec p);

/* Adds `count` quarters of an ellipse. Quarter 0 leads from the x axis to the y axis. */
void svg_add_quarters(svg_outline *o, const svg_matrix *m, vec centre, vec radii, int first,
                      int count);

/* Ends an outline with curves. Its last point may differ from its first. */
void svg_end_curve(svg_outline *o, bool closed);

/* Adds and ends the outlines of a path. Returns NULL, or where the path data has an error. */
const char *svg_follow_path(svg_outline *o, const svg_matrix *m, const char *data);

/* Skips blanks and commas. Returns whether there is more. */
bool svg_skip_blanks(const char **at);

/* Reads the number behind blanks and commas. Returns false when there is none. */
bool svg_take_number(const char **at, double *value);

#endif
