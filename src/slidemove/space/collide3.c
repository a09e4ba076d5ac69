/* collide3: the collision as others call it. */
#include "meet3.h"

sm3_capsule sm3_sphere(sm3_vec centre, float radius) {
    return (sm3_capsule){centre, centre, radius};
}

sm3_capsule sm3_capsule_at(sm3_capsule shape, sm3_vec position) {
    return (sm3_capsule){{shape.a.x + position.x, shape.a.y + position.y, shape.a.z + position.z},
                         {shape.b.x + position.x, shape.b.y + position.y, shape.b.z + position.z},
                         shape.radius};
}

sm3_triangle sm3_face(sm3_vec a, sm3_vec b, sm3_vec c) {
    return (sm3_triangle){a, b, c, 0, false};
}

sm3_triangle sm3_solid_capsule(sm3_capsule capsule) {
    return (sm3_triangle){capsule.a, capsule.b, capsule.b, capsule.radius, false};
}

bool collide3(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
              contact3 *contact) {
    return meet3(mover, obstacle, delta, least, false, contact);
}

bool collide3_in_front(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                       contact3 *contact) {
    return meet3(mover, obstacle, delta, least, obstacle->one_sided, contact);
}

bool collide3_finite(const mover3 *mover, const sm3_triangle *shape, bool both_sides, vec3 delta,
                     obstacle3 *obstacle, contact3 *contact) {
    obstacle3_of_finite(shape, obstacle);
    return meet3_near(mover, obstacle, delta, obstacle->one_sided && !both_sides, contact);
}

sm3_collision collision3_of(const contact3 *contact, int number) {
    return (sm3_collision){(float)contact->depth, vec3_round(contact->normal),
                           vec3_round(contact->point), number};
}

sm3_collision sm3_collide(sm3_capsule mover, sm3_triangle obstacle, sm3_vec delta) {
    static const sm3_collision none = {-INFINITY, {0, 0, 0}, {0, 0, 0}, SM_NO_OBSTACLE};
    obstacle3 o;
    contact3 contact;
    if (!sm3_is_finite(mover.a) || !sm3_is_finite(mover.b) || !isfinite(mover.radius) ||
        !sm3_is_finite(delta) || !obstacle3_of(&obstacle, &o))
        return none;
    mover3 m = mover3_at(mover, (vec3){0, 0, 0});
    if (!collide3_in_front(&m, &o, vec3_of(delta), -INFINITY, &contact))
        return none;
    return collision3_of(&contact, SM_NO_OBSTACLE);
}

bool sm3_overlap(sm3_capsule mover, sm3_triangle obstacle) {
    return sm3_collide(mover, obstacle, (sm3_vec){0, 0, 0}).depth > 0;
}

sm3_vec sm3_resolvement(sm3_collision c) {
    if (!(c.depth > 0))
        return (sm3_vec){0, 0, 0};
    return (sm3_vec){c.normal.x * c.depth, c.normal.y * c.depth, c.normal.z * c.depth};
}
