/* scan3: finds the triangles that a mover may be in, eight at a time. Compiled once for each
 * instruction set, with move3_body.h; what both need to be defined is told there.
 *
 * How many boxes a box overlaps is anybody's guess, the processor's least of all. So there is next
 * to no branch on it: what is found is packed into lists without one. */

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

EIGHT_INLINE box_of_eight box_of(const sm3_region *r) {
    return (box_of_eight){{eight_all(r->low.x), eight_all(r->low.y), eight_all(r->low.z)},
                          {eight_all(r->high.x), eight_all(r->high.y), eight_all(r->high.z)}};
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
    static const float none[3] = {0, 0, 0};
    eight3 half = eight3_all(is_point ? none : s->half);
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

/* How far from the planes all of the axis is, on one side or the other. */
EIGHT_INLINE eight distance_of_axis(const planes_of_leaf *planes, const eight3 *q,
                                    const axis_of_eight *axis) {
    eight middle = eight_abs(height(planes, q));
    if (axis->is_point)
        return middle;
    return eight_max(eight_sub(middle, eight_abs(dot(planes, &axis->half))), eight_all(0));
}

/* A lower bound of the distances from the mover's axis, less the triangles' radii. */
EIGHT_INLINE eight least_gaps(const leaf3 *leaf, const axis_of_eight *axis) {
    eight3 origin = eight3_all(leaf->origin);
    const eight3 q = {eight_sub(axis->centre.x, origin.x), eight_sub(axis->centre.y, origin.y),
                      eight_sub(axis->centre.z, origin.z)};
    eight above = distance_of_axis(&leaf->plane, &q, axis);
    eight beyond = eight_max(height_of_axis(&leaf->edges[0], &q, axis),
                             height_of_axis(&leaf->edges[1], &q, axis));
    beyond = eight_max(beyond, height_of_axis(&leaf->edges[2], &q, axis));
    beyond = eight_max(beyond, eight_all(0));
    eight squared = eight_add(eight_mul(above, above), eight_mul(beyond, beyond));

    eight lengths = eight3_absolutes(q);
    if (!axis->is_point)
        lengths = eight_add(lengths, axis->half_length);
    eight lost = eight_add(eight_mul(lengths, eight_all(LEAF3_ROUNDING)), eight_all(leaf->slop));
    return eight_sub(eight_sub(eight_sqrt(squared), lost), eight_load(leaf->radius));
}

/* Judges the candidates and makes room for more. */
EIGHT_TARGET static void take_candidates(search3 *s);

EIGHT_INLINE unsigned bits_up_to(const leaf3 *leaf, eight gaps, float reach) {
    return leaf->used & eight_bits(eight_not_above(gaps, eight_all(reach)));
}

/* Adds the leaf's triangles that may be in reach. Returns whether a later look needs the leaf. */
EIGHT_INLINE bool collect(search3 *s, const leaf3 *leaf, const box_of_eight *box,
                          const axis_of_eight *axis) {
    eight gaps = least_gaps(leaf, axis);
    unsigned bits = bits_up_to(leaf, gaps, s->reach) & eight_bits(overlaps(&leaf->boxes, box));
    if (s->candidate_count > SEARCH3_CANDIDATES - NODE3_WIDTH)
        take_candidates(s);
    const unsigned char *places = s->world->places[bits];
    eight_int_pack(&s->candidates[s->candidate_count], eight_int_from(leaf->first), places, bits);
    eight_pack(&s->gaps[s->candidate_count], gaps, places, bits);
    s->candidate_count += __builtin_popcount(bits);
    return bits_up_to(leaf, gaps, s->later_reach) != 0;
}

EIGHT_INLINE void collect_from_leaves(search3 *s, bool is_point) {
    const box_of_eight box = box_of(&s->box);
    const axis_of_eight axis = axis_of(s, is_point);
    int kept = 0;
    for (int i = 0; i < s->leaf_count; i++) {
        int leaf = s->leaves[i];
        s->leaves[kept] = leaf;
        kept += collect(s, &s->world->leaves[leaf], &box, &axis);
    }
    s->leaf_count = kept;
}

EIGHT_TARGET static void collect_candidates(search3 *s) {
    if (s->mover.is_sphere)
        collect_from_leaves(s, true);
    else
        collect_from_leaves(s, false);
}

/* ---- Leaves ------------------------------------------------------------------------------ */

/* Collects from the leaves that are known to make room for others. */
EIGHT_TARGET static void take_leaves(search3 *s, int count) {
    s->leaf_count = count;
    collect_candidates(s);
    s->gathered = false;
}

/* Walks down the tree. */
EIGHT_INLINE void find_leaves(search3 *s) {
    const box_of_eight box = box_of(&s->box);
    const sm3_world *world = s->world;
    int nodes[WORLD3_STACK + SEARCH3_SPARE];
    int node_count = 1, leaf_count = 0;
    nodes[0] = 0; /* the root */
    while (node_count > 0) {
        const node3 *block = &world->nodes[nodes[--node_count]], *last = block + block->more;
        for (; block <= last; block++) {
            unsigned bits = block->used & eight_bits(overlaps(&block->boxes, &box));
            eight_int children = eight_int_load(block->child);
            unsigned leaf_bits = bits & block->leaves, node_bits = bits & ~block->leaves;
            eight_int_pack(&nodes[node_count], children, world->places[node_bits], node_bits);
            node_count += __builtin_popcount(node_bits);
            if (block->leaves == 0)
                continue;
            eight_int_pack(&s->leaves[leaf_count], children, world->places[leaf_bits], leaf_bits);
            leaf_count += __builtin_popcount(leaf_bits);
            if (leaf_count > SEARCH3_LEAVES - NODE3_WIDTH) {
                take_leaves(s, leaf_count);
                leaf_count = 0;
            }
        }
    }
    s->leaf_count = leaf_count;
}
