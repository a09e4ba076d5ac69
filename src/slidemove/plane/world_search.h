/* world_search: looking for the deepest collision. The scan of the cells, one per instruction set,
 * is coarse but never loses one; here the plain loop's own arithmetic decides. Inline, since a move
 * is little more than this. */
#ifndef SM_WORLD_SEARCH_H
#define SM_WORLD_SEARCH_H

#include "world_index.h"

/* The deepest collision so far. */
typedef struct search_best {
    float depth;     /* of the best; to be exceeded while there is none */
    int obstacle;    /* SM_NO_OBSTACLE: none yet */
    double distance; /* of the inner segments; 0 where they touch */
    vec closest;     /* on the obstacle's inner segment */
    vec between;     /* from there to the mover's closest point */
} search_best;

enum { SEARCH_LIST_MAX = 16, SEARCH_LIST_ROOM = SEARCH_LIST_MAX + LANES };

/* The arithmetic is double, as that of a collision, so nothing is converted twice. */
typedef struct world_search {
    bool lists;         /* what comes into its reach; otherwise it keeps the deepest */
    vec centre;         /* of the mover's inner segment */
    vec half_box;       /* half the sides of the box around that */
    double half_length; /* of that; 0: the mover is a disk */
    double radius;
    double reach;  /* an obstacle's surface farther than this is not looked at */
    sm_vec2 a, b;  /* the inner segment of a capsule */
    sm_vec2 delta; /* the displacement wanted */
    const sm_filter *filter;
    search_best best;
    int count;                      /* above SEARCH_LIST_MAX: the list lacks some */
    int32_t list[SEARCH_LIST_ROOM]; /* an obstacle may be here twice */
} world_search;

search_fn sm_search_lanes, sm_search_avx2;

/* The deepest collision that is deeper than this, whatever is one-way; obstacle SM_NO_OBSTACLE and
 * depth 0: none. */
sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               const sm_filter *filter, float depth_to_exceed);

/* How far from the mover's inner segment a surface can be that is met this deep. */
static inline double reach_of_depth(float depth, double mover_radius) {
    const double rounding = 2e-7; /* depths are rounded to float */
    /* World units. Segments that touch can be deeper than their radii (see collide.c), so they are
     * looked at however deep the best is. */
    const double looked_at = 2e-9;
    double gap = mover_radius - (double)depth + rounding * fabs((double)depth);
    return sm_max(gap, 0) + looked_at;
}

/* Everything but what to do with what is found, for a mover with the inner segment a-b. */
static inline void search_begin(world_search *s, vec a, vec b, double radius, sm_vec2 delta,
                                const sm_filter *filter, double reach) {
    s->centre = vec_scale(vec_add(a, b), 0.5);
    s->half_box = (vec){fabs(b.x - a.x) * 0.5, fabs(b.y - a.y) * 0.5};
    s->half_length = vec_equal(a, b) ? 0 : vec_length(vec_sub(b, a)) * (0.5 + 1e-9);
    s->radius = radius;
    s->reach = reach;
    s->a = vec_round(a);
    s->b = vec_round(b);
    s->delta = delta;
    s->filter = filter;
    s->count = 0;
}

static inline bool search_is_full(const world_search *s) {
    return s->count > SEARCH_LIST_MAX;
}

/* Keeps it in `best` if it is deeper. */
void sm_search_judge(const sm_world *world, world_search *s, int obstacle);

/* The collision itself, for where the inner segments touch: closest points do not tell the way
 * apart then. */
sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle);

static inline search_best best_beyond(float depth) {
    return (search_best){.depth = depth, .obstacle = SM_NO_OBSTACLE};
}

/* Keeps the obstacle if it is deeper than the best, or as deep with a lower number. */
static inline void judge(const sm_world *world, const world_search *s, bool is_disk, search_best *b,
                         int obstacle) {
    const sm_capsule *o = &world->capsules[obstacle];
    closest_pair closest =
        is_disk ? closest_to_point(s->centre, o)
                : sm_segments_closest(vec_of(s->a), vec_of(s->b), vec_of(o->a), vec_of(o->b));
    double distance = sqrt(closest.distance_squared);
    float depth = (float)(s->radius + sm_radius(o->radius) - distance);
    if (!(distance > TOUCHING_MOST)) { /* maybe */
        distance = 0;
        depth = sm_search_collide(world, s, obstacle).depth;
    }
    if (depth < b->depth || (depth == b->depth && obstacle >= b->obstacle))
        return;
    b->depth = depth;
    b->obstacle = obstacle;
    b->distance = distance;
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
