/* tree3: makes the tree and its leaves.
 *
 * From the top, each node's triangles are split in two until there are enough parts. A split is
 * where the surface area heuristic is least (MacDonald and Booth, Heuristics for Ray Tracing Using
 * Space Subdivision, 1990), looked for at the borders of a few bins (Wald, On Fast Construction of
 * SAH-based Bounding Volume Hierarchies, 2007). Where that tells nothing apart, the triangles are
 * split in the middle of their order. */
#include "tree3.h"

#include <float.h>

/* ---- Parts ------------------------------------------------------------------------------- */

typedef struct bounds3 {
    lanes low, high;
} bounds3;

static void bounds3_grow(bounds3 *b, lanes low, lanes high) {
    b->low = lanes_min(low, b->low);
    b->high = lanes_max(high, b->high);
}

static box3 box_of_bounds3(const bounds3 *b) {
    float low[LANES_COUNT], high[LANES_COUNT];
    lanes_store(low, b->low);
    lanes_store(high, b->high);
    return (box3){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

static float area_of3(const bounds3 *b) {
    box3 box = box_of_bounds3(b);
    return box3_area(&box);
}

/* Some triangles. Each counts as being in its box's middle; here these are twice that. */
typedef struct part3 {
    int first, count;
    bounds3 boxes, middles;
} part3;

static part3 no_part3(int first) {
    const bounds3 none = {lanes_all(INFINITY), lanes_all(-INFINITY)};
    return (part3){first, 0, none, none};
}

static void part3_add(part3 *p, const item3 *item) {
    lanes low = lanes_load(item->low), high = lanes_load(item->high);
    lanes middle = lanes_add(low, high);
    bounds3_grow(&p->boxes, low, high);
    bounds3_grow(&p->middles, middle, middle);
    p->count++;
}

static void part3_join(part3 *p, const part3 *other) {
    bounds3_grow(&p->boxes, other->boxes.low, other->boxes.high);
    bounds3_grow(&p->middles, other->middles.low, other->middles.high);
    p->count += other->count;
}

static part3 part_of3(const item3 *items, int first, int count) {
    part3 p = no_part3(first);
    for (int i = first; i < first + count; i++)
        part3_add(&p, &items[i]);
    return p;
}

/* ---- Splitting one part ------------------------------------------------------------------ */

enum { TREE3_BINS = 8 };

typedef struct binning3 {
    int axis;
    float start, scale; /* bin = (middle - start) * scale */
} binning3;

static float middle_of_item3(const item3 *item, int axis) {
    return item->low[axis] + item->high[axis];
}

/* Along the axis where the middles spread most. Returns false when they lie on one spot. */
static bool choose_binning3(const part3 *p, binning3 *b) {
    box3 middles = box_of_bounds3(&p->middles);
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

/* The nearest to `left` that is a multiple of `unit` and leaves something on both sides. */
static int in_units3(int left, int count, int unit) {
    int most = (count - 1) / unit, units = (left + unit / 2) / unit;
    return unit * (units < 1 ? 1 : units < most ? units : most);
}

static float cost3(const part3 *side, int count, int unit) {
    return area_of3(&side->boxes) * (float)((count + unit - 1) / unit);
}

/* Finds both sides of the cheapest border between bins, of which the first and the last are not
 * empty, when `left` of the triangles, a multiple of `unit`, are on its left side. Returns the
 * first bin of the right side, 0 when all costs are beyond the largest float. */
static int cheapest_border3(const part3 *bins, const part3 *p, int unit, int *left,
                            part3 sides[2]) {
    part3 right[TREE3_BINS], side = no_part3(0);
    for (int i = TREE3_BINS - 1; i > 0; i--) {
        part3_join(&side, &bins[i]);
        right[i] = side;
    }
    side = no_part3(p->first);
    float least = INFINITY;
    int border = 0;
    for (int i = 1; i < TREE3_BINS; i++) {
        part3_join(&side, &bins[i - 1]);
        int count = in_units3(side.count, p->count, unit);
        float cost = cost3(&side, count, unit) + cost3(&right[i], p->count - count, unit);
        if (!(cost < least))
            continue;
        least = cost;
        border = i;
        *left = count;
        sides[0] = side;
        sides[1] = right[i];
        sides[1].first = p->first + side.count;
    }
    return border;
}

static void swap3(item3 *a, item3 *b) {
    item3 swapped = *a;
    *a = *b;
    *b = swapped;
}

/* The processor cannot predict which side an item goes to. So items on the wrong side are listed a
 * block at a time, without a branch, and then swapped (Edelkamp and Weiss, BlockQuicksort, 2016).
 */
static void partition3(item3 *items, const part3 *p, const binning3 *b, int border) {
    enum { BLOCK = 64 };
    unsigned char at_left[BLOCK], at_right[BLOCK]; /* how far from `left`, and from the last */
    int lefts = 0, rights = 0;                     /* listed, of which some are done: */
    int left_done = 0, right_done = 0;
    item3 *left = items + p->first, *right = left + p->count;
    while (right - left > 2 * BLOCK) {
        if (left_done == lefts) {
            lefts = left_done = 0;
            for (int i = 0; i < BLOCK; i++) {
                at_left[lefts] = (unsigned char)i;
                lefts += bin_of3(&left[i], b) >= border;
            }
        }
        if (right_done == rights) {
            rights = right_done = 0;
            for (int i = 0; i < BLOCK; i++) {
                at_right[rights] = (unsigned char)i;
                rights += bin_of3(&right[-1 - i], b) < border;
            }
        }
        while (left_done < lefts && right_done < rights)
            swap3(&left[at_left[left_done++]], &right[-1 - at_right[right_done++]]);
        left += left_done == lefts ? BLOCK : 0;
        right -= right_done == rights ? BLOCK : 0;
    }
    while (left < right) {
        if (bin_of3(left, b) < border)
            left++;
        else
            swap3(left, --right);
    }
}

/* Sorts the items so far that none before items[at] lies beyond it, and none after it lies short of
 * it (Hoare, Algorithm 65: Find, 1961). */
static void find3(item3 *items, int first, int count, int at, int axis) {
    int low = first, high = first + count - 1;
    while (low < high) {
        float middle = middle_of_item3(&items[at], axis);
        int i = low, j = high;
        while (i <= j) {
            while (middle_of_item3(&items[i], axis) < middle)
                i++;
            while (middle_of_item3(&items[j], axis) > middle)
                j--;
            if (i <= j)
                swap3(&items[i++], &items[j--]);
        }
        low = j < at ? i : low;
        high = i > at ? j : high;
    }
}

/* Splits into two sides of 1 or more, the left one a multiple of `unit`. */
static void split3(item3 *items, const part3 *p, bool even, int unit, part3 sides[2]) {
    binning3 b = {0, 0, 0};
    int left = in_units3(p->count / 2, p->count, unit), border = 0;
    if (!even && choose_binning3(p, &b)) {
        part3 bins[TREE3_BINS];
        for (int i = 0; i < TREE3_BINS; i++)
            bins[i] = no_part3(0);
        for (int i = p->first; i < p->first + p->count; i++)
            part3_add(&bins[bin_of3(&items[i], &b)], &items[i]);
        border = cheapest_border3(bins, p, unit, &left, sides);
    }
    if (border > 0)
        partition3(items, p, &b, border);
    if (border > 0 && left == sides[0].count)
        return;
    if (border > 0) {
        const part3 *cut = &sides[left > sides[0].count];
        find3(items, cut->first, cut->count, p->first + left, b.axis);
    }
    sides[0] = part_of3(items, p->first, left);
    sides[1] = part_of3(items, p->first + left, p->count - left);
}

int sm3_items_split(item3 *items, int count) {
    part3 all = part_of3(items, 0, count), sides[2];
    split3(items, &all, false, 1, sides);
    return sides[0].count;
}

/* ---- Making nodes ------------------------------------------------------------------------ */

/* Returns the number of a new node through `number`, and false without memory. */
static bool new_node3(tree3 *t, int block_count, int *number) {
    if (!sm_memory_grow(t->memory, &t->nodes, t->node_count, &t->node_capacity,
                        t->node_count + block_count, sizeof *t->nodes))
        return false;
    *number = t->node_count;
    for (int i = 0; i < block_count; i++)
        t->nodes[t->node_count++] = (node3){.more = block_count - 1 - i, .parent = -1};
    return true;
}

enum { LEAVES_A_REPORT = 1 << 12 }; /* some ms of work */

bool sm3_tree_tell(const sm_memory *memory, int leaf, int leaves) {
    sm_progress to = memory->def.progress;
    return to.tell == NULL || leaf % LEAVES_A_REPORT != LEAVES_A_REPORT - 1 ||
           to.tell(to.context, (size_t)leaf, (size_t)leaves);
}

static bool new_leaf3(tree3 *t, const part3 *p, int *number) {
    if (!sm_memory_grow(t->memory, &t->leaves, t->leaf_count, &t->leaf_capacity, t->leaf_count + 1,
                        sizeof *t->leaves))
        return false;
    *number = t->leaf_count++;
    t->leaves[*number] = (span3){p->first, p->count, -1};
    return sm3_tree_tell(t->memory, *number, t->leaf_capacity);
}

/* The part with the largest surface, or with the most triangles where the tree is to be even, of
 * those of more than `most`. -1: none. */
static int worth_splitting3(const part3 *parts, int count, int most, bool even) {
    int best = -1;
    float largest = -1;
    for (int i = 0; i < count; i++) {
        float size = even ? (float)parts[i].count : area_of3(&parts[i].boxes);
        if (parts[i].count > most && !(size <= largest)) {
            largest = size;
            best = i;
        }
    }
    return best;
}

/* Splits a node into parts. Parts of up to MANY triangles are split at a multiple of NODE3_WIDTH,
 * so that leaves are full; larger ones are split anywhere. */
static int split_up3(item3 *items, const part3 *whole, bool even, part3 parts[NODE3_CHILDREN]) {
    enum { MANY = 2048 };
    int count = 1, most = whole->count > NODE3_SMALL ? NODE3_SMALL : NODE3_WIDTH;
    parts[0] = *whole;
    while (count < NODE3_CHILDREN) {
        int i = worth_splitting3(parts, count, most, even);
        if (i < 0)
            break;
        part3 sides[2];
        split3(items, &parts[i], even, parts[i].count <= MANY ? NODE3_WIDTH : 1, sides);
        parts[i] = sides[0];
        parts[count++] = sides[1];
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
    box3 box = box_of_bounds3(&p->boxes);
    boxes3_set(&node->boxes, place, &box);
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
    sm_memory_release(tree->memory, tree->nodes);
    sm_memory_release(tree->memory, tree->leaves);
}

static double length_of_longest3(const vec3 *v, int count) {
    double longest = 0;
    for (int i = 0; i < count; i++)
        longest = sm_max(longest, vec3_dot(v[i], v[i]));
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
    return (range3){sm_min(a, sm_min(b, c)), sm_max(a, sm_max(b, c))};
}

/* To the nearest whole number; x is between -32768 and 32767. */
static int16_t whole_of(double x) {
    return (int16_t)((int)(x + 32768.5) - 32768);
}

/* Stores a plane across `direction`, a unit vector, and returns how far the corners lie beyond what
 * is stored, on either side. */
static range3 set_plane3(planes_of_leaf *planes, int i, vec3 direction, const vec3 corner[3],
                         bool is_midway, double unit) {
    planes->normal[0][i] = whole_of(direction.x * LEAF3_STORED);
    planes->normal[1][i] = whole_of(direction.y * LEAF3_STORED);
    planes->normal[2][i] = whole_of(direction.z * LEAF3_STORED);
    const vec3 stored = {planes->normal[0][i], planes->normal[1][i], planes->normal[2][i]};
    range3 r = range_along3(vec3_scale(stored, 1.0 / LEAF3_STEPS), corner);
    /* Half a unit more is rounded up, at least. */
    planes->offset[i] = whole_of((is_midway ? r.low + r.high : 2 * r.high + unit) / (2 * unit));
    double offset = planes->offset[i] * unit;
    return (range3){r.low - offset, r.high - offset};
}

/* Returns what rounding may cost this triangle where q = 0, and its radius. */
static double set_triangle3(leaf3 *leaf, int i, const sm3_triangle *t) {
    vec3 origin = {(double)leaf->origin[0], (double)leaf->origin[1], (double)leaf->origin[2]};
    const vec3 corner[3] = {vec3_sub(vec3_of(t->a), origin), vec3_sub(vec3_of(t->b), origin),
                            vec3_sub(vec3_of(t->c), origin)};
    double radius = sm_radius(t->radius), extent = length_of_longest3(corner, 3) + radius;
    if (!(extent < LEAF3_BOUNDED))
        return INFINITY;
    frame3 f = frame_of3(corner);
    double unit = (double)leaf->step / LEAF3_STEPS; /* of the offsets, in world units */
    range3 thickness = set_plane3(&leaf->plane, i, f.across, corner, true, unit);
    for (int k = 0; k < 3; k++)
        set_plane3(&leaf->edges[k], i, f.edges[k], corner, false, unit);
    double slop = extent * (double)LEAF3_ROUNDING + sm_max(-thickness.low, thickness.high);
    return slop + radius;
}

/* So that no triangle's offset takes more than LEAF3_STORED steps. */
static float step_for3(const box3 *box) {
    static const double least = 1e-30;
    double x = (double)box->high[0] - (double)box->low[0];
    double y = (double)box->high[1] - (double)box->low[1];
    double z = (double)box->high[2] - (double)box->low[2];
    double steps = (sqrt(x * x + y * y + z * z) * 0.51 + least) / LEAF3_STORED;
    return (float)sm_min(steps * LEAF3_STEPS, (double)FLT_MAX);
}

void sm3_leaf_make(leaf3 *leaf, const placed3 *placed) {
    int count = lanes_count(leaf->used);
    box3 whole = empty_box3;
    *leaf = (leaf3){
        .first = leaf->first, .room = leaf->room, .used = leaf->used, .parent = leaf->parent};
    for (int i = 0; i < count; i++) {
        sm3_region region = sm3_region_of_triangle(&placed[leaf->first + i].shape);
        box3 box = box3_of(&region);
        boxes3_set(&leaf->boxes, i, &box);
        box3_grow(&whole, box.low, box.high);
    }
    for (int axis = 0; axis < 3 && count > 0; axis++)
        leaf->origin[axis] = whole.low[axis] * 0.5f + whole.high[axis] * 0.5f;
    leaf->step = count > 0 ? step_for3(&whole) : 0;
    double margin = 0;
    for (int i = 0; i < count; i++)
        margin = sm_max(margin, set_triangle3(leaf, i, &placed[leaf->first + i].shape));
    leaf->margin = sm_round_up(margin);
}
