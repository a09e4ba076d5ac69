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
    /* Which obstacles are shown that are not in the box is up to who holds them; whether there is
     * room for all must not be. */
    if (!regions3_meet(&box, &g->box))
        return;
    if (cache->found < CACHE3_CAPACITY)
        cache->shown[cache->found] = (placed3){*shape, number};
    cache->found++;
}

/* Obstacles that are no world, or move, are shown one by one and put into leaves. */
static void gather_shown(obstacle_cache3 *cache, const mover3 *mover, const sm3_region *box) {
    leaf3 leaves[CACHE3_CAPACITY / NODE3_WIDTH];
    gatherer3 g = {.visitor = {.see = gather_one, .limit = 1, .least = -INFINITY},
                   .box = *box,
                   .cache = cache};
    sm3_visit_near(&cache->met, box, &g.visitor);
    int shown = cache->found, leaf_count = 0;
    if (shown > CACHE3_CAPACITY)
        return;
    for (int first = 0; first < shown; first += NODE3_WIDTH) {
        int used = shown - first < NODE3_WIDTH ? shown - first : NODE3_WIDTH;
        leaf3 *leaf = &leaves[leaf_count++];
        leaf->first = first;
        leaf->room = NODE3_WIDTH;
        leaf->used = (uint8_t)((1u << used) - 1);
        leaf->parent = -1;
        sm3_leaf_make(leaf, cache->shown);
    }
    cache->found = 0;
    sm3_gather_lanes(cache, mover, box, NULL, leaves, leaf_count, cache->shown);
}

/* Returns false when there is no room for all. */
static bool gather_around(obstacle_cache3 *cache, vec3 position) {
    mover3 mover = mover3_at(&cache->mover, position);
    sm3_region box = region3_around(&mover, mover.radius + cache->reach, (vec3){0, 0, 0});
    const sm3_world *world = sm3_world_of(cache->met.obstacles);
    cache->centre = position;
    cache->found = 0;
    cache->count = 0;
    cache->near[0].bound.gap = INFINITY;
    if (world != NULL && world->moving_count == 0)
        world->gather(cache, &mover, &box, world, NULL, 0, world->placed);
    else
        gather_shown(cache, &mover, &box);
    return cache->found <= CACHE3_CAPACITY;
}

/* ---- Asking ------------------------------------------------------------------------------ */

void sm3_cache_begin(obstacle_cache3 *cache, const met3 *met, sm3_mover mover, vec3 delta,
                     double reach, bool front_only) {
    cache->met = *met;
    cache->mover = mover;
    cache->delta = delta;
    cache->front_only = front_only;
    bool has_bounds = reach >= 0 && reach + sm_radius(mover.radius) < LEAF3_BOUNDED;
    cache->reach = has_bounds ? reach : -INFINITY;
    cache->count = -1;
}

/* A little more, for the rounding of the distances. */
static const double cache_rounding3 = 1 + 1e-9;

bool sm3_cache_hold(obstacle_cache3 *cache, vec3 position, double reach) {
    if (!(reach * cache_rounding3 <= cache->reach))
        return false;
    double from_centre =
        cache->count < 0 ? INFINITY : vec3_length(vec3_sub(position, cache->centre));
    if ((from_centre + reach) * cache_rounding3 <= cache->reach)
        return true;
    bool is_held = gather_around(cache, position);
    if (!is_held)
        cache->reach = -INFINITY;
    return is_held;
}

/* Of all operations of a collision, a part of the coordinates. */
static const double double_rounding3 = 2e-14;

static double sum_of_coordinates(vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static void make_obstacle(obstacle_cache3 *cache, int i) {
    cached3 *made = &cache->made[i];
    near3 *near = &cache->near[i];
    obstacle3_of_finite(near->triangle, &made->shape);
    const triangle3 *t = &made->shape.triangle;
    double sum = sum_of_coordinates(t->a) + sum_of_coordinates(t->b) + sum_of_coordinates(t->c);
    made->number = near->number;
    made->is_known = false;
    made->fuzz = TOUCHING3 + sum * double_rounding3;
    near->is_made = true;
}

/* Where mover and obstacle touch in themselves, the normal is no more than a way out, and any way
 * may lead into what is touched like that. */
static void note_bound(gap_bound3 *bound, const obstacle_cache3 *cache, const cached3 *made) {
    double inner = -(sm_radius(cache->mover.radius) + made->shape.radius);
    double gap = -made->contact.depth;
    bool has_normal = gap > inner + 2 * made->fuzz && gap < INFINITY;
    *bound = (gap_bound3){has_normal ? gap - made->fuzz : -INFINITY, made->contact.normal,
                          made->position};
}

cached3 *sm3_cache_measure(obstacle_cache3 *cache, int i, vec3 position) {
    if (!cache->near[i].is_made)
        make_obstacle(cache, i);
    cached3 *made = &cache->made[i];
    sm3_cache_contact(cache, made, position);
    note_bound(&cache->near[i].bound, cache, made);
    return made;
}

cached3 *sm3_cache_find(obstacle_cache3 *cache, int number) {
    for (int i = 0; i < cache->count; i++) {
        if (cache->near[i].is_made && cache->near[i].number == number)
            return &cache->made[i];
    }
    return NULL;
}

const contact3 *sm3_cache_contact(const obstacle_cache3 *cache, cached3 *made, vec3 position) {
    if (made->is_known && vec3_equal(made->position, position))
        return &made->contact;
    mover3 mover = mover3_at(&cache->mover, position);
    if (!sm3_contact(&mover, &made->shape, cache->delta, -INFINITY, cache->front_only,
                     &made->contact))
        made->contact.depth = -INFINITY;
    made->position = position;
    made->is_known = true;
    return &made->contact;
}
