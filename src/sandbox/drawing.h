/* drawing: a shape that is being made, click by click.
 *
 * A segment takes both ends; a chain points until drawing_finish, or the first point again, which
 * makes it a loop; a circle its centre and a point of its rim; a capsule both ends and its radius
 * as a distance from them; a box two opposite corners. In 3D shapes are drawn on a plane: a circle
 * is a sphere, a triangle takes three points, and the third point of a box is how far it rises from
 * the plane. Points are not rounded: to get short numbers or a joint, call snap_point first. */
#ifndef DRAWING_H
#define DRAWING_H

#include "edit.h"
#include "snap.h"

typedef enum drawing_tool {
    DRAWING_NONE,
    DRAWING_SEGMENT,
    DRAWING_CHAIN,
    DRAWING_CIRCLE,
    DRAWING_CAPSULE,
    DRAWING_BOX,
    DRAWING_TRIANGLE,
    DRAWING_TOOL_COUNT
} drawing_tool;

#define DRAWING_NUMBERS 9 /* the most that a shape other than a chain has */

/* Zeroed to begin with. */
typedef struct drawing {
    drawing_tool tool;
    int count;     /* points so far */
    float *points; /* owned; coordinates in the plane of each, and room for the pointer's */
    int capacity;  /* points that there is room for */
    float numbers[DRAWING_NUMBERS];
} drawing;

/* How clicks are read at the present zoom. */
typedef struct drawing_settings {
    snap_settings snap; /* its grid or step rounds radii */
    float slack;        /* a chain's first point is met within this, world units */
    work_plane plane;   /* the plane that is drawn on; PLANE_FLAT in a 2D level */
    float top;          /* the pointer's coordinate along its normal: how far a box rises */
} drawing_settings;

/* The result of a click. */
typedef enum drawing_answer {
    DRAWING_REFUSED, /* the shape would have no size or be too large for a level: the point was not
                        set */
    DRAWING_TAKEN,   /* more points are to come */
    DRAWING_DONE     /* the shape became the level's last statement, as one step of its history */
} drawing_answer;

void drawing_free(drawing *d);

/* Whether levels of 2 or 3 dimensions have the shape that the tool draws; true of DRAWING_NONE. */
bool drawing_has_tool(drawing_tool tool, int dimensions);

/* Whether the next point is how far a box rises from its plane. */
bool drawing_rises(const drawing *d, work_plane plane);

/* Takes up a tool, without points. */
void drawing_begin(drawing *d, drawing_tool tool);

/* Sets the next point, in coordinates of the plane. After the last one the drawing begins the next
 * shape of the same kind. A press and its release may set two points, but not on one place: the
 * second is refused. */
drawing_answer drawing_add(drawing *d, edit *e, sm_vec2 point, const drawing_settings *settings);

/* Ends a chain of two or more points; other drafts are refused. */
drawing_answer drawing_finish(drawing *d, edit *e);

/* Takes the last point back. Returns false when there is none. */
bool drawing_drop_last(drawing *d);

/* Makes *shape the shape with its next point at `pointer`. Its numbers hold until the next call.
 * Returns false when that is no shape yet. */
bool drawing_shape(drawing *d, sm_vec2 pointer, const drawing_settings *settings,
                   edit_shape *shape);

/* Makes *anchor the point from which the next one's direction is measured. Returns false when there
 * is none. */
bool drawing_anchor(const drawing *d, sm_vec2 *anchor);

#endif
