/* bound3: how deep a mover can be in each of a few triangles, in floats, four at once.
 *
 * The mover counts as the ball around it. Its distance to a triangle is that to the plane, where
 * the projection lies inside, and otherwise that to the nearest edge. Floats relative to a near
 * point lose little, and what they lose is bounded and taken off. */
#include "../lanes.h"
#include "near3.h"

typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

static lanes3 sub(lanes3 a, lanes3 b) {
    return (lanes3){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y), lanes_sub(a.z, b.z)};
}

static lanes dot(lanes3 a, lanes3 b) {
    return lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)), lanes_mul(a.z, b.z));
}

static lanes3 cross(lanes3 a, lanes3 b) {
    return (lanes3){lanes_sub(lanes_mul(a.y, b.z), lanes_mul(a.z, b.y)),
                    lanes_sub(lanes_mul(a.z, b.x), lanes_mul(a.x, b.z)),
                    lanes_sub(lanes_mul(a.x, b.y), lanes_mul(a.y, b.x))};
}

static lanes3 load(const float corners[3][NEAR3_CAPACITY], int i) {
    return (lanes3){lanes_load(&corners[0][i]), lanes_load(&corners[1][i]),
                    lanes_load(&corners[2][i])};
}

/* Squared distance to the edge from the origin along `edge`, of which `length_squared` is known. */
static lanes to_edge(lanes3 point, lanes3 edge, lanes length_squared) {
    const lanes none = lanes_all(0), whole = lanes_all(1), tiny = lanes_all(1e-30f);
    lanes part = lanes_div(dot(point, edge), lanes_max(length_squared, tiny));
    part = lanes_min(lanes_max(part, none), whole);
    lanes3 on_edge = {lanes_mul(edge.x, part), lanes_mul(edge.y, part), lanes_mul(edge.z, part)};
    lanes3 between = sub(point, on_edge);
    return dot(between, between);
}

/* Some forty roundings, each of half an ulp of the lengths at hand. */
static const float rounding = 32 * 1.1920929e-7f;

/* World units: beyond this, fourth powers of lengths may be beyond the largest float. */
static const float bounded = 1e9f;

/* The distance of the point to the triangles, less what rounding may have added. A thin triangle's
 * normal is off by its length over its height. */
static lanes least_distance(lanes3 point, lanes3 a, lanes3 b, lanes3 c) {
    const lanes zero = lanes_all(0);
    lanes3 ab = sub(b, a), ac = sub(c, a), bc = sub(c, b), from_a = sub(point, a);
    lanes ab_squared = dot(ab, ab), ac_squared = dot(ac, ac), bc_squared = dot(bc, bc);
    lanes edges = lanes_min(to_edge(from_a, ab, ab_squared), to_edge(from_a, ac, ac_squared));
    edges = lanes_min(to_edge(sub(point, b), bc, bc_squared), edges);

    lanes3 normal = cross(ab, ac);
    lanes area = dot(normal, normal), height = dot(from_a, normal);
    lanes weight_b = dot(cross(from_a, ac), normal), weight_c = dot(cross(ab, from_a), normal);
    lanes outside =
        lanes_min(lanes_min(weight_b, weight_c), lanes_sub(area, lanes_add(weight_b, weight_c)));
    lanes plane = lanes_mul(lanes_div(height, area), height); /* the square may be too large */
    lanes squared = lanes_where(lanes_at_most(zero, outside), plane, edges);

    lanes longest = lanes_max(lanes_max(ab_squared, ac_squared), bc_squared);
    lanes sizes = lanes_add(lanes_add(longest, dot(from_a, from_a)), dot(point, point));
    lanes thinness = lanes_div(longest, lanes_sqrt(area));
    lanes lost = lanes_mul(lanes_mul(lanes_all(rounding), lanes_sqrt(sizes)),
                           lanes_add(thinness, lanes_all(1)));
    const lanes none = lanes_all(-INFINITY), largest = lanes_all(bounded * bounded);
    return lanes_where(lanes_at_most(sizes, largest), lanes_sub(lanes_sqrt(squared), lost), none);
}

float near3_bound_depths(const near3 *near, const mover3 *mover, float depths[NEAR3_CAPACITY]) {
    vec3 half = vec3_scale(vec3_sub(mover->b, mover->a), 0.5);
    vec3 centre = vec3_sub(vec3_add(mover->a, half), vec3_of(near->middle));
    double half_length = mover->is_sphere ? 0 : vec3_length(half);
    double radius = mover->radius + half_length;
    const lanes ball = lanes_all((float)radius * (1 + rounding)), more = lanes_all(1 + rounding);
    const lanes to_end = lanes_all((float)half_length * (1 + rounding));
    lanes3 point = {lanes_all((float)centre.x), lanes_all((float)centre.y),
                    lanes_all((float)centre.z)};
    const corners3 *corners = &near->corners;
    lanes deepest = lanes_all(-INFINITY);
    for (int i = 0; i < near->count; i += LANES_COUNT) {
        lanes distance =
            least_distance(point, load(corners->a, i), load(corners->b, i), load(corners->c, i));
        lanes radii = lanes_max(lanes_load(&near->radii[i]), lanes_all(0));
        radii = lanes_add(lanes_mul(radii, more), ball);
        lanes depth = lanes_sub(radii, distance);
        /* An axis that may run through a face may have to leave it on one side only, and then as
         * far as it is long. */
        if (!mover->is_sphere)
            depth = lanes_where(lanes_at_most(distance, to_end), lanes_add(radii, to_end), depth);
        lanes_store(&depths[i], depth);
        deepest = lanes_max(depth, deepest);
    }
    float each[LANES_COUNT];
    lanes_store(each, deepest);
    return (float)sm_higher(sm_higher((double)each[0], (double)each[1]),
                            sm_higher((double)each[2], (double)each[3]));
}
