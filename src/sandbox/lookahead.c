#include "lookahead.h"

#include <math.h>

/* ---- The ray ----------------------------------------------------------------------------- */

static sm_vec2 along(sm_vec2 from, sm_vec2 direction, float distance) {
    return (sm_vec2){from.x + direction.x * distance, from.y + direction.y * distance};
}

static void cast_ray(lookahead *a, const ground *g, sm_vec2 heading) {
    a->ray = sm_world_raycast(g->world, a->from, along(a->from, heading, LOOKAHEAD_RAY));
    a->distance = (float)(a->ray.fraction * (double)LOOKAHEAD_RAY);
    a->to = along(a->from, heading, a->distance);
}

/* ---- Which obstacle is first in the way -------------------------------------------------- */

static sm_hull obstacle_hull(const ground *g, int obstacle) {
    return sm_hull_of_capsule(ground_get(g, obstacle));
}

static sm_touch advance(const lookahead *a, const ground *g, int obstacle,
                        sm_advance_trace *trace) {
    sm_touch touch =
        sm_advance(a->mover, a->motion, obstacle_hull(g, obstacle), (sm_motion){0}, 0, trace);
    touch.obstacle = obstacle;
    return touch;
}

static bool is_left_behind(const lookahead *a, sm_capsule obstacle) {
    sm_vec2 delta = a->motion.delta;
    sm_collision c = sm_collide_hull(a->mover, a->motion.position, obstacle, delta);
    bool touches = (double)c.depth >= -SM_ADVANCE_TOLERANCE;
    return touches && c.normal.x * delta.x + c.normal.y * delta.y >= 0;
}

typedef struct search {
    const lookahead *ahead;
    const ground *ground;
    sm_touch first;
} search;

static bool consider(void *context, int obstacle) {
    search *s = context;
    if (is_left_behind(s->ahead, ground_get(s->ground, obstacle)))
        return true;
    sm_touch touch = advance(s->ahead, s->ground, obstacle, NULL);
    bool is_earlier = touch.fraction < s->first.fraction ||
                      (touch.fraction == s->first.fraction && obstacle < s->first.obstacle);
    if (touch.hit && (!s->first.hit || is_earlier))
        s->first = touch;
    return true;
}

/* However it turns, it stays within this of its way. */
static float reach_of(const sm_hull *mover) {
    float most = 0;
    for (int i = 0; i < mover->count; i++)
        most = fmaxf(most, sqrtf(mover->vertices[i].x * mover->vertices[i].x +
                                 mover->vertices[i].y * mover->vertices[i].y));
    return most + mover->radius;
}

/* What the ray hits comes first as a rule, so that the others are looked for only up to there. */
static sm_touch find_first(const lookahead *a, const ground *g) {
    search s = {a, g, {.fraction = 1, .obstacle = SM_NO_OBSTACLE}};
    if (a->ray.hit)
        consider(&s, a->ray.obstacle);
    sm_vec2 end = along(a->from, a->motion.delta, (float)s.first.fraction);
    sm_capsule way = {a->from, end, reach_of(&a->mover) + (float)SM_ADVANCE_TOLERANCE};
    sm_world_overlap(g->world, way, consider, &s);
    return s.first;
}

void lookahead_make(lookahead *a, const ground *g, sm_hull mover, sm_vec2 position,
                    sm_vec2 heading) {
    a->from = position;
    a->mover = mover;
    cast_ray(a, g, heading);
    float distance = fminf(a->distance, LOOKAHEAD_ADVANCE);
    a->motion = (sm_motion){position, 0, along((sm_vec2){0, 0}, heading, distance), LOOKAHEAD_TURN};
    a->touch = find_first(a, g);
    sm_advance_trace trace = {.steps = a->steps, .capacity = LOOKAHEAD_STEPS};
    if (a->touch.hit)
        advance(a, g, a->touch.obstacle, &trace);
    a->step_count = trace.count;
    a->steps_lost = trace.lost;
}
