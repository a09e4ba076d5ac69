/* collide: boxes around shapes, closest points of segments in double, and the steps of a collision.
 * Code that looks at many obstacles stops after the first step for most of them. Shapes must be
 * finite here; only sm_collide checks that. */
#ifndef SM_COLLIDE_H
#define SM_COLLIDE_H

#include "../vec.h"

/* A capsule that is not finite, such as the hole that a removed obstacle leaves in a world, never
 * collides. */
static inline bool capsule_is_finite(sm_capsule c) {
    return sm_is_finite(c.a) && sm_is_finite(c.b) && c.radius - c.radius == 0;
}

typedef struct rect {
    double x0, y0, x1, y1;
} rect;

/* Returns the box around a capsule. Arrays and worlds both use it, so that they find the same
 * obstacles near, to the last bit. */
static inline rect capsule_bounds(const sm_capsule *c) {
    double r = sm_radius(c->radius);
    return (rect){(double)sm_minf(c->a.x, c->b.x) - r, (double)sm_minf(c->a.y, c->b.y) - r,
                  (double)sm_maxf(c->a.x, c->b.x) + r, (double)sm_maxf(c->a.y, c->b.y) + r};
}

/* Boxes that share only an edge overlap. A box with NaN overlaps nothing. */
static inline bool rects_overlap(rect a, rect b) {
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

static inline bool rect_contains(rect outer, rect inner) {
    return inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 &&
           inner.y1 <= outer.y1;
}

/* rects_overlap(capsule_bounds(c), box), but most capsules fail it at the first comparison. */
static inline bool capsule_bounds_overlap(const sm_capsule *c, rect box) {
    double r = sm_radius(c->radius);
    return (double)sm_minf(c->a.x, c->b.x) - r <= box.x1 &&
           (double)sm_maxf(c->a.x, c->b.x) + r >= box.x0 &&
           (double)sm_minf(c->a.y, c->b.y) - r <= box.y1 &&
           (double)sm_maxf(c->a.y, c->b.y) + r >= box.y0;
}

static inline rect rect_of_corners(sm_vec2 min, sm_vec2 max) {
    return (rect){(double)min.x, (double)min.y, (double)max.x, (double)max.y};
}

/* Returns the box that both cover. It has x1 < x0 or y1 < y0 if there is none. */
static inline rect rect_intersection(rect a, rect b) {
    return (rect){sm_max(a.x0, b.x0), sm_max(a.y0, b.y0), sm_min(a.x1, b.x1), sm_min(a.y1, b.y1)};
}

/* Returns the smallest box around both. */
static inline rect rect_union(rect a, rect b) {
    return (rect){sm_min(a.x0, b.x0), sm_min(a.y0, b.y0), sm_max(a.x1, b.x1), sm_max(a.y1, b.y1)};
}

/* Whether the obstacle moves between two finite places. */
static inline bool obstacle_moves(const sm_obstacle *o) {
    return o->moves && capsule_is_finite(o->before) && capsule_is_finite(o->shape);
}

/* Returns the box around a moving obstacle at its old and its new place. */
static inline rect motion_bounds(const sm_obstacle *o) {
    const sm_capsule before = {o->before.a, o->before.b, o->shape.radius};
    return rect_union(capsule_bounds(&before), capsule_bounds(&o->shape));
}

/* Returns the box around an obstacle, at its old and its new place if it moves. */
static inline rect obstacle_bounds(const sm_obstacle *o) {
    return obstacle_moves(o) ? motion_bounds(o) : capsule_bounds(&o->shape);
}

static inline bool obstacle_bounds_overlap(const sm_obstacle *o, rect box) {
    return obstacle_moves(o) ? rects_overlap(motion_bounds(o), box)
                             : capsule_bounds_overlap(&o->shape, box);
}

/* Whether the capsule touches the box or its edge. Returns true, too, for a capsule that is apart
 * from the box by no more than rounding errors. */
bool sm_capsule_touches(const sm_capsule *c, rect box);

/* Returns the collision of a finite mover with an obstacle. A capsule uses sm_collide and is placed
 * in floats, as in a loop over all obstacles; other hulls use sm_collide_hull. */
sm_collision sm_collide_mover(const sm_hull *mover, sm_vec2 position, sm_capsule obstacle,
                              sm_vec2 delta);

/* Whether a collision with a one-way obstacle counts: the mover came into its left side. */
bool sm_oneway_blocks(const sm_capsule *obstacle, double mover_radius, sm_collision c,
                      sm_vec2 delta);

/* Offers `choice` the collisions at `position`, for the resolvers that push out: by the obstacles'
 * own `offer`, or else those of the obstacles that `gather` finds. */
void sm_offer(const sm_obstacles *obstacles, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
              sm_choice *choice);

/* Offers the sm_collide_mover collisions of all obstacles that `gather` finds near the mover. */
void sm_offer_gathered(const void *context, sm_gather_fn *gather, sm_vec2 position, sm_vec2 delta,
                       const sm_hull *mover, sm_choice *choice);

typedef struct closest_pair {
    vec first, second; /* one point on each segment */
    double distance_squared;
} closest_pair;

/* Inline, since every candidate of every move calls it. */
static inline vec closest_on_segment(vec point, vec a, vec b) {
    vec along = vec_sub(b, a);
    double length_squared = vec_dot(along, along);
    double projection = vec_dot(vec_sub(point, a), along);
    /* A table, since the processor cannot predict the branches. NaN and a = b give a. */
    const vec places[] = {a, vec_add(a, vec_scale(along, projection / length_squared)), b};
    return places[(projection > 0) + ((projection > 0) & (projection >= length_squared))];
}

closest_pair sm_segments_closest(vec a1, vec b1, vec a2, vec b2);

static inline bool is_disk(const sm_capsule *c) {
    return c->a.x == c->b.x && c->a.y == c->b.y;
}

static inline closest_pair closest_to_point(vec point, const sm_capsule *obstacle) {
    vec closest = closest_on_segment(point, vec_of(obstacle->a), vec_of(obstacle->b));
    vec between = vec_sub(point, closest);
    return (closest_pair){point, closest, vec_dot(between, between)};
}

/* Returns the collision of two capsules with inner segments `distance` > 0 apart. `between` leads
 * from `closest`, the closest point on the obstacle's inner segment, to that on the mover's. */
static inline sm_collision collision_apart(float depth, vec between, double distance, vec closest,
                                           double obstacle_radius) {
    vec normal = vec_scale(between, 1 / distance);
    vec point = vec_add(closest, vec_scale(normal, obstacle_radius));
    return (sm_collision){depth, vec_round(normal), vec_round(point), SM_NO_OBSTACLE};
}

#endif
