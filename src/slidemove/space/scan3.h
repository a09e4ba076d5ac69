/* scan3: finds the triangles that a mover may be in, eight at a time. Compiled once for each
 * instruction set, with move3_body.h; what both need to be defined is told there.
 *
 * How many boxes a box overlaps is anybody's guess, the processor's least of all. So there is next
 * to no branch on it: what is found is packed into lists without one. */
#include <string.h>

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

/* All points within `reach` along each axis of the mover's axis, and more than rounding costs: that
 * of the centre, and of the two sums, which is less than what `coarse` and this have to spare. */
EIGHT_INLINE box_of_eight box_around(const search3 *s, double reach) {
    float side = sm3_round_up(reach * (1 + 1e-6)) + 2 * s->coarse;
    float x = side + fabsf(s->half[0]), y = side + fabsf(s->half[1]), z = side + fabsf(s->half[2]);
    return (box_of_eight){
        {eight_all(s->centre[0] - x), eight_all(s->centre[1] - y), eight_all(s->centre[2] - z)},
        {eight_all(s->centre[0] + x), eight_all(s->centre[1] + y), eight_all(s->centre[2] + z)}};
}

EIGHT_INLINE eight overlaps_along(const boxes3 *boxes, int axis, eight low, eight high) {
    return eight_both(eight_at_most(eight_load(boxes->low[axis]), high),
                      eight_at_most(low, eight_load(boxes->high[axis])));
}

EIGHT_INLINE eight overlaps(const boxes3 *boxes, const box_of_eight *box) {
    return eight_both(eight_both(overlaps_along(boxes, 0, box->low.x, box->high.x),
                                 overlaps_along(boxes, 1, box->low.y, box->high.y)),
                      overlaps_along(boxes, 2, box->low.z, box->high.z));
}

/* ---- Triangles --------------------------------------------------------------------------- */

/* A mover's axis, in all lanes. */
typedef struct axis_of_eight {
    eight3 centre, half;
    eight half_length; /* at least */
    bool is_point;
} axis_of_eight;

EIGHT_INLINE axis_of_eight axis_of(const search3 *s, bool is_point) {
    eight3 half = eight3_all(s->half);
    return (axis_of_eight){eight3_all(s->centre), half, eight3_absolutes(half), is_point};
}

EIGHT_INLINE eight dot(const planes_of_leaf *planes, const eight3 *v) {
    eight x = eight_mul(eight_load(planes->normal[0]), v->x);
    eight y = eight_mul(eight_load(planes->normal[1]), v->y);
    eight z = eight_mul(eight_load(planes->normal[2]), v->z);
    return eight_add(eight_add(x, y), z);
}

EIGHT_INLINE eight height(const planes_of_leaf *planes, const eight3 *q) {
    return eight_sub(dot(planes, q), eight_load(planes->offset));
}

/* How far above the planes all of the axis is; negative below. */
EIGHT_INLINE eight height_of_axis(const planes_of_leaf *planes, const eight3 *q,
                                  const axis_of_eight *axis) {
    eight middle = height(planes, q);
    return axis->is_point ? middle : eight_sub(middle, eight_abs(dot(planes, &axis->half)));
}

/* How far from the planes all of the axis is, on one side or the other; `middle`: its middle's
 * height. */
EIGHT_INLINE eight distance_of_axis(const planes_of_leaf *planes, eight middle,
                                    const axis_of_eight *axis) {
    if (axis->is_point)
        return eight_abs(middle);
    return eight_max(eight_sub(eight_abs(middle), eight_abs(dot(planes, &axis->half))),
                     eight_all(0));
}

/* Lower bounds of the distances from the mover's axis, less the triangles' radii, and the
 * directions w (see leaf3.h) that they are bounds along. */
typedef struct bounds_of_eight {
    eight gaps;
    eight3 away;
} bounds_of_eight;

