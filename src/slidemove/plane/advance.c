/* advance: conservative advancement in 2D: the places of two moving hulls and their distance. */
#include "../advancement.h"

#include "collide.h"
#include "minkowski.h"

/* A hull, and how it moves. */
typedef struct moving_hull {
    const sm_hull *hull;
    const sm_motion *motion;
} moving_hull;

static advance_shape outline_at(const moving_hull *m, double fraction) {
    const sm_motion *motion = m->motion;
    vec3 turned = {0, 0, (double)motion->angle + fraction * (double)motion->turn};
    advance_shape shape = {.count = m->hull->count,
                           .delta = vec_to3(vec_of(motion->delta)),
                           .turn = {0, 0, (double)motion->turn}};
    shape.origin = vec3_add(vec_to3(vec_of(motion->position)), vec3_scale(shape.delta, fraction));
    for (int i = 0; i < shape.count; i++) {
        vec3 arm = sm_turned(vec_to3(vec_of(m->hull->vertices[i])), turned);
        shape.corners[i] = vec3_add(shape.origin, arm);
    }
    return shape;
}

/* ---- Distance ---------------------------------------------------------------------------- */

static vec corner_of(const advance_shape *s, int i) {
    return (vec){s->corners[i % s->count].x, s->corners[i % s->count].y};
}

static double min_along(const advance_shape *s, vec3 direction) {
    double least = INFINITY;
    for (int i = 0; i < s->count; i++)
        least = sm_min(vec3_dot(direction, s->corners[i]), least);
    return least;
}

/* Finds the direction, at right angles to one of the edges, along which the hulls are farthest
 * apart or overlap least. Overlapping hulls separate along such a direction, since the Minkowski
 * difference has no other edges. */
static void separate_across(const advance_shape shapes[2], const advance_shape *edges,
                            advance_gap *gap) {
    for (int i = 0; i < edges->count; i++) {
        vec edge = vec_sub(corner_of(edges, i + 1), corner_of(edges, i));
        double length = vec_length(edge);
        for (int side = -1; side <= 1 && length > 0; side += 2) {
            vec3 normal = vec_to3(vec_scale(vec_left(edge), side / length));
            double distance =
                min_along(&shapes[0], normal) + min_along(&shapes[1], vec3_scale(normal, -1));
            if (distance > gap->distance) {
                gap->distance = distance;
                gap->normal = normal;
            }
        }
    }
}

static double largest_coordinate(const advance_shape *a) {
    double largest = 0;
    for (int i = 0; i < a->count; i++)
        largest = sm_max(largest, sm_max(fabs(a->corners[i].x), fabs(a->corners[i].y)));
    return largest;
}

static closest_pair nearest_edges(const advance_shape *a, const advance_shape *b) {
    closest_pair best = {.distance_squared = INFINITY};
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            closest_pair pair = sm_segments_closest(corner_of(a, i), corner_of(a, i + 1),
                                                    corner_of(b, k), corner_of(b, k + 1));
            best = pair.distance_squared < best.distance_squared ? pair : best;
        }
    }
    return best;
}

/* ---- Advancing --------------------------------------------------------------------------- */

/* An advance_look at two hulls. */
typedef struct hulls {
    advance_look look;
    moving_hull moving[2];
} hulls;

static advance_gap look_at_hulls(const advance_look *look, double fraction,
                                 advance_shape shapes[2]) {
    const hulls *h = (const hulls *)look;
    advance_gap gap = {.distance = -INFINITY, .normal = {0, 1, 0}};
    for (int i = 0; i < 2; i++)
        shapes[i] = outline_at(&h->moving[i], fraction);
    closest_pair closest = nearest_edges(&shapes[0], &shapes[1]);
    separate_across(shapes, &shapes[0], &gap);
    separate_across(shapes, &shapes[1], &gap);
    double edges = sqrt(closest.distance_squared);
    bool is_inside = gap.distance < 0 && (shapes[0].count > 2 || shapes[1].count > 2);
    double largest = sm_max(largest_coordinate(&shapes[0]), largest_coordinate(&shapes[1]));
    if (edges > touching_distance(largest) && !is_inside) {
        gap.normal = vec_to3(vec_scale(vec_sub(closest.first, closest.second), 1 / edges));
        gap.distance = edges;
    }
    if (isinf(gap.distance)) /* two points on one spot */
        gap.distance = 0;
    gap.distance -= look->radii;
    double radius = sm_radius(h->moving[1].hull->radius);
    gap.point = vec3_add(vec_to3(closest.second), vec3_scale(gap.normal, radius));
    return gap;
}

static bool motion_is_finite(const sm_motion *m) {
    return sm_is_finite(m->position) && sm_is_finite(m->delta) && isfinite(m->angle) &&
           isfinite(m->turn);
}

sm_advance_result sm_advance(sm_hull first, sm_motion first_motion, sm_hull second,
                             sm_motion second_motion, float tolerance, sm_advance_trace *trace) {
    sm_advance_result clear = sm_advance_begin(trace);
    if (!sm_hull_is_finite(&first) || !sm_hull_is_finite(&second) ||
        !motion_is_finite(&first_motion) || !motion_is_finite(&second_motion))
        return clear;
    hulls h = {{look_at_hulls, sm_radius(first.radius) + sm_radius(second.radius)},
               {{&first, &first_motion}, {&second, &second_motion}}};
    return sm_advance_from(&h.look, tolerance, trace);
}
