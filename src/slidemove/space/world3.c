/* world3: an array of triangles behind a tree of boxes. The boxes are rounded outward and only
 * spare work: what is shown is judged by the same collision as in the plain loop. */
#include "tree3.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "../lanes.h"

/* ---- Creation ---------------------------------------------------------------------------- */

/* Returns how many of the triangles can be met; the others have no place in the tree. */
static int make_items3(const sm3_triangle *triangles, int count, item3 *items) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        sm3_region box = sm3_region_of_triangle(&triangles[i]);
        if (!(box.low.x <= box.high.x))
            continue;
        items[made++] =
            (item3){{box.low.x, box.low.y, box.low.z}, {box.high.x, box.high.y, box.high.z}, i};
    }
    return made;
}

static float largest_of3(const item3 *items, int count) {
    float largest = 0;
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            largest = largerf(largest, largerf(-items[i].low[axis], items[i].high[axis]));
    }
    return largest;
}

static bool sort_triangles3(sm3_world *world, const sm3_triangle *triangles, const item3 *items) {
    world->triangles = malloc(((size_t)world->count + 1) * sizeof *world->triangles);
    world->numbers = malloc(((size_t)world->count + 1) * sizeof *world->numbers);
    if (world->triangles == NULL || world->numbers == NULL)
        return false;
    for (int i = 0; i < world->count; i++) {
        world->triangles[i] = triangles[items[i].number];
        world->numbers[i] = items[i].number;
    }
    return true;
}

/* Nodes and leaves in one piece of memory, each on a line of its own. */
static bool place_tree3(sm3_world *world, const tree3 *tree) {
    size_t nodes = (size_t)tree->node_count * sizeof *world->nodes;
    size_t leaves = (size_t)tree->leaf_count * sizeof *world->leaves;
    world->memory = malloc(nodes + leaves + NODE3_ALIGNMENT);
    if (world->memory == NULL)
        return false;
    char *line = world->memory;
    line += NODE3_ALIGNMENT - (uintptr_t)line % NODE3_ALIGNMENT;
    world->nodes = (node3 *)(void *)line;
    world->leaves = (leaf3 *)(void *)(line + nodes);
    world->node_count = tree->node_count;
    world->leaf_count = tree->leaf_count;
    memcpy(world->nodes, tree->nodes, nodes);
    for (int i = 0; i < tree->leaf_count; i++) {
        if (!sm3_tree_tell(tree->progress, i, tree->leaf_count))
            return false;
        sm3_leaf_make(&world->leaves[i], world->triangles, tree->leaves[i].first,
                      tree->leaves[i].count);
    }
    return true;
}

static bool fill_world3(sm3_world *world, const sm3_triangle *triangles, item3 *items, int count,
                        sm_progress progress) {
    tree3 tree;
    world->count = make_items3(triangles, count, items);
    world->largest = largest_of3(items, world->count);
    bool good = sm3_tree_build(&tree, items, world->count, progress) &&
                sort_triangles3(world, triangles, items) && place_tree3(world, &tree);
    free(tree.nodes);
    free(tree.leaves);
    return good;
}

static void list_places3(sm3_world *world) {
    for (unsigned bits = 0; bits < 1u << NODE3_WIDTH; bits++) {
        int count = 0;
        for (int i = 0; i < NODE3_WIDTH; i++) {
            if (bits >> i & 1)
                world->places[bits][count++] = (unsigned char)i;
        }
    }
}

/* Returns the move of the best instructions that this processor has. */
static world3_move_fn *fastest_move3(void) {
#if SM_HAS_X86
    if (__builtin_cpu_supports("avx2"))
        return sm3_move_avx2;
#endif
    return sm3_move_lanes;
}

sm3_world *sm3_world_create(const sm3_triangle *triangles, int count) {
    return sm3_world_create_with(triangles, count, (sm_progress){NULL, NULL});
}

sm3_world *sm3_world_create_with(const sm3_triangle *triangles, int count, sm_progress progress) {
    if (count < 0 || triangles == NULL)
        count = 0;
    sm3_world *world = calloc(1, sizeof *world);
    item3 *items = malloc(((size_t)count + 1) * sizeof *items);
    bool good =
        world != NULL && items != NULL && fill_world3(world, triangles, items, count, progress);
    free(items);
    if (good) {
        list_places3(world);
        world->move = fastest_move3();
        return world;
    }
    sm3_world_destroy(world);
    return NULL;
}

void sm3_world_destroy(sm3_world *world) {
    if (world == NULL)
        return;
    free(world->memory);
    free(world->triangles);
    free(world->numbers);
    free(world);
}

size_t sm3_world_bytes(const sm3_world *world) {
    size_t each = sizeof *world->triangles + sizeof *world->numbers;
    return sizeof *world + (size_t)world->count * each +
           (size_t)world->node_count * sizeof *world->nodes +
           (size_t)world->leaf_count * sizeof *world->leaves;
}

/* ---- Visits ------------------------------------------------------------------------------ */

/* A node, or ~l for the leaf l. */
static int child_of3(const node3 *node, int i) {
    return node->leaves >> i & 1 ? ~node->child[i] : node->child[i];
}

