/* tree3: makes the tree and its leaves.
 *
 * From the top, each node's triangles are split in two until there are enough parts. A split is
 * where the surface area heuristic is least (MacDonald and Booth, Heuristics for Ray Tracing Using
 * Space Subdivision, 1990), looked for at the borders of a few bins (Wald, On Fast Construction of
 * SAH-based Bounding Volume Hierarchies, 2007). Where that tells nothing apart, the triangles are
 * split in the middle of their order. */
#include "tree3.h"

/* Twice the box's middle: where a triangle counts as being. */
static float middle_of_item3(const item3 *item, int axis) {
    return item->box.low[axis] + item->box.high[axis];
}

typedef struct part3 {
    int first, count;
    box3 box;
} part3;

static part3 part_of3(const item3 *items, int first, int count) {
    part3 p = {first, count, empty_box3};
    for (int i = first; i < first + count; i++)
        box3_grow(&p.box, items[i].box.low, items[i].box.high);
    return p;
}

/* ---- Splitting one part ------------------------------------------------------------------ */

enum { TREE3_BINS = 16 };

typedef struct binning3 {
    int axis;
    float start, scale; /* bin = (middle - start) * scale */
} binning3;

/* Along the axis where the middles spread most. Returns false when they lie on one spot. */
static bool choose_binning3(const item3 *items, const part3 *p, binning3 *b) {
    box3 middles = empty_box3;
    for (int i = p->first; i < p->first + p->count; i++) {
        const float middle[3] = {middle_of_item3(&items[i], 0), middle_of_item3(&items[i], 1),
                                 middle_of_item3(&items[i], 2)};
        box3_grow(&middles, middle, middle);
    }
    float widest = 0;
    for (int axis = 0; axis < 3; axis++) {
        float width = middles.high[axis] - middles.low[axis];
        if (!(width > widest))
            continue;
        widest = width;
        *b = (binning3){axis, middles.low[axis], (float)TREE3_BINS / width};
    }
    return widest > 0 && isfinite(widest) && isfinite(b->scale);
}

static int bin_of3(const item3 *item, const binning3 *b) {
    float bin = (middle_of_item3(item, b->axis) - b->start) * b->scale;
    if (!(bin > 0)) /* also what is beyond the largest float */
        return 0;
    return bin < (float)TREE3_BINS ? (int)bin : TREE3_BINS - 1;
}

typedef struct bins3 {
    box3 box[TREE3_BINS];
    int count[TREE3_BINS];
} bins3;

/* Returns the first bin of the right side, 0 when no border has triangles on both sides. */
static int cheapest_border3(const bins3 *b) {
    float cost_right[TREE3_BINS] = {0};
    box3 side = empty_box3;
    int count = 0;
    for (int i = TREE3_BINS - 1; i > 0; i--) {
        box3_grow(&side, b->box[i].low, b->box[i].high);
        count += b->count[i];
        cost_right[i] = count > 0 ? box3_area(&side) * (float)count : INFINITY;
    }
    side = empty_box3;
    count = 0;
    float least = INFINITY;
    int border = 0;
    for (int i = 1; i < TREE3_BINS; i++) {
        box3_grow(&side, b->box[i - 1].low, b->box[i - 1].high);
        count += b->count[i - 1];
        float cost = count > 0 ? box3_area(&side) * (float)count + cost_right[i] : INFINITY;
        if (cost < least) {
            least = cost;
            border = i;
        }
    }
    return border;
}

static int partition3(item3 *items, const part3 *p, const binning3 *b, int border) {
    int left = p->first, right = p->first + p->count;
    while (left < right) {
        if (bin_of3(&items[left], b) < border) {
            left++;
        } else {
            item3 swapped = items[left];
            items[left] = items[--right];
            items[right] = swapped;
        }
    }
    return left - p->first;
}

