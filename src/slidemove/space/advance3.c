/* advance3: conservative advancement in 3D: the places of a mover and a triangle, and their
 * distance. */
#include "../advancement.h"

#include "collide3.h"

static vec3 place3(const sm3_motion *m, double fraction, vec3 point) {
    vec3 there = vec3_add(vec3_of(m->position), vec3_scale(vec3_of(m->delta), fraction));
    vec3 turned = sm_turned(point, vec3_of(m->angle));
    return vec3_add(there, sm_turned(turned, vec3_scale(vec3_of(m->turn), fraction)));
}

/* Returns a direction in the frame of a shape that has made this fraction of its motion. */
static vec3 direction_in_frame3(const sm3_motion *m, double fraction, vec3 direction) {
    vec3 back = sm_turned(direction, vec3_scale(vec3_of(m->turn), -fraction));
    return sm_turned(back, vec3_scale(vec3_of(m->angle), -1));
}

static advance_shape shape3_at(const sm3_motion *m, double fraction, const vec3 *corners,
                               int count) {
    advance_shape shape = {.count = count,
                           .origin = place3(m, fraction, vec3_zero),
                           .delta = vec3_of(m->delta),
                           .turn = vec3_of(m->turn)};
    for (int i = 0; i < count; i++)
        shape.corners[i] = place3(m, fraction, corners[i]);
    return shape;
}

typedef struct solids3 {
    advance_look look;
    mover3 mover; /* around its origin */
    cuboid3 core; /* the mover's corners; only the first two if it is no box */
    vec3 corners[3];
    double radius; /* of the triangle */
    const sm3_motion *motions[2];
} solids3;

/* Measures in the frame of the mover, so that the mover's own corners are exact. */
static advance_gap look_at_solids3(const advance_look *look, double fraction,
                                   advance_shape shapes[2]) {
    const solids3 *s = (const solids3 *)look;
    const sm3_motion *m = s->motions[0];
    shapes[0] = shape3_at(m, fraction, s->core.corners, s->mover.box != NULL ? 8 : 2);
    shapes[1] = shape3_at(s->motions[1], fraction, s->corners, 3);
    vec3 seen[3];
    for (int i = 0; i < 3; i++)
        seen[i] =
            direction_in_frame3(m, fraction, vec3_sub(shapes[1].corners[i], shapes[0].origin));
    obstacle3 o = {.triangle = triangle3_of(seen[0], seen[1], seen[2]),
                   .radius = s->radius,
                   .is_segment = vec3_equal(s->corners[1], s->corners[2])};
    contact3 contact;
    sm3_contact(&s->mover, &o, vec3_zero, -INFINITY, false, &contact);
    vec3 normal = sm_turned(contact.normal, vec3_of(m->angle));
    return (advance_gap){-contact.depth, sm_turned(normal, vec3_scale(vec3_of(m->turn), fraction)),
                         place3(m, fraction, contact.point)};
}

static bool motion3_is_finite(const sm3_motion *m) {
    return sm3_is_finite(m->position) && sm3_is_finite(m->angle) && sm3_is_finite(m->delta) &&
           sm3_is_finite(m->turn);
}

sm_advance_result sm3_advance(sm3_mover first, sm3_motion first_motion, sm3_triangle second,
                              sm3_motion second_motion, float tolerance, sm_advance_trace *trace) {
    sm_advance_result clear = sm_advance_begin(trace);
    if (!sm3_mover_is_finite(&first) || !triangle3_is_finite(&second) ||
        !motion3_is_finite(&first_motion) || !motion3_is_finite(&second_motion))
        return clear;
    solids3 s = {.look = {look_at_solids3, sm_radius(first.radius) + sm_radius(second.radius)},
                 .mover = mover3_at(&first, vec3_zero),
                 .corners = {vec3_of(second.a), vec3_of(second.b), vec3_of(second.c)},
                 .radius = sm_radius(second.radius),
                 .motions = {&first_motion, &second_motion}};
    s.core.corners[0] = s.mover.a;
    s.core.corners[1] = s.mover.b;
    if (s.mover.box != NULL)
        sm3_cuboid_of(&s.mover, &s.core);
    return sm_advance_from(&s.look, tolerance, trace);
}
