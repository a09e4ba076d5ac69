#include "motion_place.h"

#include <math.h>

#include "random.h"

const sm3_mover motion_ball = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = (float)MOTION_RADIUS};
const sm3_mover motion_capsule = {
    .a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = (float)MOTION_RADIUS};

const double motion_wedges[MOTION_WEDGES] = {5, 10, 20, 30, 45, 60, 90, 120, 150, 170};

/* ---- Places ------------------------------------------------------------------------------ */

double motion_random(uint64_t *state, double low, double high) {
    return random_double(state, low, high);
}

pose3 motion_frame(bool in_space, int i) {
    static const double angles[MOTION_FRAMES] = {0, 37, 101, 190, 283}; /* degrees */
    uint64_t random = 100 + (uint64_t)i;
    if (i == 0)
        return pose3_plain();
    if (i > 1 && in_space)
        return pose3_random(&random);
    pose3 turned = pose3_turned(angles[i], (vec3){0.3, -0.2, 0});
    if (in_space) /* about the axis y */
        turned = (pose3){
            {turned.x.x, 0, -turned.x.y}, {0, 1, 0}, {turned.x.y, 0, turned.x.x}, {0.3, -0.2, 0.7}};
    return turned;
}

void motion_begin(motion_place *p, const contender *by, pose3 frame) {
    p->contender = *by;
    p->both_sides = false;
    p->world = (any_world){NULL, NULL};
    course_begin(&p->scene, by->in_space, frame);
}

void motion_ready(motion_place *p, vec3 at) {
    const course *s = &p->scene;
    sm_capsule walls[COURSE_TRIANGLES];
    for (int i = 0; i < s->count && !s->in_space; i++)
        walls[i] = capsule_of(&s->triangles[i]);
    if (s->in_space)
        p->world.space = sm3_world_create(s->triangles, s->count, NULL);
    else
        p->world.flat = sm_world_create(walls, s->count, NULL);
    at.z = s->in_space ? at.z : 0;
    p->position = pose3_point(&s->frame, at);
}

void motion_end(motion_place *p) {
    world_destroy(p->world);
    p->world = (any_world){NULL, NULL};
}

vec3 motion_local(const motion_place *p) {
    return pose3_local(&p->scene.frame, p->position);
}

vec3 motion_push(motion_place *p, vec3 delta) {
    const sm_options options = {.resolver = p->contender.resolver, .both_sides = p->both_sides};
    const met world = world_met(p->world);
    vec3 before = motion_local(p);
    sm3_vec way = pose3_direction(&p->scene.frame, delta);
    p->position = met_move(&world, p->position, way, &p->contender.mover, &options).position;
    return vec3_sub(motion_local(p), before);
}

double motion_extent(const motion_place *p, vec3 direction) {
    vec3 world = vec3_of(pose3_direction(&p->scene.frame, direction));
    double a = vec3_dot(vec3_of(p->contender.mover.a), world);
    double b = vec3_dot(vec3_of(p->contender.mover.b), world);
    return MOTION_RADIUS + fmax(a, b);
}

double motion_depth(const motion_place *p) {
    return (double)course_deepest(&p->scene, p->contender.mover, p->position).depth;
}
