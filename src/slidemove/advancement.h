/* advancement: conservative advancement for 2D, where z is 0, and 3D. plane/ and space/ give the
 * places of the shapes and their distance. */
#ifndef SM_ADVANCEMENT_H
#define SM_ADVANCEMENT_H

#include "vec.h"

enum { ADVANCE_CORNERS = 8 };

/* A shape at one moment, without its radius, and its motion. */
typedef struct advance_shape {
    vec3 corners[ADVANCE_CORNERS];
    int count;
    vec3 origin; /* a point on the axis of its turn */
    vec3 delta;  /* of the whole motion */
    vec3 turn;   /* of the whole motion: about this direction, by its length in radians */
} advance_shape;

typedef struct advance_gap {
    double distance; /* of the surfaces; negative: they overlap */
    vec3 normal;     /* unit, from the second to the first */
    vec3 point;      /* on the second's surface */
} advance_gap;

/* The first member of a struct with both shapes. */
typedef struct advance_look {
    /* Gives both shapes after a fraction of the motion. Returns how far apart they are. */
    advance_gap (*at)(const struct advance_look *look, double fraction, advance_shape shapes[2]);
    double radii; /* their sum */
} advance_look;

/* Returns v turned about the direction of `turn` by its length in radians, with the same bits on
 * every machine. */
vec3 sm_turned(vec3 v, vec3 turn);

/* Empties the trace, which may be NULL. Returns the result for a motion without a touch. */
sm_advance_result sm_advance_begin(sm_advance_trace *trace);

/* sm_advance for finite shapes and motions. */
sm_advance_result sm_advance_from(const advance_look *look, float tolerance,
                                  sm_advance_trace *trace);

#endif
