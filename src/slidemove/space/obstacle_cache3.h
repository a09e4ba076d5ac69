/* obstacle_cache3: the obstacles that one move may come to, found once and measured where it may
 * matter.
 *
 * The first question finds all that is within `reach`, which is as far as the move may lead, eight
 * at a time and in floats, each with a plane that it certainly lies behind (world3_near.h). Once it
 * was measured it lies behind its tangent plane there. So most obstacles are measured once a move
 * or never. Serves the plain loop and SM_SWEEP. SM_DEEPEST through a world has world3_move.h, which
 * asks less and so does with less. */
#ifndef SM_OBSTACLE_CACHE3_H
#define SM_OBSTACLE_CACHE3_H

#include "obstacles3.h"
#include "tree3.h"

/* More than a mover meets in a level of any sense; beyond, each question asks the obstacles anew.
 * Lists are written eight at a time, so they have room for as many more. */
enum { CACHE3_CAPACITY = 64, CACHE3_ROOM = CACHE3_CAPACITY + NODE3_WIDTH };

/* An obstacle and where the mover was measured against it last. */
typedef struct cached3 {
    obstacle3 shape;
    int number;
    double fuzz;   /* world units: by how much rounding may change its distance */
    bool is_known; /* `contact` is that at `position` */
    vec3 position;
    contact3 contact; /* its depth is -INFINITY where the obstacle is not met from that side */
} cached3;

struct obstacle_cache3 {
    met3 met;
    sm3_mover mover; /* around the origin */
    vec3 delta;
    bool front_only; /* one-sided faces are measured from the front alone */
    double reach; /* what is held is all within this of the mover at `centre`; negative: nothing */
    vec3 centre;
    int found;     /* that the box around the mover's reach overlaps */
    int count;     /* held; -1: nothing was asked yet */
    int gathering; /* how often that was gathered */
    /* At the centre the mover's gap to obstacle i is no less than this; elsewhere, since the
     * obstacle lies behind a plane across the normal, no less than it is along that. */
    float gap[CACHE3_ROOM], normal[3][CACHE3_ROOM];
    const placed3 *placed; /* where they are: */
    int place[CACHE3_ROOM];
    bool is_made[CACHE3_ROOM];
    cached3 made[CACHE3_CAPACITY];
    placed3 shown[CACHE3_CAPACITY]; /* by obstacles that are no world */
};

/* A reach that is negative or not finite: hold nothing. */
void sm3_cache_begin(obstacle_cache3 *cache, const met3 *met, sm3_mover mover, vec3 delta,
                     double reach, bool front_only);

/* Sees to it that all within `reach` of the mover at `position` is held. Returns false when there
 * is no room for that: then the obstacles themselves are to be asked. */
bool sm3_cache_hold(obstacle_cache3 *cache, vec3 position, double reach);

static inline const placed3 *cache3_placed(const obstacle_cache3 *cache, int i) {
    return &cache->placed[cache->place[i]];
}

static inline int cache3_number(const obstacle_cache3 *cache, int i) {
    return cache3_placed(cache, i)->number;
}

/* Of the lengths at hand, what rounding a bound and its normal to floats may cost. */
#define CACHE3_ROUNDING 1e-6

static inline double cache3_lost(vec3 way) {
    return (fabs(way.x) + fabs(way.y) + fabs(way.z)) * CACHE3_ROUNDING;
}

/* Whether the gap of obstacle i at `position`, for which sm3_cache_hold was asked, and on `way`
 * from there, is certainly larger than `reach`. */
static inline bool cache3_is_apart(const obstacle_cache3 *cache, int i, vec3 position, vec3 way,
                                   double reach) {
    vec3 from = vec3_sub(position, cache->centre);
    vec3 normal = {(double)cache->normal[0][i], (double)cache->normal[1][i],
                   (double)cache->normal[2][i]};
    double gap = (double)cache->gap[i] + vec3_dot(normal, from) - cache3_lost(from);
    return gap + smaller(vec3_dot(normal, way), 0) - cache3_lost(way) > reach;
}

/* Lists all that may be nearer than `reach` at `position` or on `way` from there. Returns how many.
 */
int sm3_cache_list(const obstacle_cache3 *cache, vec3 position, vec3 way, double reach,
                   int list[CACHE3_CAPACITY]);

/* The plane across `normal` that the mover at `position` touches from before. */
typedef struct front3 {
    vec3 position, normal;
    double from; /* along the normal, and lower than rounding may make it */
} front3;

front3 sm3_cache_front(const obstacle_cache3 *cache, vec3 position, vec3 normal);

/* Whether that tells that obstacle i is farther than `reach`, as above: that is cheaper than to
 * measure it, and mostly what is near lies behind the planes of what is touched. */
bool sm3_cache_is_behind(obstacle_cache3 *cache, int i, const front3 *front, vec3 way,
                         double reach);

/* What touches the mover's axis may be deeper than the radii (see sm3_separation). */
static inline double cache3_least_reach(const obstacle_cache3 *cache) {
    return 2 * TOUCHING3 - sm_radius(cache->mover.radius);
}

/* The same for what is within `reach` of the mover at `position`; where that is negative, less
 * deep.
 */
static inline int cache3_list_near(const obstacle_cache3 *cache, vec3 position, double reach,
                                   int list[CACHE3_CAPACITY]) {
    const vec3 no_way = {0, 0, 0};
    return sm3_cache_list(cache, position, no_way, larger(reach, cache3_least_reach(cache)), list);
}

/* Adds obstacle i to a list, in the order of their numbers, which is the same however they were
 * found. */
static inline void cache3_add_by_number(const obstacle_cache3 *cache, int i, int *list,
                                        int *count) {
    int place = (*count)++;
    int number = cache3_number(cache, i);
    for (; place > 0 && cache3_number(cache, list[place - 1]) > number; place--)
        list[place] = list[place - 1];
    list[place] = i;
}

/* Whether obstacle i was measured at `position`, and last there. */
static inline bool cache3_is_measured(const obstacle_cache3 *cache, int i, vec3 position) {
    const cached3 *made = &cache->made[i];
    return cache->is_made[i] && made->is_known && vec3_equal(made->position, position);
}

/* Measures obstacle i at `position`, where it was not measured last. */
cached3 *sm3_cache_measure(obstacle_cache3 *cache, int i, vec3 position);

static inline cached3 *cache3_measure(obstacle_cache3 *cache, int i, vec3 position) {
    return cache3_is_measured(cache, i, position) ? &cache->made[i]
                                                  : sm3_cache_measure(cache, i, position);
}

/* The obstacle of this number, if it was measured; otherwise NULL. */
cached3 *sm3_cache_find(obstacle_cache3 *cache, int number);

/* The contact of the cache's mover at `position`. */
const contact3 *sm3_cache_contact(const obstacle_cache3 *cache, cached3 *obstacle, vec3 position);

#endif
