/* minkowski: an obstacle widened by the mover, so that the mover shrinks to a point.
 *
 * A mover that does not turn touches an obstacle exactly when its position lies in the set of
 * differences {obstacle - mover} (the Minkowski difference; Ericson, Real-Time Collision Detection,
 * 3.12). For a capsule and a convex mover that set is a convex polygon with a radius. Distances and
 * first touches are then those of a point, in closed form. The set is made once and serves every
 * position of the mover. */
#ifndef SM_MINKOWSKI_H
#define SM_MINKOWSKI_H

#include "../vec.h"

/* A convex mover needs two corners more than it has vertices. But vertices almost on a line may be
 * rounded to a shape that is not convex, and then each may add two. */
enum { MINKOWSKI_CORNERS = 2 * SM_HULL_VERTICES };

typedef struct minkowski {
    vec corners[MINKOWSKI_CORNERS]; /* counter-clockwise; one: a point, two: a segment */
    vec along[MINKOWSKI_CORNERS];   /* unit direction from each corner to the next; zero where equal
                                     */
    double lengths[MINKOWSKI_CORNERS];
    int count;
    double radius;
} minkowski;

/* The distance of a position from a widened obstacle. */
typedef struct separation {
    double gap;     /* world units; negative inside */
    vec normal;     /* unit; leads out the shortest way */
    bool at_corner; /* a corner is nearest, so the normal turns as the position moves */
    vec corner;     /* the nearest corner, if at_corner */
    int edge;       /* the nearest edge; -1 at a corner */
} separation;

/* The first touch of a moving position. */
typedef struct first_touch {
    double fraction; /* of the delta; INFINITY: no touch */
    vec normal;
} first_touch;

/* Makes the Minkowski difference of the obstacle and the mover at the origin. */
void sm_minkowski_of(minkowski *m, const sm_hull *mover, const sm_capsule *obstacle);

/* Returns when `position`, moved by `delta`, comes within `radius` of the polygon; at the start it
 * must be farther away. A radius of 0 or less shrinks the polygon instead, which must then have an
 * area. */
first_touch sm_minkowski_cast(const minkowski *m, double radius, vec position, vec delta);

/* ---- Distance, inline for speed ---------------------------------------------------------- */

static inline vec edge_normal(const minkowski *m, int edge) {
    return (vec){m->along[edge].y, -m->along[edge].x};
}

static inline double edge_height(const minkowski *m, int edge, vec position) {
    return vec_cross(vec_sub(position, m->corners[edge]), m->along[edge]);
}

/* Returns the unit vector against `delta`, `otherwise` if delta is zero. */
static inline vec opposite_of(vec delta, vec otherwise) {
    double length = vec_length(delta);
    return length > 0 ? vec_scale(delta, -1 / length) : otherwise;
}

static inline void corner_separation(const minkowski *m, int corner, vec position, vec delta,
                                     separation *at) {
    static const vec up = {0, 1};
    vec between = vec_sub(position, m->corners[corner]);
    double distance = vec_length(between);
    at->gap = distance - m->radius;
    at->normal = distance > 0 ? vec_scale(between, 1 / distance) : opposite_of(delta, up);
    at->corner = m->corners[corner];
    at->at_corner = true;
    at->edge = -1;
}

static inline void edge_separation(const minkowski *m, int edge, double height, vec normal,
                                   separation *at) {
    at->gap = height - m->radius;
    at->normal = normal;
    at->at_corner = false;
    at->edge = edge;
}

static inline void segment_separation(const minkowski *m, vec position, vec delta, separation *at) {
    double along = vec_dot(vec_sub(position, m->corners[0]), m->along[0]);
    if (along <= 0 || along >= m->lengths[0]) {
        corner_separation(m, along <= 0 ? 0 : 1, position, delta, at);
        return;
    }
    double height = edge_height(m, 0, position);
    vec normal = edge_normal(m, 0);
    if (height < 0 || (height == 0 && vec_dot(normal, delta) >= 0))
        normal = vec_scale(normal, -1);
    edge_separation(m, 0, fabs(height), normal, at);
}

/* minkowski_separation for points and polygons. Segments, the usual case, are inline. */
void sm_minkowski_separation_general(const minkowski *m, vec position, vec delta, separation *at);

/* Finds the distance and the normal at `position`. Exactly on a point or segment the normal is the
 * one against `delta`; without a delta, it is the one to the segment's left.
 *
 * The result is written in place: the processor would stall on copying what it has just stored. */
static inline void minkowski_separation(const minkowski *m, vec position, vec delta,
                                        separation *at) {
    if (m->count == 2)
        segment_separation(m, position, delta, at);
    else
        sm_minkowski_separation_general(m, position, delta, at);
}

/* Returns how far a place is from the segment a-b, which has a length and a unit direction. */
static inline double distance_to_segment(vec place, vec a, vec b, vec direction, double length) {
    double along = vec_dot(vec_sub(place, a), direction);
    return along <= 0        ? vec_length(vec_sub(place, a))
           : along >= length ? vec_length(vec_sub(place, b))
                             : fabs(vec_cross(vec_sub(place, a), direction));
}

/* Returns the gap of minkowski_separation alone, with the same bits. */
static inline double minkowski_gap(const minkowski *m, vec position) {
    if (m->count != 2) {
        separation at;
        sm_minkowski_separation_general(m, position, (vec){0, 0}, &at);
        return at.gap;
    }
    return distance_to_segment(position, m->corners[0], m->corners[1], m->along[0], m->lengths[0]) -
           m->radius;
}

