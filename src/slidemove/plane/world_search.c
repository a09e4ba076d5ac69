/* world_search: the searches that are not part of a move, and the rare parts of those that are. */
#include "world_search.h"

sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle) {
    sm_capsule mover = {s->a, s->b, (float)s->radius};
    sm_collision c = sm_collide(mover, world->capsules[obstacle], s->delta);
    c.obstacle = obstacle;
    return c;
}

void sm_search_drop_refused(const sm_world *world, world_search *s) {
    int kept = 0;
    for (int i = 0; i < s->candidate_count; i++) {
        if (is_accepted(world, s->filter, s->candidates[i]))
            s->candidates[kept++] = s->candidates[i];
    }
    s->candidate_count = kept;
}

static void judge_candidates(const sm_world *world, world_search *s) {
    if (s->filter != NULL)
        sm_search_drop_refused(world, s);
    bool is_disk = s->a.x == s->b.x && s->a.y == s->b.y;
    for (int i = 0; i < s->candidate_count; i++)
        judge(world, s, is_disk, &s->best, s->candidates[i]);
    s->candidate_count = 0;
}

void sm_search_overflow(const sm_world *world, world_search *s) {
    if (!s->overflowed)
        s->best = best_beyond(s->depth_to_exceed, s->radius);
    judge_candidates(world, s);
    s->overflowed = true;
    double reach = distance_of_best(&s->best, 0);
    s->reach = reach < s->reach ? reach : s->reach;
}

sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               const sm_filter *filter, float depth_to_exceed) {
    if (!capsule_is_finite(mover) || !sm_is_finite(delta))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    world_search s;
    double radius = sm_radius(mover.radius);
    s.best = best_beyond(depth_to_exceed, radius);
    search_around(world, &s, vec_of(mover.a), vec_of(mover.b), radius, delta, filter,
                  distance_of_best(&s.best, 0), depth_to_exceed);
    judge_candidates(world, &s);
    return collision_of_best(world, &s, &s.best);
}
