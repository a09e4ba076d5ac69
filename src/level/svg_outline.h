/* svg_outline: the transforms of a drawing, and its lines, curves and arcs as points in the world.
 */
#ifndef LEVEL_SVG_OUTLINE_H
#define LEVEL_SVG_OUTLINE_H

#include <stdbool.h>

#include "../slidemove/vec.h"

#define SVG_COMMANDS "MLHVCSQTAZ" /* of paths */

/* Where (1, 0), (0, 1) and (0, 0) come to. */
typedef struct svg_matrix {
    vec x, y, origin;
} svg_matrix;

static inline vec svg_along(const svg_matrix *m, double x, double y) {
    return vec_add(vec_scale(m->x, x), vec_scale(m->y, y));
}

static inline vec svg_place(const svg_matrix *m, double x, double y) {
    return vec_add(m->origin, svg_along(m, x, y));
}

/* Returns what does first `n`, then `m`. */
static inline svg_matrix svg_times(const svg_matrix *m, svg_matrix n) {
    return (svg_matrix){svg_along(m, n.x.x, n.x.y), svg_along(m, n.y.x, n.y.y),
                        svg_place(m, n.origin.x, n.origin.y)};
}

typedef struct svg_outline {
    vec *points; /* owned; in the world */
    int count, capacity;
    int points_left; /* of curves; none are added from 0 on */
    bool out_of_memory;
    void (*end)(void *context, bool closed); /* of an outline; its points go then */
    void *context;
} svg_outline;

/* Makes *m do first what a list of transforms says. Returns NULL, or where it goes wrong. */
const char *svg_follow_transforms(svg_matrix *m, const char *list);

/* Adds a point, where one is already, too. */
void svg_add_point(svg_outline *o, vec p);

/* Adds so many quarters of the ellipse with these radii, from the `first` on: the one that leads
 * from the x axis to the y axis is 0. */
void svg_add_quarters(svg_outline *o, const svg_matrix *m, vec centre, vec radii, int first,
                      int count);

/* Ends an outline that has curves: its last point need not be its first. */
void svg_end_curve(svg_outline *o, bool closed);

/* Adds and ends the outlines of a path. Returns NULL, or where its data goes wrong. */
const char *svg_follow_path(svg_outline *o, const svg_matrix *m, const char *data);

/* Goes behind blanks and commas. Returns whether there is more. */
bool svg_skip_blanks(const char **at);

/* Takes the number behind blanks and commas. Returns false when there is none. */
bool svg_take_number(const char **at, double *value);

#endif
