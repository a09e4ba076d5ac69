#include "obstacle_cache3.h"

#include "../lanes.h"

/* ---- Depths from above, four triangles at once ------------------------------------------- */

typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

static lanes3 lanes3_sub(lanes3 a, lanes3 b) {
    return (lanes3){lanes_sub(a.x, b.x), lanes_sub(a.y, b.y), lanes_sub(a.z, b.z)};
}

static lanes lanes3_dot(lanes3 a, lanes3 b) {
    return lanes_add(lanes_add(lanes_mul(a.x, b.x), lanes_mul(a.y, b.y)), lanes_mul(a.z, b.z));
}

static lanes3 lanes3_cross(lanes3 a, lanes3 b) {
    return (lanes3){lanes_sub(lanes_mul(a.y, b.z), lanes_mul(a.z, b.y)),
                    lanes_sub(lanes_mul(a.z, b.x), lanes_mul(a.x, b.z)),
                    lanes_sub(lanes_mul(a.x, b.y), lanes_mul(a.y, b.x))};
}

static lanes3 lanes3_load(const float corners[3][CACHE3_CAPACITY], int i) {
    return (lanes3){lanes_load(&corners[0][i]), lanes_load(&corners[1][i]),
                    lanes_load(&corners[2][i])};
}

/* Squared distance to the edge from the origin along `edge`, of which `length_squared` is known. */
static lanes lanes3_to_edge(lanes3 point, lanes3 edge, lanes length_squared) {
    const lanes none = lanes_all(0), whole = lanes_all(1), tiny = lanes_all(1e-30f);
    lanes part = lanes_div(lanes3_dot(point, edge), lanes_max(length_squared, tiny));
    part = lanes_min(lanes_max(part, none), whole);
    lanes3 on_edge = {lanes_mul(edge.x, part), lanes_mul(edge.y, part), lanes_mul(edge.z, part)};
    lanes3 between = lanes3_sub(point, on_edge);
    return lanes3_dot(between, between);
}

/* Some forty roundings, each of half an ulp of the lengths at hand. */
static const float bound_rounding = 32 * 1.1920929e-7f;

/* World units: beyond this, fourth powers of lengths may be beyond the largest float. */
static const float bound_largest = 1e9f;

/* The distance of the point to the triangles, less what rounding may have added: to the plane where
 * the projection lies inside, otherwise to the nearest edge. A thin triangle's normal is off by its
 * length over its height. */
static lanes least_distance(lanes3 point, lanes3 a, lanes3 b, lanes3 c) {
    const lanes zero = lanes_all(0);
    lanes3 ab = lanes3_sub(b, a), ac = lanes3_sub(c, a), bc = lanes3_sub(c, b);
    lanes3 from_a = lanes3_sub(point, a);
    lanes ab_squared = lanes3_dot(ab, ab), ac_squared = lanes3_dot(ac, ac);
    lanes bc_squared = lanes3_dot(bc, bc);
    lanes edges =
        lanes_min(lanes3_to_edge(from_a, ab, ab_squared), lanes3_to_edge(from_a, ac, ac_squared));
    edges = lanes_min(lanes3_to_edge(lanes3_sub(point, b), bc, bc_squared), edges);

    lanes3 normal = lanes3_cross(ab, ac);
    lanes area = lanes3_dot(normal, normal), height = lanes3_dot(from_a, normal);
    lanes weight_b = lanes3_dot(lanes3_cross(from_a, ac), normal);
    lanes weight_c = lanes3_dot(lanes3_cross(ab, from_a), normal);
    lanes outside =
        lanes_min(lanes_min(weight_b, weight_c), lanes_sub(area, lanes_add(weight_b, weight_c)));
    lanes plane = lanes_mul(lanes_div(height, area), height); /* the square may be too large */
    lanes squared = lanes_where(lanes_at_most(zero, outside), plane, edges);

    lanes longest = lanes_max(lanes_max(ab_squared, ac_squared), bc_squared);
    lanes sizes =
        lanes_add(lanes_add(longest, lanes3_dot(from_a, from_a)), lanes3_dot(point, point));
    lanes thinness = lanes_div(longest, lanes_sqrt(area));
    lanes lost = lanes_mul(lanes_mul(lanes_all(bound_rounding), lanes_sqrt(sizes)),
                           lanes_add(thinness, lanes_all(1)));
    const lanes none = lanes_all(-INFINITY), largest = lanes_all(bound_largest * bound_largest);
    return lanes_where(lanes_at_most(sizes, largest), lanes_sub(lanes_sqrt(squared), lost), none);
}

/* Writes for each triangle a depth that the mover, which counts as the ball around it, certainly
 * does not exceed in it; NaN where there is no telling. */
