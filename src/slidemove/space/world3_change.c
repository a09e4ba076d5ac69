/* world3_change: changes one obstacle of a 3D world and its tree: it makes one leaf anew and refits
 * the boxes above it. An obstacle that moves far goes to the leaf with boxes that grow least, and a
 * full leaf splits. When the number of leaves has doubled the tree is built anew, as an array
 * grows.
 */
#include "tree3.h"

#include <limits.h>

/* ---- Leaves ------------------------------------------------------------------------------ */

/* The node that this block is of. */
static int node_of_block3(const sm3_world *world, int block) {
    int parent = world->nodes[block].parent;
    return parent < 0 ? 0 : world->nodes[parent / NODE3_WIDTH].child[parent % NODE3_WIDTH];
}

/* What a leaf holds has changed. */
static void renew_leaf3(sm3_world *world, int l) {
    leaf3 *leaf = &world->leaves[l];
    sm3_world_make_leaf(world, leaf);
    box3 box = empty_box3;
    boxes3_gather(&leaf->boxes, leaf->used, &box);
    for (int at = leaf->parent; at >= 0;) {
        int block = at / NODE3_WIDTH;
        boxes3_set(&world->nodes[block].boxes, at % NODE3_WIDTH, &box);
        at = world->nodes[block].parent;
        box = world3_box_of_node(world, node_of_block3(world, block));
    }
}

static void append3(sm3_world *world, int l, const placed3 *placed) {
    leaf3 *leaf = &world->leaves[l];
    int place = lanes_count(leaf->used);
    world->placed[leaf->first + place] = *placed;
    world->where[placed->number] = l * NODE3_WIDTH + place;
    leaf->used = (uint8_t)(leaf->used | 1u << place);
}

/* Sees to it that the leaf has room for as many as it may hold. */
static void widen_leaf3(sm3_world *world, leaf3 *leaf) {
    if (leaf->room == NODE3_WIDTH)
        return;
    for (int i = 0; leaf->used >> i & 1; i++)
        world->placed[world->placed_count + i] = world->placed[leaf->first + i];
    leaf->first = world->placed_count;
    leaf->room = NODE3_WIDTH;
    world->placed_count += NODE3_WIDTH;
}

/* An empty one at that place of a block. */
static int fresh_leaf3(sm3_world *world, int parent) {
    int l = world->leaf_count++;
    world->leaves[l] = (leaf3){.parent = parent};
    widen_leaf3(world, &world->leaves[l]);
    node3 *block = &world->nodes[parent / NODE3_WIDTH];
    block->child[parent % NODE3_WIDTH] = l;
    block->used |= 1u << parent % NODE3_WIDTH;
    block->leaves |= 1u << parent % NODE3_WIDTH;
    return l;
}

/* ---- Going in and out -------------------------------------------------------------------- */

static void take_out3(sm3_world *world, int number) {
    int at = world->where[number], l = at / NODE3_WIDTH;
    leaf3 *leaf = &world->leaves[l];
    leaf->used >>= 1;
    placed3 last = world->placed[leaf->first + lanes_count(leaf->used)];
    world->placed[leaf->first + at % NODE3_WIDTH] = last;
    world->where[last.number] = at;
    world->where[number] = NOWHERE3;
    renew_leaf3(world, l);
}

static float growth3(const boxes3 *boxes, int i, const box3 *by, float *whole) {
    box3 box = empty_box3;
    boxes3_gather(boxes, 1u << i, &box);
    float before = box.low[0] <= box.high[0] ? box3_area(&box) : 0;
    box3_grow(&box, by->low, by->high);
    *whole = box3_area(&box);
    return *whole - before;
}

/* Where in the node it costs least to be; -1 where it has no child. */
static int cheapest_place3(const sm3_world *world, int node, const box3 *box) {
    int best = -1;
    float least = INFINITY, smallest = INFINITY;
    for (int block = node, last = node + world->nodes[node].more; block <= last; block++) {
        for (unsigned bits = world->nodes[block].used; bits != 0; bits &= bits - 1) {
            float whole;
            int i = lanes_lowest(bits);
            float growth = growth3(&world->nodes[block].boxes, i, box, &whole);
            if (best >= 0 && !(growth < least || (growth == least && whole < smallest)))
                continue;
            best = block * NODE3_WIDTH + i;
            least = growth;
            smallest = whole;
        }
    }
    return best;
}