/* The three edges' normals, of which `second` and `third` are masks. */
EIGHT_INLINE eight pick(const leaf3 *leaf, int axis, eight second, eight third) {
    eight picked = eight_where(second, eight_load(leaf->edges[1].normal[axis]),
                               eight_load(leaf->edges[0].normal[axis]));
    return eight_where(third, eight_load(leaf->edges[2].normal[axis]), picked);
}

EIGHT_INLINE eight mix(eight a, eight share_a, eight b, eight share_b) {
    return eight_add(eight_mul(a, share_a), eight_mul(b, share_b));
}

EIGHT_INLINE bounds_of_eight bounds_of(const leaf3 *leaf, const axis_of_eight *axis) {
    /* World units: nearer than this, `away` is shorter than 1, which is no less a bound. Squares of
     * what is a millionth of it are above 0. */
    static const float nearest = 1e-12f;
    eight3 origin = eight3_all(leaf->origin);
    const eight3 q = {eight_sub(axis->centre.x, origin.x), eight_sub(axis->centre.y, origin.y),
                      eight_sub(axis->centre.z, origin.z)};
    eight middle = height(&leaf->plane, &q), above = distance_of_axis(&leaf->plane, middle, axis);
    eight beyond = height_of_axis(&leaf->edges[0], &q, axis);
    eight beyond_second = height_of_axis(&leaf->edges[1], &q, axis);
    eight beyond_third = height_of_axis(&leaf->edges[2], &q, axis);
    eight second = eight_at_most(beyond, beyond_second);
    beyond = eight_max(beyond, beyond_second);
    eight third = eight_at_most(beyond, beyond_third);
    beyond = eight_max(eight_max(beyond, beyond_third), eight_all(0));
    eight distance = eight_sqrt(eight_add(eight_mul(above, above), eight_mul(beyond, beyond)));

    eight inverse = eight_div(eight_all(1), eight_max(distance, eight_all(nearest)));
    eight up = eight_mul(eight_signed(above, middle), inverse), out = eight_mul(beyond, inverse);
    const float(*normal)[NODE3_WIDTH] = leaf->plane.normal;
    eight3 away = {mix(eight_load(normal[0]), up, pick(leaf, 0, second, third), out),
                   mix(eight_load(normal[1]), up, pick(leaf, 1, second, third), out),
                   mix(eight_load(normal[2]), up, pick(leaf, 2, second, third), out)};

    eight lengths = eight3_absolutes(q);
    if (!axis->is_point)
        lengths = eight_add(lengths, axis->half_length);
    eight lost = eight_add(eight_mul(lengths, eight_all(LEAF3_ROUNDING)), eight_all(leaf->slop));
    return (bounds_of_eight){eight_sub(eight_sub(distance, lost), eight_load(leaf->radius)), away};
}

/* In each lane, the triangle with the least gap so far. */
typedef struct nearest_of_eight {
    eight gap; /* INFINITY: none */
    eight_int triangle;
} nearest_of_eight;

EIGHT_INLINE void keep_nearer(nearest_of_eight *held, eight gaps, eight_int triangles,
                              unsigned bits) {
    gaps = eight_max(gaps, eight_all(-INFINITY)); /* NaN is no bound */
    gaps = eight_where(eight_mask(bits), gaps, eight_all(INFINITY));
    eight is_nearer = eight_at_most(gaps, held->gap);
    held->gap = eight_where(is_nearer, gaps, held->gap);
    held->triangle = eight_int_where(is_nearer, triangles, held->triangle);
}

/* Judges what is near and empties that list; then there is no more to it than this look. */
EIGHT_TARGET static void make_room(search3 *s);

/* Lists the leaf's triangles that may be in reach, now or later, after `count` others. Returns how
 * many there are then. */