/* Gives the ends of the nearest edge. If a corner is nearest, both are the corner. */
static inline void minkowski_ends(const minkowski *m, const separation *at, vec ends[2]) {
    int next = at->edge + 1 < m->count ? at->edge + 1 : 0;
    ends[0] = at->edge < 0 ? at->corner : m->corners[at->edge];
    ends[1] = at->edge < 0 ? at->corner : m->corners[next];
}

/* ---- The convex mover -------------------------------------------------------------------- */

/* Whether all numbers of the shape are finite and it has 1 to SM_HULL_VERTICES vertices. */
bool sm_hull_is_finite(const sm_hull *hull);

/* Gives the box around the vertices, without the radius. */
static inline void hull_bounds(const sm_hull *hull, vec *low, vec *high) {
    *low = *high = vec_of(hull->vertices[0]);
    for (int i = 1; i < hull->count; i++) {
        vec v = vec_of(hull->vertices[i]);
        *low = (vec){sm_min(low->x, v.x), sm_min(low->y, v.y)};
        *high = (vec){sm_max(high->x, v.x), sm_max(high->y, v.y)};
    }
}

static inline bool hull_is_capsule(const sm_hull *hull) {
    return hull->count == 1 || hull->count == 2;
}

/* Returns the capsule that the hull is; see hull_is_capsule. */
static inline sm_capsule capsule_of_hull(const sm_hull *hull) {
    return (sm_capsule){hull->vertices[0], hull->vertices[hull->count - 1], hull->radius};
}

/* Returns the point of the obstacle's surface that is nearest to the hull at `position`. `normal`
 * is the unit vector from the obstacle to the hull. */
vec sm_hull_contact_point(const sm_hull *hull, vec position, sm_capsule obstacle, vec normal);

/* ---- Casts ------------------------------------------------------------------------------- */

/* More than the rounding error of a cross product, as a fraction of the sizes in it. */
static const double cast_rounding = 1e-12;

/* A cast of a mover, and what it has in common for all obstacles. */
typedef struct hull_cast {
    const sm_hull *mover; /* around its position */
    vec origin, delta;
    double distance;    /* the length of delta */
    double left, right; /* how far the mover reaches to the left and right of its position, times
                           `distance`; positive: to the left */
} hull_cast;

/* Whether a cast can place a touch there: beyond this range doubles are too coarse. Without a
 * branch for each number, since every cast asks it. */
static inline bool is_castable(sm_vec2 v) {
    return (fabsf(v.x) <= SM_CAST_FARTHEST) & (fabsf(v.y) <= SM_CAST_FARTHEST); /* NaN is not */
}

/* Begins a cast. Returns false if it can hit nothing: a number is not finite or larger than
 * SM_CAST_FARTHEST, or the delta is zero. Inline, as a ray's mover is a constant. */
static inline bool hull_cast_begin(hull_cast *c, sm_vec2 position, sm_vec2 delta,
                                   const sm_hull *mover) {
    c->mover = mover;
    c->origin = vec_of(position);
    c->delta = vec_of(delta);
    c->left = -INFINITY;
    c->right = INFINITY;
    if (mover->count < 1 || mover->count > SM_HULL_VERTICES)
        return false;
    bool good = fabsf(mover->radius) <= SM_CAST_FARTHEST;
    good &= is_castable(position);
    good &= is_castable(delta);
    for (int i = 0; i < mover->count; i++) {
        good &= is_castable(mover->vertices[i]);
        double side = vec_cross(c->delta, vec_of(mover->vertices[i]));
        c->left = sm_max(c->left, side);
        c->right = sm_min(c->right, side);
    }
    c->distance = vec_length(c->delta);
    return good && c->distance > 0;
}

/* Whether the obstacle lies beside all that the mover passes, by more than rounding errors. The
 * cross product with the delta says how far something lies to the left of the path, times the
 * delta's length. What the mover passes reaches no farther aside than the obstacle it may touch, so
 * `size` bounds the errors of both. Saves most casts, at a tenth of their cost. */
static inline bool hull_cast_misses(const hull_cast *c, const sm_capsule *obstacle) {
    vec a = vec_sub(vec_of(obstacle->a), c->origin), b = vec_sub(vec_of(obstacle->b), c->origin);
    double side_a = vec_cross(c->delta, a), side_b = vec_cross(c->delta, b);
    double size = fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y);
    double reach = sm_radius(c->mover->radius) + sm_radius(obstacle->radius);
    double margin = c->distance * (reach + cast_rounding * (reach + size));
    return sm_min(side_a, side_b) - c->left > margin || c->right - sm_max(side_a, side_b) > margin;
}

/* Returns the first touch with an obstacle; its fraction is INFINITY if there is none. */
first_touch sm_hull_cast_at(const hull_cast *c, const sm_capsule *obstacle);

/* The first touch of a cast among all obstacles so far. */
typedef struct cast_first {
    first_touch touch;
    sm_capsule obstacle;
    int number; /* SM_NO_OBSTACLE: none yet */
} cast_first;

static inline cast_first cast_first_none(void) {
    return (cast_first){.touch.fraction = 1, .number = SM_NO_OBSTACLE};
}

/* Returns the first touch in the public form. */
sm_touch sm_hull_cast_touch(const hull_cast *c, const cast_first *first);

#endif
