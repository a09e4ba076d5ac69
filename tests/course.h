/* course: triangles to move among, turned any way round; for the motion table and for tests. In 2D
 * it is their section with the plane z = 0: a wall each, as a triangle without area. */
#ifndef COURSE_H
#define COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/slidemove/vec.h"

enum { COURSE_TRIANGLES = 4096 };

/* Three unit vectors at right angles, and where the origin goes. */
typedef struct pose3 {
    vec3 x, y, z, origin;
} pose3;

typedef struct course {
    bool in_space;
    pose3 frame; /* in which the points below are given */
    sm3_triangle triangles[COURSE_TRIANGLES];
    int count;
    sm3_triangle_array array;
} course;

void course_begin(course *scene, bool in_space, pose3 frame);

/* Returns the plain loop over all that was added so far. */
sm3_obstacles course_obstacles(course *scene);

/* The front is where the corners run counter-clockwise. In 2D there is no face, and a quad is a
 * wall where it stands upright on the plane. */
void course_add_face(course *scene, vec3 a, vec3 b, vec3 c);
void course_add_wall(course *scene, vec3 a, vec3 b);
void course_add_quad(course *scene, vec3 a, vec3 b, vec3 c, vec3 d);

/* The six sides of a box, fronts outward, or inward: a room. */
void course_add_box(course *scene, vec3 centre, vec3 half_size, bool inward);

/* The plane y = 0, its front upward, out to `half_size`: strips along z, or squares of two
 * triangles cut along either diagonal. */
void course_add_floor(course *scene, int strips, double half_size);
void course_add_grid(course *scene, int squares_a_side, double half_size, uint64_t *random);

/* Planes around the axis y that meet in the origin and open upward, `opening` degrees wide: two
 * make a trough along z, three a corner. */
void course_add_wedge(course *scene, double opening, int sides);

/* The trough with each of its two sides in so many pieces. */
void course_add_trough(course *scene, double opening, int pieces);

/* A closed surface around the origin that every ray from there meets once, fronts inward. Its
 * corners are 2 to 4 away; or 4, and then it is convex. */
void course_add_cave(course *scene, uint64_t *random);
void course_add_globe(course *scene);

pose3 pose3_plain(void);
pose3 pose3_random(uint64_t *random);

/* About the axis z, by degrees. */
pose3 pose3_turned(double degrees, vec3 origin);

/* From the frame to the world, and back. */
sm3_vec pose3_point(const pose3 *frame, vec3 p);
sm3_vec pose3_direction(const pose3 *frame, vec3 d);
vec3 pose3_local(const pose3 *frame, sm3_vec p);

/* Whether the point is inside of what the triangles, or the walls, close. */
bool course_is_inside(bool in_space, const sm3_triangle *triangles, int count, vec3 p);

/* Returns the collision with the triangle that the mover is deepest in; its depth is -INFINITY
 * where there is none. */
sm3_collision course_deepest(const course *scene, sm3_mover mover, sm3_vec position);

#endif