/* Returns how many triangles come to the left side: at least 1, less than all. */
static int split3(item3 *items, const part3 *p, bool even) {
    binning3 b = {0, 0, 0};
    if (even || !choose_binning3(items, p, &b))
        return p->count / 2;
    bins3 all;
    for (int i = 0; i < TREE3_BINS; i++) {
        all.box[i] = empty_box3;
        all.count[i] = 0;
    }
    for (int i = p->first; i < p->first + p->count; i++) {
        int bin = bin_of3(&items[i], &b);
        box3_grow(&all.box[bin], items[i].box.low, items[i].box.high);
        all.count[bin]++;
    }
    int border = cheapest_border3(&all);
    return border > 0 ? partition3(items, p, &b, border) : p->count / 2;
}

int sm3_items_split(item3 *items, int count) {
    part3 all = part_of3(items, 0, count);
    return split3(items, &all, false);
}

/* ---- Making nodes ------------------------------------------------------------------------ */

/* Returns the number of a new node through `number`, and false without memory. */
static bool new_node3(tree3 *t, int block_count, int *number) {
    node3 *nodes = sm_memory_grown(t->memory, t->nodes, t->node_count, &t->node_capacity,
                                   t->node_count + block_count, sizeof *nodes);
    if (nodes == NULL)
        return false;
    t->nodes = nodes;
    *number = t->node_count;
    for (int i = 0; i < block_count; i++) {
        node3 *block = &t->nodes[t->node_count++];
        *block = (node3){.more = block_count - 1 - i, .parent = -1};
        boxes3_clear(&block->boxes);
    }
    return true;
}

enum { LEAVES_A_REPORT = 1 << 12 }; /* some ms of work */

bool sm3_tree_tell(const sm_memory *memory, int leaf, int leaves) {
    sm_progress to = memory->def.progress;
    return to.tell == NULL || leaf % LEAVES_A_REPORT != LEAVES_A_REPORT - 1 ||
           to.tell(to.context, (size_t)leaf, (size_t)leaves);
}

static bool new_leaf3(tree3 *t, const part3 *p, int *number) {
    span3 *leaves = sm_memory_grown(t->memory, t->leaves, t->leaf_count, &t->leaf_capacity,
                                    t->leaf_count + 1, sizeof *leaves);
    if (leaves == NULL)
        return false;
    t->leaves = leaves;
    *number = t->leaf_count++;
    t->leaves[*number] = (span3){p->first, p->count, -1};
    return sm3_tree_tell(t->memory, *number, t->leaf_capacity);
}

/* The part with the largest surface, or with the most triangles where the tree is to be even, of
 * those that are no leaf. -1: none. */
static int worth_splitting3(const part3 *parts, int count, bool even) {
    int best = -1;
    float largest = -1;
    for (int i = 0; i < count; i++) {
        float size = even ? (float)parts[i].count : box3_area(&parts[i].box);
        if (parts[i].count > NODE3_WIDTH && !(size <= largest)) {
            largest = size;
            best = i;
        }
    }
    return best;
}

static int split_up3(item3 *items, const part3 *whole, bool even, part3 parts[NODE3_CHILDREN]) {
    int count = 1;
    parts[0] = *whole;
    while (count < NODE3_CHILDREN) {
        int i = worth_splitting3(parts, count, even);
        if (i < 0)
            break;
        int first = parts[i].first, left = split3(items, &parts[i], even);
        int right = parts[i].count - left;
        parts[i] = part_of3(items, first, left);
        parts[count++] = part_of3(items, first + left, right);
    }
    return count;
}

static bool make_node3(tree3 *t, item3 *items, const part3 *whole, int depth, int *number);

