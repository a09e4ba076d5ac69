/* collide3: one collision in 3D, in double: closest points, depth and normal.
 *
 * Every candidate for a closest point is a real point of its shape, and the nearest candidate wins.
 * So a formula that loses precision (nearly parallel segments, a triangle of almost no area) can
 * only miss a shorter distance by a rounding error. It can never give a wrong one.
 *
 * If segment and triangle are apart, depth and normal follow from their closest points, even where
 * the radii overlap. If they touch or cross, depth and normal are those of the shortest separation
 * (sm3_separation). Functions that collide with many obstacles inline what is here. */
#ifndef SM_COLLIDE3_H
#define SM_COLLIDE3_H

#include "../lanes.h"
#include "../resolver.h"
#include "../vec.h"

/* ---- Closest points -------------------------------------------------------------------------- */

typedef struct closest3 {
    vec3 first, second; /* one on each shape */
    double distance_squared;
} closest3;

typedef struct triangle3 {
    vec3 a, b, c;
    vec3 normal; /* its length is twice the area */
    double area; /* that length squared; 0 if the area is no more than rounding noise */
} triangle3;

/* A triangle has no area if the squared sine of its corner's angle is at most this. Then its normal
 * is rounding noise. */
#define TRIANGLE3_FLAT 1e-16

static inline triangle3 triangle3_of(vec3 a, vec3 b, vec3 c) {
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a);
    vec3 normal = vec3_cross(ab, ac);
    double area = vec3_dot(normal, normal);
    bool is_flat = !(area > TRIANGLE3_FLAT * vec3_dot(ab, ab) * vec3_dot(ac, ac));
    return (triangle3){a, b, c, normal, is_flat ? 0 : area};
}

static inline closest3 closest3_of_points(vec3 first, vec3 second) {
    vec3 between = vec3_sub(first, second);
    return (closest3){first, second, vec3_dot(between, between)};
}

static inline closest3 closest3_nearer(closest3 best, closest3 other) {
    return other.distance_squared < best.distance_squared ? other : best;
}

static inline vec3 closest3_on_segment(vec3 point, vec3 a, vec3 b) {
    vec3 along = vec3_sub(b, a);
    double projection = vec3_dot(vec3_sub(point, a), along);
    if (!(projection > 0)) /* also where a = b */
        return a;
    double length_squared = vec3_dot(along, along);
    if (projection >= length_squared)
        return b;
    return vec3_add(a, vec3_scale(along, projection / length_squared));
}

/* A point's barycentric coordinates in the triangle, times `area`. */
typedef struct weights3 {
    double a, b, c;
} weights3;

static inline weights3 weights3_in_triangle(vec3 point, const triangle3 *t) {
    vec3 from_a = vec3_sub(point, t->a);
    double b = vec3_dot(vec3_cross(from_a, vec3_sub(t->c, t->a)), t->normal);
    double c = vec3_dot(vec3_cross(vec3_sub(t->b, t->a), from_a), t->normal);
    return (weights3){t->area - b - c, b, c};
}

static inline vec3 point3_of_weights(weights3 w, const triangle3 *t) {
    double scale = 1 / t->area;
    vec3 along_b = vec3_scale(vec3_sub(t->b, t->a), w.b * scale);
    vec3 along_c = vec3_scale(vec3_sub(t->c, t->a), w.c * scale);
    return vec3_add(t->a, vec3_add(along_b, along_c));
}

static inline bool is_over_face3(weights3 w) {
    return w.a >= 0 && w.b >= 0 && w.c >= 0;
}

/* Returns the triangle's closest point to a point with these weights. An edge can be nearest only
 * if the point lies beyond it. For a triangle without area pass negative weights: then all three
 * can. */
SM_WITHIN static inline vec3 closest3_by_weights(vec3 point, weights3 w, const triangle3 *t) {
    if (is_over_face3(w))
        return point3_of_weights(w, t);
    closest3 best = {point, t->a, INFINITY};
    if (w.c < 0)
        best = closest3_of_points(point, closest3_on_segment(point, t->a, t->b));
    if (w.a < 0)
        best = closest3_nearer(best,
                               closest3_of_points(point, closest3_on_segment(point, t->b, t->c)));
    if (w.b < 0)
        best = closest3_nearer(best,
                               closest3_of_points(point, closest3_on_segment(point, t->c, t->a)));
    return best.second;
}

