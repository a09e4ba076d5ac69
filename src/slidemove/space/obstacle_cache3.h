/* obstacle_cache3: the obstacles that one move may come to, found once and measured where it may
 * matter.
 *
 * The first question finds all that is within `reach`, which is as far as the move may lead, eight
 * at a time and in floats, each with a plane that it certainly lies behind (kernels3.c). Once it
 * was measured it lies behind its tangent plane there. So most obstacles are measured once a move
 * or never. */
#ifndef SM_OBSTACLE_CACHE3_H
#define SM_OBSTACLE_CACHE3_H

#include "obstacles3.h"
#include "tree3.h"

/* More than a mover meets in a level of any sense; beyond, each question asks the obstacles anew.
 * Lists are written eight at a time, so they have room for as many more. */
enum { CACHE3_CAPACITY = 64, CACHE3_ROOM = CACHE3_CAPACITY + NODE3_WIDTH };

/* A place of the mover at which obstacles are measured. */
typedef struct pose3 {
    vec3 position;
    mover3 mover;
    int number; /* identifies the pose, so that a measurement is known to be of it */
} pose3;

/* An obstacle and the mover's contact with it where that was measured last. */
typedef struct cached3 {
    obstacle3 shape;
    int number;
    contact3 contact; /* its depth is -INFINITY where the obstacle is not met from that side */
} cached3;

/* A plane that an obstacle lies behind: nothing of the obstacle and its radius is farther along the
 * normal than `offset`, which is counted from where the mover's `a` is when it touches the plane.
 */
typedef struct side3 {
    vec3 normal;
    double offset;
} side3;

struct obstacle_cache3 {
    query_scope3 scope;
    mover3 core; /* the mover around the origin */
    vec3 delta;
    bool front_only; /* one-sided faces are measured from the front alone */
    /* Room is needed for what may be within reach, not for all that the box around it overlaps: for
     * looks that give the same whether there is room or not. */
    bool counts_near;
    double reach; /* what is held is all within this of the mover at `centre`; negative: nothing */
    vec3 centre;
    double lost; /* world units: what rounding a bound, its normal and a way to floats may cost */
    double fuzz; /* world units: by how much the rounding of double may change a distance */
    double largest; /* of the coordinates of what is shown */
    int pose_count;
    int looks_left; /* so often what is near may be asked for yet, by the cache and by its owner */
    int found;      /* that the box around the mover's reach overlaps */
    int count;      /* held; -1: nothing was asked yet */
    int gathering;  /* how often that was gathered */
    /* At the centre the mover's gap to obstacle i is no less than this; elsewhere, since the
     * obstacle lies behind a plane across the normal, no less than it is along that. */
    float gap[CACHE3_ROOM], normal[3][CACHE3_ROOM];
    const placed3 *placed; /* where they are: */
    int place[CACHE3_ROOM];
    int measured_at[CACHE3_ROOM]; /* the pose's number; 0: nowhere yet, and `made` means nothing */
    /* In double, for sm3_deepest. */
    bool has_side[CACHE3_ROOM];
    side3 sides[CACHE3_CAPACITY];
    cached3 made[CACHE3_CAPACITY];
    placed3 shown[CACHE3_CAPACITY]; /* by obstacles that are no world */
};

/* Of the lengths at hand, what rounding a bound and its normal to floats may cost. */
#define CACHE3_ROUNDING 1e-6

/* Begins for what is met and the core, which are set. A reach that is negative or not finite: hold
 * nothing. */
static inline void sm3_cache_begin(obstacle_cache3 *cache, vec3 delta, double reach,
                                   bool front_only) {
    cache->delta = delta;
    cache->front_only = front_only;
    bool has_bounds = reach >= 0 && reach + cache->core.radius < LEAF3_BOUNDED;
    cache->reach = has_bounds ? reach : -INFINITY;
    cache->centre = (vec3){INFINITY, INFINITY, INFINITY};
    cache->lost = 4 * CACHE3_ROUNDING * reach; /* of the sums of two ways' coordinates */
    cache->count = 0;
    cache->gathering = 0;
    cache->pose_count = 0;
}

