/* world3_near: what a box meets in a world, bounds of how near that is, eight triangles at once,
 * and how near one is exactly. Compiled once for each instruction set, into whoever moves through
 * worlds.
 *
 * How many boxes a box overlaps is anybody's guess, the processor's least of all. So there is next
 * to no branch on it: what is found is packed into lists without one. */
#include "../eight.h"
#include "obstacle_cache3.h"
#include "tree3.h"

typedef struct eight3 {
    eight x, y, z;
} eight3;

EIGHT_INLINE eight3 eight3_all(const float v[3]) {
    return (eight3){eight_all(v[0]), eight_all(v[1]), eight_all(v[2])};
}

EIGHT_INLINE eight eight3_absolutes(eight3 v) {
    return eight_add(eight_add(eight_abs(v.x), eight_abs(v.y)), eight_abs(v.z));
}

/* ---- Boxes ------------------------------------------------------------------------------- */

typedef struct box_of_eight {
    eight3 low, high;
} box_of_eight;

EIGHT_INLINE eight overlaps_along8(const boxes3 *boxes, int axis, eight low, eight high) {
    return eight_both(eight_at_most(eight_load(boxes->low[axis]), high),
                      eight_at_most(low, eight_load(boxes->high[axis])));
}

EIGHT_INLINE eight overlaps8(const boxes3 *boxes, const box_of_eight *box) {
    return eight_both(eight_both(overlaps_along8(boxes, 0, box->low.x, box->high.x),
                                 overlaps_along8(boxes, 1, box->low.y, box->high.y)),
                      overlaps_along8(boxes, 2, box->low.z, box->high.z));
}

/* ---- Triangles --------------------------------------------------------------------------- */

/* A mover's axis, in all lanes. */
typedef struct axis_of_eight {
    eight3 centre, half;
    eight half_length; /* at least */
    bool is_point;
} axis_of_eight;

EIGHT_INLINE axis_of_eight axis_of8(const float centre[3], const float half[3], bool is_point) {
    eight3 halves = eight3_all(half);
    return (axis_of_eight){eight3_all(centre), halves, eight3_absolutes(halves), is_point};
}

EIGHT_INLINE eight dot8(const planes_of_leaf *planes, const eight3 *v) {
    eight x = eight_mul(eight_of_int16(planes->normal[0]), v->x);
    eight y = eight_mul(eight_of_int16(planes->normal[1]), v->y);
    eight z = eight_mul(eight_of_int16(planes->normal[2]), v->z);
    return eight_add(eight_add(x, y), z);
}

/* Heights and distances from planes are counted in 1 / LEAF3_STEPS. */
EIGHT_INLINE eight height8(const planes_of_leaf *planes, const eight3 *q, eight step) {
    return eight_sub(dot8(planes, q), eight_mul(eight_of_int16(planes->offset), step));
}

/* How far above the planes all of the axis is; negative below. */
EIGHT_INLINE eight height_of_axis8(const planes_of_leaf *planes, const eight3 *q, eight step,
                                   const axis_of_eight *axis) {
    eight middle = height8(planes, q, step);
    return axis->is_point ? middle : eight_sub(middle, eight_abs(dot8(planes, &axis->half)));
}

/* How far from the planes all of the axis is, on one side or the other; `middle`: its middle's
 * height. */
EIGHT_INLINE eight distance_of_axis8(const planes_of_leaf *planes, eight middle,
                                     const axis_of_eight *axis) {
    if (axis->is_point)
        return eight_abs(middle);
    return eight_max(eight_sub(eight_abs(middle), eight_abs(dot8(planes, &axis->half))),
                     eight_all(0));
}

/* Lower bounds of the distances from the mover's axis, less the triangles' radii, in world units,
 * and the directions w (see tree3.h) that they are bounds along. */
typedef struct bounds_of_eight {
    eight gaps;
    eight3 away;
} bounds_of_eight;

/* The three edges' normals, of which `second` and `third` are masks. */
EIGHT_INLINE eight pick8(const leaf3 *leaf, int axis, eight second, eight third) {
    eight picked = eight_where(second, eight_of_int16(leaf->edges[1].normal[axis]),
                               eight_of_int16(leaf->edges[0].normal[axis]));
    return eight_where(third, eight_of_int16(leaf->edges[2].normal[axis]), picked);
}

