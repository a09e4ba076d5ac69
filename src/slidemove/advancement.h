/* advancement: what conservative advancement is in 2D, where z is 0, and in 3D alike; plane/ and
 * space/ say where the shapes are and how far apart. */
#ifndef SM_ADVANCEMENT_H
#define SM_ADVANCEMENT_H

#include "vec.h"

enum { ADVANCE_CORNERS = 8 };

/* A shape at some moment, and how it goes on; without its radius. */
typedef struct advance_shape {
    vec3 corners[ADVANCE_CORNERS];
    int count;
    vec3 origin; /* through which its axis goes */
    vec3 delta;  /* in the whole motion, */
    vec3 turn;   /* about its own direction by its length */
} advance_shape;

typedef struct advance_gap {
    double distance; /* of the surfaces; negative: they overlap */
    vec3 normal;     /* unit, from the second to the first */
    vec3 point;      /* on the second's surface */
} advance_gap;

/* The first member of who knows both shapes. */
typedef struct advance_look {
    /* Tells where both are after a fraction of the motion, and how far apart. */
    advance_gap (*at)(const struct advance_look *look, double fraction, advance_shape shapes[2]);
    double radii; /* their sum */
} advance_look;

/* Returns v turned about the direction of `turn` by its length, in radians; the same bits
 * everywhere. */
vec3 sm_turned(vec3 v, vec3 turn);

/* Empties the record, which may be NULL. Returns that nothing is in the way. */
sm_advance_result sm_advance_begin(sm_advance_trace *trace);

/* sm_advance of what is finite. */
sm_advance_result sm_advance_from(const advance_look *look, float tolerance,
                                  sm_advance_trace *trace);

#endif
