/* lookahead: what lies before the player. */
#include <math.h>

#include "obstacles.h"

typedef struct looking {
    obstacle_teller teller; /* of what stands */
    const obstacles *obstacles;
    const player *player;
    lookahead *ahead;
    sm_filter standing;
} looking;

static bool stands(void *context, int obstacle, uint64_t user) {
    const obstacles *o = context;
    (void)user;
    return !level_moves(&o->level->statements[o->statements[obstacle]]);
}

/* ---- Both ways --------------------------------------------------------------------------- */

/* An obstacle around the centre that it turns about. */
static sm3_triangle around(sm3_triangle t, vec3 centre) {
    t.a = vec3_round(vec3_sub(vec3_of(t.a), centre));
    t.b = vec3_round(vec3_sub(vec3_of(t.b), centre));
    t.c = vec3_round(vec3_sub(vec3_of(t.c), centre));
    return t;
}

/* However it turns, it stays within this of its way. */
static float reach_of(const sm3_triangle *t) {
    return fmaxf(sm3_length(t->a), fmaxf(sm3_length(t->b), sm3_length(t->c))) + t->radius;
}

static sm3_motion motion_of(const lookahead_wall *w) {
    double angle = atan2(w->pose.sine, w->pose.cosine);
    return (sm3_motion){.position = vec3_round(vec3_add(w->pose.centre, w->pose.shift)),
                        .angle = vec3_round(vec3_scale(w->pose.axis, angle)),
                        .delta = vec3_round(w->shift),
                        .turn = vec3_round(vec3_scale(w->pose.axis, w->turn))};
}

/* As it moves in this tick: how a shift turns back later is not foreseen. */
static lookahead_wall wall_of(const looking *l, int statement) {
    const double tick = 1.0 / TICKS_PER_SECOND, now = (double)l->obstacles->tick * tick;
    level_pose at = level_pose_at(l->obstacles->level, statement, now);
    level_pose next = level_pose_at(l->obstacles->level, statement, now + tick);
    double ticks = (double)l->ahead->seconds * TICKS_PER_SECOND;
    double turn = atan2(at.cosine * next.sine - at.sine * next.cosine,
                        at.cosine * next.cosine + at.sine * next.sine);
    return (lookahead_wall){at, vec3_scale(vec3_sub(next.shift, at.shift), ticks), turn * ticks};
}

level_pose lookahead_pose(const lookahead_wall *w, double fraction) {
    level_pose pose = w->pose;
    double angle = atan2(pose.sine, pose.cosine) + w->turn * fraction;
    pose.cosine = cos(angle);
    pose.sine = sin(angle);
    pose.shift = vec3_add(pose.shift, vec3_scale(w->shift, fraction));
    return pose;
}

/* Whether the two can come as near as that to each other on their ways. */
static bool come_near(const sm3_motion *a, const sm3_motion *b, float distance) {
    sm3_vec from = sm3_between(b->position, a->position);
    sm3_vec to = sm3_offset(from, sm3_between(b->delta, a->delta), 1);
    sm3_vec nearest = sm3_closest_on_segment((sm3_vec){0, 0, 0}, from, to);
    return sm3_length(nearest) <= distance + (float)SM_ADVANCE_TOLERANCE;
}

/* ---- What is first in the way ------------------------------------------------------------ */

static sm_advance_result approach(const looking *l, int obstacle, const lookahead_wall *w,
                                  sm_advance_trace *trace) {
    const dimension *d = l->obstacles->dimension;
    sm3_triangle shape = around(obstacles_rest(l->obstacles, obstacle), w->pose.centre);
    sm3_motion motion = motion_of(w);
    if (trace == NULL &&
        !come_near(&l->ahead->motion, &motion, player_reach(l->player) + reach_of(&shape)))
        return (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
    return d->approach(l->player, &l->ahead->motion, &shape, &motion, trace);
}

/* Takes the obstacle if it is touched before the one that is known. */
static void consider(looking *l, int obstacle, const lookahead_wall *w) {
    lookahead *a = l->ahead;
    sm_advance_result touch = approach(l, obstacle, w, NULL);
    bool is_earlier = touch.fraction < a->touch.fraction ||
                      (touch.fraction == a->touch.fraction && obstacle < a->obstacle);
    if (touch.end == SM_ADVANCE_CLEAR || (a->obstacle != SM_NO_OBSTACLE && !is_earlier))
        return;
    a->touch = touch;
    a->obstacle = obstacle;
    a->wall = *w;
}

static const lookahead_wall still = {.pose = {.axis = {0, 0, 1}, .cosine = 1}};

static void consider_standing(obstacle_teller *teller, int obstacle) {
    consider((looking *)teller, obstacle, &still);
}

static void consider_moving(looking *l, const obstacles_moving *m) {
    lookahead_wall w = wall_of(l, m->statement);
    for (int i = m->span.first; i < m->span.first + m->span.count; i++)
        consider(l, i, &w);
}

/* It goes as far as what stands lets the ray. That is touched first as a rule, so that the others
 * are looked for only up to there. */
static void find_first(looking *l, sm3_vec heading) {
    const obstacles *o = l->obstacles;
    const dimension *d = o->dimension;
    lookahead *a = l->ahead;
    sm3_vec farthest = sm3_scaled(heading, LOOKAHEAD_ADVANCE);
    sm3_touch end = d->ray(o, a->from, farthest, &l->standing);
    a->motion = (sm3_motion){.position = a->from,
                             .delta = sm3_scaled(farthest, (float)end.fraction),
                             .turn = sm3_scaled(d->roll(l->player), LOOKAHEAD_TURN)};
    a->seconds = (float)end.fraction * LOOKAHEAD_ADVANCE / (PLAYER_SPEED * l->player->speed_factor);
    a->touch = (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
    a->obstacle = SM_NO_OBSTACLE;
    if (end.hit)
        consider(l, end.obstacle, &still);
    for (int i = 0; i < o->moving_count; i++)
        consider_moving(l, &o->moving[i]);
    sm3_vec until = sm3_offset(a->from, a->motion.delta, (float)a->touch.fraction);
    d->along(o, a->from, until, player_reach(l->player) + (float)SM_ADVANCE_TOLERANCE, &l->standing,
             &l->teller);
}

void obstacles_look(const obstacles *o, const player *p, bool advance, lookahead *a) {
    const dimension *d = o->dimension;
    looking l = {{consider_standing}, o, p, a, {.accept = stands, .context = (void *)o}};
    sm3_vec heading = d->direction(p->heading);
    a->from = p->position;
    a->ray = d->ray(o, a->from, sm3_scaled(heading, LOOKAHEAD_RAY), NULL);
    a->distance = (float)a->ray.fraction * LOOKAHEAD_RAY;
    if (d->look_down != NULL)
        d->look_down(o, p, a);
    if (!advance)
        return;
    find_first(&l, heading);
    sm_advance_trace trace = {.steps = a->steps, .capacity = LOOKAHEAD_STEPS};
    if (a->obstacle != SM_NO_OBSTACLE)
        approach(&l, a->obstacle, &a->wall, &trace);
    a->step_count = trace.count;
    a->steps_lost = trace.lost;
}
