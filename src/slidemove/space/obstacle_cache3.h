/* obstacle_cache3: the obstacles near one move, gathered once and measured only when needed.
 *
 * The first query finds all obstacles within `reach`, as far as the move may lead. It tests eight
 * at a time in floats, and gives each a plane that the obstacle certainly lies behind (kernels3.c).
 * A measurement replaces that plane by the tangent plane. So most obstacles are measured once in a
 * move or never. */
#ifndef SM_OBSTACLE_CACHE3_H
#define SM_OBSTACLE_CACHE3_H

#include "obstacles3.h"
#include "tree3.h"

/* More than CACHE3_CROWD obstacles near the mover are a crowd: then a sweep makes simpler legs, and
 * each of its queries counts as a look, which bounds its work. Beyond the capacity, each query also
 * visits the source again. Lists are written eight at a time, so they have room for as many more.
 */
enum {
    CACHE3_CROWD = 64,
    CACHE3_CAPACITY = 256,
    CACHE3_ROOM = CACHE3_CAPACITY + NODE3_WIDTH,
    CACHE3_MADE = 64 /* so many are kept as measured: all but in a crowd */
};

/* A place of the mover at which obstacles are measured. */
typedef struct pose3 {
    vec3 position;
    mover3 mover;
    int number; /* identifies the pose, so that a measurement is known to be of it */
} pose3;

/* An obstacle and its last measured contact with the mover. */
typedef struct cached3 {
    obstacle3 shape;
    int number, place; /* of the obstacle; which of the cache's it is */
    contact3 contact;  /* its depth is -INFINITY if the obstacle is not solid from that side */
} cached3;

/* A plane that an obstacle lies behind. Along the normal the obstacle with its radius reaches at
 * most to `offset`. That is counted from the mover's `a` when the mover touches the plane. */
typedef struct side3 {
    vec3 normal;
    double offset;
} side3;

struct obstacle_cache3 {
    query_scope3 scope;
    mover3 core; /* the mover around the origin */
    vec3 delta;
    bool front_only; /* one-sided faces are solid from the front only */
    /* The capacity limits only the obstacles within reach, not all with a box near it. For queries
     * that give the same result whether there is room or not. */
    bool counts_near;
    double reach;   /* has all obstacles within this of the mover at `centre`; negative: none */
    vec3 centre;    /* the mover's position for which it was gathered */
    double lost;    /* world units: the rounding error of a bound, a normal and a path in floats */
    double fuzz;    /* world units: the rounding error of a distance in double */
    double largest; /* the largest coordinate of the obstacles */
    int pose_count;
    int looks_left;  /* how often the cache and the move may still visit the source */
    int found;       /* obstacles with a box near the mover, unless counts_near */
    bool is_crowded; /* a crowd was near since the cache began */
    int count;       /* obstacles in the cache */
    int gathering;   /* how often it was gathered */
    /* Bounds of the gap to obstacle i, which lies behind a plane across `normal`. At the centre the
     * gap is at least `gap`; elsewhere, at least that plus the displacement along `normal`. */
    float gap[CACHE3_ROOM], normal[3][CACHE3_ROOM];
    const placed3 *placed;        /* the array with the obstacles' shapes, */
    int place[CACHE3_ROOM];       /* and the place of obstacle i in it */
    int measured_at[CACHE3_ROOM]; /* the number of the pose; 0: it is not measured */
    uint8_t slot[CACHE3_ROOM];    /* where the measured obstacle i is in `made` */
    unsigned made_count;          /* obstacles that were measured; the last ones are there */
    cached3 made[CACHE3_MADE];
    /* The planes in double, for sm3_deepest. */
    bool has_side[CACHE3_ROOM];
    side3 sides[CACHE3_ROOM];
    placed3 shown[CACHE3_ROOM]; /* shapes that come from a source that is no world */
};

/* The rounding error of a bound and its normal in floats, as a fraction of the lengths involved. */
#define CACHE3_ROUNDING 1e-6

/* Begins a cache after its scope and core are set. With a reach that is negative or not finite it
 * stays empty. */
static inline void sm3_cache_begin(obstacle_cache3 *cache, vec3 delta, double reach,
                                   bool front_only) {
    cache->delta = delta;
    cache->front_only = front_only;
    bool has_bounds = reach >= 0 && reach + cache->core.radius < LEAF3_BOUNDED;
    cache->reach = has_bounds ? reach : -INFINITY;
    cache->centre = (vec3){INFINITY, INFINITY, INFINITY};
    cache->lost = 4 * CACHE3_ROUNDING * reach;
    cache->count = 0;
    cache->made_count = 0;
    cache->is_crowded = false;
    cache->gathering = 0;
    cache->pose_count = 0;
}

