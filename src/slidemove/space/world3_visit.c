/* world3_visit: what a world shows of its triangles. The boxes are rounded outward and only spare
 * work: what is shown is judged by the same collision as in the plain loop. */
#include "../resolver.h"
#include "tree3.h"

#include <float.h>

/* ---- What a query looks into ------------------------------------------------------------- */

typedef struct box_query3 {
    const node3 *nodes;
    const mesh3 *mesh; /* NULL: the leaves are the world's */
    const leaf3 *leaves;
    sm3_region region;
    sm3_box_fn *visit;
    void *context;
} box_query3;

static int count_in_leaf3(const box_query3 *q, int leaf) {
    if (q->mesh == NULL)
        return lanes_count(q->leaves[leaf].used);
    int count = 0;
    for (int i = 0; i < NODE3_WIDTH; i++)
        count += q->mesh->leaves[leaf * NODE3_WIDTH + i] >= 0;
    return count;
}

static void tell_boxes3(const box_query3 *q, const node3 *block) {
    for (const node3 *last = block + block->more; block <= last; block++) {
        for (unsigned bits = block->used; bits != 0; bits &= bits - 1) {
            int i = lanes_lowest(bits), child = node3_child(block, i);
            box3 b = empty_box3;
            boxes3_gather(&block->boxes, 1u << i, &b);
            const sm3_region box = {.low = {b.low[0], b.low[1], b.low[2]},
                                    .high = {b.high[0], b.high[1], b.high[2]}};
            if (!regions3_overlap(&box, &q->region))
                continue;
            q->visit(q->context, box.low, box.high, child < 0 ? count_in_leaf3(q, ~child) : 0);
            if (child >= 0)
                tell_boxes3(q, &q->nodes[child]);
        }
    }
}

void sm3_world_boxes(const sm3_world *world, sm3_mover mover, sm3_box_fn *visit, void *context) {
    if (!sm3_mover_is_finite(&mover))
        return;
    mover3 placed = mover3_at(&mover, vec3_zero);
    box_query3 q = {.nodes = world->nodes,
                    .leaves = world->leaves,
                    .region = region3_around(&placed, placed.radius, vec3_zero),
                    .visit = visit,
                    .context = context};
    tell_boxes3(&q, q.nodes);
    for (int i = 0; i < world->mesh_count; i++) {
        q.mesh = &world->meshes[i];
        q.nodes = q.mesh->nodes;
        tell_boxes3(&q, q.nodes);
    }
}

/* ---- Along a path -------------------------------------------------------------------------- */

/* From registers: a processor waits for floats that were just written if it reads several at once.
 */
static lanes lanes_of_vec3(sm3_vec v) {
#if SM_HAS_GNU_C
    return (lanes){v.x, v.y, v.z, 0};
#else
    return (lanes){{v.x, v.y, v.z, 0}};
#endif
}

static lanes lanes_negative(lanes x) {
    return lanes_sub(lanes_all(-0.0f), x);
}

static lanes lanes_absolute(lanes x) {
    return lanes_max(x, lanes_negative(x));
}

static ray3 ray_of3(const sm3_region *region, float largest) {
    const lanes none = lanes_all(0), half = lanes_all(0.5f), huge = lanes_all(1e30f);
    const lanes low = lanes_of_vec3(region->low), high = lanes_of_vec3(region->high);
    const lanes delta = lanes_of_vec3(region->delta), speed = lanes_absolute(delta);
    float sizes[LANES_COUNT];
    lanes_store(sizes, lanes_max(speed, lanes_max(lanes_absolute(low), lanes_absolute(high))));
    largest = sm_maxf(sm_maxf(largest, sizes[0]), sm_maxf(sizes[1], sizes[2]));
    /* Each of the test's few operations is off by half an ulp of numbers up to four times the
     * largest. */
    const lanes rounding = lanes_all(16 * FLT_EPSILON * largest);
    const lanes origin = lanes_add(lanes_mul(low, half), lanes_mul(high, half));
    const lanes grow = lanes_add(lanes_mul(lanes_sub(high, low), half), rounding);
    const lanes forward = lanes_not_below(delta, none);
    const lanes before = lanes_where(forward, grow, lanes_negative(grow));
    const lanes stays = lanes_at_most(lanes_mul(speed, huge), lanes_all(1));
    const lanes inverse = lanes_where(stays, huge, lanes_div(lanes_all(1), speed));
    ray3 ray;
    lanes_store(ray.begin, lanes_add(origin, before));
    lanes_store(ray.end, lanes_sub(origin, before));
    lanes_store(ray.inverse, lanes_where(forward, inverse, lanes_negative(inverse)));
    lanes_store(ray.delta, delta);
    return ray;
}

/* The side of a box around a path, rounded outward; in floats, since the doubles of sm_round_down
 * are 4 % of a short cast. */
static float passed_low(float low, float delta) {
    return low + sm_minf(delta, 0) - 2 * FLT_EPSILON * (fabsf(low) + fabsf(delta));
}

static float passed_high(float high, float delta) {
    return high + sm_maxf(delta, 0) + 2 * FLT_EPSILON * (fabsf(high) + fabsf(delta));
}

/* A mover that passes no farther than half of its size is sought in the box around its path. */
static void visit_world3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_world *world = context;
    const sm3_vec *low = &region->low, *high = &region->high, *delta = &region->delta;
    bool stays = delta->x == 0 && delta->y == 0 && delta->z == 0;
    if (stays) {
        SM_KERNEL(sm3_visit_box)(world, region, visitor);
    } else if (2 * fabsf(delta->x) <= high->x - low->x && 2 * fabsf(delta->y) <= high->y - low->y &&
               2 * fabsf(delta->z) <= high->z - low->z) {
        const sm3_region passed = {{passed_low(low->x, delta->x), passed_low(low->y, delta->y),
                                    passed_low(low->z, delta->z)},
                                   {passed_high(high->x, delta->x), passed_high(high->y, delta->y),
                                    passed_high(high->z, delta->z)},
                                   *delta};
        SM_KERNEL(sm3_visit_passed)(world, &passed, visitor);
    } else {
        ray3 ray = ray_of3(region, world->largest);
        SM_KERNEL(sm3_visit_path)(world, &ray, visitor);
    }
}

sm3_obstacles sm3_obstacles_of_world(const sm3_world *world) {
    return (sm3_obstacles){.visit = visit_world3, .context = world};
}

const sm3_world *sm3_world_of(sm3_obstacles obstacles) {
    return obstacles.visit == visit_world3 ? obstacles.context : NULL;
}
