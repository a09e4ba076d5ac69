/* arrays: obstacles in an array, the plain loop over all of them. */
#include <float.h>
#include <math.h>

#include "../resolver.h"
#include "collide.h"
#include "grown.h"

/* Between the ranges from a to b and from c to d. */
static bool is_gap_wider(float a, float b, float c, float d, double reach) {
    return (double)smallerf(c, d) - (double)largerf(a, b) > reach ||
           (double)smallerf(a, b) - (double)largerf(c, d) > reach;
}

/* Whether the boxes around the inner segments are farther apart than `reach`: a few comparisons
 * that spare most of a level's obstacles the collision. NaN is never out of reach. */
static bool is_out_of_reach(const sm_capsule *mover, const sm_capsule *obstacle, double reach) {
    return is_gap_wider(mover->a.x, mover->b.x, obstacle->a.x, obstacle->b.x, reach) ||
           is_gap_wider(mover->a.y, mover->b.y, obstacle->a.y, obstacle->b.y, reach);
}

/* A little more than the reach of the capsules: the distance of the collision is rounded, too. */
static double padded_reach(float mover_radius, float obstacle_radius, float reach) {
    double radii = sm_radius(mover_radius) + sm_radius(obstacle_radius);
    return (radii + (double)reach) * (1 + 1e-9);
}

static void offer_array(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *hull,
                        sm_choice *choice) {
    const sm_capsule_array *array = context;
    if (!hull_is_capsule(hull)) {
        sm_offer_gathered(sm_obstacles_of_array(array), position, delta, hull, choice);
        return;
    }
    sm_capsule mover = sm_capsule_at(capsule_of_hull(hull), position);
    for (int i = 0; i < array->count; i++) {
        const sm_capsule *obstacle = &array->obstacles[i];
        if (is_out_of_reach(&mover, obstacle,
                            padded_reach(mover.radius, obstacle->radius, choice->reach)) ||
            !sm_filter_accepts(choice->filter, 0, i, 0))
            continue;
        sm_collision collision = sm_collide(mover, *obstacle, delta);
        collision.obstacle = i;
        sm_choice_offer(choice, collision);
    }
}

static rect rect_between(sm_vec2 min, sm_vec2 max) {
    return (rect){(double)min.x, (double)min.y, (double)max.x, (double)max.y};
}

static void gather_array(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                         void *visit_context) {
    const sm_capsule_array *array = context;
    rect box = rect_between(min, max);
    for (int i = 0; i < array->count; i++) {
        if (capsule_is_in(&array->obstacles[i], box)) {
            sm_obstacle obstacle = {.shape = array->obstacles[i], .number = i};
            visit(visit_context, &obstacle);
        }
    }
}

sm_obstacles sm_obstacles_of_array(const sm_capsule_array *array) {
    return (sm_obstacles){offer_array, array, gather_array};
}

/* ---- Obstacles that may be one-way or move ----------------------------------------------- */

/* World units per unit of the mover's radius: penetration left over by a push-out method that still
 * counts as standing on a one-way wall. */
static const double oneway_tolerance = 0.125;

/* The push-out methods look only after the fact: what is in the left side no deeper than the delta
 * can account for has come from there. */
static bool is_met(const sm_obstacle *o, const sm_hull *mover, sm_collision c, sm_vec2 delta) {
    if (!o->oneway)
        return true;
    vec normal = vec_of(c.normal);
    vec along = vec_sub(vec_of(o->shape.b), vec_of(o->shape.a));
    double led_in = -vec_dot(normal, vec_of(delta));
    double tolerance = oneway_tolerance * sm_radius(mover->radius);
    return vec_cross(along, normal) > 0 && led_in >= 0 && (double)c.depth <= led_in + tolerance;
}

static void offer_met(const sm_obstacle *o, const sm_hull *mover, sm_vec2 position, sm_vec2 delta,
                      sm_choice *choice) {
    if (!sm_filter_accepts(choice->filter, o->mask, o->number, o->user))
        return;
    sm_collision c = sm_collide_hull(*mover, position, o->shape, delta);
    c.obstacle = o->number;
    sm3_collision seen = sm3_collision_lifted(c);
    if (is_met(o, mover, c, delta))
        sm_choice_take(choice, &seen);
    else if (choice->trace != NULL && choice->trace->let_through != NULL &&
             c.depth > -choice->reach)
        sm_trace_record(choice->trace, &seen, SM_CANDIDATE_LET_THROUGH);
}

/* For one that moves, the box around where it was and where it is. */
static rect rect_of_motion(const sm_obstacle *o) {
    const sm_capsule before = {o->before.a, o->before.b, o->shape.radius};
    return o->moves ? rect_around(rect_of(&before), rect_of(&o->shape)) : rect_of(&o->shape);
}

static void gather_list(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                        void *visit_context) {
    const sm_obstacle_array *array = context;
    rect box = rect_between(min, max);
    for (int i = 0; i < array->count; i++) {
        if (rects_overlap(rect_of_motion(&array->obstacles[i]), box)) {
            sm_obstacle obstacle = array->obstacles[i];
            obstacle.number = i;
            visit(visit_context, &obstacle);
        }
    }
}

static void offer_list(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       sm_choice *choice) {
    sm_offer_gathered(sm_obstacles_of_list(context), position, delta, mover, choice);
}

sm_obstacles sm_obstacles_of_list(const sm_obstacle_array *array) {
    return (sm_obstacles){offer_list, array, gather_list};
}

/* ---- Anything that gathers --------------------------------------------------------------- */

typedef struct gathered {
    const sm_hull *mover;
    sm_vec2 position, delta;
    sm_choice *choice;
} gathered;

static void offer_gathered(void *context, const sm_obstacle *obstacle) {
    const gathered *g = context;
    offer_met(obstacle, g->mover, g->position, g->delta, g->choice);
}

void sm_offer_gathered(sm_obstacles obstacles, sm_vec2 position, sm_vec2 delta,
                       const sm_hull *mover, sm_choice *choice) {
    if (obstacles.gather == NULL || !sm_hull_is_finite(mover) || !sm_is_finite(position))
        return;
    double reach = (sm_radius(mover->radius) + (double)choice->reach) * (1 + 1e-6);
    vec low, high, p = vec_of(position);
    hull_bounds(mover, &low, &high);
    /* Rounded outward, so that nothing on the edge is missed. */
    double of_mover = larger(larger(fabs(low.x), fabs(low.y)), larger(fabs(high.x), fabs(high.y)));
    double spare = 4 * (double)FLT_EPSILON * (fabs(p.x) + fabs(p.y) + of_mover + fabs(reach));
    vec around = {reach + spare, reach + spare};
    gathered g = {mover, position, delta, choice};
    obstacles.gather(obstacles.context, vec_round_finite(vec_sub(vec_add(p, low), around)),
                     vec_round_finite(vec_add(vec_add(p, high), around)), offer_gathered, &g);
}
