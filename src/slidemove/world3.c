/* world3: an array of triangles behind a tree of boxes. The boxes are rounded outward and only
 * spare work: what is shown is judged by the same collision as in the plain loop. */
#include "world3.h"

#include <float.h>
#include <stdlib.h>

/* ---- Creation ---------------------------------------------------------------------------- */

/* Returns how many of the triangles can be met; the others have no place in the tree. */
static int make_items(const sm3_triangle *triangles, int count, item3 *items) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        sm3_region box = region3_of_triangle(&triangles[i]);
        if (!(box.low.x <= box.high.x))
            continue;
        items[made++] =
            (item3){{box.low.x, box.low.y, box.low.z}, {box.high.x, box.high.y, box.high.z}, i};
    }
    return made;
}

static float larger_float(float a, float b) {
    return a > b ? a : b;
}

static float largest_of(const item3 *items, int count) {
    float largest = 0;
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            largest = larger_float(largest, larger_float(-items[i].low[axis], items[i].high[axis]));
    }
    return largest;
}

static bool fill(sm3_world *world, const sm3_triangle *triangles, item3 *items, int count) {
    world->count = make_items(triangles, count, items);
    world->largest = largest_of(items, world->count);
    if (!build3(world, items, world->count))
        return false;
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

sm3_world *sm3_world_create(const sm3_triangle *triangles, int count) {
    if (count < 0 || triangles == NULL)
        count = 0;
    sm3_world *world = calloc(1, sizeof *world);
    item3 *items = malloc(((size_t)count + 1) * sizeof *items);
    bool good = world != NULL && items != NULL && fill(world, triangles, items, count);
    free(items);
    if (good)
        return world;
    sm3_world_destroy(world);
    return NULL;
}

void sm3_world_destroy(sm3_world *world) {
    if (world == NULL)
        return;
    free(world->nodes);
    free(world->triangles);
    free(world->numbers);
    free(world);
}

/* ---- Visits ------------------------------------------------------------------------------ */

static int lowest_bit(unsigned bits) {
    return __builtin_ctz(bits);
}

static void show(const sm3_world *world, int triangle, sm3_visitor *visitor) {
    sm3_visit(visitor, &world->triangles[triangle], world->numbers[triangle]);
}

static void visit_box(const sm3_world *world, const sm3_region *region, sm3_visitor *visitor) {
    const lanes_box box = {
        {lanes_all(region->low.x), lanes_all(region->low.y), lanes_all(region->low.z)},
        {lanes_all(region->high.x), lanes_all(region->high.y), lanes_all(region->high.z)}};
    int stack[WORLD3_STACK];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const node3 *node = &world->nodes[stack[--waiting]];
        for (unsigned bits = node3_overlaps(node, &box); bits != 0; bits &= bits - 1) {
            int child = node->child[lowest_bit(bits)];
            if (child < 0)
                show(world, ~child, visitor);
            else
                stack[waiting++] = child;
        }
    }
}

static ray3 ray_of(const sm3_region *region, float largest) {
    const float low[3] = {region->low.x, region->low.y, region->low.z};
    const float high[3] = {region->high.x, region->high.y, region->high.z};
    const float delta[3] = {region->delta.x, region->delta.y, region->delta.z};
    static const float huge = 1e30f;
    for (int axis = 0; axis < 3; axis++) {
        largest = larger_float(largest, larger_float(fabsf(low[axis]), fabsf(high[axis])));
        largest = larger_float(largest, fabsf(delta[axis]));
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

typedef struct waiting_node {
    int node;
    float enter;
} waiting_node;

/* Puts the nodes that the ray meets on the stack, the nearest on top, and shows the triangles. */
static int visit_node(const sm3_world *world, int number, const ray3 *ray, sm3_visitor *visitor,
                      waiting_node *stack, int waiting) {
    const node3 *node = &world->nodes[number];
    float enter[NODE3_WIDTH];
    float limit = (float)(visitor->limit * (1 + (double)FLT_EPSILON)); /* rounded up */
    int bottom = waiting;
    for (unsigned bits = node3_hits(node, ray, limit, enter); bits != 0; bits &= bits - 1) {
        int i = lowest_bit(bits);
        if (node->child[i] < 0) {
            show(world, ~node->child[i], visitor);
            continue;
        }
        int place = waiting++;
        for (; place > bottom && stack[place - 1].enter < enter[i]; place--)
            stack[place] = stack[place - 1];
        stack[place] = (waiting_node){node->child[i], enter[i]};
    }
    return waiting;
}

static void visit_way(const sm3_world *world, const sm3_region *region, sm3_visitor *visitor) {
    ray3 ray = ray_of(region, world->largest);
    waiting_node stack[WORLD3_STACK];
    int waiting = 0;
    stack[waiting++] = (waiting_node){0, 0};
    while (waiting > 0) {
        waiting_node next = stack[--waiting];
        if ((double)next.enter <= visitor->limit * (1 + (double)FLT_EPSILON))
            waiting = visit_node(world, next.node, &ray, visitor, stack, waiting);
    }
}

static void visit(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    bool stays = region->delta.x == 0 && region->delta.y == 0 && region->delta.z == 0;
    if (stays)
        visit_box(context, region, visitor);
    else
        visit_way(context, region, visitor);
}

sm3_obstacles sm3_obstacles_of_world(const sm3_world *world) {
    return (sm3_obstacles){visit, world};
}