static void bound_depths(const obstacle_cache3 *cache, const mover3 *mover,
                         float depths[CACHE3_CAPACITY]) {
    const near_corners3 *near = &cache->corners;
    vec3 half = vec3_scale(vec3_sub(mover->b, mover->a), 0.5);
    vec3 centre = vec3_sub(vec3_add(mover->a, half), vec3_of(near->middle));
    double half_length = mover->is_sphere ? 0 : vec3_length(half);
    double radius = mover->radius + half_length;
    const lanes ball = lanes_all((float)radius * (1 + bound_rounding));
    const lanes more = lanes_all(1 + bound_rounding);
    const lanes to_end = lanes_all((float)half_length * (1 + bound_rounding));
    lanes3 point = {lanes_all((float)centre.x), lanes_all((float)centre.y),
                    lanes_all((float)centre.z)};
    for (int i = 0; i < cache->found; i += LANES_COUNT) {
        lanes distance = least_distance(point, lanes3_load(near->a, i), lanes3_load(near->b, i),
                                        lanes3_load(near->c, i));
        lanes radii = lanes_max(lanes_load(&near->radii[i]), lanes_all(0));
        radii = lanes_add(lanes_mul(radii, more), ball);
        lanes depth = lanes_sub(radii, distance);
        /* An axis that may run through a face may have to leave it on one side only, and then as
         * far as it is long. */
        if (!mover->is_sphere)
            depth = lanes_where(lanes_at_most(distance, to_end), lanes_add(radii, to_end), depth);
        lanes_store(&depths[i], depth);
    }
}

/* ---- Gathering --------------------------------------------------------------------------- */

typedef struct gatherer3 {
    sm3_visitor visitor;
    sm3_region box;
    obstacle_cache3 *cache;
    bool too_many;
} gatherer3;

static void place_corner(float corners[3][CACHE3_CAPACITY], int i, sm3_vec corner, sm3_vec middle) {
    corners[0][i] = corner.x - middle.x;
    corners[1][i] = corner.y - middle.y;
    corners[2][i] = corner.z - middle.z;
}

static inline void place_triangle(near_corners3 *near, int i, const sm3_triangle *t) {
    place_corner(near->a, i, t->a, near->middle);
    place_corner(near->b, i, t->b, near->middle);
    place_corner(near->c, i, t->c, near->middle);
    near->radii[i] = t->radius;
}

static void gather_one(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    gatherer3 *g = (gatherer3 *)visitor;
    obstacle_cache3 *cache = g->cache;
    /* Which obstacles are shown that are not in the box is up to who holds them; whether there is
     * room for all must not be. Nor do those count that are not met. */
    if (region3_lacks(&g->box, shape) || !triangle3_is_finite(shape))
        return;
    g->too_many = g->too_many || cache->found == CACHE3_CAPACITY;
    if (g->too_many)
        return;
    int i = cache->found++;
    place_triangle(&cache->corners, i, shape);
    cache->triangles[i] = *shape;
    cache->numbers[i] = number;
}

static double gap_of_bound(float depth) {
    return isnan(depth) ? -INFINITY : -(double)depth;
}

/* Keeps what the bounds cannot tell to be out of reach. What is probably nearest comes first: that
 * spares most of the others. */
static void keep_within_reach(obstacle_cache3 *cache, const float depths[CACHE3_CAPACITY]) {
    for (int i = 0; i < cache->found; i++) {
        double gap = gap_of_bound(depths[i]);
        if (gap > cache->reach)
            continue;
        int place = cache->count++;
        cache->is_made[place] = false;
        cache->bounds[place].has_normal = false;
        if (place > 0 && gap < cache->bounds[0].gap) {
            cache->places[place] = cache->places[0];
            cache->bounds[place].gap = cache->bounds[0].gap;
            place = 0;
        }
        cache->places[place] = i;
        cache->bounds[place].gap = gap;
    }
}

/* Returns false when there is no room for all. */
static bool gather_around(obstacle_cache3 *cache, vec3 position) {
    mover3 mover = mover3_at(cache->mover, position);
    gatherer3 g = {.visitor = {.see = gather_one, .limit = 1, .least = -INFINITY}, .cache = cache};
    g.box = region3_around(&mover, mover.radius + cache->reach, (vec3){0, 0, 0});
    const sm3_vec *low = &g.box.low, *high = &g.box.high;
    cache->corners.middle =
        (sm3_vec){low->x * 0.5f + high->x * 0.5f, low->y * 0.5f + high->y * 0.5f,
                  low->z * 0.5f + high->z * 0.5f};
    cache->centre = position;
    cache->bounded_at = position;
    cache->moved = 0;
    cache->found = 0;
    cache->count = 0;
    sm3_visit_near(&cache->met, &g.box, &g.visitor);
    if (g.too_many || cache->found == 0)
        return !g.too_many;
    float depths[CACHE3_CAPACITY];
    for (int i = cache->found; i % LANES_COUNT != 0; i++) /* the last lanes hold something, too */
        place_triangle(&cache->corners, i, &cache->triangles[0]);
    bound_depths(cache, &mover, depths);
    keep_within_reach(cache, depths);
    return true;
}

