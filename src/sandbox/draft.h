/* draft: a shape that is being made, click by click.
 *
 * A segment takes both ends; a chain points until draft_finish, or the first point again, which
 * makes it a loop; a circle its centre and a point of its rim; a capsule both ends and its radius
 * as a distance from them; a box two opposite corners. Points are taken as they come: who wants
 * short numbers, or a joint, asks snap_point first.
 */
#ifndef DRAFT_H
#define DRAFT_H

#include "edit.h"
#include "snap.h"

typedef enum draft_tool {
    DRAFT_NONE,
    DRAFT_SEGMENT,
    DRAFT_CHAIN,
    DRAFT_CIRCLE,
    DRAFT_CAPSULE,
    DRAFT_BOX,
    DRAFT_TOOL_COUNT
} draft_tool;

#define DRAFT_NUMBERS 5 /* the most that a shape other than a chain has */

/* Zeroed to begin with. */
typedef struct draft {
    draft_tool tool;
    int count;     /* points so far */
    float *points; /* owned; x and y of each, and room for the pointer's */
    int capacity;  /* points that there is room for */
    float numbers[DRAFT_NUMBERS];
} draft;

/* How clicks are read at the present zoom. */
typedef struct draft_settings {
    snap_settings snap; /* its grid or step rounds radii */
    float slack;        /* a chain's first point is met within this, world units */
} draft_settings;

/* What became of a click. */
typedef enum draft_answer {
    DRAFT_REFUSED, /* no size, or more than a level may hold: the point is still to be set */
    DRAFT_TAKEN,   /* more points are to come */
    DRAFT_DONE     /* the shape is the level's last statement, by one step of its history */
} draft_answer;

void draft_free(draft *d);

/* Takes up a tool, without points. */
void draft_begin(draft *d, draft_tool tool);

/* Sets the next point. When it was the last one, the draft goes on with the next shape of the same
 * kind. A press and its release may be two points: on one place the second is refused. */
draft_answer draft_add(draft *d, edit *e, sm_vec2 point, const draft_settings *settings);

/* Ends a chain of two or more points; other drafts are refused. */
draft_answer draft_finish(draft *d, edit *e);

/* Takes the last point back. Returns false when there is none. */
bool draft_drop_last(draft *d);

/* Makes *shape what it would be with the next point at `pointer`; its numbers hold until the next
 * call. Returns false when that is no shape yet. */
bool draft_shape(draft *d, sm_vec2 pointer, const draft_settings *settings, edit_shape *shape);

/* Makes *anchor the point from which the next one's direction is measured. Returns false when there
 * is none. */
bool draft_anchor(const draft *d, sm_vec2 *anchor);

#endif
