/* obstacle_cache3: the obstacles that one move may come to, found once and measured where it may
 * matter.
 *
 * The first question finds all that is within `reach`, which is as far as the move may lead. A
 * distance changes by no more than the mover moves, so what was far a while ago is known not to be
 * near now; and once an obstacle was measured, it lies behind its tangent plane there. So most
 * obstacles are measured once a move or never. Serves the plain loop and SM_SWEEP. SM_DEEPEST
 * through a world has world3_move.h, which knows more: the planes that each leaf of the index
 * holds. */
#ifndef SM_OBSTACLE_CACHE3_H
#define SM_OBSTACLE_CACHE3_H

#include "obstacles3.h"

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

/* At `position` the mover's gap is no less than `gap`; elsewhere, since the obstacle is convex, no
 * less than it is along `normal`. Without a normal, any way from the centre may have led nearer. */
typedef struct gap_bound3 {
    double gap;
    bool has_normal;
    vec3 position, normal;
} gap_bound3;

/* Corners by axis, relative to a point near them, where floats lose little. */
typedef struct near_corners3 {
    float a[3][CACHE3_CAPACITY], b[3][CACHE3_CAPACITY], c[3][CACHE3_CAPACITY];
    float radii[CACHE3_CAPACITY];
    sm3_vec middle;
} near_corners3;

typedef struct obstacle_cache3 {
    met3 met;
    sm3_capsule mover; /* around the origin */
    vec3 delta;
    bool front_only; /* one-sided faces are measured from the front alone */
    double reach; /* what is held is all within this of the mover at `centre`; negative: nothing */
    vec3 centre;
    vec3 bounded_at; /* where gaps without a normal were bounded */
    double moved;    /* from there to where was asked last */
    int found;       /* triangles */
    sm3_triangle triangles[CACHE3_CAPACITY];
    int numbers[CACHE3_CAPACITY];
    near_corners3 corners;
    int count; /* held, what is probably nearest first; -1: nothing was asked yet */
    int places[CACHE3_CAPACITY]; /* among the triangles */
    bool is_made[CACHE3_CAPACITY];
    gap_bound3 bounds[CACHE3_CAPACITY];
    cached3 made[CACHE3_CAPACITY];
} obstacle_cache3;

/* A reach that is negative or not finite: hold nothing. */
void sm3_cache_begin(obstacle_cache3 *cache, const met3 *met, sm3_capsule mover, vec3 delta,
                     double reach, bool front_only);

/* Sees to it that all within `reach` of the mover at `position` is held. Returns false when there
 * is no room for that: then the obstacles themselves are to be asked. */
bool sm3_cache_hold(obstacle_cache3 *cache, vec3 position, double reach);

/* Bounds the gaps of what was not measured anew, from `position`: for who measures little. */
void sm3_cache_bound(obstacle_cache3 *cache, vec3 position);

/* A little more, for the rounding of the distances. */
#define CACHE3_ROUNDING (1 + 1e-9)

/* Whether the gap of obstacle i at `position`, for which sm3_cache_hold was asked, and on `way`, of
 * this length, from there, is certainly larger than `reach`. */
static inline bool cache3_is_apart(const obstacle_cache3 *cache, int i, vec3 position, vec3 way,
                                   double length, double reach) {
    const gap_bound3 *bound = &cache->bounds[i];
    if (!bound->has_normal)
        return bound->gap > (cache->moved + length + reach) * CACHE3_ROUNDING;
    double gap = bound->gap + vec3_dot(bound->normal, vec3_sub(position, bound->position));
    return gap + smaller(vec3_dot(bound->normal, way), 0) > reach;
}

/* Measures obstacle i at `position`. NULL when it is not finite. */
cached3 *sm3_cache_measure(obstacle_cache3 *cache, int i, vec3 position);

/* The obstacle held at i, measured at `position`; NULL when it is apart, as above. Where `reach` is
 * negative, one that is certainly less deep is left out, too. */
static inline cached3 *cache3_near(obstacle_cache3 *cache, int i, vec3 position, vec3 way,
                                   double length, double reach) {
    /* What touches the mover's axis may be deeper than the radii (see sm3_separation). */
    reach = larger(reach, 2 * TOUCHING3 - sm_radius(cache->mover.radius));
    if (cache3_is_apart(cache, i, position, way, length, reach))
        return NULL;
    cached3 *made = sm3_cache_measure(cache, i, position);
    return made == NULL || cache3_is_apart(cache, i, position, way, length, reach) ? NULL : made;
}

/* The obstacle of this number, if it was measured; otherwise NULL. */
cached3 *sm3_cache_find(obstacle_cache3 *cache, int number);

/* The contact of the cache's mover at `position`. */
const contact3 *sm3_cache_contact(const obstacle_cache3 *cache, cached3 *obstacle, vec3 position);

#endif
