/* motion_place: what the rows of the motion table have in common: a mover in a course, in 2D or in
 * 3D, and judging where it is, by collisions alone. */
#ifndef MOTION_PLACE_H
#define MOTION_PLACE_H

#include "course.h"
#include "motion.h"
#include "worlds.h"

#define MOTION_RADIUS 0.5
#define MOTION_STEP   0.08 /* world units a tick */
#define MOTION_TICKS  240

/* The ways a place is turned: not at all; in 2D by angles that are not kind to floats; in 3D about
 * the upright axis, and any way. */
enum { MOTION_FRAMES = 5 };
pose3 motion_frame(bool in_space, int i);

/* How far wedges are open, in degrees. */
#define MOTION_WEDGES 10
extern const double motion_wedges[MOTION_WEDGES];

/* Numbers that look random, the same in every run. */
double motion_random(uint64_t *state, double low, double high);

/* Too large for the stack: each row has one of its own. */
typedef struct motion_place {
    course scene;
    contender contender;
    bool both_sides; /* sm_options.both_sides */
    any_world world;
    sm3_vec position;
} motion_place;

/* Begins a place without triangles. Add them to place->scene, then call motion_ready. */
void motion_begin(motion_place *place, const contender *by, pose3 frame);

/* Indexes the triangles and puts the mover at a point of the frame; motion_end frees the index. */
void motion_ready(motion_place *place, vec3 at);
void motion_end(motion_place *place);

/* Makes one tick. Delta, and the displacement that is returned, are in the frame. */
vec3 motion_push(motion_place *place, vec3 delta);

vec3 motion_local(const motion_place *place); /* the position, in the frame */

/* How far the mover reaches from its position along a unit direction of the frame, on the side
 * where that is more. */
double motion_extent(const motion_place *place, vec3 direction);

/* How deep the mover is in the triangle it is deepest in; negative when apart. */
double motion_depth(const motion_place *place);

#endif
