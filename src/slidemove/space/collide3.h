/* collide3: one collision in double, and the shapes prepared for it. */
#ifndef SM_COLLIDE3_H
#define SM_COLLIDE3_H

#include "closest3.h"

typedef struct mover3 {
    vec3 a, b;
    double radius;
    bool is_sphere; /* a = b */
} mover3;

/* Returns `shape`, which is given around the origin, at `position`. */
static inline mover3 mover3_at(sm3_capsule shape, vec3 position) {
    vec3 a = vec3_add(vec3_of(shape.a), position), b = vec3_add(vec3_of(shape.b), position);
    return (mover3){a, b, sm_radius(shape.radius), vec3_equal(a, b)};
}

static inline mover3 mover3_moved(mover3 mover, vec3 delta) {
    mover.a = vec3_add(mover.a, delta);
    mover.b = vec3_add(mover.b, delta);
    return mover;
}

typedef struct obstacle3 {
    triangle3 triangle;
    double radius;
    bool is_segment; /* b = c */
    bool one_sided;
} obstacle3;

static inline void obstacle3_of_finite(const sm3_triangle *shape, obstacle3 *obstacle) {
    vec3 b = vec3_of(shape->b), c = vec3_of(shape->c);
    *obstacle = (obstacle3){triangle3_of(vec3_of(shape->a), b, c), sm_radius(shape->radius),
                            vec3_equal(b, c), shape->one_sided};
}

/* Returns false when the shape is not finite: it is not to be met. */
static inline bool obstacle3_of(const sm3_triangle *shape, obstacle3 *obstacle) {
    if (!sm3_is_finite(shape->a) || !sm3_is_finite(shape->b) || !sm3_is_finite(shape->c) ||
        !isfinite(shape->radius))
        return false;
    obstacle3_of_finite(shape, obstacle);
    return true;
}

typedef struct contact3 {
    double depth;
    vec3 normal;
    vec3 point; /* on the obstacle's surface */
} contact3;

/* Returns false when the depth is certainly below `least`, which may be -INFINITY. Sides are not
 * looked at. */
bool collide3(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
              contact3 *contact);

/* Returns false, too, where the obstacle is one-sided and the mover's nearest point behind it. */
bool collide3_in_front(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                       contact3 *contact);

/* collide3, or collide3_in_front unless `both_sides`, of what is finite and probably deep. Returns
 * the obstacle made of it, too. */
bool collide3_finite(const mover3 *mover, const sm3_triangle *shape, bool both_sides, vec3 delta,
                     obstacle3 *obstacle, contact3 *contact);

/* Nearer than this (world units) segment and triangle touch: the direction between the closest
 * points is then rounding noise (1e-10 in double at the largest coordinate of a level, 1e6). */
#define TOUCHING3 1e-9

sm3_collision collision3_of(const contact3 *contact, int number);

#endif
