/* world_search: the search for the deepest collision in a 2D world. The scan of the cells finds
 * every obstacle that may be near. The exact arithmetic here, that of a loop over all obstacles,
 * then decides. It is inline, since it is most of a move's work. */
#ifndef SM_WORLD_SEARCH_H
#define SM_WORLD_SEARCH_H

#include "world_index.h"

/* The deepest collision so far. */
typedef struct search_best {
    float depth;     /* of the best; while there is none, a better one must exceed it */
    int obstacle;    /* SM_NO_OBSTACLE: none yet */
    double distance; /* of the inner segments; 0 where they touch */
    vec closest;     /* on the obstacle's inner segment */
    vec between;     /* from there to the mover's closest point */
} search_best;

enum { SEARCH_LIST_MAX = 32, SEARCH_LIST_ROOM = SEARCH_LIST_MAX + LANES };

/* A search by a capsule. Numbers are doubles as in a collision, so nothing is converted twice. */
typedef struct world_search {
    bool lists;           /* it lists what is in reach; otherwise it keeps the deepest */
    bool oneway_is_solid; /* from both sides */
    vec centre;           /* of the mover's inner segment */
    vec half_box;         /* half the sides of the box around the inner segment */
    double half_length;   /* of the inner segment; 0: the mover is a disk */
    double radius;
    double reach;  /* obstacles with a surface farther than this may be skipped */
    sm_vec2 a, b;  /* the inner segment, if the mover is no disk */
    sm_vec2 delta; /* the displacement wanted */
    const sm_filter *filter;
    search_best best;
    int count;                      /* above SEARCH_LIST_MAX: the list is full and lacks some */
    int32_t list[SEARCH_LIST_ROOM]; /* entries; may have an obstacle twice */
} world_search;

/* A straight path, as it is seen from a cell, in steps; a step is a cell / CELL_STEPS. */
typedef struct scan_path {
    int x, y;        /* its direction, times LARGEST_STEPS */
    int side, along; /* of the cell's centre: to the left of the path, and from its middle on */
    int reach;       /* of the mover to each side of the path */
    int half;        /* of the path's length, and the mover's reach beyond its ends */
} scan_path;

/* Larger numbers are cut to LARGEST_STEPS. */
static inline int scan_steps(double cells) {
    return (int)sm_min(sm_max(cells * CELL_STEPS, -LARGEST_STEPS), LARGEST_STEPS);
}

/* Returns a bit for each entry of the block with a box within reach of the path. It may set bits of
 * farther entries, but never misses a near one. */
unsigned sm_scan_path(const cell_block *b, const scan_path *path);

/* Searches a grid and the coarser ones below it. */
void sm_search(const sm_world *world, const grid *g, world_search *s);

/* Returns the deepest collision that is deeper than this; obstacle SM_NO_OBSTACLE and depth 0 if
 * there is none. */
sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               const sm_filter *filter, bool oneway_is_solid,
                               float depth_to_exceed);

/* Returns how far from the mover's inner segment the surface of an obstacle can be if the collision
 * is this deep. */
static inline double reach_of_depth(float depth, double mover_radius) {
    const double rounding = 2e-7; /* depths are rounded to float */
    /* World units. Segments that touch can be deeper than their radii (see collide.c), so they are
     * in reach however deep the best is. */
    const double touching = 2e-9;
    double gap = mover_radius - (double)depth + rounding * fabs((double)depth);
    return sm_max(gap, 0) + touching;
}

/* Sets all but `lists`, `oneway_is_solid` and `best`, for a mover with the inner segment a-b. */
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

/* Keeps each listed obstacle once, though it lies in several cells, and only those with a box near
 * `box`. Returns how many are left. */
static inline int search_keep_once(const sm_world *world, world_search *s, rect box) {
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        int entry = s->list[i], k = 0;
        if (!capsule_bounds_overlap(
                entry < 0 ? indexed_shape(world, ~entry) : &world->capsules[entry], box))
            continue;
        while (k < kept && s->list[k] != entry)
            k++;
        if (k == kept)
            s->list[kept++] = entry;
    }
    s->count = kept;
    return kept;
}

/* Makes the obstacle the search's best if it is deeper. */
void sm_search_judge(const sm_world *world, world_search *s, int entry);

/* Whether the obstacle of an entry is one-way and does not count for the search. */
bool sm_search_passes(const sm_world *world, const world_search *s, int entry);

/* Returns the collision with an obstacle. Needed if the inner segments touch: then the closest
 * points do not give the normal. */
sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle);

static inline search_best best_beyond(float depth) {
    return (search_best){.depth = depth, .obstacle = SM_NO_OBSTACLE};
}

/* Keeps the obstacle if it is deeper than the best, or as deep with a lower number. */
static inline void judge(const sm_world *world, const world_search *s, bool is_disk, search_best *b,
                         int entry) {
    const int obstacle = entry_obstacle(entry);
    const sm_capsule *o = &world->capsules[obstacle];
    closest_pair closest =
        is_disk ? closest_to_point(s->centre, o)
                : sm_segments_closest(vec_of(s->a), vec_of(s->b), vec_of(o->a), vec_of(o->b));
    double distance = sqrt(closest.distance_squared);
    float depth = (float)(s->radius + sm_radius(o->radius) - distance);
    if (!(distance > TOUCHING_MOST)) { /* they may touch */
        distance = 0;
        depth = sm_search_collide(world, s, obstacle).depth;
    }
    if (depth < b->depth || (depth == b->depth && obstacle >= b->obstacle) ||
        (entry < 0 && sm_search_passes(world, s, entry)))
        return;
    b->depth = depth;
    b->obstacle = obstacle;
    b->distance = distance;
    b->closest = closest.second;
    b->between = vec_sub(closest.first, closest.second);
}

/* Returns the best as a collision; its obstacle is SM_NO_OBSTACLE if there is none. */
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