static void show_leaf3(const sm3_world *world, const leaf3 *leaf, unsigned bits,
                       sm3_visitor *visitor) {
    for (; bits != 0; bits &= bits - 1) {
        int triangle = leaf->first + lanes_lowest(bits);
        sm3_visit(visitor, &world->triangles[triangle], world->numbers[triangle]);
    }
}

static void visit_box3(const sm3_world *world, const sm3_region *region, sm3_visitor *visitor) {
    const lanes_box box = {
        {lanes_all(region->low.x), lanes_all(region->low.y), lanes_all(region->low.z)},
        {lanes_all(region->high.x), lanes_all(region->high.y), lanes_all(region->high.z)}};
    int stack[WORLD3_STACK];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        int next = stack[--waiting];
        if (next < 0) {
            const leaf3 *leaf = &world->leaves[~next];
            show_leaf3(world, leaf, boxes3_overlap(&leaf->boxes, &box) & leaf->used, visitor);
            continue;
        }
        const node3 *block = &world->nodes[next], *last = block + block->more;
        for (; block <= last; block++) {
            unsigned bits = boxes3_overlap(&block->boxes, &box) & block->used;
            for (; bits != 0; bits &= bits - 1)
                stack[waiting++] = child_of3(block, lanes_lowest(bits));
        }
    }
}

static ray3 ray_of3(const sm3_region *region, float largest) {
    const float low[3] = {region->low.x, region->low.y, region->low.z};
    const float high[3] = {region->high.x, region->high.y, region->high.z};
    const float delta[3] = {region->delta.x, region->delta.y, region->delta.z};
    static const float huge = 1e30f;
    for (int axis = 0; axis < 3; axis++) {
        largest = largerf(largest, largerf(fabsf(low[axis]), fabsf(high[axis])));
        largest = largerf(largest, fabsf(delta[axis]));
    }
    /* Each of the test's few operations is off by half an ulp of numbers up to four times the
     * largest. */
    float rounding = 16 * FLT_EPSILON * largest;
    ray3 ray;
    for (int axis = 0; axis < 3; axis++) {
        ray.origin[axis] = low[axis] * 0.5f + high[axis] * 0.5f;
        float grow = (high[axis] - low[axis]) * 0.5f + rounding;
        ray.grow[axis] = delta[axis] < 0 ? -grow : grow;
        ray.inverse[axis] = fabsf(delta[axis]) * huge > 1 ? 1 / delta[axis] : huge;
        if (delta[axis] < 0)
            ray.inverse[axis] = -fabsf(ray.inverse[axis]);
    }
    return ray;
}

typedef struct waiting_child3 {
    int child; /* of a node, as child_of3 tells it */
    float enter;
} waiting_child3;

/* Puts what the ray meets on the stack, the nearest on top. */
static int push_children3(const node3 *block, const ray3 *ray, float limit, waiting_child3 *stack,
                          int waiting) {
    int bottom = waiting;
    const node3 *last = block + block->more;
    for (; block <= last; block++) {
        float enter[NODE3_WIDTH];
        unsigned bits = boxes3_hit(&block->boxes, ray, limit, enter) & block->used;
        for (; bits != 0; bits &= bits - 1) {
            int i = lanes_lowest(bits), place = waiting++;
            for (; place > bottom && stack[place - 1].enter < enter[i]; place--)
                stack[place] = stack[place - 1];
            stack[place] = (waiting_child3){child_of3(block, i), enter[i]};
        }
    }
    return waiting;
}

static void visit_way3(const sm3_world *world, const sm3_region *region, sm3_visitor *visitor) {
    ray3 ray = ray_of3(region, world->largest);
    waiting_child3 stack[WORLD3_STACK];
    int waiting = 0;
    stack[waiting++] = (waiting_child3){0, 0};
    while (waiting > 0) {
        waiting_child3 next = stack[--waiting];
        double limit = visitor->limit * (1 + (double)FLT_EPSILON); /* rounded up */
        if (!((double)next.enter <= limit))
            continue;
        if (next.child < 0) {
            const leaf3 *leaf = &world->leaves[~next.child];
            float enter[NODE3_WIDTH];
            show_leaf3(world, leaf,
                       boxes3_hit(&leaf->boxes, &ray, (float)limit, enter) & leaf->used, visitor);
        } else {
            waiting = push_children3(&world->nodes[next.child], &ray, (float)limit, stack, waiting);
        }
    }
}

static void visit_world3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    bool stays = region->delta.x == 0 && region->delta.y == 0 && region->delta.z == 0;
    if (stays)
        visit_box3(context, region, visitor);
    else
        visit_way3(context, region, visitor);
}

sm3_obstacles sm3_obstacles_of_world(const sm3_world *world) {
    return (sm3_obstacles){.visit = visit_world3, .context = world};
}

const sm3_world *sm3_world_of(sm3_obstacles obstacles) {
    return obstacles.visit == visit_world3 ? obstacles.context : NULL;
}

bool sm3_has_fast_move(const sm3_capsule *mover, const sm_options *options) {
    /* World units. A smaller mover may touch what its box does not overlap, which the plain loop
     * then does not see. */
    static const float smallest = 1000 * (float)TOUCHING3;
    return options->resolver == SM_DEEPEST && options->trace == NULL && mover->radius >= smallest &&
           mover->radius < (float)LEAF3_BOUNDED;
}
