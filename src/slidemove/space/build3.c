/* build3: from the top, each node's triangles are split in two until there are enough parts. A
 * split is where the surface area heuristic is least (MacDonald and Booth, Heuristics for Ray
 * Tracing Using Space Subdivision, 1990), looked for at the borders of a few bins (Wald, On Fast
 * Construction of SAH-based Bounding Volume Hierarchies, 2007). Where that tells nothing apart, the
 * triangles are split in the middle of their order. */
#include <limits.h>
#include <stdlib.h>

#include "world3.h"

typedef struct box3 {
    float low[3], high[3];
} box3;

static const box3 empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void grow(box3 *box, const float low[3], const float high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        box->low[axis] = low[axis] < box->low[axis] ? low[axis] : box->low[axis];
        box->high[axis] = high[axis] > box->high[axis] ? high[axis] : box->high[axis];
    }
}

/* Half the surface. */
static float area_of(const box3 *box) {
    float x = box->high[0] - box->low[0], y = box->high[1] - box->low[1];
    float z = box->high[2] - box->low[2];
    return x * y + y * z + z * x;
}

/* Twice the box's middle: where a triangle counts as being. */
static float middle_of(const item3 *item, int axis) {
    return item->low[axis] + item->high[axis];
}

typedef struct part {
    int first, count;
    box3 box;
} part;

static part part_of(const item3 *items, int first, int count) {
    part p = {first, count, empty};
    for (int i = first; i < first + count; i++)
        grow(&p.box, items[i].low, items[i].high);
    return p;
}

/* ---- Splitting one part ------------------------------------------------------------------ */

enum { BINS = 16 };

typedef struct binning {
    int axis;
    float start, scale; /* bin = (middle - start) * scale */
} binning;

/* Along the axis where the middles spread most. Returns false when they lie on one spot. */
static bool choose_binning(const item3 *items, const part *p, binning *b) {
    box3 middles = empty;
    for (int i = p->first; i < p->first + p->count; i++) {
        const float middle[3] = {middle_of(&items[i], 0), middle_of(&items[i], 1),
                                 middle_of(&items[i], 2)};
        grow(&middles, middle, middle);
    }
    float widest = 0;
    for (int axis = 0; axis < 3; axis++) {
        float width = middles.high[axis] - middles.low[axis];
        if (!(width > widest))
            continue;
        widest = width;
        *b = (binning){axis, middles.low[axis], (float)BINS / width};
    }
    return widest > 0 && isfinite(widest) && isfinite(b->scale);
}

static int bin_of(const item3 *item, const binning *b) {
    float bin = (middle_of(item, b->axis) - b->start) * b->scale;
    if (!(bin > 0)) /* also what is beyond the largest float */
        return 0;
    return bin < (float)BINS ? (int)bin : BINS - 1;
}

typedef struct bins {
    box3 box[BINS];
    int count[BINS];
} bins;

/* Returns the first bin of the right side, 0 when no border has triangles on both sides. */
static int cheapest_border(const bins *b) {
    float cost_right[BINS] = {0};
    box3 side = empty;
    int count = 0;
    for (int i = BINS - 1; i > 0; i--) {
        grow(&side, b->box[i].low, b->box[i].high);
        count += b->count[i];
        cost_right[i] = count > 0 ? area_of(&side) * (float)count : INFINITY;
    }
    side = empty;
    count = 0;
    float least = INFINITY;
    int border = 0;
    for (int i = 1; i < BINS; i++) {
        grow(&side, b->box[i - 1].low, b->box[i - 1].high);
        count += b->count[i - 1];
        float cost = count > 0 ? area_of(&side) * (float)count + cost_right[i] : INFINITY;
        if (cost < least) {
            least = cost;
            border = i;
        }
    }
    return border;
}

