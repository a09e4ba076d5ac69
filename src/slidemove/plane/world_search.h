/* world_search: looking for the deepest collision, among what a scan of the cells leaves over.
 *
 * The scan is coarse but never loses one; here the plain loop's own arithmetic decides. In a
 * header, since a move is little more than this. */
#ifndef SM_WORLD_SEARCH_H
#define SM_WORLD_SEARCH_H

#include <string.h>

#include "collide.h"
#include "world.h"

/* World units. Segments that touch can be deeper than their radii (see collide.c), so they are
 * looked at however deep the best is. */
static const double looked_at = 2e-9;

static inline search_best best_beyond(float depth, double mover_radius) {
    const double rounding = 2e-7; /* depths are rounded to float */
    double gap = mover_radius - (double)depth + rounding * fabs((double)depth);
    return (search_best){.depth = depth, .obstacle = SM_NO_OBSTACLE, .gap = gap};
}

/* How far from each other the inner segments can be, where a collision is as deep as the best. */
static inline double distance_of_best(const search_best *b, double obstacle_radius) {
    double distance = b->gap + obstacle_radius;
    return (distance > 0 ? distance * (1 + 1e-9) : 0) + looked_at;
}

/* The same shape with a higher number can only be second. Levels have walls twice, and a cell that
 * is full of one wall shall not cost a collision each. */
static inline bool is_twin_of_best(const sm_world *world, const search_best *b, int obstacle) {
    return b->obstacle != SM_NO_OBSTACLE && obstacle >= b->obstacle &&
           memcmp(&world->capsules[obstacle], &world->capsules[b->obstacle], sizeof(sm_capsule)) ==
               0;
}

/* Collects what comes within `reach` of the mover a-b, and judges of it what is too much at once:
 * by how much deeper than `depth_to_exceed` it is. */
static inline void search_around(const sm_world *world, world_search *s, vec a, vec b,
                                 double radius, sm_vec2 delta, const sm_filter *filter,
                                 double reach, float depth_to_exceed) {
    s->centre = vec_scale(vec_add(a, b), 0.5);
    s->half_length = vec_equal(a, b) ? 0 : vec_length(vec_sub(b, a)) * (0.5 + 1e-9);
    s->radius = radius;
    s->a = vec_round(a);
    s->b = vec_round(b);
    s->delta = delta;
    s->filter = filter;
    s->reach = reach;
    s->depth_to_exceed = depth_to_exceed;
    s->overflowed = false;
    s->candidate_count = 0;
    world->search(world, s, smaller(a.x, b.x), smaller(a.y, b.y), larger(a.x, b.x),
                  larger(a.y, b.y));
}

/* Drops the candidates that the search's filter, which there must be, does not accept. */
void sm_search_drop_refused(const sm_world *world, world_search *s);

/* The collision itself, for where the inner segments touch: closest points do not tell the way
 * apart then. */
sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle);

static inline closest_pair closest_of(const world_search *s, const sm_capsule *obstacle,
                                      bool is_disk) {
    if (is_disk)
        return closest_to_point(s->centre, obstacle);
    return sm_segments_closest(vec_of(s->a), vec_of(s->b), vec_of(obstacle->a),
                               vec_of(obstacle->b));
}

/* Keeps the obstacle if it is deeper than the best, or as deep with a lower number. */
static inline void judge(const sm_world *world, const world_search *s, bool is_disk, search_best *b,
                         int obstacle) {
    const sm_capsule *o = &world->capsules[obstacle];
    closest_pair closest = closest_of(s, o, is_disk);
    double radius = sm_radius(o->radius), enough = distance_of_best(b, radius);
    if (closest.distance_squared > enough * enough || is_twin_of_best(world, b, obstacle))
        return;
    double distance = sqrt(closest.distance_squared);
    bool is_touching = !(distance > touching_distance);
    float depth = is_touching ? sm_search_collide(world, s, obstacle).depth
                              : (float)(s->radius + radius - distance);
    if (depth < b->depth || (depth == b->depth && obstacle >= b->obstacle))
        return;
    *b = best_beyond(depth, s->radius);
    b->obstacle = obstacle;
    b->distance = is_touching ? 0 : distance;
    b->closest = closest.second;
    b->between = vec_sub(closest.first, closest.second);
}

/* The best as a collision; obstacle SM_NO_OBSTACLE: none. */
static inline sm_collision collision_of_best(const sm_world *world, const world_search *s,
                                             const search_best *b) {
    if (b->obstacle == SM_NO_OBSTACLE)
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    if (b->distance == 0)
        return sm_search_collide(world, s, b->obstacle);
    sm_collision c = collision_apart(b->depth, b->between, b->distance, b->closest,
                                     sm_radius(world->capsules[b->obstacle].radius));
    c.obstacle = b->obstacle;
    return c;
}

#endif
