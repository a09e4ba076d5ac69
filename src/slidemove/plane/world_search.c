/* world_search: the searches that are not part of a move, and the rare parts of those that are. */
#include "world_search.h"

sm_collision sm_search_collide(const sm_world *world, const search *s, int obstacle) {
    sm_capsule mover = {s->a, s->b, (float)s->radius};
    sm_collision c = sm_collide(mover, world->capsules[obstacle], s->delta);
    c.obstacle = obstacle;
    return c;
}

static void judge_candidates(const sm_world *world, search *s) {
    bool is_disk = s->a.x == s->b.x && s->a.y == s->b.y;
    for (int i = 0; i < s->candidate_count; i++)
        judge(world, s, is_disk, &s->best, s->candidates[i]);
    s->candidate_count = 0;
}

void sm_search_overflow(const sm_world *world, search *s) {
    if (!s->overflowed)
        s->best = best_beyond(s->depth_to_exceed, s->radius);
    judge_candidates(world, s);
    s->overflowed = true;
    double reach = distance_of_best(&s->best, 0);
    s->reach = reach < s->reach ? reach : s->reach;
}

sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               float depth_to_exceed) {
    if (!capsule_is_finite(mover) || !sm_is_finite(delta))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    search s;
    double radius = sm_radius(mover.radius);
    s.best = best_beyond(depth_to_exceed, radius);
    search_around(world, &s, vec_of(mover.a), vec_of(mover.b), radius, delta,
                  distance_of_best(&s.best, 0), depth_to_exceed);
    judge_candidates(world, &s);
    return collision_of_best(world, &s, &s.best);
}

sm_collision sm_world_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta) {
    return sm_search_deepest(world, mover, delta, 0);
}
