/* world_search: the searches that are not part of a move, and the rare parts of those that are. */
#include "world_search.h"

void search_judge_touching(const sm_world *world, search *s, int obstacle) {
    sm_capsule mover = {
        {(float)s->ax, (float)s->ay}, {(float)s->bx, (float)s->by}, (float)s->radius};
    sm_collision c = sm_collide(mover, world->capsules[obstacle], s->delta);
    if (!is_better(c.depth, obstacle, s))
        return;
    search_again(s, c.depth);
    s->obstacle = obstacle;
    s->distance = 0;
    s->touching = c;
    s->touching.obstacle = obstacle;
}

void search_overflow(const sm_world *world, search *s) {
    search_judge(world, s, SM_NO_OBSTACLE);
    s->overflowed = true;
    s->candidate_count = 0;
    double reach = distance_for(s->gap, 0);
    s->reach = reach < s->reach ? reach : s->reach;
}

sm_collision world_deepest_beyond(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                                  float depth_to_exceed) {
    if (!can_collide(mover) || !sm_is_finite(delta))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    search s;
    s.delta = delta;
    search_place(&s, mover.a, mover.b);
    search_start(&s, sm_radius(mover.radius), depth_to_exceed);
    world->search(world, &s);
    search_judge(world, &s, SM_NO_OBSTACLE);
    return search_result(world, &s);
}

sm_collision sm_world_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta) {
    return world_deepest_beyond(world, mover, delta, 0);
}
