/* world_search: the search through a 2D world for any processor, and the parts of a search that are
 * rarely needed. */
#include "world_search.h"

#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "world_scan.h"

sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle) {
    sm_capsule mover = {s->a, s->b, (float)s->radius};
    if (s->half_length == 0)
        mover.a = mover.b = vec_round(s->centre);
    sm_collision c = sm_collide(mover, world->capsules[obstacle], s->delta);
    c.obstacle = obstacle;
    return c;
}

void sm_search_judge(const sm_world *world, world_search *s, int obstacle) {
    judge(world, s, s->half_length == 0, &s->best, obstacle);
    s->reach = sm_min(s->reach, reach_of_depth(s->best.depth, s->radius));
}

sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               const sm_filter *filter, float depth_to_exceed) {
    if (!capsule_is_finite(mover) || !sm_is_finite(delta))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    world_search s;
    double radius = sm_radius(mover.radius);
    search_begin(&s, vec_of(mover.a), vec_of(mover.b), radius, delta, filter,
                 reach_of_depth(depth_to_exceed, radius));
    s.lists = false;
    s.best = best_beyond(depth_to_exceed);
    world->search(world, world->grids.list[0], &s);
    return collision_of_best(world, &s, &s.best);
}
