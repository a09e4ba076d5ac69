/* collide3: depth and normal of a mover in an obstacle.
 *
 * Apart or overlapping by less than the radii, both follow from the closest points. Where segment
 * and triangle themselves touch or cross, from the shortest way apart (escape3). */
#include "collide3.h"

#include "escape3.h"

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

/* Whether the planes alone tell that the distance is above `reach`. */
static bool is_beyond_plane(const mover3 *mover, const triangle3 *t, double reach) {
    static const double rounding = 1e-9; /* far above double's, relative */
    double a_side = vec3_dot(t->normal, vec3_sub(mover->a, t->a));
    double b_side = mover->is_sphere ? a_side : vec3_dot(t->normal, vec3_sub(mover->b, t->a));
    double far = reach * reach * t->area * (1 + rounding);
    return t->area > 0 && a_side * b_side > 0 && a_side * a_side > far && b_side * b_side > far;
}

static closest3 closest_of(const mover3 *mover, const obstacle3 *obstacle) {
    const triangle3 *t = &obstacle->triangle;
    if (mover->is_sphere)
        return closest3_of_points(mover->a, obstacle->is_segment
                                                ? closest3_on_segment(mover->a, t->a, t->b)
                                                : closest3_on_triangle(mover->a, t));
    if (obstacle->is_segment)
        return closest3_of_segments(mover->a, mover->b, t->a, t->b);
    return closest3_of_segment_triangle(mover->a, mover->b, t);
}

/* The obstacle is one-sided, and `point` behind its plane. */
static bool is_behind(const obstacle3 *obstacle, vec3 point) {
    const triangle3 *t = &obstacle->triangle;
    return t->area > 0 && vec3_dot(t->normal, vec3_sub(point, t->a)) < -TOUCHING3 * sqrt(t->area);
}

static bool collide(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                    bool front_only, contact3 *contact) {
    double radii = mover->radius + obstacle->radius;
    if (radii > least && is_beyond_plane(mover, &obstacle->triangle, radii - least))
        return false;
    closest3 closest = closest_of(mover, obstacle);
    double distance = sqrt(closest.distance_squared);
    vec3 normal;
    if (distance > TOUCHING3) {
        if (front_only && is_behind(obstacle, closest.first))
            return false;
        normal = vec3_scale(vec3_sub(closest.first, closest.second), 1 / distance);
    } else {
        front_only = front_only && obstacle->triangle.area > 0;
        escape3 out = escape3_shortest(mover, &obstacle->triangle, delta, front_only);
        normal = out.normal;
        distance = -out.distance;
    }
    vec3 point = vec3_add(closest.second, vec3_scale(normal, obstacle->radius));
    *contact = (contact3){radii - distance, normal, point};
    return true;
}

bool collide3(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
              contact3 *contact) {
    return collide(mover, obstacle, delta, least, false, contact);
}

bool collide3_in_front(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                       contact3 *contact) {
    return collide(mover, obstacle, delta, least, obstacle->one_sided, contact);
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
