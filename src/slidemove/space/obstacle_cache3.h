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
 */
enum { CACHE3_CAPACITY = 64 };

/* An obstacle and where the mover was measured against it last. */
typedef struct cached3 {
    obstacle3 shape;
    int number;
    double fuzz;   /* world units: by how much rounding may change its distance */
    bool is_known; /* `contact` is that at `position` */
    vec3 position;
    contact3 contact; /* its depth is -INFINITY where the obstacle is not met from that side */
} cached3;

/* At `position` the mover's gap is no less than `gap`; elsewhere, since the obstacle lies behind a
 * plane across `normal`, no less than it is along that. */
typedef struct gap_bound3 {
    double gap; /* -INFINITY: any */
    vec3 normal, position;
} gap_bound3;

typedef struct near3 {
    gap_bound3 bound;
    const sm3_triangle *triangle;
    int number;
    bool is_made;
} near3;

struct obstacle_cache3 {
    met3 met;
    sm3_mover mover; /* around the origin */
    vec3 delta;
    bool front_only; /* one-sided faces are measured from the front alone */
    double reach; /* what is held is all within this of the mover at `centre`; negative: nothing */
    vec3 centre;
    int found; /* that the box around the mover's reach overlaps */
    int count; /* held, what is probably nearest first; -1: nothing was asked yet */
    near3 near[CACHE3_CAPACITY];
    cached3 made[CACHE3_CAPACITY];
    placed3 shown[CACHE3_CAPACITY]; /* by obstacles that are no world */
};

/* A reach that is negative or not finite: hold nothing. */
void sm3_cache_begin(obstacle_cache3 *cache, const met3 *met, sm3_mover mover, vec3 delta,
                     double reach, bool front_only);

/* Sees to it that all within `reach` of the mover at `position` is held. Returns false when there
 * is no room for that: then the obstacles themselves are to be asked. */
bool sm3_cache_hold(obstacle_cache3 *cache, vec3 position, double reach);

/* Adds one, of which a bound at the centre is known; a gap that is NaN is none. */
static inline void cache3_add(obstacle_cache3 *cache, const sm3_triangle *triangle, int number,
                              double gap, vec3 normal) {
    gap = gap > -INFINITY ? gap : -INFINITY;
    near3 *added = &cache->near[cache->count++];
    if (gap < cache->near[0].bound.gap) { /* the nearest spares most of the others */
        *added = cache->near[0];
        added = &cache->near[0];
    }
    *added = (near3){{gap, normal, cache->centre}, triangle, number, false};
}

/* Whether the gap of obstacle i at `position`, for which sm3_cache_hold was asked, and on `way`
 * from there, is certainly larger than `reach`. */
static inline bool cache3_is_apart(const obstacle_cache3 *cache, int i, vec3 position, vec3 way,
                                   double reach) {
    const gap_bound3 *bound = &cache->near[i].bound;
    double gap = bound->gap + vec3_dot(bound->normal, vec3_sub(position, bound->position));
    return gap + smaller(vec3_dot(bound->normal, way), 0) > reach;
}

/* Measures obstacle i at `position`. */
cached3 *sm3_cache_measure(obstacle_cache3 *cache, int i, vec3 position);

/* What touches the mover's axis may be deeper than the radii (see sm3_separation). */
static inline double cache3_least_reach(const obstacle_cache3 *cache) {
    return 2 * TOUCHING3 - sm_radius(cache->mover.radius);
}

/* The obstacle held at i, measured at `position`; NULL when it is apart, as above. Where `reach` is
 * negative, one that is certainly less deep is left out, too. */
static inline cached3 *cache3_near(obstacle_cache3 *cache, int i, vec3 position, vec3 way,
                                   double reach) {
    reach = larger(reach, cache3_least_reach(cache));
    if (cache3_is_apart(cache, i, position, way, reach))
        return NULL;
    cached3 *made = sm3_cache_measure(cache, i, position);
    return cache3_is_apart(cache, i, position, way, reach) ? NULL : made;
}

/* The obstacle of this number, if it was measured; otherwise NULL. */
cached3 *sm3_cache_find(obstacle_cache3 *cache, int number);

/* The contact of the cache's mover at `position`. */
const contact3 *sm3_cache_contact(const obstacle_cache3 *cache, cached3 *obstacle, vec3 position);

#endif
