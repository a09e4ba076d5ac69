/* obstacles3: finding the obstacles near a region in 3D. Sources compare boxes, which is cheap. The
 * boxes are a little too large, so what they exclude never changes a result. */
#ifndef SM_OBSTACLES3_H
#define SM_OBSTACLES3_H

#include "collide3.h"

/* Returns the region of all points within `reach` of the mover, and its delta. The box is rounded
 * outward. */
static inline sm3_region region3_around(const mover3 *m, double reach, vec3 delta) {
    /* The delta is rounded to floats; the margin covers that error. */
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

/* A visitor of obstacles; the first member of a struct with its own state. A source calls `visit`
 * for each obstacle near a region. It may skip those that the other members rule out. */
struct sm3_visitor {
    void (*visit)(sm3_visitor *visitor, const sm3_triangle *shape, int number);
    double limit; /* skip obstacles beyond this fraction of the region's delta; < 0: all */
    double least; /* skip those in which the mover is less deep at the start; -INFINITY: none */
    const mover3 *mover; /* skip those that this mover stays farther from than `reach`, at the place
                            or on the path that the region is around; NULL: none */
    double reach;
    const sm_filter *filter; /* skip those that it refuses; NULL: none */
    double time_left; /* 0 .. 1: the fraction of their motion that obstacles have yet to make */
    bool at_rest;     /* show moving obstacles at their new place, as if they had not moved */
    const vec3 *carrier_motion; /* skip obstacles with this motion in the whole tick; or NULL */
    const sm3_obstacle *whole;  /* the obstacle being visited; NULL: it is just a triangle */
};

/* Shows the visitor a triangle without flags. */
static inline void visitor3_show(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    if (visitor->filter == NULL || sm_filter_accepts(visitor->filter, 0, number, 0))
        visitor->visit(visitor, shape, number);
}

/* The obstacles that a move or a query considers, and when; see sm3_visitor. */
typedef struct query_scope3 {
    sm3_obstacles obstacles;
    const sm_filter *filter;
    double time_left;
    const vec3 *carrier_motion;
} query_scope3;

/* Returns the gap that SM_SWEEP keeps, many times the error of rounding a position to floats. */
static inline double sweep3_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * (double)move_resolution(vec3_round(position));
}

/* Returns the box of a triangle with its radius, rounded outward. A triangle that is not finite has
 * an empty box, with low = INFINITY and high = -INFINITY. */
sm3_region sm3_region_of_triangle(const sm3_triangle *triangle);

static inline bool regions3_overlap(const sm3_region *a, const sm3_region *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* Whether the obstacle moves between two finite places. */
static inline bool obstacle3_moves(const sm3_obstacle *o) {
    return o->moves && triangle3_is_finite(&o->before) && triangle3_is_finite(&o->shape);
}

/* Returns the box of an obstacle; if it moves, around its old and its new place. */
sm3_region sm3_region_of_obstacle(const sm3_obstacle *o);

/* Visits the sm3_obstacles that `context` points to at their new places, as if they had not moved.
 */
sm3_obstacles_fn sm3_visit_at_rest;

/* Whether the obstacles are of a kind that cannot move. */
bool sm3_never_move(sm3_obstacles obstacles);

/* Shows `visitor` the scope's obstacles near the region; none if they have no function. */
void sm3_visit_near(const query_scope3 *scope, const sm3_region *region, sm3_visitor *visitor);

#endif
