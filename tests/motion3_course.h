/* motion3_course: triangles to move among, turned any way round; for the motion table in 3D and for
 * tests. */
#ifndef MOTION3_COURSE_H
#define MOTION3_COURSE_H

#include <stdint.h>

#include "../src/slidemove/vec.h"

enum { SCENE3_TRIANGLES = 4096 };

/* Three unit vectors at right angles, and where the origin goes. */
typedef struct pose3 {
    vec3 x, y, z, origin;
} pose3;

typedef struct course3 {
    pose3 frame; /* in which the points below are given */
    sm3_triangle triangles[SCENE3_TRIANGLES];
    int count;
    sm3_triangle_array array;
} course3;

void course3_begin(course3 *scene, pose3 frame);

/* Returns the plain loop over all that was added so far. */
sm3_obstacles course3_obstacles(course3 *scene);

/* The front is where the corners run counter-clockwise. */
void course3_add_face(course3 *scene, vec3 a, vec3 b, vec3 c);
void course3_add_quad(course3 *scene, vec3 a, vec3 b, vec3 c, vec3 d);

/* The six sides of a box, fronts outward, or inward: a room. */
void course3_add_box(course3 *scene, vec3 centre, vec3 half_size, bool inward);

/* The plane y = 0, its front upward, out to `half_size`: strips along z, or squares of two
 * triangles cut along either diagonal. */
void course3_add_floor(course3 *scene, int strips, double half_size);
void course3_add_grid(course3 *scene, int squares_a_side, double half_size, uint64_t *random);

/* Planes around the axis y that meet in the origin and open upward, `opening` degrees wide: two
 * make a trough along z, three a corner. */
void course3_add_wedge(course3 *scene, double opening, int sides);

/* The trough with each of its two sides in so many pieces. */
void course3_add_trough(course3 *scene, double opening, int pieces);

/* A closed surface around the origin that every ray from there meets once, fronts inward. Its
 * corners are 2 to 4 away; or 4, and then it is convex. */
void course3_add_cave(course3 *scene, uint64_t *random);
void course3_add_globe(course3 *scene);

pose3 pose3_plain(void);
pose3 pose3_random(uint64_t *random);

/* From the frame to the world, and back. */
sm3_vec pose3_point(const pose3 *frame, vec3 p);
sm3_vec pose3_direction(const pose3 *frame, vec3 d);
vec3 pose3_local(const pose3 *frame, sm3_vec p);

/* Whether the point is inside of what the triangles close. */
bool course3_is_inside(const sm3_triangle *triangles, int count, sm3_vec p);

/* How deep the mover is in the worst of the triangles (sm3_collide's depth), -INFINITY alone. */
double course3_depth(const course3 *scene, sm3_mover mover, sm3_vec position);

#endif