static int leaf_for3(sm3_world *world, const box3 *box) {
    for (int node = 0;;) {
        int at = cheapest_place3(world, node, box);
        if (at < 0)
            return fresh_leaf3(world, node * NODE3_WIDTH);
        const node3 *block = &world->nodes[at / NODE3_WIDTH];
        node = block->child[at % NODE3_WIDTH];
        if (block->leaves >> at % NODE3_WIDTH & 1)
            return node;
    }
}

/* A place for another leaf beside this one: in its node or, where that is full, in a new one that
 * takes its place. */
static int place_beside3(sm3_world *world, int l) {
    int at = world->leaves[l].parent, i = at % NODE3_WIDTH;
    node3 *above = &world->nodes[at / NODE3_WIDTH];
    int node = node_of_block3(world, at / NODE3_WIDTH), block = node + world->nodes[node].more;
    unsigned used = world->nodes[block].used;
    if (used + 1 < 1u << NODE3_WIDTH)
        return block * NODE3_WIDTH + lanes_count(used);
    int made = world->node_count++;
    world->nodes[made] = (node3){.child = {l}, .used = 1, .leaves = 1, .parent = at};
    above->child[i] = made;
    above->leaves &= ~(1u << i);
    world->leaves[l].parent = made * NODE3_WIDTH;
    int depth = sm3_world_depth(world, made * NODE3_WIDTH);
    world->deepest = depth > world->deepest ? depth : world->deepest;
    return made * NODE3_WIDTH + 1;
}

/* Puts one more into a leaf that is full. */
static void split_leaf3(sm3_world *world, int l, const placed3 *one_more, const box3 *its_box) {
    placed3 all[NODE3_WIDTH + 1];
    item3 items[NODE3_WIDTH + 1];
    leaf3 *leaf = &world->leaves[l];
    for (int i = 0; i < NODE3_WIDTH; i++) {
        box3 box = empty_box3;
        boxes3_gather(&leaf->boxes, 1u << i, &box);
        all[i] = world->placed[leaf->first + i];
        items[i] = item3_of(&box, i);
    }
    all[NODE3_WIDTH] = *one_more;
    items[NODE3_WIDTH] = item3_of(its_box, NODE3_WIDTH);
    int left = sm3_items_split(items, NODE3_WIDTH + 1);
    int beside = fresh_leaf3(world, place_beside3(world, l));
    leaf->used = 0;
    for (int i = 0; i <= NODE3_WIDTH; i++)
        append3(world, i < left ? l : beside, &all[source_of_item3(&items[i])]);
    renew_leaf3(world, l);
    renew_leaf3(world, beside);
}

/* There is room for it. */
static void put_in3(sm3_world *world, const placed3 *placed, const box3 *box) {
    int l = leaf_for3(world, box);
    widen_leaf3(world, &world->leaves[l]);
    if (lanes_count(world->leaves[l].used) == NODE3_WIDTH) {
        split_leaf3(world, l, placed, box);
        return;
    }
    append3(world, l, placed);
    renew_leaf3(world, l);
}

/* ---- Changing one ------------------------------------------------------------------------ */

/* Whether one of a leaf's triangles, in a new box, is still near the others: all together then have
 * a surface of no more than twice what they have apart. */
static bool stays3(const sm3_world *world, int number, const box3 *box) {
    int at = world->where[number];
    const leaf3 *leaf = &world->leaves[at / NODE3_WIDTH];
    unsigned others = leaf->used & ~(1u << at % NODE3_WIDTH);
    if (others == 0)
        return true;
    box3 whole = empty_box3;
    boxes3_gather(&leaf->boxes, others, &whole);
    float apart = box3_area(&whole) + box3_area(box);
    box3_grow(&whole, box->low, box->high);
    return box3_area(&whole) <= 2 * apart;
}

/* Makes room for one more in the tree. Returns false without memory: the tree is as it was, or
 * built anew. */
static bool reserve3(sm3_world *world) {
    static const int few_leaves = 64;
    bool is_too_deep = world->deepest >= WORLD3_DEPTH - 1;
    bool is_worn = world->leaf_count > 2 * world->built_leaves + few_leaves;
    if ((is_worn || is_too_deep) && !sm3_world_rebuild(world) && is_too_deep)
        return false; /* otherwise it is only slower than need be */
    sm_memory *memory = &world->memory;
    return sm_memory_grow(memory, &world->nodes, world->node_count, &world->node_capacity,
                          world->node_count + 1, sizeof *world->nodes) &&
           sm_memory_grow(memory, &world->leaves, world->leaf_count, &world->leaf_capacity,
                          world->leaf_count + 1, sizeof *world->leaves) &&
           sm_memory_grow(memory, &world->placed, world->placed_count, &world->placed_capacity,
                          world->placed_count + 2 * NODE3_WIDTH, sizeof *world->placed);
}

