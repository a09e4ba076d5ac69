/* motion3_edges: the rows of the motion table in 3D that are outer edges and corners. */
#ifndef MOTION3_EDGES_H
#define MOTION3_EDGES_H

#include "motion3_place.h"

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
