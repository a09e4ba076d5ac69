/* minkowski: an obstacle grown by the mover, so that the mover shrinks to a point.
 *
 * A mover that does not turn meets an obstacle exactly where its position, a point, meets the set
 * of differences {obstacle - mover} (the Minkowski difference; Ericson, Real-Time Collision
 * Detection, 3.12). For a capsule and a convex mover that is a convex polygon with a radius.
 * Distances and first touches are then those of a point, in closed form, and hold for every
 * position at once. */
#ifndef SM_MINKOWSKI_H
#define SM_MINKOWSKI_H

#include "../vec.h"

/* Of a convex mover two more than it has vertices. But rounded to floats, vertices that are almost
 * on a line stand in and out of it, and each may add two. */
enum { MINKOWSKI_CORNERS = 2 * SM_HULL_VERTICES };

typedef struct minkowski {
    vec corners[MINKOWSKI_CORNERS]; /* counter-clockwise; one: a point, two: a segment */
    vec along[MINKOWSKI_CORNERS];   /* unit direction from each corner to the next; zero where equal
                                     */
    double lengths[MINKOWSKI_CORNERS];
    int count;
    double radius;
} minkowski;

/* Where a position stands to a grown obstacle. */
typedef struct separation {
    double gap; /* world units, negative inside */
    vec normal; /* unit, the way out */
    bool
        at_corner; /* that is nearest, so the normal turns as the position moves; else an edge is */
    vec corner;    /* of the polygon, where one is nearest */
    int edge;      /* that is nearest; -1 at a corner */
} separation;

/* The first touch of a moving position. */
typedef struct first_touch {
    double fraction; /* of the delta; INFINITY: no touch at all */
    vec normal;
} first_touch;

/* Grows the obstacle by the mover, whose vertices are around its position. */
void sm_minkowski_of(minkowski *g, const sm_hull *mover, sm_capsule obstacle);

/* Returns when `position`, moved by `delta`, comes within `radius` of the polygon. It must not be
 * within already. A radius that is 0 or negative shrinks the polygon instead, and needs one that
 * has an area. */
first_touch sm_minkowski_cast(const minkowski *g, double radius, vec position, vec delta);

/* ---- Distance, where it can be compiled into those who ask ------------------------------- */

static inline vec outward(const minkowski *g, int edge) {
    return (vec){g->along[edge].y, -g->along[edge].x};
}

static inline double height_over(const minkowski *g, int edge, vec position) {
    return vec_cross(vec_sub(position, g->corners[edge]), g->along[edge]);
}

static inline vec against(vec delta, vec otherwise) {
    double length = vec_length(delta);
    return length > 0 ? vec_scale(delta, -1 / length) : otherwise;
}

static inline void from_corner(const minkowski *g, int corner, vec position, vec delta,
                               separation *at) {
    static const vec up = {0, 1};
    vec between = vec_sub(position, g->corners[corner]);
    double distance = vec_length(between);
    at->gap = distance - g->radius;
    at->normal = distance > 0 ? vec_scale(between, 1 / distance) : against(delta, up);
    at->corner = g->corners[corner];
    at->at_corner = true;
    at->edge = -1;
}

static inline void from_edge(const minkowski *g, int edge, double height, vec normal,
                             separation *at) {
    at->gap = height - g->radius;
    at->normal = normal;
    at->at_corner = false;
    at->edge = edge;
}

static inline void from_segment(const minkowski *g, vec position, vec delta, separation *at) {
    double along = vec_dot(vec_sub(position, g->corners[0]), g->along[0]);
    if (along <= 0 || along >= g->lengths[0]) {
        from_corner(g, along <= 0 ? 0 : 1, position, delta, at);
        return;
    }
    double height = height_over(g, 0, position);
    vec normal = outward(g, 0);
    if (height < 0 || (height == 0 && vec_dot(normal, delta) >= 0))
        normal = vec_scale(normal, -1);
    from_edge(g, 0, fabs(height), normal, at);
}

/* For all but segments, which most obstacles are. */
void sm_minkowski_separation_of_any(const minkowski *g, vec position, vec delta, separation *at);

/* Finds the distance and the way out at `position`. Exactly on a point or segment the way out
 * against `delta` is taken; without a delta, of a segment the one to its left.
 *
 * Written where it is wanted, since a copy of what was just put together has to wait for it. */
static inline void minkowski_separation(const minkowski *g, vec position, vec delta,
                                        separation *at) {
    if (g->count == 2)
        from_segment(g, position, delta, at);
    else
        sm_minkowski_separation_of_any(g, position, delta, at);
}

/* The gap alone, with the same bits. */
static inline double minkowski_gap(const minkowski *g, vec position) {
    if (g->count != 2) {
        separation at;
        sm_minkowski_separation_of_any(g, position, (vec){0, 0}, &at);
        return at.gap;
    }
    double along = vec_dot(vec_sub(position, g->corners[0]), g->along[0]);
    double distance = along <= 0               ? vec_length(vec_sub(position, g->corners[0]))
                      : along >= g->lengths[0] ? vec_length(vec_sub(position, g->corners[1]))
                                               : fabs(height_over(g, 0, position));
    return distance - g->radius;
}

/* The ends of the edge that is nearest; both the corner at a corner. */
static inline void minkowski_ends(const minkowski *g, const separation *at, vec ends[2]) {
    int next = at->edge + 1 < g->count ? at->edge + 1 : 0;
    ends[0] = at->edge < 0 ? at->corner : g->corners[at->edge];
    ends[1] = at->edge < 0 ? at->corner : g->corners[next];
}

/* ---- The convex mover -------------------------------------------------------------------- */

/* Whether all numbers of the shape are finite and it has 1 to SM_HULL_VERTICES vertices. */
bool sm_hull_is_finite(const sm_hull *hull);

/* The box around the vertices. */
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

/* Of one that is a capsule. */
static inline sm_capsule capsule_of_hull(const sm_hull *hull) {
    return (sm_capsule){hull->vertices[0], hull->vertices[hull->count - 1], hull->radius};
}

/* Returns the point of the obstacle's surface that is nearest to the hull at `position`, where the
 * way from the one to the other is `normal`. */
vec sm_hull_contact_point(const sm_hull *hull, vec position, sm_capsule obstacle, vec normal);

#endif
