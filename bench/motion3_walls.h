/* motion3_walls: the rows of the motion table in 3D that are flat walls: wedges, corners, creases,
 * walls in pieces, tunnels; and the outer edges and corners of such walls. */
#ifndef MOTION3_WALLS_H
#define MOTION3_WALLS_H

#include "motion3_place.h"

/* Pushed into a wedge of two planes, or a corner of three. */
typedef struct rest3 {
    double movement; /* the most in a tick of the last half */
    double depth;    /* the most */
    double ticks;    /* the last one that moved it */
} rest3;

rest3 worst_rest3(const contender3 *contender, int sides);

typedef struct slide3 {
    double error;    /* of the distance along, relative */
    double off_line; /* the farthest from touching */
    double aside;    /* the most in a tick */
    double snags;    /* ticks that were shorter than they should be by 1 % */
} slide3;

slide3 worst_slide_out3(const contender3 *contender);

/* Along the crease of two walls, each in so many pieces. */
slide3 worst_crease3(const contender3 *contender, int pieces);

/* Along a flat wall in strips, or in squares of two triangles. */
slide3 worst_strips3(const contender3 *contender, int strips);
slide3 worst_grid3(const contender3 *contender, int squares_a_side);

/* A square tunnel, so many movers wide: ways that were not passed, of 20. */
double not_passed3(const contender3 *contender, double width);

/* At the mouth of one too narrow: the most movement in a tick of the last half; infinite where it
 * got in. */
double unsteady_at_mouth3(const contender3 *contender, double width);

/* Round the edge of two walls, and round the corner of a box: the worst distance in a tick from
 * where the path leads, in parts of the path's length in that tick. */
double path_round_edges3(const contender3 *contender, double speed);
double path_round_corner3(const contender3 *contender, double speed);

/* Pressed on a box of one-sided triangles, at distances of 0 to a radius from the edge of its top:
 * how far it gets aside, at rest and on the way along the edge. With `both_sides` the faces are met
 * from behind, too. */
double pushed_aside3(const contender3 *contender, bool both_sides);
double aside_along_edge3(const contender3 *contender);

/* Walking off that box: how deep it gets in, infinite when its axis gets in. */
double depth_walking_off3(const contender3 *contender);

#endif
