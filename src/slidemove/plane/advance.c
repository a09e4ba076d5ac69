/* advance: conservative advancement in 2D: where two hulls are, and how far apart. */
#include "../advancement.h"

#include "collide.h"
#include "grown.h"

/* A hull at some moment. */
typedef struct outline {
    vec vertices[SM_HULL_VERTICES];
    int count;
    double radius;
} outline;

static outline outline_at(const sm_hull *hull, const sm_motion *motion, double fraction,
                          advance_shape *shape) {
    outline o = {.count = hull->count, .radius = sm_radius(hull->radius)};
    vec3 turned = {0, 0, (double)motion->angle + fraction * (double)motion->turn};
    *shape = (advance_shape){.count = hull->count,
                             .delta = vec3_lifted(vec_of(motion->delta)),
                             .turn = {0, 0, (double)motion->turn}};
    shape->origin =
        vec3_add(vec3_lifted(vec_of(motion->position)), vec3_scale(shape->delta, fraction));
    for (int i = 0; i < hull->count; i++) {
        vec3 arm = sm_turned(vec3_lifted(vec_of(hull->vertices[i])), turned);
        vec3 corner = shape->corners[i] = vec3_add(shape->origin, arm);
        o.vertices[i] = (vec){corner.x, corner.y};
    }
    return o;
}

/* ---- Distance ---------------------------------------------------------------------------- */

static double lowest_along(const outline *o, vec direction) {
    double least = INFINITY;
    for (int i = 0; i < o->count; i++)
        least = smaller(vec_dot(direction, o->vertices[i]), least);
    return least;
}

/* Takes the direction across an edge of `edges` along which they are the farthest apart, or overlap
 * the least: so what overlaps separates (the Minkowski difference has no other edges). */
static void widen_across(const outline *edges, const outline *first, const outline *second,
                         advance_gap *gap) {
    for (int i = 0; i < edges->count; i++) {
        vec edge = vec_sub(edges->vertices[(i + 1) % edges->count], edges->vertices[i]);
        double length = vec_length(edge);
        for (int side = -1; side <= 1 && length > 0; side += 2) {
            vec normal = vec_scale(vec_left(edge), side / length);
            double distance =
                lowest_along(first, normal) + lowest_along(second, vec_scale(normal, -1));
            if (distance > gap->distance) {
                gap->distance = distance;
                gap->normal = (vec3){normal.x, normal.y, 0};
            }
        }
    }
}

static closest_pair nearest_edges(const outline *a, const outline *b) {
    closest_pair best = {a->vertices[0], b->vertices[0], INFINITY};
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            closest_pair pair =
                sm_segments_closest(a->vertices[i], a->vertices[(i + 1) % a->count], b->vertices[k],
                                    b->vertices[(k + 1) % b->count]);
            best = pair.distance_squared < best.distance_squared ? pair : best;
        }
    }
    return best;
}

static advance_gap measure(const outline *first, const outline *second) {
    closest_pair closest = nearest_edges(first, second);
    advance_gap gap = {.distance = -INFINITY, .normal = {0, 1, 0}};
    widen_across(first, first, second, &gap);
    widen_across(second, first, second, &gap);
    double edges = sqrt(closest.distance_squared);
    bool is_inside = gap.distance < 0 && (first->count > 2 || second->count > 2);
    if (edges > touching_distance && !is_inside) {
        gap.normal = vec3_lifted(vec_scale(vec_sub(closest.first, closest.second), 1 / edges));
        gap.distance = edges;
    }
    if (isinf(gap.distance)) /* two points on one spot */
        gap.distance = 0;
    gap.distance -= first->radius + second->radius;
    gap.point = vec3_add(vec3_lifted(closest.second), vec3_scale(gap.normal, second->radius));
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
    outline first = outline_at(h->hulls[0], h->motions[0], fraction, &shapes[0]);
    outline second = outline_at(h->hulls[1], h->motions[1], fraction, &shapes[1]);
    return measure(&first, &second);
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
