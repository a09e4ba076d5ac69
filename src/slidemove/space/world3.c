/* world3: the life of a world of triangles behind a tree of boxes. */
#include "tree3.h"

#include <limits.h>
#include <string.h>

/* ---- Building ---------------------------------------------------------------------------- */

/* What is to be in the tree. */
typedef struct source3 {
    const sm3_triangle *triangles; /* in the order of their numbers, */
    const placed3 *placed;         /* or these */
} source3;

/* Returns how many of the triangles can be met; the others have no place in the tree. */
static int make_items3(const sm3_triangle *triangles, int count, item3 *items) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        sm3_region region = sm3_region_of_triangle(&triangles[i]);
        box3 box = box3_of(&region);
        if (box.low[0] <= box.high[0])
            items[made++] = item3_of(&box, i);
    }
    return made;
}

/* With some to spare at first: enough for what moves in a level. */
static int with_spare3(int count) {
    return count <= INT_MAX / 2 ? count + count / 256 + 2 * NODE3_WIDTH : INT_MAX;
}

static bool take_room3(sm3_world *world, const tree3 *tree, int count) {
    sm_memory *memory = &world->memory;
    return sm_memory_grow(memory, &world->nodes, 0, &world->node_capacity,
                          with_spare3(tree->node_count), sizeof *world->nodes) &&
           sm_memory_grow(memory, &world->leaves, 0, &world->leaf_capacity,
                          with_spare3(tree->leaf_count), sizeof *world->leaves) &&
           sm_memory_grow(memory, &world->placed, 0, &world->placed_capacity, with_spare3(count),
                          sizeof *world->placed);
}

/* A moving triangle's box holds where it was, too. */
void sm3_world_make_leaf(sm3_world *world, leaf3 *leaf) {
    sm3_leaf_make(leaf, world->placed);
    for (int i = 0; leaf->used >> i & 1 && world->moving_count > 0; i++) {
        const placed3 *placed = &world->placed[leaf->first + i];
        const extra3 *extra = world3_extra(world, placed->number);
        if (extra == NULL || !extra->moves)
            continue;
        sm3_obstacle o = world3_whole(placed, extra);
        sm3_region region = sm3_region_of_obstacle(&o);
        box3 box = box3_of(&region);
        boxes3_set(&leaf->boxes, i, &box);
    }
}

int sm3_world_depth(const sm3_world *world, int parent) {
    int depth = 0;
    while ((parent = world->nodes[parent / NODE3_WIDTH].parent) >= 0)
        depth++;
    return depth;
}

/* Puts everything where the tree has it. Returns false when that was given up. */
static bool place_all3(sm3_world *world, const tree3 *tree, const source3 *from, const item3 *items,
                       int count) {
    enum { SOON = 24 }; /* what are neighbours in the tree come from anywhere: asked for so early */
    for (int i = 0; i < count; i++) {
        int source = source_of_item3(&items[i]), soon = i + SOON < count ? i + SOON : i;
        if (from->placed != NULL) {
            world->placed[i] = from->placed[source];
            continue;
        }
        const sm3_triangle *coming = &from->triangles[source_of_item3(&items[soon])];
        prefetch(coming);
        prefetch(coming + 1);
        world->placed[i] = (placed3){from->triangles[source], source};
    }
    memcpy(world->nodes, tree->nodes, (size_t)tree->node_count * sizeof *world->nodes);
    world->placed_count = count;
    world->node_count = tree->node_count;
    world->leaf_count = world->built_leaves = tree->leaf_count;
    world->deepest = 0;
    for (int i = 0; i < tree->leaf_count; i++) {
        const span3 *leaf = &tree->leaves[i];
        if (!sm3_tree_tell(&world->memory, i, tree->leaf_count))
            return false;
        world->leaves[i] = (leaf3){.first = leaf->first,
                                   .room = (uint8_t)leaf->count,
                                   .used = (uint8_t)((1u << leaf->count) - 1),
                                   .parent = leaf->parent};
        sm3_world_make_leaf(world, &world->leaves[i]);
        int depth = sm3_world_depth(world, leaf->parent);
        world->deepest = depth > world->deepest ? depth : world->deepest;
    }
    return true;
}

static void note_places3(sm3_world *world) {
    for (int i = 0; i < world->leaf_count; i++) {
        const leaf3 *leaf = &world->leaves[i];
        for (int k = 0; leaf->used >> k & 1; k++)
            world->where[world->placed[leaf->first + k].number] = i * NODE3_WIDTH + k;
    }
}

/* Builds the tree in a world that has none. What it leaves behind when it fails is to be released.
 */
