/* pairs3: the named tests of the field, each a case of the one collision. */
#include "../slidemove3.h"

static const sm3_vec no_delta = {0, 0, 0};

static sm3_triangle solid_sphere(sm3_vec centre, float radius) {
    return sm3_solid_capsule(sm3_sphere(centre, radius));
}

static sm3_triangle solid_segment(sm3_vec a, sm3_vec b) {
    return sm3_solid_capsule((sm3_capsule){a, b, 0});
}

sm3_collision sm3_collide_spheres(sm3_vec centre, float radius, sm3_vec obstacle_centre,
                                  float obstacle_radius) {
    return sm3_collide(sm3_sphere(centre, radius), solid_sphere(obstacle_centre, obstacle_radius),
                       no_delta);
}

sm3_collision sm3_collide_sphere_segment(sm3_vec centre, float radius, sm3_vec a, sm3_vec b) {
    return sm3_collide(sm3_sphere(centre, radius), solid_segment(a, b), no_delta);
}

sm3_collision sm3_collide_sphere_capsule(sm3_vec centre, float radius, sm3_capsule obstacle) {
    return sm3_collide(sm3_sphere(centre, radius), sm3_solid_capsule(obstacle), no_delta);
}

sm3_collision sm3_collide_capsules(sm3_capsule mover, sm3_capsule obstacle) {
    return sm3_collide(mover, sm3_solid_capsule(obstacle), no_delta);
}

sm3_collision sm3_collide_sphere_triangle(sm3_vec centre, float radius, sm3_vec a, sm3_vec b,
                                          sm3_vec c) {
    return sm3_collide(sm3_sphere(centre, radius), sm3_face(a, b, c), no_delta);
}

sm3_collision sm3_collide_capsule_triangle(sm3_capsule mover, sm3_vec a, sm3_vec b, sm3_vec c) {
    return sm3_collide(mover, sm3_face(a, b, c), no_delta);
}

bool sm3_overlap_spheres(sm3_vec centre, float radius, sm3_vec obstacle_centre,
                         float obstacle_radius) {
    return sm3_overlap(sm3_sphere(centre, radius), solid_sphere(obstacle_centre, obstacle_radius));
}

bool sm3_overlap_sphere_segment(sm3_vec centre, float radius, sm3_vec a, sm3_vec b) {
    return sm3_overlap(sm3_sphere(centre, radius), solid_segment(a, b));
}

bool sm3_overlap_sphere_capsule(sm3_vec centre, float radius, sm3_capsule obstacle) {
    return sm3_overlap(sm3_sphere(centre, radius), sm3_solid_capsule(obstacle));
}

bool sm3_overlap_capsules(sm3_capsule mover, sm3_capsule obstacle) {
    return sm3_overlap(mover, sm3_solid_capsule(obstacle));
}

bool sm3_overlap_sphere_triangle(sm3_vec centre, float radius, sm3_vec a, sm3_vec b, sm3_vec c) {
    return sm3_overlap(sm3_sphere(centre, radius), sm3_face(a, b, c));
}

bool sm3_overlap_capsule_triangle(sm3_capsule mover, sm3_vec a, sm3_vec b, sm3_vec c) {
    return sm3_overlap(mover, sm3_face(a, b, c));
}
