/* collide: the parts of a collision, for those who look at many obstacles and know after the first
 * part that most do not matter. Shapes must be finite; sm_collide checks that. */
#ifndef SM_COLLIDE_H
#define SM_COLLIDE_H

#include "closest.h"

static inline bool is_disk(const sm_capsule *c) {
    return c->a.x == c->b.x && c->a.y == c->b.y;
}

static inline closest_pair closest_to_point(vec point, const sm_capsule *obstacle) {
    vec closest = closest_on_segment(point, vec_of(obstacle->a), vec_of(obstacle->b));
    vec between = vec_sub(point, closest);
    return (closest_pair){point, closest, vec_dot(between, between)};
}

/* World units. Nearer than this the inner segments touch: the direction between the closest points
 * is then rounding noise (1e-10 in double at the largest coordinate of a level, 1e6). */
static const double touching = 1e-9;

/* The collision of capsules whose inner segments are `distance` apart, more than `touching`;
 * between is the way to the mover's closest point from the obstacle's, `closest`. */
static inline sm_collision collision_apart(float depth, vec between, double distance, vec closest,
                                           double obstacle_radius) {
    vec normal = vec_scale(between, 1 / distance);
    vec point = vec_add(closest, vec_scale(normal, obstacle_radius));
    return (sm_collision){depth, vec_round(normal), vec_round(point), SM_NO_OBSTACLE};
}

#endif