static int partition(item3 *items, const part *p, const binning *b, int border) {
    int left = p->first, right = p->first + p->count;
    while (left < right) {
        if (bin_of(&items[left], b) < border) {
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
static int split(item3 *items, const part *p, bool even) {
    binning b = {0, 0, 0};
    if (even || !choose_binning(items, p, &b))
        return p->count / 2;
    bins all;
    for (int i = 0; i < BINS; i++) {
        all.box[i] = empty;
        all.count[i] = 0;
    }
    for (int i = p->first; i < p->first + p->count; i++) {
        int bin = bin_of(&items[i], &b);
        grow(&all.box[bin], items[i].low, items[i].high);
        all.count[bin]++;
    }
    int border = cheapest_border(&all);
    return border > 0 ? partition(items, p, &b, border) : p->count / 2;
}

/* ---- Making nodes ------------------------------------------------------------------------ */

/* Makes room for one more in a list. Returns false without memory. */
static bool has_room(void **list, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return true;
    int more = *capacity < INT_MAX / 2 ? *capacity * 2 : INT_MAX;
    void *larger = realloc(*list, (size_t)more * size);
    if (larger == NULL)
        return false;
    *list = larger;
    *capacity = more;
    return true;
}

/* Returns the number of a new node through `number`, and false without memory. */
static bool new_node(tree3 *t, int block_count, int *number) {
    *number = t->node_count;
    for (int i = 0; i < block_count; i++) {
        void *nodes = t->nodes;
        bool good = has_room(&nodes, t->node_count, &t->node_capacity, sizeof *t->nodes);
        t->nodes = nodes;
        if (!good)
            return false;
        node3 *block = &t->nodes[t->node_count++];
        *block = (node3){.more = block_count - 1 - i};
        boxes3_clear(&block->boxes);
    }
    return true;
}

static bool new_leaf(tree3 *t, const part *p, int *number) {
    void *leaves = t->leaves;
    bool good = has_room(&leaves, t->leaf_count, &t->leaf_capacity, sizeof *t->leaves);
    t->leaves = leaves;
    if (!good)
        return false;
    *number = t->leaf_count++;
    t->leaves[*number] = (span3){p->first, p->count};
    return true;
}

/* The part with the largest surface, or with the most triangles where the tree is to be even, of
 * those that are no leaf. -1: none. */
static int worth_splitting(const part *parts, int count, bool even) {
    int best = -1;
    float largest = -1;
    for (int i = 0; i < count; i++) {
        float size = even ? (float)parts[i].count : area_of(&parts[i].box);
        if (parts[i].count > NODE3_WIDTH && !(size <= largest)) {
            largest = size;
            best = i;
        }
    }
    return best;
}

static int split_up(item3 *items, const part *whole, bool even, part parts[NODE3_CHILDREN]) {
    int count = 1;
    parts[0] = *whole;
    while (count < NODE3_CHILDREN) {
        int i = worth_splitting(parts, count, even);
        if (i < 0)
            break;
        int first = parts[i].first, left = split(items, &parts[i], even);
        int right = parts[i].count - left;
        parts[i] = part_of(items, first, left);
        parts[count++] = part_of(items, first + left, right);
    }
    return count;
}

static bool make_node(tree3 *t, item3 *items, const part *whole, int depth, int *number);

static bool add_part(tree3 *t, item3 *items, int block, int place, const part *p, int depth) {
    int number;
    bool is_leaf = p->count <= NODE3_WIDTH;
    if (!(is_leaf ? new_leaf(t, p, &number) : make_node(t, items, p, depth + 1, &number)))
        return false;
    node3 *node = &t->nodes[block];
    boxes3_set(&node->boxes, place, p->box.low, p->box.high);
    node->child[place] = number;
    node->used |= 1u << place;
    node->leaves |= (unsigned)is_leaf << place;
    return true;
}

static bool make_node(tree3 *t, item3 *items, const part *whole, int depth, int *number) {
    part parts[NODE3_CHILDREN];
    int count = split_up(items, whole, depth >= WORLD3_UNEVEN_DEPTH, parts);
    if (!new_node(t, (count + NODE3_WIDTH - 1) / NODE3_WIDTH, number))
        return false;
    for (int i = 0; i < count; i++) {
        int block = *number + i / NODE3_WIDTH;
        if (!add_part(t, items, block, i % NODE3_WIDTH, &parts[i], depth))
            return false;
    }
    return true;
}

bool build3(tree3 *tree, item3 *items, int count) {
    *tree = (tree3){.node_capacity = count / 32 + 1, .leaf_capacity = count / 4 + 1};
    tree->nodes = malloc((size_t)tree->node_capacity * sizeof *tree->nodes);
    tree->leaves = malloc((size_t)tree->leaf_capacity * sizeof *tree->leaves);
    int root;
    if (tree->nodes == NULL || tree->leaves == NULL)
        return false;
    if (count == 0)
        return new_node(tree, 1, &root);
    part whole = part_of(items, 0, count);
    return make_node(tree, items, &whole, 0, &root);
}