static inline void cache3_pose_at(obstacle_cache3 *cache, vec3 position, pose3 *pose) {
    pose->position = position;
    pose->mover = mover3_put(&cache->core, position);
    pose->number = ++cache->pose_count;
}

/* Gathers all within the cache's reach. Returns false when there is no room for that. */
bool sm3_cache_gather(obstacle_cache3 *cache, const pose3 *at);

/* Sees to it that all within `reach` of the mover is held. Returns false when there is no room for
 * that: then the obstacles themselves are to be asked. */
static inline bool cache3_cover(obstacle_cache3 *cache, const pose3 *at, double reach) {
    static const double rounding = 1 + 1e-9; /* of the distances */
    double room = cache->reach - sm_max(reach, 0) * rounding;
    vec3 from = vec3_sub(at->position, cache->centre);
    if (!(room >= 0))
        return false;
    return vec3_dot(from, from) * rounding <= room * room || sm3_cache_gather(cache, at);
}

static inline const placed3 *cache3_placed(const obstacle_cache3 *cache, int i) {
    return &cache->placed[cache->place[i]];
}

static inline int cache3_number(const obstacle_cache3 *cache, int i) {
    return cache3_placed(cache, i)->number;
}

/* Of the plane that obstacle i lies behind. */
static inline vec3 cache3_normal(const obstacle_cache3 *cache, int i) {
    return (vec3){(double)cache->normal[0][i], (double)cache->normal[1][i],
                  (double)cache->normal[2][i]};
}

/* Whether the gap of obstacle i, for which cache3_cover was asked, and on `way` from there, is
 * certainly larger than `reach`. */
static inline bool cache3_is_apart(const obstacle_cache3 *cache, int i, const pose3 *at, vec3 way,
                                   double reach) {
    vec3 from = vec3_sub(at->position, cache->centre);
    vec3 normal = cache3_normal(cache, i);
    double gap = (double)cache->gap[i] + vec3_dot(normal, from);
    return gap + sm_min(vec3_dot(normal, way), 0) > reach + cache->lost;
}

/* Kernels, one for each processor (see wide.h). They do the same. */
typedef int cache3_list_fn(const obstacle_cache3 *cache, const vec3 *position, const vec3 *way,
                           double reach, int list[CACHE3_CAPACITY]);
cache3_list_fn sm3_list_any, sm3_list_avx2;

/* Lists all that may be nearer than `reach` at `position` or on `way` from there. Returns how many.
 */
static inline int cache3_list(const obstacle_cache3 *cache, const vec3 *position, const vec3 *way,
                              double reach, int list[CACHE3_CAPACITY]) {
    return SM_VARIANT(sm3_list, SM_HAS_AVX2())(cache, position, way, reach, list);
}

/* How far the mover reaches back along a unit direction, and the triangle, without its radius,
 * forward. */
static inline double mover3_min_along(const mover3 *mover, vec3 direction) {
    double from = vec3_dot(direction, mover->a);
    if (!mover->is_sphere)
        from = sm_min(from, vec3_dot(direction, mover->b));
    if (mover->box != NULL)
        from -= sm3_box_beside_along(mover->box, direction);
    return from - mover->radius;
}

static inline double triangle3_max_along(const sm3_triangle *t, vec3 direction) {
    double a = vec3_dot(direction, vec3_of(t->a)), b = vec3_dot(direction, vec3_of(t->b));
    return sm_max(a, sm_max(b, vec3_dot(direction, vec3_of(t->c))));
}

/* The plane across `normal` that the mover touches from before. */
typedef struct front3 {
    vec3 normal;
    double from;   /* along the normal, and lower than rounding may make it */
    double nearer; /* by how much less the gap may be on a way; negative or 0 */
} front3;

