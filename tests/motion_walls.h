/* motion_walls: the rows of the motion table that are flat walls: wedges, corners, creases,
 * walls in pieces, tunnels; and the outer edges and corners of such walls. */
#ifndef MOTION_WALLS_H
#define MOTION_WALLS_H

#include "motion_place.h"

/* Pushed into a wedge of two planes, or a corner of three. */
motion_fn motion_rest;
enum {
    REST_MOVEMENT, /* the most in a tick of the last half */
    REST_DEPTH,    /* the most */
    REST_TICKS     /* the last one that moved it */
};

/* Out of a wedge along one of its walls; along the crease of two walls, each in so many pieces; and
 * along a flat wall in strips, or in so many squares of two triangles a side. */
motion_fn motion_slide_out, motion_crease, motion_strips, motion_grid;
enum {
    SLIDE_ERROR,    /* of the distance along, relative */
    SLIDE_OFF_LINE, /* the farthest from touching */
    SLIDE_ASIDE,    /* the most in a tick */
    SLIDE_SNAGS     /* ticks that were shorter than they should be by 1 % */
};

/* A square tunnel, in 2D a corridor, so many movers wide. */
motion_fn motion_tunnel;
enum {
    TUNNEL_NOT_PASSED, /* ways, of 20 */
    TUNNEL_UNSTEADY    /* the most movement in a tick of the last half; infinite where it got in */
};

/* At a speed round the edge of two walls, and round the corner of a box: the worst distance in a
 * tick from where the path leads, in parts of the path's length in that tick. */
motion_fn motion_round_edge, motion_round_corner;

/* Pressed on a box of one-sided triangles, at distances of 0 to a radius from the edge of its top:
 * how far it gets aside, at rest and on the way along the edge. Of 1, the faces are met from
 * behind, too. */
motion_fn motion_press_near_edge, motion_walk_near_edge;

/* Walking off that box: how deep it gets in, infinite when its axis gets in. */
motion_fn motion_walk_off;

#endif
