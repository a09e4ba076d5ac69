/* drawing: a shape that is being made, click by click.
 *
 * A segment takes both ends; a chain points until drawing_finish, or the first point again, which
 * makes it a loop; a circle its centre and a point of its rim; a capsule both ends and its radius
 * as a distance from them; a box two opposite corners. In 3D all that is drawn on a plane, where a
 * circle is a sphere, a triangle takes three points, and a box, third, how far it rises from the
 * plane. Points are not rounded: for short numbers, or a joint, ask snap_point first.
 */
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
    work_plane plane;   /* that is drawn on; PLANE_FLAT: in a 2D level */
    float top;          /* the pointer's coordinate along its normal: how far a box rises */
} drawing_settings;

/* What became of a click. */
typedef enum drawing_answer {
    DRAWING_REFUSED, /* no size, or more than a level may hold: the point is still to be set */
    DRAWING_TAKEN,   /* more points are to come */
    DRAWING_DONE     /* the shape is the level's last statement, by one step of its history */
} drawing_answer;

void drawing_free(drawing *d);

/* Whether levels of 2 or 3 dimensions have what the tool draws; they do have DRAWING_NONE. */
bool drawing_has_tool(drawing_tool tool, int dimensions);

/* Whether the next point is how far a box rises from its plane. */
bool drawing_rises(const drawing *d, work_plane plane);

/* Takes up a tool, without points. */
void drawing_begin(drawing *d, drawing_tool tool);

/* Sets the next point, in the plane as all here are. When it was the last one, the drawing goes on
 * with the next shape of the same kind. A press and its release may be two points: on one place the
 * second is refused. */
drawing_answer drawing_add(drawing *d, edit *e, sm_vec2 point, const drawing_settings *settings);

/* Ends a chain of two or more points; other drafts are refused. */
drawing_answer drawing_finish(drawing *d, edit *e);

/* Takes the last point back. Returns false when there is none. */
bool drawing_drop_last(drawing *d);

/* Makes *shape what it would be with the next point at `pointer`; its numbers hold until the next
 * call. Returns false when that is no shape yet. */
bool drawing_shape(drawing *d, sm_vec2 pointer, const drawing_settings *settings,
                   edit_shape *shape);

/* Makes *anchor the point from which the next one's direction is measured. Returns false when there
 * is none. */
bool drawing_anchor(const drawing *d, sm_vec2 *anchor);

#endif
