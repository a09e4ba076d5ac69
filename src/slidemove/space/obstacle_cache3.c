#include "obstacle_cache3.h"

/* ---- Gathering --------------------------------------------------------------------------- */

typedef struct gatherer3 {
    sm3_visitor visitor;
    sm3_region box;
    obstacle_cache3 *cache;
} gatherer3;

static void gather_one(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    gatherer3 *g = (gatherer3 *)visitor;
    obstacle_cache3 *cache = g->cache;
    sm3_region box = sm3_region_of_triangle(shape); /* empty where it is not finite */
    /* A source may show obstacles outside of the box, too. They must not count, so that all sources
     * give the same result when there is no room. */
    if (!regions3_overlap(&box, &g->box))
        return;
    cache->largest =
        sm_max(cache->largest, (double)sm_maxf(move_largest(box.low), move_largest(box.high)));
    if (cache->found < CACHE3_CAPACITY)
        cache->shown[cache->found] = (placed3){*shape, number};
    cache->found++;
}

/* Gathers from a source that is no world, or that has moving obstacles: puts them into leaves. */
static void gather_shown(obstacle_cache3 *cache, const mover3 *mover, const sm3_region *box) {
    gatherer3 g = {
        .visitor = {.visit = gather_one, .least = -INFINITY}, .box = *box, .cache = cache};
    sm3_visit_near(&cache->scope, box, &g.visitor);
    int shown = cache->found;
    if (shown > CACHE3_CAPACITY) {
        cache->count = shown;
        return;
    }
    cache->found = 0;
    for (int first = 0; first == 0 || first < shown; first += NODE3_WIDTH) {
        int used = shown - first < NODE3_WIDTH ? shown - first : NODE3_WIDTH;
        leaf3 leaf = {
            .first = first, .room = NODE3_WIDTH, .used = (uint8_t)((1u << used) - 1), .parent = -1};
        sm3_leaf_make(&leaf, cache->shown);
        SM_KERNEL(sm3_gather)(cache, mover, box, NULL, &leaf, cache->shown);
    }
}

bool sm3_cache_gather(obstacle_cache3 *cache, const pose3 *at) {
    static const double rounding = 2e-14; /* relative, of all operations of a collision */
    const mover3 *mover = &at->mover;
    sm3_region box = region3_around(mover, mover->radius + cache->reach, vec3_zero);
    const sm3_world *world = sm3_world_of(cache->scope.obstacles);
    cache->centre = at->position;
    cache->found = 0;
    cache->count = 0;
    cache->made_count = 0;
    cache->gathering++;
    cache->looks_left -= !cache->is_crowded; /* in a crowd, queries count */
    if (world != NULL && (cache->counts_near || world->moving_count == 0)) {
        cache->largest = (double)world->largest;
        SM_KERNEL(sm3_gather)(cache, mover, &box, world, NULL, world->placed);
    } else {
        cache->largest = 0;
        gather_shown(cache, mover, &box);
    }
    double sum = fabs(at->position.x) + fabs(at->position.y) + fabs(at->position.z);
    cache->fuzz = TOUCHING3 + (9 * cache->largest + sum) * rounding;
    cache->is_crowded = cache->is_crowded || cache->found > CACHE3_CROWD;
    if (cache->count > CACHE3_CAPACITY)
        cache->reach = -INFINITY;
    return cache->count <= CACHE3_CAPACITY;
}

void sm3_visit_cached(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    (void)region;
    const obstacle_cache3 *cache = context;
    for (int i = 0; i < cache->count; i++)
        visitor->visit(visitor, &cache3_placed(cache, i)->shape, cache3_number(cache, i));
}

/* ---- Use --------------------------------------------------------------------------------- */

const contact3 *sm3_cache_contact(obstacle_cache3 *cache, cached3 *made, const pose3 *at) {
    const vec3 guess = cache3_normal(cache, made->place);
    if (!cache3_is_measured(cache, made->place, at))
        sm3_contact_about(&at->mover, &made->shape, &cache->delta, &guess, false, &made->contact);
    cache->measured_at[made->place] = at->number;
    return &made->contact;
}