static bool build3(sm3_world *world, const source3 *from, item3 *items, int count) {
    tree3 tree;
    bool good = sm3_tree_build(&tree, items, count, &world->memory) &&
                tree.leaf_count <= INT_MAX / NODE3_WIDTH && take_room3(world, &tree, count) &&
                place_all3(world, &tree, from, items, count);
    sm3_tree_free(&tree);
    if (!good)
        return false;
    box3 box = world3_box_of_node(world, 0);
    world3_reach(world, &box);
    note_places3(world);
    return true;
}

static void release_tree3(sm_memory *memory, const sm3_world *world) {
    sm_memory_release(memory, world->nodes);
    sm_memory_release(memory, world->leaves);
    sm_memory_release(memory, world->placed);
}

static int list_items3(const sm3_world *world, item3 *items) {
    int count = 0;
    for (int i = 0; i < world->leaf_count; i++) {
        const leaf3 *leaf = &world->leaves[i];
        for (int k = 0; leaf->used >> k & 1; k++) {
            box3 box = empty_box3;
            boxes3_gather(&leaf->boxes, 1u << k, &box);
            items[count++] = item3_of(&box, leaf->first + k);
        }
    }
    return count;
}

bool sm3_world_rebuild(sm3_world *world) {
    sm3_world fresh = *world;
    fresh.nodes = NULL;
    fresh.leaves = NULL;
    fresh.placed = NULL;
    fresh.node_capacity = fresh.leaf_capacity = fresh.placed_capacity = 0;
    item3 *items =
        sm_memory_allocate(&fresh.memory, ((size_t)world->placed_count + 1) * sizeof *items);
    source3 from = {.placed = world->placed};
    bool good = items != NULL && build3(&fresh, &from, items, list_items3(world, items));
    sm_memory_release(&fresh.memory, items);
    release_tree3(&fresh.memory, good ? world : &fresh);
    if (good)
        *world = fresh;
    return good;
}

/* ---- Life -------------------------------------------------------------------------------- */

static bool fill_world3(sm3_world *world, const sm3_triangle *triangles, int count) {
    bool good = sm_memory_grow(&world->memory, &world->where, 0, &world->capacity, count + 1,
                               sizeof *world->where);
    item3 *items = sm_memory_allocate(&world->memory, ((size_t)count + 1) * sizeof *items);
    good = good && items != NULL;
    if (good) {
        world->count = count;
        for (int i = 0; i < count; i++)
            world->where[i] = NOWHERE3;
        source3 from = {.triangles = triangles};
        good = build3(world, &from, items, make_items3(triangles, count, items));
    }
    sm_memory_release(&world->memory, items);
    return good;
}

sm3_world *sm3_world_create(const sm3_triangle *triangles, int count, const sm_world_def *def) {
    sm_memory memory = sm_memory_of(def);
    sm3_world *world = sm_memory_allocate(&memory, sizeof *world);
    if (world == NULL)
        return NULL;
    *world = (sm3_world){.memory = memory};
    if (!fill_world3(world, triangles, triangles != NULL && count > 0 ? count : 0)) {
        sm3_world_destroy(world);
        return NULL;
    }
    world->memory.def.progress.tell = NULL; /* later changes are short, or cannot be given up */
    return world;
}

void sm3_world_destroy(sm3_world *world) {
    if (world == NULL)
        return;
    release_tree3(&world->memory, world);
    sm_memory *held = &world->memory;
    for (int i = 0; i < world->mesh_count; i++)
        sm3_mesh_release(held, &world->meshes[i]);
    sm_memory_release(held, world->meshes);
    sm_memory_release(held, world->where);
    sm_memory_release(held, world->extra_of);
    sm_memory_release(held, world->extras);
    sm_memory_release(held, world->moving);
    sm_memory memory = world->memory;
    sm_memory_release(&memory, world);
}

int sm3_world_count(const sm3_world *world) {
    return world->count;
}

static const sm3_triangle hole3 = {
    {NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN, false, false};

sm3_obstacle sm3_world_get(const sm3_world *world, int obstacle) {
    bool is_number = obstacle >= 0 && obstacle < world->count;
    const extra3 *extra = is_number ? world3_extra(world, obstacle) : NULL;
    int at = is_number ? world->where[obstacle] : NOWHERE3;
    placed3 shown = {hole3, obstacle};
    if (at < NOWHERE3) {
        const mesh3 *mesh = world3_mesh_of(world, obstacle);
        return mesh3_obstacle(mesh, obstacle - mesh->first);
    }
    if (at >= 0)
        shown = world->placed[world->leaves[at / NODE3_WIDTH].first + at % NODE3_WIDTH];
    return world3_whole(&shown, extra != NULL ? extra : &(extra3){0});
}
