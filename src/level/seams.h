/* seams: joins the outlines of solids, so that no edge is left between two of them.
 *
 * Solids are outlines on a lattice of whole numbers: seen with y down, each runs clockwise. An edge
 * then has its solid on the right. Edges on one line are compared exactly: where two run in
 * opposite directions, solids are on both sides, and both edges vanish. What is left and touches
 * becomes one edge, however many solids it comes from. */
#ifndef LEVEL_SEAMS_H
#define LEVEL_SEAMS_H

#include <stdbool.h>
#include <stdint.h>

#define SEAMS_RANGE (1 << 30) /* coordinates are from -SEAMS_RANGE to SEAMS_RANGE */

typedef struct seams_edge {
    int64_t offset; /* cross product of the line's direction with any point of the line */
    int dx, dy;     /* direction of the line, without a common divisor, dx >= 0 */
    int from, to;   /* along x, or along y on a line without dx; from < to */
    bool backward;  /* leads from `to` to `from` */
    bool oneway;    /* is compared to other one-way edges alone */
} seams_edge;

typedef struct seams {
    seams_edge *edges; /* owned */
    int count, capacity;
} seams;

typedef struct seams_point {
    int x, y;
} seams_point;

/* Adds an edge from a to b; one without a length adds nothing. Returns false when memory ran out.
 */
bool seams_add(seams *s, seams_point a, seams_point b, bool oneway);

/* Returns the beginning and the end of an edge. */
seams_point seams_start(const seams_edge *e);
seams_point seams_end(const seams_edge *e);

/* Joins all edges. Returns false when memory ran out. */
bool seams_join(seams *s);

#endif
