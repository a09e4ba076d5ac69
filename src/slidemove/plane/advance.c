/* advance: conservative advancement in 2D: where two hulls are, and how far apart. */
#include "../advancement.h"

#include "collide.h"
#include "grown.h"

static advance_shape moving_shape_at(const sm_hull *hull, const sm_motion *motion,
                                     double fraction) {
    vec3 turned = {0, 0, (double)motion->angle + fraction * (double)motion->turn};
    advance_shape shape = {.count = hull->count,
                           .delta = vec3_lifted(vec_of(motion->delta)),
                           .turn = {0, 0, (double)motion->turn}};
    shape.origin =
        vec3_add(vec3_lifted(vec_of(motion->position)), vec3_scale(shape.delta, fraction));
    for (int i = 0; i < hull->count; i++)
        shape.corners[i] =
            vec3_add(shape.origin, sm_turned(vec3_lifted(vec_of(hull->vertices[i])), turned));
    return shape;
}

static vec corner_of(const advance_shape *s, int i) {
    vec3 corner = s->corners[i % s->count];
    return (vec){corner.x, corner.y};
}

/* ---- Distance ---------------------------------------------------------------------------- */

static double lowest_along(const advance_shape *s, vec direction) {
    double least = INFINITY;
    for (int i = 0; i < s->count; i++)
        least = smaller(vec_dot(direction, corner_of(s, i)), least);
    return least;
}

/* Takes the direction across an edge of `edges` along which they are the farthest apart, or overlap
 * the least: so what overlaps separates (the Minkowski difference has no other edges). */
static void widen_across(const advance_shape *edges, const advance_shape shapes[2],
                         advance_gap *gap) {
    for (int i = 0; i < edges->count; i++) {
        vec edge = vec_sub(corner_of(edges, i + 1), corner_of(edges, i));
        double length = vec_length(edge);
        for (int side = -1; side <= 1 && length > 0; side += 2) {
            vec normal = vec_scale(vec_left(edge), side / length);
            double distance =
                lowest_along(&shapes[0], normal) + lowest_along(&shapes[1], vec_scale(normal, -1));
            if (distance > gap->distance) {
                gap->distance = distance;
                gap->normal = vec3_lifted(normal);
            }
        }
    }
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

static advance_gap measure(const advance_shape shapes[2], const sm_hull *const hulls[2]) {
    closest_pair closest = nearest_edges(&shapes[0], &shapes[1]);
    advance_gap gap = {.distance = -INFINITY, .normal = {0, 1, 0}};
    widen_across(&shapes[0], shapes, &gap);
    widen_across(&shapes[1], shapes, &gap);
    double edges = sqrt(closest.distance_squared);
    bool is_inside = gap.distance < 0 && (hulls[0]->count > 2 || hulls[1]->count > 2);
    if (edges > touching_distance && !is_inside) {
        gap.normal = vec3_lifted(vec_scale(vec_sub(closest.first, closest.second), 1 / edges));
        gap.distance = edges;
    }
    if (isinf(gap.distance)) /* two points on one spot */
        gap.distance = 0;
    double radius = sm_radius(hulls[1]->radius);
    gap.distance -= sm_radius(hulls[0]->radius) + radius;
    gap.point = vec3_add(vec3_lifted(closest.second), vec3_scale(gap.normal, radius));
    return gap;
}

/* ---- Advancing --------------------------------------------------------------------------- */

typedef struct hulls {
    advance_look look;
    const sm_hull *hulls[2];
    const sm_motion *motions[2];
} hulls;

static advance_gap look_at_hulls(const advance_look *look, double fraction,
                                 advance_shape shapes[2]) {
    const hulls *h = (const hulls *)look;
    for (int i = 0; i < 2; i++)
        shapes[i] = moving_shape_at(h->hulls[i], h->motions[i], fraction);
    return measure(shapes, h->hulls);
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
               {&first, &second},
               {&first_motion, &second_motion}};
    return sm_advance_from(&h.look, tolerance, trace);
}
