/* collide: closest points of segments, in double, and the parts of a collision, for those who look
 * at many obstacles and know after the first part that most do not matter. Shapes must be finite;
 * sm_collide checks that. */
#ifndef SM_COLLIDE_H
#define SM_COLLIDE_H

#include "../vec.h"

/* What is not, as a hole of a world, never collides. */
static inline bool capsule_is_finite(sm_capsule c) {
    return sm_is_finite(c.a) && sm_is_finite(c.b) && c.radius - c.radius == 0;
}

typedef struct rect {
    double x0, y0, x1, y1;
} rect;

/* The box around a capsule; in arrays and in worlds, so that what is near is the same in both, to
 * the last bit. */
static inline rect rect_of(const sm_capsule *c) {
    double r = sm_radius(c->radius);
    return (rect){(double)sm_minf(c->a.x, c->b.x) - r, (double)sm_minf(c->a.y, c->b.y) - r,
                  (double)sm_maxf(c->a.x, c->b.x) + r, (double)sm_maxf(c->a.y, c->b.y) + r};
}

/* Their edges belong to them; NaN overlaps nothing. */
static inline bool rects_overlap(rect a, rect b) {
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/* rects_overlap(rect_of(c), box), which most capsules fail by the first number that is compared. */
static inline bool capsule_is_in(const sm_capsule *c, rect box) {
    double r = sm_radius(c->radius);
    return (double)sm_minf(c->a.x, c->b.x) - r <= box.x1 &&
           (double)sm_maxf(c->a.x, c->b.x) + r >= box.x0 &&
           (double)sm_minf(c->a.y, c->b.y) - r <= box.y1 &&
           (double)sm_maxf(c->a.y, c->b.y) + r >= box.y0;
}

static inline rect rect_between(sm_vec2 min, sm_vec2 max) {
    return (rect){(double)min.x, (double)min.y, (double)max.x, (double)max.y};
}

/* What two have in common; x1 < x0 or y1 < y0 where that is nothing. */
static inline rect rect_common(rect a, rect b) {
    return (rect){sm_max(a.x0, b.x0), sm_max(a.y0, b.y0), sm_min(a.x1, b.x1), sm_min(a.y1, b.y1)};
}

/* The smallest around both. */
static inline rect rect_around(rect a, rect b) {
    return (rect){sm_min(a.x0, b.x0), sm_min(a.y0, b.y0), sm_max(a.x1, b.x1), sm_max(a.y1, b.y1)};
}

/* Around an obstacle that moves and where it was. */
static inline rect rect_of_motion(const sm_obstacle *o) {
    const sm_capsule before = {o->before.a, o->before.b, o->shape.radius};
    return rect_around(rect_of(&before), rect_of(&o->shape));
}

static inline bool obstacle_is_in(const sm_obstacle *o, rect box) {
    return o->moves ? rects_overlap(rect_of_motion(o), box) : capsule_is_in(&o->shape, box);
}

/* Whether the capsule touches the box, whose edge belongs to it; maybe also where it is farther by
 * what rounding can do. */
bool sm_capsule_touches(const sm_capsule *c, rect box);

/* The collision of a finite mover: a capsule's by sm_collide, placed in floats, whatever it is that
 * it meets, as a plain loop has it; another's by sm_collide_hull. */
sm_collision sm_collide_mover(const sm_hull *mover, sm_vec2 position, sm_capsule obstacle,
                              sm_vec2 delta);

/* What sm_slide_move asks of obstacles for the resolvers that push out: their `offer`, or else to
 * offer what they gather. */
void sm_offer(const sm_obstacles *obstacles, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
              sm_choice *choice);

/* Offers all that is gathered near the mover, as sm_collide_mover has it. */
void sm_offer_gathered(const void *context, sm_gather_fn *gather, sm_vec2 position, sm_vec2 delta,
                       const sm_hull *mover, sm_choice *choice);

typedef struct closest_pair {
    vec first, second; /* one point on each segment */
    double distance_squared;
} closest_pair;

/* Here because every candidate of every move passes through it. */
static inline vec closest_on_segment(vec point, vec a, vec b) {
    vec along = vec_sub(b, a);
    double length_squared = vec_dot(along, along);
    double projection = vec_dot(vec_sub(point, a), along);
    /* A table, not branches: which of the three it is, is hard to foresee. NaN and a = b give a. */
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

/* The collision of capsules with inner segments `distance` apart, which do not touch; between is
 * the way to the mover's closest point from the obstacle's, `closest`. */
static inline sm_collision collision_apart(float depth, vec between, double distance, vec closest,
                                           double obstacle_radius) {
    vec normal = vec_scale(between, 1 / distance);
    vec point = vec_add(closest, vec_scale(normal, obstacle_radius));
    return (sm_collision){depth, vec_round(normal), vec_round(point), SM_NO_OBSTACLE};
}

#endif
