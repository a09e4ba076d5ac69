/* world_search: the deepest collision, among what a scan of the cells has left over.
 *
 * The scan is coarse but never loses one; here the plain loop's own arithmetic decides. */
#include <math.h>
#include <string.h>

#include "collide.h"
#include "world.h"

/* World units. Segments that touch can be deeper than their radii (see collide.c), so they are
 * looked at however deep the best is. */
static const double touching = 2e-9;

/* How far from each other the inner segments can be, where a collision is as deep as this; beyond
 * `touching`. Depths are rounded to float. */
static double distance_for(double radii, float depth) {
    const double rounding = 2e-7;
    double distance = radii - (double)depth + rounding * fabs((double)depth);
    return (distance > 0 ? distance * (1 + 1e-9) : 0) + touching;
}

void search_start(search *s, sm_capsule mover, sm_vec2 delta, float depth_to_exceed) {
    double ax = (double)mover.a.x, ay = (double)mover.a.y;
    double bx = (double)mover.b.x, by = (double)mover.b.y;
    s->mover = mover;
    s->delta = delta;
    s->radius = sm_radius(mover.radius);
    s->x = (ax + bx) / 2;
    s->y = (ay + by) / 2;
    s->half_length =
        is_disk(&mover) ? 0 : sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) * (0.5 + 1e-9);
    s->x0 = ax < bx ? ax : bx;
    s->y0 = ay < by ? ay : by;
    s->x1 = ax < bx ? bx : ax;
    s->y1 = ay < by ? by : ay;
    s->reach = distance_for(s->radius, depth_to_exceed);
    s->best.depth = depth_to_exceed;
    s->best.obstacle = SM_NO_OBSTACLE;
    s->overflowed = false;
    s->candidate_count = 0;
}

static bool is_better(const sm_collision *c, const sm_collision *best) {
    return c->depth > best->depth || (c->depth == best->depth && c->obstacle < best->obstacle);
}

/* The same shape with a higher number can only be second. Levels have walls twice, and a cell that
 * is full of one wall shall not cost a collision each. */
static bool is_twin_of_best(const sm_world *world, const search *s, int obstacle) {
    return s->best.obstacle != SM_NO_OBSTACLE && obstacle >= s->best.obstacle &&
           memcmp(&world->capsules[obstacle], &world->capsules[s->best.obstacle],
                  sizeof(sm_capsule)) == 0;
}

static inline void judge(const sm_world *world, search *s, int obstacle) {
    const sm_capsule *o = &world->capsules[obstacle];
    closest_pair closest = closest_of_capsules(&s->mover, o);
    double distance = distance_for(s->radius + sm_radius(o->radius), s->best.depth);
    if (closest.distance_squared > distance * distance || is_twin_of_best(world, s, obstacle))
        return;
    sm_collision c = collision_at(s->mover, *o, s->delta, closest);
    c.obstacle = obstacle;
    if (is_better(&c, &s->best))
        s->best = c;
}

void search_judge(const sm_world *world, search *s, int but) {
    for (int i = 0; i < s->candidate_count; i++)
        if (s->candidates[i] != but)
            judge(world, s, s->candidates[i]);
}

void search_overflow(const sm_world *world, search *s) {
    search_judge(world, s, SM_NO_OBSTACLE);
    s->overflowed = true;
    s->candidate_count = 0;
    double reach = distance_for(s->radius, s->best.depth);
    s->reach = reach < s->reach ? reach : s->reach;
}

const sm_collision no_collision = {0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};

sm_collision world_deepest_beyond(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                                  float depth_to_exceed) {
    if (!can_collide(mover) || !sm_is_finite(delta))
        return no_collision;
    search s;
    search_start(&s, mover, delta, depth_to_exceed);
    world->search(world, &s);
    search_judge(world, &s, SM_NO_OBSTACLE);
    return s.best.obstacle == SM_NO_OBSTACLE ? no_collision : s.best;
}

sm_collision sm_world_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta) {
    return world_deepest_beyond(world, mover, delta, 0);
}