static inline void cache3_pose_at(obstacle_cache3 *cache, vec3 position, pose3 *pose) {
    pose->position = position;
    pose->mover = mover3_put(&cache->core, position);
    pose->number = ++cache->pose_count;
}

/* Gathers all obstacles within the cache's reach. Returns false if there is no room. */
bool sm3_cache_gather(obstacle_cache3 *cache, const pose3 *at);

#define CACHE3_DISTANCES (1 + 1e-9) /* the rounding of distances, relative */

/* Returns how far from its centre the cache has all obstacles within `reach` of a mover. */
static inline double cache3_room(const obstacle_cache3 *cache, double reach) {
    return cache->reach - sm_max(reach, 0) * CACHE3_DISTANCES;
}

/* Whether the cache has all obstacles within `reach` of the mover. */
static inline bool cache3_has(const obstacle_cache3 *cache, const pose3 *at, double reach) {
    double room = cache3_room(cache, reach);
    vec3 from = vec3_sub(at->position, cache->centre);
    return room >= 0 && vec3_dot(from, from) * CACHE3_DISTANCES <= room * room;
}

/* Makes sure of that. Returns false if it cannot: then visit the source instead. */
static inline bool cache3_cover(obstacle_cache3 *cache, const pose3 *at, double reach) {
    return cache3_has(cache, at, reach) ||
           (cache3_room(cache, reach) >= 0 && sm3_cache_gather(cache, at));
}

static inline const placed3 *cache3_placed(const obstacle_cache3 *cache, int i) {
    return &cache->placed[cache->place[i]];
}

static inline int cache3_number(const obstacle_cache3 *cache, int i) {
    return cache3_placed(cache, i)->number;
}

/* Returns the normal of the plane that obstacle i lies behind. */
static inline vec3 cache3_normal(const obstacle_cache3 *cache, int i) {
    return (vec3){(double)cache->normal[0][i], (double)cache->normal[1][i],
                  (double)cache->normal[2][i]};
}

/* Whether the gap to obstacle i certainly stays larger than `reach` on a path from the pose, which
 * the cache must cover. */
static inline bool cache3_is_apart(const obstacle_cache3 *cache, int i, const pose3 *at, vec3 path,
                                   double reach) {
    vec3 from = vec3_sub(at->position, cache->centre);
    vec3 normal = cache3_normal(cache, i);
    double gap = (double)cache->gap[i] + vec3_dot(normal, from);
    return gap + sm_min(vec3_dot(normal, path), 0) > reach + cache->lost;
}

/* Kernels, one for each kind of processor (see wide.h), with the same results. */
typedef int cache3_list_fn(const obstacle_cache3 *cache, const vec3 *position, const vec3 *path,
                           double reach, int list[CACHE3_CAPACITY]);
cache3_list_fn sm3_list_any, sm3_list_avx2;

/* Lists all obstacles that may be nearer than `reach` on the path from `position`. Returns how
 * many.
 */
static inline int cache3_list(const obstacle_cache3 *cache, const vec3 *position, const vec3 *path,
                              double reach, int list[CACHE3_CAPACITY]) {
    return SM_KERNEL(sm3_list)(cache, position, path, reach, list);
}

/* Returns the mover's least coordinate along a unit direction. */
static inline double mover3_min_along(const mover3 *mover, vec3 direction) {
    double from = vec3_dot(direction, mover->a);
    if (!mover->is_sphere)
        from = sm_min(from, vec3_dot(direction, mover->b));
    if (mover->box != NULL)
        from -= sm3_box_beside_along(mover->box, direction);
    return from - mover->radius;
}

/* Returns the triangle's greatest coordinate along a direction, without its radius. */
static inline double triangle3_max_along(const sm3_triangle *t, vec3 direction) {
    double a = vec3_dot(direction, vec3_of(t->a)), b = vec3_dot(direction, vec3_of(t->b));
    return sm_max(a, sm_max(b, vec3_dot(direction, vec3_of(t->c))));
}

/* The plane across `normal` that the mover touches with its back side, for a test of what lies
 * behind it. */
typedef struct front3 {
    vec3 normal;
    double from;   /* of the plane along the normal, less a bound of rounding errors */
    double nearer; /* how much nearer the path may lead to what is behind; negative or 0 */
} front3;

