/* motion3_walls: the rows of the motion table in 3D that are flat walls: wedges, corners, creases,
 * walls in pieces, tunnels; and the outer edges and corners of such walls. */
#ifndef MOTION3_WALLS_H
#define MOTION3_WALLS_H

#include "motion3_place.h"

/* Pushed into a wedge of two planes, or a corner of three. */
motion_fn rest3;
enum {
    REST_MOVEMENT, /* the most in a tick of the last half */
    REST_DEPTH,    /* the most */
    REST_TICKS     /* the last one that moved it */
};

/* Out of a wedge along one of its walls; along the crease of two walls, each in so many pieces; and
 * along a flat wall in strips, or in so many squares of two triangles a side. */
motion_fn slide_out3, crease3, strips3, grid3;
enum {
    SLIDE_ERROR,    /* of the distance along, relative */
    SLIDE_OFF_LINE, /* the farthest from touching */
    SLIDE_ASIDE,    /* the most in a tick */
    SLIDE_SNAGS     /* ticks that were shorter than they should be by 1 % */
};

/* A square tunnel, so many movers wide. */
motion_fn tunnel3;
enum {
    TUNNEL_NOT_PASSED, /* ways, of 20 */
    TUNNEL_UNSTEADY    /* the most movement in a tick of the last half; infinite where it got in */
};

/* At a speed round the edge of two walls, and round the corner of a box: the worst distance in a
 * tick from where the path leads, in parts of the path's length in that tick. */
motion_fn round_edge3, round_corner3;

/* Pressed on a box of one-sided triangles, at distances of 0 to a radius from the edge of its top:
 * how far it gets aside, at rest and on the way along the edge. Of 1, the faces are met from
 * behind, too. */
motion_fn press_near_edge3, walk_near_edge3;

/* Walking off that box: how deep it gets in, infinite when its axis gets in. */
motion_fn walk_off3;

#endif