static bool add_part3(tree3 *t, item3 *items, int block, int place, const part3 *p, int depth) {
    int number;
    bool is_leaf = p->count <= NODE3_WIDTH;
    if (!(is_leaf ? new_leaf3(t, p, &number) : make_node3(t, items, p, depth + 1, &number)))
        return false;
    node3 *node = &t->nodes[block];
    boxes3_set(&node->boxes, place, &p->box);
    node->child[place] = number;
    node->used |= 1u << place;
    node->leaves |= (unsigned)is_leaf << place;
    int parent = block * NODE3_WIDTH + place;
    if (is_leaf)
        t->leaves[number].parent = parent;
    for (int i = 0; !is_leaf && i <= t->nodes[number].more; i++)
        t->nodes[number + i].parent = parent;
    return true;
}

static bool make_node3(tree3 *t, item3 *items, const part3 *whole, int depth, int *number) {
    part3 parts[NODE3_CHILDREN];
    int count = split_up3(items, whole, depth >= WORLD3_UNEVEN_DEPTH, parts);
    if (!new_node3(t, (count + NODE3_WIDTH - 1) / NODE3_WIDTH, number))
        return false;
    for (int i = 0; i < count; i++) {
        int block = *number + i / NODE3_WIDTH;
        if (!add_part3(t, items, block, i % NODE3_WIDTH, &parts[i], depth))
            return false;
    }
    return true;
}

bool sm3_tree_build(tree3 *tree, item3 *items, int count, sm_memory *memory) {
    *tree =
        (tree3){.node_capacity = count / 32 + 1, .leaf_capacity = count / 4 + 1, .memory = memory};
    tree->nodes = sm_memory_allocate(memory, (size_t)tree->node_capacity * sizeof *tree->nodes);
    tree->leaves = sm_memory_allocate(memory, (size_t)tree->leaf_capacity * sizeof *tree->leaves);
    int root;
    if (tree->nodes == NULL || tree->leaves == NULL)
        return false;
    if (count == 0)
        return new_node3(tree, 1, &root);
    part3 whole = part_of3(items, 0, count);
    return make_node3(tree, items, &whole, 0, &root);
}

void sm3_tree_free(tree3 *tree) {
    sm_memory_release(tree->memory, tree->nodes, (size_t)tree->node_capacity * sizeof *tree->nodes);
    sm_memory_release(tree->memory, tree->leaves,
                      (size_t)tree->leaf_capacity * sizeof *tree->leaves);
}

static double length_of_longest3(const vec3 *v, int count) {
    double longest = 0;
    for (int i = 0; i < count; i++)
        longest = larger(longest, vec3_dot(v[i], v[i]));
    return sqrt(longest);
}

/* ---- Directions -------------------------------------------------------------------------- */

typedef struct frame3 {
    vec3 across;   /* the triangle's plane */
    vec3 edges[3]; /* in it, outward */
} frame3;

static vec3 unit3(vec3 v) {
    return vec3_scale(v, 1 / vec3_length(v));
}

static vec3 longest_edge3(const vec3 corner[3]) {
    vec3 longest = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        vec3 edge = vec3_sub(corner[(i + 1) % 3], corner[i]);
        if (vec3_dot(edge, edge) > vec3_dot(longest, longest))
            longest = edge;
    }
    return longest;
}

/* Across the axis that `u` is least along. */
static vec3 any_across3(vec3 u) {
    double x = fabs(u.x), y = fabs(u.y), z = fabs(u.z);
    vec3 axis = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    return unit3(vec3_cross(u, axis));
}

/* A needle or a point is bounded along its length, to both sides, and through its plane. */
static frame3 frame_of_line3(const vec3 corner[3]) {
    vec3 along = longest_edge3(corner);
    along = vec3_is_zero(along) ? (vec3){1, 0, 0} : unit3(along);
    vec3 side = any_across3(along);
    return (frame3){vec3_cross(along, side), {side, vec3_scale(side, -1), along}};
}

static frame3 frame_of3(const vec3 corner[3]) {
    triangle3 t = triangle3_of(corner[0], corner[1], corner[2]);
    if (!(t.area > 0))
        return frame_of_line3(corner);
    frame3 f = {.across = unit3(t.normal)};
    for (int i = 0; i < 3; i++)
        f.edges[i] = unit3(vec3_cross(vec3_sub(corner[(i + 1) % 3], corner[i]), f.across));
    return f;
}