/* ---- Asking ------------------------------------------------------------------------------ */

void sm3_cache_begin(obstacle_cache3 *cache, const met3 *met, sm3_capsule mover, vec3 delta,
                     double reach, bool front_only) {
    cache->met = *met;
    cache->mover = mover;
    cache->delta = delta;
    cache->front_only = front_only;
    cache->reach = isfinite(reach) && reach >= 0 ? reach : -INFINITY;
    cache->count = -1;
}

bool sm3_cache_hold(obstacle_cache3 *cache, vec3 position, double reach) {
    if (!(reach * CACHE3_ROUNDING <= cache->reach))
        return false;
    double from_centre =
        cache->count < 0 ? INFINITY : vec3_length(vec3_sub(position, cache->centre));
    if ((from_centre + reach) * CACHE3_ROUNDING <= cache->reach) {
        cache->moved = vec3_length(vec3_sub(position, cache->bounded_at));
        return true;
    }
    bool is_held = gather_around(cache, position);
    if (!is_held)
        cache->reach = -INFINITY;
    return is_held;
}

void sm3_cache_bound(obstacle_cache3 *cache, vec3 position) {
    mover3 mover = mover3_at(cache->mover, position);
    float depths[CACHE3_CAPACITY];
    if (cache->count == 0)
        return;
    bound_depths(cache, &mover, depths);
    cache->bounded_at = position;
    cache->moved = 0;
    for (int i = 0; i < cache->count; i++) {
        if (!cache->bounds[i].has_normal)
            cache->bounds[i].gap = gap_of_bound(depths[cache->places[i]]);
    }
}

/* Of all operations of a collision, a part of the coordinates. */
static const double double_rounding3 = 2e-14;

static bool make_obstacle(obstacle_cache3 *cache, int i) {
    cached3 *made = &cache->made[i];
    made->number = cache->numbers[cache->places[i]];
    made->is_known = false;
    const sm3_triangle *t = &cache->triangles[cache->places[i]];
    const vec3 corners[] = {vec3_of(t->a), vec3_of(t->b), vec3_of(t->c)};
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += fabs(corners[k].x) + fabs(corners[k].y) + fabs(corners[k].z);
    made->fuzz = TOUCHING3 + sum * double_rounding3;
    cache->is_made[i] = obstacle3_of(t, &made->shape);
    if (!cache->is_made[i]) /* it is not finite */
        cache->bounds[i].gap = INFINITY;
    return cache->is_made[i];
}

/* Where mover and obstacle touch in themselves, the normal is no more than a way out. */
static void note_bound(gap_bound3 *bound, const obstacle_cache3 *cache, const cached3 *made) {
    double inner = -(sm_radius(cache->mover.radius) + made->shape.radius);
    double gap = -made->contact.depth;
    bool has_normal = gap > inner + 2 * made->fuzz && gap < INFINITY;
    /* Any way may lead into what is touched like that. */
    *bound = (gap_bound3){has_normal ? gap - made->fuzz : -INFINITY, has_normal, made->position,
                          made->contact.normal};
}

cached3 *sm3_cache_measure(obstacle_cache3 *cache, int i, vec3 position) {
    if (!cache->is_made[i] && !make_obstacle(cache, i))
        return NULL;
    cached3 *made = &cache->made[i];
    sm3_cache_contact(cache, made, position);
    note_bound(&cache->bounds[i], cache, made);
    return made;
}

cached3 *sm3_cache_find(obstacle_cache3 *cache, int number) {
    for (int i = 0; i < cache->count; i++) {
        if (cache->is_made[i] && cache->made[i].number == number)
            return &cache->made[i];
    }
    return NULL;
}

const contact3 *sm3_cache_contact(const obstacle_cache3 *cache, cached3 *made, vec3 position) {
    if (made->is_known && vec3_equal(made->position, position))
        return &made->contact;
    mover3 mover = mover3_at(cache->mover, position);
    if (!sm3_contact(&mover, &made->shape, cache->delta, -INFINITY, cache->front_only,
                     &made->contact))
        made->contact.depth = -INFINITY;
    made->position = position;
    made->is_known = true;
    return &made->contact;
}