static bool is_number3(const sm3_world *world, int obstacle) {
    return obstacle >= 0 && obstacle < world->count;
}

/* ---- What is not plain ------------------------------------------------------------------- */

/* Makes room for an extra, and for one more that moves. Returns false without memory. */
static bool reserve_extra3(sm3_world *world, int number) {
    sm_memory *memory = &world->memory;
    int known = world->extra_of_capacity;
    if (!sm_memory_grow(memory, &world->extra_of, known, &world->extra_of_capacity,
                        number < known ? known : world->capacity, sizeof *world->extra_of))
        return false;
    for (int i = known; i < world->extra_of_capacity; i++)
        world->extra_of[i] = -1;
    return sm_memory_grow(memory, &world->extras, world->extra_count, &world->extra_capacity,
                          world->extra_count + 1, sizeof *world->extras) &&
           sm_memory_grow(memory, &world->moving, world->moving_count, &world->moving_capacity,
                          world->moving_count + 1, sizeof *world->moving);
}

/* There is room for it, if it is not plain. */
static void set_extra3(sm3_world *world, int number, const sm3_obstacle *o) {
    extra3 *extra = world3_extra(world, number);
    bool moves = obstacle3_moves(o);
    if (extra == NULL && !moves && o->mask == 0 && o->user == 0)
        return;
    if (extra == NULL) {
        world->extra_of[number] = world->extra_count;
        extra = &world->extras[world->extra_count++];
        *extra = (extra3){0};
    }
    if (moves && !extra->is_listed)
        world->moving[world->moving_count++] = number;
    *extra = (extra3){o->before, moves, extra->is_listed || moves, o->mask, o->user};
}

/* ---- For a game -------------------------------------------------------------------------- */

sm_change sm3_world_set(sm3_world *world, int obstacle, const sm3_obstacle *o) {
    if (!is_number3(world, obstacle))
        return SM_NO_SUCH_THING;
    sm3_region region = sm3_region_of_obstacle(o);
    box3 box = box3_of(&region);
    bool is_met = box.low[0] <= box.high[0], was_met = world->where[obstacle] >= 0;
    bool stays = is_met && was_met && stays3(world, obstacle, &box);
    bool is_plain = !obstacle3_moves(o) && o->mask == 0 && o->user == 0;
    if (!(is_plain || reserve_extra3(world, obstacle)) || (is_met && !stays && !reserve3(world)))
        return SM_NO_MEMORY;
    if (is_met)
        world3_reach(world, &box);
    if (was_met && !stays)
        take_out3(world, obstacle);
    sm3_mesh_take_out(world, obstacle);
    set_extra3(world, obstacle, o);
    if (stays) {
        int at = world->where[obstacle];
        world->placed[world->leaves[at / NODE3_WIDTH].first + at % NODE3_WIDTH].shape = o->shape;
        renew_leaf3(world, at / NODE3_WIDTH);
    } else if (is_met) {
        put_in3(world, &(placed3){o->shape, obstacle}, &box);
    }
    return SM_CHANGED;
}

sm_change sm3_world_move(sm3_world *world, int obstacle, sm3_triangle shape) {
    sm3_obstacle o = sm3_world_get(world, obstacle);
    o.before = o.shape;
    o.shape = shape;
    o.moves = true;
    return sm3_world_set(world, obstacle, &o);
}

void sm3_world_rest(sm3_world *world) {
    int count = world->moving_count;
    for (int i = 0; i < count; i++) {
        extra3 *extra = world3_extra(world, world->moving[i]);
        int at = world->where[world->moving[i]];
        bool moved = extra->moves; /* and so it is in the tree */
        extra->moves = extra->is_listed = false;
        if (moved)
            renew_leaf3(world, at / NODE3_WIDTH);
    }
    world->moving_count = 0;
}

sm_change sm3_world_remove(sm3_world *world, int obstacle) {
    return sm3_world_set(world, obstacle, &(sm3_obstacle){.shape = {.radius = NAN}});
}

int sm3_world_add(sm3_world *world, const sm3_obstacle *o) {
    int number = world->count;
    if (number == INT_MAX)
        return SM_NO_OBSTACLE;
    if (!sm_memory_grow(&world->memory, &world->where, number, &world->capacity, number + 1,
                        sizeof *world->where))
        return SM_NO_OBSTACLE;
    world->where[world->count++] = NOWHERE3;
    if (sm3_world_set(world, number, o) == SM_CHANGED)
        return number;
    world->count--;
    return SM_NO_OBSTACLE;
}
