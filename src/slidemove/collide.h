/* collide: the parts of a collision, for those who look at many obstacles and know after the first
 * part that most do not matter. Shapes must be finite; sm_collide checks that. */
#ifndef SM_COLLIDE_H
#define SM_COLLIDE_H

#include "closest.h"

static inline bool is_disk(const sm_capsule *c) {
    return c->a.x == c->b.x && c->a.y == c->b.y;
}

static inline closest_pair closest_of_capsules(const sm_capsule *mover,
                                               const sm_capsule *obstacle) {
    vec a = vec_of(obstacle->a), b = vec_of(obstacle->b);
    if (!is_disk(mover))
        return closest_of_segments(vec_of(mover->a), vec_of(mover->b), a, b);
    vec centre = vec_of(mover->a);
    vec closest = closest_on_segment(centre, a, b);
    vec between = vec_sub(centre, closest);
    return (closest_pair){centre, closest, vec_dot(between, between)};
}

/* The collision, from the closest points of the inner segments. */
sm_collision collision_at(sm_capsule mover, sm_capsule obstacle, sm_vec2 delta,
                          closest_pair closest);

#endif