EIGHT_INLINE eight mix8(eight a, eight share_a, eight b, eight share_b) {
    return eight_add(eight_mul(a, share_a), eight_mul(b, share_b));
}

EIGHT_INLINE bounds_of_eight bounds_of8(const leaf3 *leaf, const axis_of_eight *axis) {
    /* World units: nearer than this, `away` is shorter than 1, which is no less a bound. Squares of
     * what is a millionth of it are above 0. */
    static const float nearest = 1e-12f * LEAF3_STEPS;
    eight step = eight_all(leaf->step), unit = eight_all(1.0f / LEAF3_STEPS);
    eight3 origin = eight3_all(leaf->origin);
    const eight3 q = {eight_sub(axis->centre.x, origin.x), eight_sub(axis->centre.y, origin.y),
                      eight_sub(axis->centre.z, origin.z)};
    eight middle = height8(&leaf->plane, &q, step);
    eight above = distance_of_axis8(&leaf->plane, middle, axis);
    eight beyond = height_of_axis8(&leaf->edges[0], &q, step, axis);
    eight beyond_second = height_of_axis8(&leaf->edges[1], &q, step, axis);
    eight beyond_third = height_of_axis8(&leaf->edges[2], &q, step, axis);
    eight second = eight_at_most(beyond, beyond_second);
    beyond = eight_max(beyond, beyond_second);
    eight third = eight_at_most(beyond, beyond_third);
    beyond = eight_max(eight_max(beyond, beyond_third), eight_all(0));
    eight distance = eight_sqrt(eight_add(eight_mul(above, above), eight_mul(beyond, beyond)));

    eight inverse = eight_div(unit, eight_max(distance, eight_all(nearest)));
    eight up = eight_mul(eight_signed(above, middle), inverse), out = eight_mul(beyond, inverse);
    const int16_t(*normal)[NODE3_WIDTH] = leaf->plane.normal;
    eight3 away = {mix8(eight_of_int16(normal[0]), up, pick8(leaf, 0, second, third), out),
                   mix8(eight_of_int16(normal[1]), up, pick8(leaf, 1, second, third), out),
                   mix8(eight_of_int16(normal[2]), up, pick8(leaf, 2, second, third), out)};

    eight lengths = eight3_absolutes(q);
    if (!axis->is_point)
        lengths = eight_add(lengths, axis->half_length);
    eight lost = eight_add(eight_mul(lengths, eight_all(LEAF3_ROUNDING)), eight_all(leaf->margin));
    return (bounds_of_eight){eight_sub(eight_mul(distance, unit), lost), away};
}

/* Adds to a list those that have a bit; returns how many it then has. */
EIGHT_INLINE int add_children8(const sm3_world *world, int *list, int count, eight_int children,
                               unsigned bits) {
    const eight_order order = eight_order_of(world->places[bits], bits);
    eight_int_pack(&list[count], children, &order);
    return count + lanes_count(bits);
}

/* How many nodes and leaves are found that are yet to be looked at. Apart from the lists, as stores
 * to those might then change it. */
typedef struct found8 {
    int nodes, leaves;
} found8;

EIGHT_INLINE void open_node8(const sm3_world *world, int node, const box_of_eight *box, int *nodes,
                             int *leaves, found8 *found) {
    const node3 *block = &world->nodes[node], *last = block + block->more;
    for (; block <= last; block++) {
        unsigned bits = block->used & eight_bits(overlaps8(&block->boxes, box));
        eight_int children = eight_int_load(block->child);
        if (block->leaves != block->used)
            found->nodes =
                add_children8(world, nodes, found->nodes, children, bits & ~block->leaves);
        if (block->leaves != 0)
            found->leaves =
                add_children8(world, leaves, found->leaves, children, bits & block->leaves);
    }
}

/* ---- For a cache ------------------------------------------------------------------------- */

/* What the cache gathers. */
typedef struct gathering8 {
    obstacle_cache3 *cache;
    const sm3_world *world; /* NULL: there are only leaves */
    bool has_filter;        /* it is yet to be asked */
    box_of_eight box;
    axis_of_eight axis;
    eight reach; /* of gaps from the mover's axis */
    eight least; /* by how much those may be less than their bounds, and the mover's radius */
} gathering8;

