/* arrays: obstacles in an array, found by a plain loop, and offering what obstacles gather. */
#include <float.h>
#include <math.h>

#include "../resolver.h"
#include "collide.h"
#include "minkowski.h"

/* ---- Offering ---------------------------------------------------------------------------- */

bool sm_oneway_blocks(const sm_capsule *obstacle, double mover_radius, sm_collision c,
                      sm_vec2 delta) {
    vec normal = vec_of(c.normal);
    vec along = vec_sub(vec_of(obstacle->b), vec_of(obstacle->a));
    return vec_cross(along, normal) > 0 &&
           entered_from_front(-vec_dot(normal, vec_of(delta)), (double)c.depth, mover_radius);
}

typedef struct offering {
    const sm_hull *mover;
    sm_vec2 position, delta;
    sm_choice *choice;
} offering;

static bool offer_one(void *context, const sm_obstacle *o) {
    const offering *g = context;
    sm_choice *choice = g->choice;
    if (choice->filter != NULL && !sm_filter_accepts(choice->filter, o->mask, o->number, o->user))
        return true;
    sm_collision c = sm_collide_mover(g->mover, g->position, o->shape, g->delta);
    c.obstacle = o->number;
    sm3_collision seen = sm_collision_to3(c);
    if (!o->oneway || sm_oneway_blocks(&o->shape, sm_radius(g->mover->radius), c, g->delta))
        sm_choice_take(choice, &seen);
    else if (choice->trace != NULL && choice->trace->let_through != NULL &&
             c.depth > -choice->reach)
        sm_trace_record(choice->trace, &seen, SM_CANDIDATE_LET_THROUGH);
    return true;
}

void sm_offer_gathered(const void *context, sm_gather_fn *gather, sm_vec2 position, sm_vec2 delta,
                       const sm_hull *mover, sm_choice *choice) {
    if (gather == NULL || !sm_hull_is_finite(mover) || !sm_is_finite(position))
        return;
    double reach = (sm_radius(mover->radius) + (double)choice->reach) * (1 + 1e-6);
    vec low, high, p = vec_of(position);
    hull_bounds(mover, &low, &high);
    /* The box is rounded outward, so that nothing on its edge is missed. */
    double of_mover = sm_max(sm_max(fabs(low.x), fabs(low.y)), sm_max(fabs(high.x), fabs(high.y)));
    double spare = 4 * (double)FLT_EPSILON * (fabs(p.x) + fabs(p.y) + of_mover + fabs(reach));
    vec around = {reach + spare, reach + spare};
    offering g = {mover, position, delta, choice};
    gather(context, vec_round_finite(vec_sub(vec_add(p, low), around)),
           vec_round_finite(vec_add(vec_add(p, high), around)), offer_one, &g);
}

void sm_offer(const sm_obstacles *obstacles, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
              sm_choice *choice) {
    if (obstacles->offer != NULL)
        obstacles->offer(obstacles->context, position, delta, mover, choice);
    else
        sm_offer_gathered(obstacles->context, obstacles->gather, position, delta, mover, choice);
}

/* ---- Arrays ------------------------------------------------------------------------------ */

static void gather_array(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                         void *visit_context) {
    const sm_capsule_array *array = context;
    rect box = rect_of_corners(min, max);
    for (int i = 0; i < array->count; i++) {
        if (capsule_bounds_overlap(&array->obstacles[i], box)) {
            sm_obstacle obstacle = {.shape = array->obstacles[i], .number = i};
            if (!visit(visit_context, &obstacle))
                return;
        }
    }
}

static void offer_array(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                        sm_choice *choice) {
    sm_offer_gathered(context, gather_array, position, delta, mover, choice);
}

sm_obstacles sm_obstacles_of_array(const sm_capsule_array *array) {
    return (sm_obstacles){offer_array, array, gather_array};
}

static void gather_list(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                        void *visit_context) {
    const sm_obstacle_array *array = context;
    rect box = rect_of_corners(min, max);
    for (int i = 0; i < array->count; i++) {
        if (obstacle_bounds_overlap(&array->obstacles[i], box)) {
            sm_obstacle obstacle = array->obstacles[i];
            obstacle.number = i;
            if (!visit(visit_context, &obstacle))
                return;
        }
    }
}

sm_obstacles sm_obstacles_of_list(const sm_obstacle_array *array) {
    return (sm_obstacles){.context = array, .gather = gather_list};
}
