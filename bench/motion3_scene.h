/* motion3_scene: triangles to move among, turned any way round; for the motion table in 3D and for
 * tests. */
#ifndef MOTION3_SCENE_H
#define MOTION3_SCENE_H

#include <stdint.h>

#include "../src/slidemove/slidemove3.h"

enum { SCENE3_TRIANGLES = 4096 };

typedef struct point3 {
    double x, y, z;
} point3;

/* Three unit vectors at right angles, and where the origin goes. */
typedef struct frame3 {
    point3 x, y, z, origin;
} frame3;

typedef struct scene3 {
    frame3 frame; /* in which the points below are given */
    sm3_triangle triangles[SCENE3_TRIANGLES];
    int count;
    sm3_triangle_array array;
} scene3;

void scene3_begin(scene3 *scene, frame3 frame);

/* Returns the plain loop over all that was added so far. */
sm3_obstacles scene3_obstacles(scene3 *scene);

/* The front is where the corners run counter-clockwise. */
void scene3_add_face(scene3 *scene, point3 a, point3 b, point3 c);
void scene3_add_quad(scene3 *scene, point3 a, point3 b, point3 c, point3 d);

/* The six sides of a box, fronts outward, or inward: a room. */
void scene3_add_box(scene3 *scene, point3 centre, point3 half_size, bool inward);

/* The plane y = 0, its front upward, out to `half_size`: strips along z, or squares of two
 * triangles cut along either diagonal. */
void scene3_add_floor(scene3 *scene, int strips, double half_size);
void scene3_add_grid(scene3 *scene, int squares_a_side, double half_size, uint64_t *random);

/* Planes around the axis y that meet in the origin and open upward, `opening` degrees wide: two
 * make a trough along z, three a corner. */
void scene3_add_wedge(scene3 *scene, double opening, int sides);

/* The trough with each of its two sides in so many pieces. */
void scene3_add_trough(scene3 *scene, double opening, int pieces);

/* A closed surface around the origin that every ray from there meets once, fronts inward. Its
 * corners are 2 to 4 away; or 4, and then it is convex. */
void scene3_add_cave(scene3 *scene, uint64_t *random);
void scene3_add_globe(scene3 *scene);

frame3 frame3_plain(void);
frame3 frame3_random(uint64_t *random);

/* From the frame to the world, and back. */
sm3_vec frame3_point(const frame3 *frame, point3 p);
sm3_vec frame3_direction(const frame3 *frame, point3 d);
point3 frame3_local(const frame3 *frame, sm3_vec p);

/* How deep the mover is in the worst of the triangles (sm3_collide's depth), -INFINITY alone. */
double scene3_depth(const scene3 *scene, sm3_capsule mover, sm3_vec position);

#endif
