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

static ray3 ray_of3(const sm3_region *region, float largest) {
    const float low[3] = {region->low.x, region->low.y, region->low.z};
    const float high[3] = {region->high.x, region->high.y, region->high.z};
    const float delta[3] = {region->delta.x, region->delta.y, region->delta.z};
    static const float huge = 1e30f;
    largest = sm_maxf(largest, sm_maxf(move_largest(region->low), move_largest(region->high)));
    largest = sm_maxf(largest, move_largest(region->delta));
    /* Each of the test's few operations is off by half an ulp of numbers up to four times the
     * largest. */
    float rounding = 16 * FLT_EPSILON * largest;
    ray3 ray = {.delta = {delta[0], delta[1], delta[2]}};
    for (int axis = 0; axis < 3; axis++) {
        float origin = low[axis] * 0.5f + high[axis] * 0.5f;
        float grow = (high[axis] - low[axis]) * 0.5f + rounding;
        bool is_backward = delta[axis] < 0;
        ray.begin[axis] = is_backward ? origin - grow : origin + grow;
        ray.end[axis] = is_backward ? origin + grow : origin - grow;
        ray.inverse[axis] = fabsf(delta[axis]) * huge > 1 ? 1 / delta[axis] : huge;
        if (is_backward)
            ray.inverse[axis] = -fabsf(ray.inverse[axis]);
    }
    return ray;
}

static void visit_world3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_world *world = context;
    bool stays = region->delta.x == 0 && region->delta.y == 0 && region->delta.z == 0;
    if (stays) {
        SM_KERNEL(sm3_visit_box)(world, region, visitor);
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
