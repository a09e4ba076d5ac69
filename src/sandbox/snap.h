/* snap: the pointer as a ray, and the place near it that the user is likely to mean.
 *
 * In a 2D level the ray begins 1 above the plane and goes straight down. So in both kinds of level
 * a shape is dragged along the plane through the point where it was grabbed. */
#ifndef SNAP_H
#define SNAP_H

#include "selection.h"

#define POINTER_FAR 4e6f /* length of a ray, world units: across the largest level */

/* The pointer. Its vectors have length 1, except for `eye`. */
typedef struct pointer_ray {
    sm_vec2 at; /* the pointer's place in the picture, pixels */
    sm3_vec eye, direction;
    sm3_vec view;  /* direction to the middle of the picture */
    float pixel;   /* how wide a pixel is at distance 1 along `view`, world units */
    float depth;   /* of the shape that the view is centred on, along `view` */
    float slack;   /* a press grabs things up to this far from the pointer, pixels */
    float arrow;   /* length of the arrows at a selection's cross, pixels; 0: there are none */
    bool may_turn; /* a drag that grabs nothing turns the view; otherwise it selects */
} pointer_ray;

/* The part of a shape under the pointer. From PICK_BODY on, a later one wins over an earlier one.
 */
typedef enum pick_part {
    PICK_NOTHING,
    PICK_PLAYER,
    PICK_BODY,   /* inside of a circle, capsule or box; any shape in 3D */
    PICK_EDGE,   /* of a segment, chain or loop; element: the vertex it begins with */
    PICK_RIM,    /* edge of a circle or capsule, corner of a box */
    PICK_VERTEX, /* end of an edge of a segment, chain or loop, or of a capsule's inner segment */
    PICK_TURN,   /* the handle that turns a box */
    PICK_AXIS_X, /* an arrow of the selection's cross */
    PICK_AXIS_Y,
    PICK_AXIS_Z
} pick_part;

typedef struct pick {
    pick_part part;
    int statement; /* of the level */
    int element;   /* vertex or edge of the statement; 0 otherwise */
} pick;

static const pick pick_none = {PICK_NOTHING, -1, 0};

bool pick_is_axis(pick_part part);

/* Returns where a box's turn handle is: `offset` world units outside the middle of the side that
 * its angle points to. */
sm3_vec pick_turn_handle(const level *l, int statement, float offset);

/* Returns PICK_TURN when the statement is a box and the point is within `slack` of its turn handle,
 * otherwise PICK_NOTHING. Call it before other picks, for a box that shows its handle. */
pick pick_turn_at(const level *l, int statement, sm3_vec point, float offset, float slack);

/* A point of a statement that edit_move_vertex moves. */
typedef struct vertex_id {
    int statement, vertex;
} vertex_id;

/* ---- The plane that is drawn on ---------------------------------------------------------- */

/* The plane of a 2D level, or in 3D a plane square to an axis. Zeroed: PLANE_FLAT. */
typedef struct work_plane {
    enum { PLANE_FLAT, PLANE_X, PLANE_Y, PLANE_Z } normal;
    float at; /* the plane's coordinate along that axis */
} work_plane;

/* Returns the first plane for a level of 2 or 3 dimensions. */
work_plane work_plane_first(int dimensions);

/* Returns the unit vector of its axis. */
sm3_vec work_plane_normal(work_plane plane);

/* Return a point's coordinates in the plane, its coordinate along the normal, and the point at
 * coordinates in the plane. Seen against the normal, x is right and y is up. */
sm_vec2 work_plane_to2(work_plane plane, sm3_vec point);
float work_plane_height(work_plane plane, sm3_vec point);
sm3_vec work_plane_to3(work_plane plane, sm_vec2 flat);

/* ---- Snapping -------------------------------------------------------------------------- */

/* Snapping finds the place near a wanted one that the user is likely to mean. Vertices win, because
 * all vertices of a joint must have the same bits; then directions from a neighbouring point, in
 * multiples of SNAP_DEGREES; then the grid. */

#define SNAP_DEGREES 15.0f
#define SNAP_ANCHORS 2 /* a vertex inside a chain has two neighbours */

typedef struct snap_settings {
    float grid;  /* world units; 0: none */
    float reach; /* how far a vertex or a direction attracts, world units; 0: not at all */
    float step;  /* a place that nothing attracts is rounded to multiples of it; 0: not rounded */
} snap_settings;

typedef struct snap_query {
    sm3_vec wanted;
    work_plane plane; /* in 3D `wanted` and the result lie in it; PLANE_FLAT: anywhere */
    sm_vec2 anchors[SNAP_ANCHORS]; /* points in the plane that directions are measured from */
    int anchor_count;

    /* Vertices and statements that move along with the wanted point attract nothing: */
    const vertex_id *vertices;
    int vertex_count;
    int statement;             /* a statement that moves as a whole; 0: none */
    const selection *selected; /* statements that move as a whole; NULL: none */
} snap_query;

typedef enum snap_kind { SNAP_NONE, SNAP_VERTEX, SNAP_ANGLE, SNAP_GRID } snap_kind;

/* The place, and the guide to draw. */
typedef struct snap_result {
    snap_kind kind;
    sm3_vec point;
    sm_vec2 anchor; /* SNAP_ANGLE: the anchor, in the plane */
    float degrees;  /* SNAP_ANGLE: the direction from the anchor, -180 .. 180 */
} snap_result;

/* Returns the place for the wanted point. Vertices are the ends of edges, the centres of circles
 * and boxes, and a box's corners; in 3D all corners, and the centres of spheres. */
snap_result snap_point(const struct obstacles *o, const snap_query *query,
                       const snap_settings *settings);

/* Returns the length as a multiple of the grid or, without one, of the step. */
float snap_length(float length, const snap_settings *settings);

/* Returns the angle in -180 .. 180, as a multiple of SNAP_DEGREES if grid or reach is above 0,
 * otherwise of 0.1 degree. */
float snap_degrees(float degrees, const snap_settings *settings);

/* Returns the grid size so many steps above (or below) the one nearest to `grid`. The sizes are
 * 0.01, 0.02, 0.05, 0.1 ... 1000. */
float snap_step_grid(float grid, int steps);

#endif