SM_WITHIN static inline vec3 closest3_on_triangle(vec3 point, const triangle3 *t) {
    const weights3 none = {-1, -1, -1};
    return closest3_by_weights(point, t->area > 0 ? weights3_in_triangle(point, t) : none, t);
}

/* Returns the common perpendicular of the segments' lines if it ends inside both segments and is
 * shorter than `best`; otherwise `best`, also for parallel lines. Its ends follow from a1 + s d1 -
 * a2 - t d2 being parallel to d1 x d2 (Goldman, Intersection of Two Lines in Three-Space, Graphics
 * Gems 1990). */
static inline closest3 nearer_perpendicular3(closest3 best, vec3 a1, vec3 b1, vec3 a2, vec3 b2) {
    vec3 d1 = vec3_sub(b1, a1), d2 = vec3_sub(b2, a2), between = vec3_sub(a2, a1);
    vec3 across = vec3_cross(d1, d2);
    double across_squared = vec3_dot(across, across);
    double s = vec3_dot(vec3_cross(between, d2), across);
    double t = vec3_dot(vec3_cross(between, d1), across);
    if (!(s > 0 && s < across_squared && t > 0 && t < across_squared))
        return best;
    vec3 first = vec3_add(a1, vec3_scale(d1, s / across_squared));
    return closest3_nearer(
        best, closest3_of_points(first, vec3_add(a2, vec3_scale(d2, t / across_squared))));
}

/* Whether the segment p-q, with ends on different sides of the plane, crosses the triangle;
 * gives the point where it crosses the plane. */
static inline bool pierces_triangle3(vec3 p, vec3 q, double p_side, double q_side,
                                     const triangle3 *t, vec3 *through) {
    *through = vec3_add(p, vec3_scale(vec3_sub(q, p), p_side / (p_side - q_side)));
    weights3 w = weights3_in_triangle(*through, t);
    return w.a >= 0 && w.b >= 0 && w.c >= 0;
}

/* Returns the closest points of two segments. */
closest3 sm3_nearest_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2);

/* Of a segment (first) and a triangle: a kernel, one for each processor (see wide.h). They do the
 * same. */
closest3 sm3_nearest_any(vec3 p, vec3 q, const triangle3 *t);
closest3 sm3_nearest_avx2(vec3 p, vec3 q, const triangle3 *t);