/* ---- Planes ------------------------------------------------------------------------------ */

typedef struct range3 {
    double low, high;
} range3;

static range3 range_along3(vec3 direction, const vec3 corner[3]) {
    double a = vec3_dot(direction, corner[0]), b = vec3_dot(direction, corner[1]);
    double c = vec3_dot(direction, corner[2]);
    return (range3){smaller(a, smaller(b, c)), larger(a, larger(b, c))};
}

/* Stores a plane across `direction`, and returns how far the corners lie along that as it is
 * stored. A plane that cannot be stored bounds nothing. */
static range3 set_plane3(planes_of_leaf *planes, int i, vec3 direction, const vec3 corner[3],
                         bool is_midway) {
    sm3_vec stored = vec3_round(direction);
    range3 r = range_along3(vec3_of(stored), corner);
    float offset = (float)(is_midway ? (r.low + r.high) / 2 : r.high);
    if (!sm3_is_finite(stored) || !isfinite(offset)) {
        stored = (sm3_vec){0, 0, 0};
        offset = 0;
        r = (range3){0, 0};
    }
    planes->normal[0][i] = stored.x;
    planes->normal[1][i] = stored.y;
    planes->normal[2][i] = stored.z;
    planes->offset[i] = offset;
    return r;
}

/* Returns what rounding may cost this triangle where q = 0. */
static double set_triangle3(leaf3 *leaf, int i, const sm3_triangle *t) {
    vec3 origin = {(double)leaf->origin[0], (double)leaf->origin[1], (double)leaf->origin[2]};
    const vec3 corner[3] = {vec3_sub(vec3_of(t->a), origin), vec3_sub(vec3_of(t->b), origin),
                            vec3_sub(vec3_of(t->c), origin)};
    frame3 f = frame_of3(corner);
    range3 thickness = set_plane3(&leaf->plane, i, f.across, corner, true);
    for (int k = 0; k < 3; k++)
        set_plane3(&leaf->edges[k], i, f.edges[k], corner, false);
    leaf->radius[i] = (float)sm_radius(t->radius);
    double extent = length_of_longest3(corner, 3) + (double)leaf->radius[i];
    double slop = extent * (double)LEAF3_ROUNDING + (thickness.high - thickness.low) / 2;
    return extent < LEAF3_BOUNDED ? slop : INFINITY;
}

static float middle_of_leaf3(const float low[NODE3_WIDTH], const float high[NODE3_WIDTH]) {
    float lowest = INFINITY, highest = -INFINITY;
    for (int i = 0; i < NODE3_WIDTH; i++) {
        lowest = low[i] < lowest ? low[i] : lowest;
        highest = high[i] > highest ? high[i] : highest;
    }
    return lowest * 0.5f + highest * 0.5f;
}

void sm3_leaf_make(leaf3 *leaf, const placed3 *placed) {
    int count = lanes_count(leaf->used);
    *leaf = (leaf3){
        .first = leaf->first, .room = leaf->room, .used = leaf->used, .parent = leaf->parent};
    boxes3_clear(&leaf->boxes);
    for (int i = 0; i < count; i++) {
        sm3_region region = sm3_region_of_triangle(&placed[leaf->first + i].shape);
        box3 box = box3_of(&region);
        boxes3_set(&leaf->boxes, i, &box);
    }
    for (int axis = 0; axis < 3; axis++)
        leaf->origin[axis] = middle_of_leaf3(leaf->boxes.low[axis], leaf->boxes.high[axis]);
    double slop = 0;
    for (int i = 0; i < count; i++)
        slop = larger(slop, set_triangle3(leaf, i, &placed[leaf->first + i].shape));
    leaf->slop = sm_round_up(slop);
}
