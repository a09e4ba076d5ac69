/* obstacles3: how obstacles come to whoever looks for them: through boxes, which are cheap to
 * compare and a little too large, so that leaving out what they leave out never changes a result.
 */
#ifndef SM_OBSTACLES3_H
#define SM_OBSTACLES3_H

#include "collide3.h"

/* The box around all points within `reach` of the mover, rounded outward, and its way. */
static inline sm3_region region3_around(const mover3 *m, double reach, vec3 delta) {
    /* The way is rounded, too; what that costs is added on all sides. */
    double margin = sm_max(reach, 0) + vec3_largest(delta) * (double)FLT_EPSILON;
    vec3 beside = {margin, margin, margin};
    if (m->box != NULL)
        beside = vec3_add(beside, sm3_box_beside(m->box));
    return (sm3_region){{sm_round_down(sm_min(m->a.x, m->b.x) - beside.x),
                         sm_round_down(sm_min(m->a.y, m->b.y) - beside.y),
                         sm_round_down(sm_min(m->a.z, m->b.z) - beside.z)},
                        {sm_round_up(sm_max(m->a.x, m->b.x) + beside.x),
                         sm_round_up(sm_max(m->a.y, m->b.y) + beside.y),
                         sm_round_up(sm_max(m->a.z, m->b.z) + beside.z)},
                        vec3_round(delta)};
}

/* The first member of whatever wants to see obstacles. */
struct sm3_visitor {
    void (*see)(sm3_visitor *visitor, const sm3_triangle *shape, int number);
    double limit; /* nothing beyond this part of the region's delta matters, if it has one */
    double least; /* nor what the mover at its start is less deep in; -INFINITY: all does */
    const sm_filter *filter; /* it sees what that accepts; NULL: all */
    double earlier;   /* the part of their way that moving obstacles have yet to go; 0: none */
    bool at_rest;     /* moving obstacles have come to where they are, and stand */
    const vec3 *with; /* what moves like this in the whole tick it does not see; NULL: it does */
    const sm3_obstacle *whole; /* of what it sees; NULL: that is a triangle and nothing more */
};

/* Shows a triangle that is nothing more. */
static inline void visitor3_show(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    if (visitor->filter == NULL || sm_filter_accepts(visitor->filter, 0, number, 0))
        visitor->see(visitor, shape, number);
}

/* The obstacles that a move or a query considers: those that the filter accepts, at a time before
 * they reach their present place, without those that move like `with` (see sm3_visitor). */
typedef struct query_scope3 {
    sm3_obstacles obstacles;
    const sm_filter *filter;
    double earlier;
    const vec3 *with;
} query_scope3;

/* The gap that SM_SWEEP keeps: wide enough for the rounding of a position, many times over. */
static inline double sweep3_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * (double)move_resolution(vec3_round(position));
}

/* The box of an obstacle, its radius included, rounded outward. What is not finite has an empty
 * box: infinitely far below and above, in the wrong order. */
sm3_region sm3_region_of_triangle(const sm3_triangle *triangle);

static inline bool regions3_meet(const sm3_region *a, const sm3_region *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* Whether it moves from somewhere to somewhere. */
static inline bool obstacle3_moves(const sm3_obstacle *o) {
    return o->moves && triangle3_is_finite(&o->before) && triangle3_is_finite(&o->shape);
}

/* The same of an obstacle: where it was and where it is, if it moves. */
sm3_region sm3_region_of_obstacle(const sm3_obstacle *o);

static inline bool is_apart_along3(float a, float b, float c, float low, float high) {
    return (a < low && b < low && c < low) || (a > high && b > high && c > high);
}

static inline bool is_apart_from3(const sm3_triangle *t, const sm3_region *box) {
    return is_apart_along3(t->a.x, t->b.x, t->c.x, box->low.x, box->high.x) ||
           is_apart_along3(t->a.y, t->b.y, t->c.y, box->low.y, box->high.y) ||
           is_apart_along3(t->a.z, t->b.z, t->c.z, box->low.z, box->high.z);
}

static inline sm3_region region3_widened(const sm3_region *box, double by) {
    const sm3_vec *low = &box->low, *high = &box->high;
    return (sm3_region){{sm_round_down((double)low->x - by), sm_round_down((double)low->y - by),
                         sm_round_down((double)low->z - by)},
                        {sm_round_up((double)high->x + by), sm_round_up((double)high->y + by),
                         sm_round_up((double)high->z + by)},
                        {0, 0, 0}};
}

/* Whether the box, which does not move, holds nothing of the triangle, along one axis at least: a
 * few comparisons that spare most of a level's obstacles the rest. */
static inline bool region3_lacks(const sm3_region *box, const sm3_triangle *t) {
    sm3_region near = t->radius > 0 ? region3_widened(box, (double)t->radius) : *box;
    return is_apart_from3(t, &near);
}

/* The obstacles that `context` points to, of which none moves any more. */
sm3_obstacles_fn sm3_visit_at_rest;

/* Whether they are of a kind of which none moves. */
bool sm3_stand_still(sm3_obstacles obstacles);

/* Shows `visitor` what is met near the region; nothing when the obstacles have no function. */
void sm3_visit_near(const query_scope3 *scope, const sm3_region *region, sm3_visitor *visitor);

#endif