static inline closest3 closest3_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t) {
    return SM_KERNEL(sm3_nearest)(p, q, t);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

typedef struct mover3 {
    vec3 a, b;
    double radius;
    bool is_sphere;       /* a = b */
    const sm3_mover *box; /* the mover's shape, if it is a box; otherwise NULL */
} mover3;

static inline bool sm3_mover_is_finite(const sm3_mover *m) {
    return sm3_finite_zero(m->a) + sm3_finite_zero(m->b) + sm3_finite_zero(m->side) +
               sm3_finite_zero(m->front) + (m->radius - m->radius) ==
           0;
}

/* sm3_mover_at without a copy. */
static inline void mover3_place(sm3_mover *shape, sm3_vec position) {
    shape->a = sm3_offset(position, shape->a, 1);
    shape->b = sm3_offset(position, shape->b, 1);
}

static inline bool sm3_mover_is_box(const sm3_mover *m) {
    return m->side.x != 0 || m->side.y != 0 || m->side.z != 0;
}

/* Gives the half edges of a box, along its axis, its side and its front, made square to each other.
 * Bounds of a box must use these, since `side` and `front` as given may be those of another box. */
void sm3_box_halves(const sm3_mover *box, vec3 half[3]);

/* Returns how far a box reaches beyond its a and b, along a unit direction and along each axis. */
double sm3_box_beside_along(const sm3_mover *box, vec3 direction);
vec3 sm3_box_beside(const sm3_mover *box);

/* Returns the radius of the largest ball that fits into the shape. */
static inline double sm3_mover_thickness(const sm3_mover *m) {
    double radius = sm_radius(m->radius);
    if (!sm3_mover_is_box(m))
        return radius;
    vec3 half[3];
    sm3_box_halves(m, half);
    return radius +
           sm_min(vec3_length(half[0]), sm_min(vec3_length(half[1]), vec3_length(half[2])));
}

static inline mover3 mover3_moved(mover3 mover, vec3 delta) {
    mover.a = vec3_add(mover.a, delta);
    mover.b = vec3_add(mover.b, delta);
    return mover;
}

/* Returns the mover at the origin. `shape` must outlive it. */
static inline mover3 mover3_of(const sm3_mover *shape) {
    return (mover3){vec3_of(shape->a), vec3_of(shape->b), sm_radius(shape->radius), false,
                    sm3_mover_is_box(shape) ? shape : NULL};
}

/* Returns the mover moved from the origin to `position`. A short capsule may become a sphere there,
 * by rounding. */
static inline mover3 mover3_put(const mover3 *core, vec3 position) {
    mover3 mover = mover3_moved(*core, position);
    mover.is_sphere = vec3_equal(mover.a, mover.b);
    return mover;
}

static inline mover3 mover3_at(const sm3_mover *shape, vec3 position) {
    const mover3 core = mover3_of(shape);
    return mover3_put(&core, position);
}

typedef struct obstacle3 {
    triangle3 triangle;
    double radius;
    bool is_segment; /* b = c */
    bool one_sided;
    bool oneway; /* also sets one_sided. A point in its plane counts as behind it, so that a mover
                    beside a one-way floor passes it */
} obstacle3;

SM_WITHIN static inline void obstacle3_of_finite(const sm3_triangle *shape, obstacle3 *obstacle) {
    vec3 b = vec3_of(shape->b), c = vec3_of(shape->c);
    *obstacle = (obstacle3){triangle3_of(vec3_of(shape->a), b, c), sm_radius(shape->radius),
                            vec3_equal(b, c), shape->one_sided || shape->oneway, shape->oneway};
}

static inline bool triangle3_is_finite(const sm3_triangle *t) {
    return sm3_is_finite(t->a) && sm3_is_finite(t->b) && sm3_is_finite(t->c) && isfinite(t->radius);
}

/* Returns false if the shape is not finite; such an obstacle never collides. */
static inline bool obstacle3_of(const sm3_triangle *shape, obstacle3 *obstacle) {
    if (!triangle3_is_finite(shape))
        return false;
    obstacle3_of_finite(shape, obstacle);
    return true;
}

typedef struct contact3 {
    double depth; /* world units; negative: the gap */
    vec3 normal;  /* unit, from the obstacle to the mover */
    vec3 point;   /* on the obstacle's surface */
} contact3;

/* Measures a contact. Returns false if its depth is certainly below `least`, which may be
 * -INFINITY. With `front_only` returns false, too, if the obstacle is one-sided and the mover's
 * nearest point is behind it. */
bool sm3_contact(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                 bool front_only, contact3 *contact);

/* Returns the contact at any depth, on either side of the obstacle. */
contact3 sm3_contact_of(const mover3 *mover, const obstacle3 *obstacle, vec3 delta);

/* sm3_contact at any depth, which costs less where the normal is about `guess`: a kernel, one
 * for each processor. They do the same. */
typedef bool contact3_about_fn(const mover3 *mover, const obstacle3 *obstacle, const vec3 *delta,
                               const vec3 *guess, bool front_only, contact3 *contact);
contact3_about_fn sm3_about_any, sm3_about_avx2;

static inline bool sm3_contact_about(const mover3 *mover, const obstacle3 *obstacle,
                                     const vec3 *delta, const vec3 *guess, bool front_only,
                                     contact3 *contact) {
    return SM_KERNEL(sm3_about)(mover, obstacle, delta, guess, front_only, contact);
}

/* Returns when a sphere or capsule on a path, which begins apart from the triangle, comes as near
 * to an edge of it as `radius`, or sooner if rounding could decide; INFINITY: never. A kernel. */
typedef double meets_edges3_fn(const mover3 *mover, const vec3 *delta, const triangle3 *t,
                               double radius);
meets_edges3_fn sm3_meets_edges_any, sm3_meets_edges_avx2;

/* Whether a contact with the obstacle's front blocks the mover, for the methods that push out. */
static inline bool contact3_blocks(const contact3 *c, const obstacle3 *obstacle,
                                   const mover3 *mover, vec3 delta) {
    return !obstacle->oneway ||
           entered_from_front(-vec3_dot(c->normal, delta), c->depth, mover->radius);
}

sm3_collision sm3_collision_of(const contact3 *contact, int number);

#define TOUCHING3 TOUCHING_MOST

/* Returns the touching distance of a triangle and a mover with that largest coordinate. It is
 * rarely called, so it is not inline, and it takes no pointers, so that callers keep values in
 * registers. */
double sm3_touching_distance(double largest, vec3 a, vec3 b, vec3 c);

/* ---- Separation ------------------------------------------------------------------------------ */

typedef struct separation3 {
    double distance; /* how far the mover must move until segment and triangle merely touch */
    vec3 normal;     /* unit: the direction of that displacement */
} separation3;

/* Returns the shortest separation. Of those that differ by no more than `same`, takes the one most
 * against `delta`. With `front_only` considers only directions to the front of the triangle. */
separation3 sm3_separation(const mover3 *mover, const triangle3 *triangle, vec3 delta, double same,
                           bool front_only);

/* ---- Boxes ----------------------------------------------------------------------------------- */

typedef struct cuboid3 {
    vec3 centre;
    vec3 half[3];    /* half edges, square to each other */
    vec3 corners[8]; /* bit i of the index: which end of the edges along half[i] */
} cuboid3;

/* Makes the cuboid of a mover that is a box, without its radius. */
void sm3_cuboid_of(const mover3 *mover, cuboid3 *cuboid);

/* Returns the closest points of a cuboid and a triangle that are apart. */
closest3 sm3_nearest_of_cuboid(const cuboid3 *cuboid, const triangle3 *triangle);

/* Returns a lower bound of their distance, by the planes of both shapes' faces; 0 if those do not
 * separate them. */
double sm3_beyond_faces(const cuboid3 *cuboid, const triangle3 *triangle);

/* ---- Collisions ------------------------------------------------------------------------------ */

/* Returns the closest points of a sphere's centre and an obstacle. */
SM_WITHIN static inline closest3 closest3_of_ball(vec3 centre, const obstacle3 *obstacle) {
    const triangle3 *t = &obstacle->triangle;
    return closest3_of_points(centre, obstacle->is_segment ? closest3_on_segment(centre, t->a, t->b)
                                                           : closest3_on_triangle(centre, t));
}

SM_WITHIN static inline closest3 closest3_of_shapes(const mover3 *mover,
                                                    const obstacle3 *obstacle) {
    const triangle3 *t = &obstacle->triangle;
    if (mover->is_sphere)
        return closest3_of_ball(mover->a, obstacle);
    if (obstacle->is_segment)
        return sm3_nearest_of_segments(mover->a, mover->b, t->a, t->b);
    return closest3_of_segment_triangle(mover->a, mover->b, t);
}

/* Whether `point` is behind the plane of a one-sided obstacle. */
static inline bool obstacle3_is_behind(const obstacle3 *obstacle, vec3 point) {
    const triangle3 *t = &obstacle->triangle;
    double above = vec3_dot(t->normal, vec3_sub(point, t->a)), length = sqrt(t->area);
    double touching = TOUCHING3;
    if (fabs(above) <= TOUCHING3 * length)
        touching = sm3_touching_distance(vec3_largest(point), t->a, t->b, t->c);
    return t->area > 0 && above < (obstacle->oneway ? touching : -touching) * length;
}

/* Makes the contact of shapes that are apart, from their closest points. Returns false if
 * `front_only` is set and the mover is behind the obstacle. */
static inline bool contact3_apart(const mover3 *mover, const obstacle3 *obstacle,
                                  const closest3 *closest, double distance, bool front_only,
                                  contact3 *contact) {
    if (front_only && obstacle3_is_behind(obstacle, closest->first))
        return false;
    contact->depth = mover->radius + obstacle->radius - distance;
    contact->normal = vec3_scale(vec3_sub(closest->first, closest->second), 1 / distance);
    contact->point = vec3_add(closest->second, vec3_scale(contact->normal, obstacle->radius));
    return true;
}

/* sm3_contact for spheres and capsules at any depth. With `front_only` the obstacle, which is then
 * one-sided, is solid from the front only. */
static inline bool contact3_near(const mover3 *mover, const obstacle3 *obstacle, vec3 delta,
                                 bool front_only, contact3 *contact) {
    const triangle3 *t = &obstacle->triangle;
    closest3 closest = closest3_of_shapes(mover, obstacle);
    double distance = sqrt(closest.distance_squared);
    double touching = TOUCHING3;
    if (distance <= TOUCHING3)
        touching = sm3_touching_distance(sm_max(vec3_largest(mover->a), vec3_largest(mover->b)),
                                         t->a, t->b, t->c);
    if (distance > touching)
        return contact3_apart(mover, obstacle, &closest, distance, front_only, contact);
    front_only = front_only && t->area > 0;
    separation3 out = sm3_separation(mover, t, delta, touching, front_only);
    vec3 point = vec3_add(closest.second, vec3_scale(out.normal, obstacle->radius));
    *contact = (contact3){mover->radius + obstacle->radius - -out.distance, out.normal, point};
    return true;
}

#endif