EIGHT_INLINE int collect(search3 *s, const leaf3 *leaf, const box_of_eight *box,
                         const axis_of_eight *axis, int count, nearest_of_eight *nearest) {
    bounds_of_eight bounds = bounds_of(leaf, axis);
    unsigned bits = leaf->used & eight_bits(overlaps(&leaf->boxes, box)) &
                    eight_bits(eight_not_above(bounds.gaps, eight_all(s->later_reach)));
    near_triangles *near = &s->near;
    const eight_order order = eight_order_of(s->world->places[bits], bits);
    eight_int triangles = eight_int_from(leaf->first);
    keep_nearer(nearest, bounds.gaps, triangles, bits);
    eight_int_pack(&near->triangle[count], triangles, &order);
    eight_pack(&near->gap[count], bounds.gaps, &order);
    eight_pack(&near->away[0][count], bounds.away.x, &order);
    eight_pack(&near->away[1][count], bounds.away.y, &order);
    eight_pack(&near->away[2][count], bounds.away.z, &order);
    memset(&near->has_side[count], 0, NODE3_WIDTH * sizeof near->has_side[0]);
    return count + __builtin_popcount(bits);
}

EIGHT_INLINE void collect_as(search3 *s, const int *leaves, int leaf_count, const box_of_eight *box,
                             bool is_point, nearest_of_eight *nearest) {
    const axis_of_eight axis = axis_of(s, is_point);
    int count = s->near.count;
    for (int i = 0; i < leaf_count; i++) {
        if (count > SEARCH3_NEAR - NODE3_WIDTH) {
            s->near.count = count;
            make_room(s);
            count = s->near.count;
        }
        count = collect(s, &s->world->leaves[leaves[i]], box, &axis, count, nearest);
    }
    s->near.count = count;
}

EIGHT_INLINE void collect_all(search3 *s, const int *leaves, int count, const box_of_eight *box,
                              nearest_of_eight *nearest) {
    if (s->mover.is_sphere)
        collect_as(s, leaves, count, box, true, nearest);
    else
        collect_as(s, leaves, count, box, false, nearest);
}

/* ---- Leaves ------------------------------------------------------------------------------ */

/* Adds to a list those that have a bit; returns how many it then has. */
EIGHT_INLINE int add_children(const sm3_world *world, int *list, int count, eight_int children,
                              unsigned bits) {
    const eight_order order = eight_order_of(world->places[bits], bits);
    eight_int_pack(&list[count], children, &order);
    return count + __builtin_popcount(bits);
}

/* How many nodes and leaves are found that are yet to be looked at. Apart from the lists, as stores
 * to those might then change it. */
typedef struct found3 {
    int nodes, leaves;
} found3;

EIGHT_INLINE void open_node(const sm3_world *world, int node, const box_of_eight *box, int *nodes,
                            int *leaves, found3 *found) {
    const node3 *block = &world->nodes[node], *last = block + block->more;
    for (; block <= last; block++) {
        unsigned bits = block->used & eight_bits(overlaps(&block->boxes, box));
        eight_int children = eight_int_load(block->child);
        if (block->leaves != block->used)
            found->nodes =
                add_children(world, nodes, found->nodes, children, bits & ~block->leaves);
        if (block->leaves != 0)
            found->leaves =
                add_children(world, leaves, found->leaves, children, bits & block->leaves);
    }
}

/* Walks down the tree. */
EIGHT_INLINE nearest_of_eight collect_in(search3 *s, const box_of_eight *box) {
    int nodes[WORLD3_STACK + SEARCH3_SPARE], leaves[SEARCH3_LEAVES + SEARCH3_SPARE];
    nearest_of_eight nearest = {eight_all(INFINITY), eight_int_from(0)};
    found3 found = {1, 0};
    nodes[0] = 0; /* the root */
    do {
        while (found.nodes > 0 && found.leaves <= SEARCH3_LEAVES - NODE3_CHILDREN)
            open_node(s->world, nodes[--found.nodes], box, nodes, leaves, &found);
        collect_all(s, leaves, found.leaves, box, &nearest);
        found.leaves = 0;
    } while (found.nodes > 0);
    return nearest;
}