static inline front3 cache3_front(const obstacle_cache3 *cache, const pose3 *at, const vec3 *normal,
                                  const vec3 *way) {
    return (front3){*normal, mover3_min_along(&at->mover, *normal) - 2 * cache->fuzz,
                    sm_min(vec3_dot(*normal, *way), 0)};
}

/* Keeps that the gap of obstacle i is no less than `gap` along `normal`. */
static inline void cache3_note_bound(obstacle_cache3 *cache, int i, double gap, const vec3 *normal,
                                     const pose3 *at) {
    vec3 from = vec3_sub(at->position, cache->centre);
    cache->gap[i] = sm_round_down(gap - vec3_dot(*normal, from) - cache->lost);
    cache->normal[0][i] = (float)normal->x;
    cache->normal[1][i] = (float)normal->y;
    cache->normal[2][i] = (float)normal->z;
}

/* Whether that tells that obstacle i is farther than `reach`, as above: that is cheaper than to
 * measure it, and mostly what is near lies behind the planes of what is touched. */
SM_WITHIN static inline bool cache3_is_behind(obstacle_cache3 *cache, int i, const pose3 *at,
                                              const front3 *front, double reach) {
    const sm3_triangle *t = &cache3_placed(cache, i)->shape;
    double gap = front->from - triangle3_max_along(t, front->normal) - sm_radius(t->radius);
    if (!(gap + front->nearer > reach))
        return false;
    cache3_note_bound(cache, i, gap, &front->normal, at);
    return true;
}

/* What touches the mover's axis may be deeper than the radii (see sm3_separation). */
static inline double cache3_least_reach(const obstacle_cache3 *cache) {
    return 2 * TOUCHING3 - cache->core.radius;
}

/* Shows what is held: an sm3_obstacles_fn of the cache. */
sm3_obstacles_fn sm3_visit_cached;

/* The same for what is within `reach` of the mover; where that is negative, less deep. */
static inline int cache3_list_near(const obstacle_cache3 *cache, const pose3 *at, double reach,
                                   int list[CACHE3_CAPACITY]) {
    return cache3_list(cache, &at->position, &vec3_zero, sm_max(reach, cache3_least_reach(cache)),
                       list);
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

/* Whether obstacle i was measured there, and last there. */
static inline bool cache3_is_measured(const obstacle_cache3 *cache, int i, const pose3 *at) {
    return cache->measured_at[i] == at->number;
}

/* Kernels. One measures obstacle i. The other returns the deepest collision of those deeper than
 * the resolution, with its obstacle, depth and normal alone; obstacle SM_NO_OBSTACLE: none. */
typedef cached3 *cache3_measure_fn(obstacle_cache3 *cache, int i, const pose3 *at);
typedef sm3_collision cache3_deepest_fn(obstacle_cache3 *cache, const pose3 *at, float resolution);
cache3_measure_fn sm3_measure_any, sm3_measure_avx2;
cache3_deepest_fn sm3_deepest_any, sm3_deepest_avx2;

/* The same where it was not measured last. */
static inline cached3 *cache3_measure(obstacle_cache3 *cache, int i, const pose3 *at) {
    if (cache3_is_measured(cache, i, at))
        return &cache->made[i];
    return SM_VARIANT(sm3_measure, SM_HAS_AVX2())(cache, i, at);
}

/* The place of the obstacle of this number, if it was measured; otherwise -1. */
static inline int cache3_find(const obstacle_cache3 *cache, int number) {
    int i = cache->count - 1;
    while (i >= 0 && !(cache->measured_at[i] != 0 && cache->made[i].number == number))
        i--;
    return i;
}

/* The contact with obstacle i there, from both sides, which was measured before: what a sweep asks.
 */
const contact3 *sm3_cache_contact(obstacle_cache3 *cache, int i, const pose3 *at);

#endif
