/* motion: where `spin` and `shift` bring a shape in the course of time. */
#ifndef LEVEL_MOTION_H
#define LEVEL_MOTION_H

#include "level.h"

/* Turned about a centre, then moved. */
typedef struct level_pose {
    double centre_x, centre_y; /* the shape's centroid at rest */
    double cosine, sine;       /* of the angle, counter-clockwise */
    double shift_x, shift_y;
} level_pose;

/* Whether the statement says that its shape moves. */
bool level_moves(const level_statement *statement);

/* Returns the pose after so many seconds: turned by `spin` times them, and on its way there and
 * back, evenly, in as many seconds as `shift` says. Of a line the centroid is that of a wire, of a
 * loop that of its area. */
level_pose level_pose_at(const level *level, int statement, double seconds);

/* Returns the capsule, given at rest, in that pose. */
sm_capsule level_posed(level_pose pose, sm_capsule capsule);

#endif
