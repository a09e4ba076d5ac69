/* motion3_place: what the rows of the motion table in 3D have in common: a mover among triangles,
 * and judging where it is without asking the library. */
#ifndef MOTION3_PLACE_H
#define MOTION3_PLACE_H

#include "motion.h"
#include "motion3_course.h"
#include "motion_place.h" /* MOTION_RADIUS, MOTION_STEP, random_between */

#define MOTION3_TICKS 240

/* The ways a place is turned: not at all, about the upright axis, and any way. */
enum { MOTION3_FRAMES = 5 };
pose3 motion3_frame(int i);

/* Too large for the stack: each row has one of its own. */
typedef struct motion3_place {
    course3 scene;
    contender contender;
    bool both_sides; /* sm_options.both_sides */
    sm3_world *world;
    sm3_vec position;
} motion3_place;

/* Begins a place without triangles. Add them to place->scene, then call motion3_ready. */
void motion3_begin(motion3_place *place, const contender *by, pose3 frame);

/* Indexes the triangles and puts the mover at a point of the frame; motion3_end frees the index. */
void motion3_ready(motion3_place *place, vec3 at);
void motion3_end(motion3_place *place);

/* Makes one tick. Delta, and the displacement that is returned, are in the frame. */
vec3 motion3_push(motion3_place *place, vec3 delta);

vec3 motion3_local(const motion3_place *place); /* the position, in the frame */

/* How far the mover reaches from its position along a unit direction of the frame, on the side
 * where that is more. */
double motion3_extent(const motion3_place *place, vec3 direction);

/* The closest points of the mover, without its radius, and a triangle; in the world. */
typedef struct nearest3 {
    vec3 on_mover, on_triangle;
    double distance;
} nearest3;

nearest3 motion3_nearest(const sm3_mover *mover, vec3 at, const sm3_triangle *triangle);

/* How deep the mover is in the triangle it is deepest in: negative when apart, and -INFINITY when
 * far from all. */
double motion3_depth(const motion3_place *place);

#endif
