/* A game with names of its own that the library might use inside; C and C++. scripts/check-library
 * links it. Exit status 0 when the library's answers are right all the same. */
#include <math.h>
#include <stdio.h>

#include "slidemove_character.h"

#ifdef __cplusplus
extern "C" {
#endif
int make_grid(int size);
int clear_cell(int size);
int world_walk(int size);
int build3(int size);
float closest_of_segments(float a, float b);
#ifdef __cplusplus
}
#endif

static int calls;

int make_grid(int size) {
    calls++;
    return size;
}

int clear_cell(int size) {
    calls++;
    return size;
}

int world_walk(int size) {
    calls++;
    return size;
}

int build3(int size) {
    calls++;
    return size;
}

float closest_of_segments(float a, float b) {
    calls++;
    return a + b;
}

static int expect(const char *what, float found, float expected) {
    if (fabsf(found - expected) < 1e-4f)
        return 0;
    printf("guest: %s is %g, expected %g\n", what, (double)found, (double)expected);
    return 1;
}

int main(void) {
    sm_vec2 zero = {0, 0}, left = {-5, 0}, right = {5, 0}, above = {0, 5}, down = {0, -5};
    sm_capsule disk = sm_circle(zero, 0.5f), wall = sm_segment(left, right);
    sm_world *world = sm_world_create(&wall, 1, NULL);
    sm_result moved =
        sm_slide_move(above, down, sm_hull_of_capsule(disk), sm_obstacles_of_world(world), NULL);
    sm_collision apart = sm_collide_capsules(sm_circle(above, 0.5f), wall);
    sm_world_destroy(world);

    sm3_vec origin = {0, 0, 0}, a = {-5, 0, -5}, b = {0, 0, 5}, c = {5, 0, -5};
    sm3_vec high = {0, 5, 0}, drop = {0, -5, 0};
    sm3_triangle face = sm3_face(a, b, c);
    sm3_world *space = sm3_world_create(&face, 1, NULL);
    sm3_result fallen =
        sm3_slide_move(high, drop, sm3_sphere(origin, 0.5f), sm3_obstacles_of_world(space), NULL);
    sm3_world_destroy(space);

    return expect("the disk's height", moved.position.y, 0.5f) +
           expect("the depth of what is apart", apart.depth, -4.5f) +
           expect("the ball's height", fallen.position.y, 0.5f) +
           expect("calls of the guest's functions", (float)calls, 0);
}
