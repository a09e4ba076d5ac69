/* meet3: depth and normal of a mover in an obstacle, to be compiled into who asks for many.
 *
 * Apart or overlapping by less than the radii, both follow from the closest points. Where segment
 * and triangle themselves touch or cross, from the shortest way apart (escape3). */
#ifndef SM_MEET3_H
#define SM_MEET3_H

#include "collide3.h"
#include "escape3.h"

/* Whether the planes alone tell that the distance is above `reach`. */
static inline bool meet3_is_beyond_plane(const mover3 *mover, const triangle3 *t, double reach) {
    static const double rounding = 1e-9; /* far above double's, relative */
    double a_side = vec3_dot(t->normal, vec3_sub(mover->a, t->a));
    double b_side = mover->is_sphere ? a_side : vec3_dot(t->normal, vec3_sub(mover->b, t->a));
    double far = reach * reach * t->area * (1 + rounding);
    return t->area > 0 && a_side * b_side > 0 && a_side * a_side > far && b_side * b_side > far;
}

static inline closest3 meet3_closest(const mover3 *mover, const obstacle3 *obstacle) {
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
static inline bool meet3_is_behind(const obstacle3 *obstacle, vec3 point) {
    const triangle3 *t = &obstacle->triangle;
    return t->area > 0 && vec3_dot(t->normal, vec3_sub(point, t->a)) < -TOUCHING3 * sqrt(t->area);
}

/* Of what the closest points tell apart, by a `distance` above TOUCHING3. */
static inline bool meet3_apart(const mover3 *mover, const obstacle3 *obstacle,
                               const closest3 *closest, double distance, bool front_only,
                               contact3 *contact) {
    if (front_only && meet3_is_behind(obstacle, closest->first))
        return false;
    contact->depth = mover->radius + obstacle->radius - distance;
    contact->normal = vec3_scale(vec3_sub(closest->first, closest->second), 1 / distance);
    contact->point = vec3_add(closest->second, vec3_scale(contact->normal, obstacle->radius));
    return true;
}

/* collide3 of what is probably deep; `front_only`: from behind, an obstacle is not met. */
static inline bool meet3_near(const mover3 *mover, const obstacle3 *obstacle, vec3 delta,
                              bool front_only, contact3 *contact) {
    closest3 closest = meet3_closest(mover, obstacle);
    double distance = sqrt(closest.distance_squared);
    if (distance > TOUCHING3)
        return meet3_apart(mover, obstacle, &closest, distance, front_only, contact);
    front_only = front_only && obstacle->triangle.area > 0;
    escape3 out = escape3_shortest(mover, &obstacle->triangle, delta, front_only);
    vec3 point = vec3_add(closest.second, vec3_scale(out.normal, obstacle->radius));
    *contact = (contact3){mover->radius + obstacle->radius - -out.distance, out.normal, point};
    return true;
}

static inline bool meet3(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                         bool front_only, contact3 *contact) {
    double radii = mover->radius + obstacle->radius;
    if (radii > least && meet3_is_beyond_plane(mover, &obstacle->triangle, radii - least))
        return false;
    return meet3_near(mover, obstacle, delta, front_only, contact);
}

#endif
