/* region3: boxes around movers, rounded outward. All inline: they are small, and a move makes
 * several. */
#ifndef SM_REGION3_H
#define SM_REGION3_H

#include "collide3.h"

/* The box around all points within `reach` of the mover, rounded outward, and its way. */
static inline sm3_region region3_around(const mover3 *m, double reach, vec3 delta) {
    /* The way is rounded, too; what that costs is added on all sides. */
    double way = sm_higher(fabs(delta.x), sm_higher(fabs(delta.y), fabs(delta.z)));
    double margin = sm_higher(reach, 0) + way * (double)FLT_EPSILON;
    return (sm3_region){{sm3_round_down(sm_lower(m->a.x, m->b.x) - margin),
                         sm3_round_down(sm_lower(m->a.y, m->b.y) - margin),
                         sm3_round_down(sm_lower(m->a.z, m->b.z) - margin)},
                        {sm3_round_up(sm_higher(m->a.x, m->b.x) + margin),
                         sm3_round_up(sm_higher(m->a.y, m->b.y) + margin),
                         sm3_round_up(sm_higher(m->a.z, m->b.z) + margin)},
                        vec3_round(delta)};
}

static inline float region3_lower(float a, float b) {
    return a < b ? a : b;
}

static inline float region3_higher(float a, float b) {
    return a > b ? a : b;
}

/* The low and high ends of an interval on its way, each on its safe side. */
static inline float region3_low_end(float low, float delta) {
    return sm3_round_down((double)low + (double)region3_lower(delta, 0));
}

static inline float region3_high_end(float high, float delta) {
    return sm3_round_up((double)high + (double)region3_higher(delta, 0));
}

/* `region` with its way inside. */
static inline sm3_region region3_swept(const sm3_region *r) {
    if (r->delta.x == 0 && r->delta.y == 0 && r->delta.z == 0)
        return *r;
    return (sm3_region){
        {region3_low_end(r->low.x, r->delta.x), region3_low_end(r->low.y, r->delta.y),
         region3_low_end(r->low.z, r->delta.z)},
        {region3_high_end(r->high.x, r->delta.x), region3_high_end(r->high.y, r->delta.y),
         region3_high_end(r->high.z, r->delta.z)},
        {0, 0, 0}};
}

/* `region` with its way inside, wider by `margin` on all sides; it stays. */
static inline sm3_region region3_widened(const sm3_region *region, float margin) {
    sm3_region r = region3_swept(region);
    double by = (double)margin;
    return (sm3_region){{sm3_round_down((double)r.low.x - by), sm3_round_down((double)r.low.y - by),
                         sm3_round_down((double)r.low.z - by)},
                        {sm3_round_up((double)r.high.x + by), sm3_round_up((double)r.high.y + by),
                         sm3_round_up((double)r.high.z + by)},
                        {0, 0, 0}};
}

/* Whether `outer`, which stays, holds all of `inner` on its whole way. */
static inline bool region3_holds(const sm3_region *outer, const sm3_region *inner) {
    sm3_region r = region3_swept(inner);
    return outer->low.x <= r.low.x && outer->low.y <= r.low.y && outer->low.z <= r.low.z &&
           outer->high.x >= r.high.x && outer->high.y >= r.high.y && outer->high.z >= r.high.z;
}

#endif