/* Where the bits are that are set, ascending, for leaves of no world. */
EIGHT_INLINE const unsigned char *places_of8(const gathering8 *g, unsigned bits,
                                             unsigned char places[NODE3_WIDTH]) {
    if (g->world != NULL)
        return g->world->places[bits];
    memset(places, 0, NODE3_WIDTH);
    for (int count = 0; bits != 0; bits &= bits - 1)
        places[count++] = (unsigned char)lanes_lowest(bits);
    return places;
}

/* Lists those of a leaf's triangles that may be within reach. How many the box overlaps counts
 * too: that alone tells whether there is room, and it is the same however they are found. */
EIGHT_INLINE void list_near8(const gathering8 *g, const leaf3 *leaf, bool is_point) {
    obstacle_cache3 *cache = g->cache;
    const axis_of_eight axis = {g->axis.centre, g->axis.half, g->axis.half_length, is_point};
    unsigned bits = leaf->used & eight_bits(overlaps8(&leaf->boxes, &g->box));
    for (unsigned all = g->has_filter ? bits : 0; all != 0; all &= all - 1) {
        int i = lanes_lowest(all);
        if (!sm3_world_accepts(g->world, leaf->first + i, cache->scope.filter))
            bits &= ~(1u << i);
    }
    cache->found += lanes_count(bits);
    if (bits == 0 || cache->found > CACHE3_CAPACITY)
        return;
    bounds_of_eight bounds = bounds_of8(leaf, &axis);
    bits &= eight_bits(eight_not_above(bounds.gaps, g->reach));
    if (bits == 0)
        return;
    unsigned char places[NODE3_WIDTH];
    const eight_order order = eight_order_of(places_of8(g, bits, places), bits);
    eight gaps = eight_sub(bounds.gaps, g->least);
    gaps = eight_sub(gaps, eight_mul(eight_abs(gaps), eight_all(FLT_EPSILON))); /* rounded down */
    gaps = eight_max(gaps, eight_all(-INFINITY));                               /* NaN is none */
    int count = cache->count;
    eight_int_pack(&cache->place[count], eight_int_from(leaf->first), &order);
    eight_pack(&cache->gap[count], gaps, &order);
    eight_pack(&cache->normal[0][count], bounds.away.x, &order);
    eight_pack(&cache->normal[1][count], bounds.away.y, &order);
    eight_pack(&cache->normal[2][count], bounds.away.z, &order);
    memset(&cache->measured_at[count], 0, NODE3_WIDTH * sizeof cache->measured_at[0]);
    cache->count = count + lanes_count(bits);
}

/* Walks down the tree. */
EIGHT_INLINE void list_in8(const gathering8 *g, const sm3_world *world, bool is_point) {
    enum { LEAVES = 64 };
    int nodes[WORLD3_STACK + NODE3_WIDTH], leaves[LEAVES + NODE3_WIDTH];
    found8 found = {1, 0};
    nodes[0] = 0; /* the root */
    while (found.nodes > 0 && g->cache->found <= CACHE3_CAPACITY) {
        while (found.nodes > 0 && found.leaves <= LEAVES - NODE3_CHILDREN)
            open_node8(world, nodes[--found.nodes], &g->box, nodes, leaves, &found);
        for (int i = 0; i < found.leaves; i++)
            list_near8(g, &world->leaves[leaves[i]], is_point);
        found.leaves = 0;
    }
}