static inline front3 cache3_front(const obstacle_cache3 *cache, const pose3 *at, const vec3 *normal,
                                  const vec3 *path) {
    return (front3){*normal, mover3_min_along(&at->mover, *normal) - 2 * cache->fuzz,
                    sm_min(vec3_dot(*normal, *path), 0)};
}

/* Sets the bound of obstacle i: at the pose its gap along `normal` is at least `gap`. */
static inline void cache3_note_bound(obstacle_cache3 *cache, int i, double gap, const vec3 *normal,
                                     const pose3 *at) {
    vec3 from = vec3_sub(at->position, cache->centre);
    cache->gap[i] = sm_round_down(gap - vec3_dot(*normal, from) - cache->lost);
    cache->normal[0][i] = (float)normal->x;
    cache->normal[1][i] = (float)normal->y;
    cache->normal[2][i] = (float)normal->z;
}

/* Whether obstacle i lies so far behind the plane that its gap stays larger than `reach`; then sets
 * its bound. This is cheaper than measuring it, and most near obstacles lie behind the planes of
 * the touched ones. */
SM_WITHIN static inline bool cache3_is_behind(obstacle_cache3 *cache, int i, const pose3 *at,
                                              const front3 *front, double reach) {
    const sm3_triangle *t = &cache3_placed(cache, i)->shape;
    double gap = front->from - triangle3_max_along(t, front->normal) - sm_radius(t->radius);
    if (!(gap + front->nearer > reach))
        return false;
    cache3_note_bound(cache, i, gap, &front->normal, at);
    return true;
}

/* Returns the least reach that finds obstacles that touch the mover's axis. These may be deeper
 * than the radii (see sm3_separation). */
static inline double cache3_least_reach(const obstacle_cache3 *cache) {
    return 2 * TOUCHING3 - cache->core.radius;
}

/* Visits the obstacles in the cache, which is `context`. */
sm3_obstacles_fn sm3_visit_cached;

/* Lists the obstacles within `reach` of the pose. A negative reach leaves out those less deep. */
static inline int cache3_list_near(const obstacle_cache3 *cache, const pose3 *at, double reach,
                                   int list[CACHE3_CAPACITY]) {
    return cache3_list(cache, &at->position, &vec3_zero, sm_max(reach, cache3_least_reach(cache)),
                       list);
}

/* Adds obstacle i to a list sorted by the obstacles' numbers, so that the order in which they were
 * found does not matter. */
static inline void cache3_add_by_number(const obstacle_cache3 *cache, int i, int *list,
                                        int *count) {
    int place = (*count)++;
    int number = cache3_number(cache, i);
    for (; place > 0 && cache3_number(cache, list[place - 1]) > number; place--)
        list[place] = list[place - 1];
    list[place] = i;
}

/* Whether the last measurement of obstacle i was at this pose. */
static inline bool cache3_is_measured(const obstacle_cache3 *cache, int i, const pose3 *at) {
    return cache->measured_at[i] == at->number;
}

/* Kernels. One measures obstacle i. The other returns the deepest collision of those deeper than
 * the resolution, with its obstacle, depth and normal alone; obstacle SM_NO_OBSTACLE: none. */
typedef cached3 *cache3_measure_fn(obstacle_cache3 *cache, int i, const pose3 *at);
typedef sm3_collision cache3_deepest_fn(obstacle_cache3 *cache, const pose3 *at, float resolution);
cache3_measure_fn sm3_measure_any, sm3_measure_avx2;
cache3_deepest_fn sm3_deepest_any, sm3_deepest_avx2;

static inline cached3 *cache3_made(obstacle_cache3 *cache, int i) {
    return &cache->made[cache->slot[i]];
}

/* The same where it was not measured last. Valid until the cache measures others in a crowd. */
static inline cached3 *cache3_measure(obstacle_cache3 *cache, int i, const pose3 *at) {
    if (cache3_is_measured(cache, i, at))
        return cache3_made(cache, i);
    return SM_KERNEL(sm3_measure)(cache, i, at);
}

/* Returns the obstacle with this number, NULL if it is not kept as measured. */
static inline cached3 *cache3_find(obstacle_cache3 *cache, int number) {
    int i = (int)(cache->made_count < CACHE3_MADE ? cache->made_count : CACHE3_MADE) - 1;
    while (i >= 0 && cache->made[i].number != number)
        i--;
    return i >= 0 ? &cache->made[i] : NULL;
}

/* Returns the contact with a measured obstacle at the pose, on either side of it. */
const contact3 *sm3_cache_contact(obstacle_cache3 *cache, cached3 *made, const pose3 *at);

#endif
