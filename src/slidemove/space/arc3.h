/* arc3: the way round an edge or a corner, exactly.
 *
 * Where a mover rolls over what is round, its normal turns in one plane, and the wanted direction w
 * stays: the angle phi between the normal and the way back obeys phi' = |w| sin(phi) / R, so that
 * tan(phi / 2) grows exponentially. That holds on a sphere, which a corner and an end of the mover
 * make; and on a cylinder, which an edge and an end make, or a corner and the mover's axis, for the
 * part of w across. */
#ifndef SM_ARC3_H
#define SM_ARC3_H

#include "collide3.h"

typedef struct arc3 {
    vec3 normal;         /* at the start */
    vec3 back, beside;   /* unit: the way back, and across to it in the plane of the normals */
    vec3 along;          /* the part of the wanted way that is along the axis */
    vec3 axis;           /* of the cylinder; zero: a sphere */
    bool is_past_corner; /* the axis is the mover's */
    double radius;
    double rate; /* of the logarithm of `half`, per wanted way */
    double half; /* tan(phi / 2) at the start */
} arc3;

/* Returns false where nothing bends at the contact, or the wanted way does not lead round it. */
bool arc3_begin(arc3 *arc, const mover3 *mover, const obstacle3 *obstacle, const contact3 *contact,
                vec3 wanted);

/* tan(phi / 2) after `part` of the wanted way, where `rate` times that is 1/4 at most; 1, at which
 * the wanted way leaves the arc, at the most. */
double arc3_half_after(const arc3 *arc, double part);

/* The inverse. */
double arc3_part_until(const arc3 *arc, double half);

vec3 arc3_normal(const arc3 *arc, double half);

/* The displacement until there. */
vec3 arc3_way(const arc3 *arc, double half);

/* tan(phi / 2) where the normal is square to `direction`, `half` when that is not before. */
double arc3_half_across(const arc3 *arc, vec3 direction, double half);

#endif