EIGHT_TARGET void EIGHT_NAME(sm3_gather)(obstacle_cache3 *cache, const mover3 *mover,
                                         const sm3_region *box, const sm3_world *world,
                                         const leaf3 *leaves, int leaf_count,
                                         const placed3 *placed) {
    vec3 half = vec3_scale(vec3_sub(mover->b, mover->a), 0.5);
    sm3_vec middle = vec3_round(vec3_add(mover->a, half));
    const float halves[3] = {(float)half.x, (float)half.y, (float)half.z};
    const float centre[3] = {middle.x, middle.y, middle.z};
    /* What rounding the centre costs, and doubles where the mover and its way are measured later.
     */
    double coarse = (double)(fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON;
    double least = mover->radius + coarse + 2 * TOUCHING3 + cache->reach * 1e-6;
    bool is_point = mover->is_sphere || mover->box != NULL;
    if (mover->box != NULL) /* it counts as the ball around it */
        least += vec3_length(half) + vec3_length(sm3_box_beside(mover->box));
    const gathering8 g = {
        .cache = cache,
        .world = world,
        .has_filter = world != NULL && cache->scope.filter != NULL,
        .box = {{eight_all(box->low.x), eight_all(box->low.y), eight_all(box->low.z)},
                {eight_all(box->high.x), eight_all(box->high.y), eight_all(box->high.z)}},
        .axis = axis_of8(centre, halves, is_point),
        .reach = eight_all(sm_round_up(cache->reach + least)),
        .least = eight_all(sm_round_up(least))};
    cache->placed = placed;
    if (world != NULL && is_point)
        list_in8(&g, world, true);
    else if (world != NULL)
        list_in8(&g, world, false);
    for (int i = 0; i < leaf_count; i++)
        list_near8(&g, &leaves[i], is_point);
}

/* See cache3_list. */
EIGHT_TARGET int EIGHT_NAME(sm3_list)(const obstacle_cache3 *cache, const vec3 *position,
                                      const vec3 *way, double reach, int list[CACHE3_CAPACITY]) {
    vec3 from = vec3_sub(*position, cache->centre);
    double limit = reach + fabs(reach) * CACHE3_ROUNDING + cache->lost;
    const eight far = eight_all(sm_round_up(limit)), none = eight_all(0);
    const eight fx = eight_all((float)from.x), wx = eight_all((float)way->x);
    const eight fy = eight_all((float)from.y), wy = eight_all((float)way->y);
    const eight fz = eight_all((float)from.z), wz = eight_all((float)way->z);
    int count = 0;
    for (int first = 0; first < cache->count; first += NODE3_WIDTH) {
        eight x = eight_load(&cache->normal[0][first]), y = eight_load(&cache->normal[1][first]);
        eight z = eight_load(&cache->normal[2][first]);
        eight here = eight_add(eight_add(eight_mul(x, fx), eight_mul(y, fy)), eight_mul(z, fz));
        eight change = eight_add(eight_add(eight_mul(x, wx), eight_mul(y, wy)), eight_mul(z, wz));
        here = eight_add(here, eight_load(&cache->gap[first]));
        /* What is not a number is near. */
        eight apart = eight_at_most(far, eight_sub(here, eight_max(eight_sub(none, change), none)));
        int left = cache->count - first;
        unsigned bits = ~eight_bits(apart) & (left < NODE3_WIDTH ? (1u << left) - 1 : 255u);
        for (; bits != 0; bits &= bits - 1)
            list[count++] = first + lanes_lowest(bits);
    }
    return count;
}

/* ---- Measuring ---------------------------------------------------------------------------- */

/* Counts a corner as beside the nearest point of the triangle, twice where it is that, not where it
 * is behind it; much too often where it is neither far from it nor the same. */
EIGHT_INLINE int beside_nearest4(vec3 corner, vec3 nearest, vec3 normal, double margin) {
    vec3 off = vec3_sub(corner, nearest);
    if (vec3_dot(off, normal) <= -margin)
        return 0;
    double squared = vec3_dot(off, off);
    return squared >= margin * margin ? 1 : squared > 0 ? 4 : 2;
}

/* Whether that is nearest by such a margin: on an edge, the third corner is behind it, at a corner
 * both others are. */
EIGHT_INLINE bool is_nearest_on_border4(const triangle3 *t, vec3 nearest, vec3 normal,
                                        double margin) {
    return beside_nearest4(t->a, nearest, normal, margin) +
               beside_nearest4(t->b, nearest, normal, margin) +
               beside_nearest4(t->c, nearest, normal, margin) ==
           2;
}

EIGHT_INLINE double lengths4(vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The contact of a capsule's end, where that is certainly the capsule's, to the last bit; the one
 * that is first along the normal that is guessed. Otherwise false, and *contact means nothing.
 *
 * With `margin` M, no length here above 512 M, whatever else could be nearest is farther by 1e-11
 * of the squares of lengths: rounding is a ten-thousandth of that. */
EIGHT_INLINE bool end4(const mover3 *mover, const obstacle3 *obstacle, const vec3 *guess,
                       contact3 *contact) {
    static const double narrow = 1.0 / 512;
    const triangle3 *t = &obstacle->triangle;
    vec3 axis = vec3_sub(mover->b, mover->a), end = mover->a;
    double along = vec3_dot(*guess, axis);
    double lengths = lengths4(axis);
    if (!(fabs(along) > narrow * lengths) || !(t->area > 0))
        return false;
    if (along < 0) {
        end = mover->b;
        axis = vec3_scale(axis, -1);
    }
    const mover3 ball = {end, end, mover->radius, true, NULL};
    weights3 w = weights3_in_triangle(end, t);
    closest3 closest = closest3_of_points(end, closest3_by_weights(end, w, t));
    double distance = sqrt(closest.distance_squared);
    lengths += lengths4(vec3_sub(t->b, t->a)) + lengths4(vec3_sub(t->c, t->a)) +
               lengths4(vec3_sub(end, t->a));
    double margin = narrow * lengths;
    return distance > margin &&
           contact3_apart(&ball, obstacle, &closest, distance, false, contact) &&
           vec3_dot(contact->normal, axis) > margin &&
           (is_over_face3(w) || is_nearest_on_border4(t, closest.second, contact->normal, margin));
}

/* The contact of a ball; false where its centre touches the obstacle: that is another. Nobody else
 * is given the address of anything here, so that all of it can stay in registers. */
EIGHT_INLINE bool ball4(const mover3 *mover, const obstacle3 *obstacle, contact3 *contact) {
    const mover3 ball = {mover->a, mover->a, mover->radius, true, NULL};
    closest3 closest = closest3_of_ball(ball.a, obstacle);
    double distance = sqrt(closest.distance_squared);
    bool is_apart = distance > TOUCHING3;
    if (is_apart)
        contact3_apart(&ball, obstacle, &closest, distance, false, contact);
    return is_apart;
}

EIGHT_INLINE bool about4(const mover3 *mover, const obstacle3 *obstacle, const vec3 *delta,
                         const vec3 *guess, bool front_only, contact3 *contact) {
    front_only = front_only && obstacle->one_sided;
    if (mover->box == NULL &&
        (mover->is_sphere ? ball4(mover, obstacle, contact)
                          : !front_only && end4(mover, obstacle, guess, contact)))
        return !front_only || !obstacle3_is_behind(obstacle, mover->a);
    return sm3_contact(mover, obstacle, *delta, -INFINITY, front_only, contact);
}

/* See collide3.h. */
EIGHT_TARGET bool EIGHT_NAME(sm3_about)(const mover3 *mover, const obstacle3 *obstacle,
                                        const vec3 *delta, const vec3 *guess, bool front_only,
                                        contact3 *contact) {
    return about4(mover, obstacle, delta, guess, front_only, contact);
}

/* See obstacle_cache3.h. Where mover and obstacle touch in themselves, the normal is no more than a
 * way out, and any way may lead into what is touched like that. */
EIGHT_TARGET cached3 *EIGHT_NAME(sm3_measure)(obstacle_cache3 *cache, int i, const pose3 *at) {
    cached3 *made = &cache->made[i];
    contact3 *contact = &made->contact;
    if (cache->measured_at[i] == 0) {
        const placed3 *placed = cache3_placed(cache, i);
        obstacle3_of_finite(&placed->shape, &made->shape);
        made->number = placed->number;
    }
    const vec3 guess = cache3_normal(cache, i);
    if (!about4(&at->mover, &made->shape, &cache->delta, &guess, cache->front_only, contact))
        *contact = (contact3){.depth = -INFINITY};
    cache->measured_at[i] = at->number;
    double gap = -contact->depth, inner = -(at->mover.radius + made->shape.radius);
    bool has_normal = gap > inner + 2 * cache->fuzz && gap < INFINITY;
    cache3_note_bound(cache, i, has_normal ? gap - cache->fuzz : -INFINITY, &contact->normal, at);
    return made;
}
