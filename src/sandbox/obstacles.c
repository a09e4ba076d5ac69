#include "obstacles.h"

#include <math.h>
#include <stdlib.h>

/* How far from touching an obstacle is still shown as a candidate, in radii of the mover. */
static const float reach_radii = 1.0f;

void obstacle_list_free(obstacle_list *list) {
    free(list->obstacles);
    *list = (obstacle_list){0};
}

obstacles *obstacles_create(const dimension *d, const level *l, const obstacles *before) {
    obstacles *o = calloc(1, d->size);
    if (o == NULL)
        return NULL;
    if (before != NULL)
        *o = *before;
    o->dimension = d;
    o->level = l;
    if (d->remake(o))
        return o;
    free(o);
    return NULL;
}

void obstacles_destroy(obstacles *o) {
    if (o == NULL)
        return;
    o->dimension->release(o);
    free(o);
}

level_box3 obstacles_bounds(const obstacles *o) {
    level_box3 box = level_player_box(o->level);
    for (int i = 0; i < o->count; i++) {
        sm3_triangle t = o->dimension->shape(o, i);
        level_box3_include(&box, &t);
    }
    return box;
}

void obstacles_start(const obstacles *o, player *p) {
    level_player from = level_get_player(o->level);
    p->position = from.position;
    p->heading = from.angle;
}

static sm_options options_of(const player *p, sm_trace *trace) {
    return (sm_options){.resolver = p->resolver,
                        .max_pushes = p->max_pushes,
                        .trace = trace,
                        .both_sides = p->both_sides};
}

/* Moves what moves, and returns where the player's tick is recorded. */
static move_record *begin_tick(obstacles *o, const player *p, record *r) {
    if (o->dimension->advance != NULL)
        o->dimension->advance(o);
    move_record *m = record_begin(r, reach_radii * p->radius);
    m->by = *p;
    m->version = o->version;
    m->walks = false;
    return m;
}

static void end_tick(player *p, record *r, sm3_vec position) {
    p->previous_position = p->position;
    p->position = position;
    record_end(r);
}

void obstacles_move(obstacles *o, player *p, sm3_vec delta, record *r) {
    move_record *m = begin_tick(o, p, r);
    sm_options options = options_of(p, r->results_alone ? NULL : &m->trace);
    m->result = o->dimension->try_move(o, p, p->position, delta, &options);
    end_tick(p, r, m->result.position);
}

/* ---- Walking ----------------------------------------------------------------------------- */

/* What is 0 there is what is usual, and below 0 none. */
static float setting(float value) {
    return value > 0 ? value : -1;
}

sm_character_settings obstacles_gait(const player *p, const sm_options *options) {
    float jump = p->gait.jump > 0 ? sqrtf(2 * PLAYER_GRAVITY * p->gait.jump) : 0;
    return (sm_character_settings){.max_slope = setting(p->gait.slope),
                                   .step_height = setting(p->gait.step),
                                   .snap = setting(p->gait.snap),
                                   .gravity = PLAYER_GRAVITY,
                                   .jump_speed = setting(jump),
                                   .options = options};
}

/* What its body came to, as a move says it. SM_SWEEP leaves no depth but where it is crushed. */
static sm3_result result_of(const sm_character *body, const sm_trace *trace) {
    bool leaves_depth = trace->resolver != SM_SWEEP || body->crushed;
    sm3_result result = {.position = body->position,
                         .status = body->crushed ? SM_CRUSHED : SM_MOVED};
    for (int i = 0; i < body->contact_count; i++) {
        const sm_character_contact *contact = &body->contacts[i];
        if (leaves_depth && contact->depth > result.depth)
            result.depth = contact->depth;
    }
    for (int i = 0; i < trace->iteration_count; i++) {
        int chosen = trace->iterations[i].chosen;
        if (chosen >= 0 && chosen < trace->candidate_count) {
            result.pushes++;
            result.normal = trace->candidates[chosen].normal;
        }
    }
    return result;
}

static void put_back(obstacles *o, player *p, record *r) {
    obstacles_start(o, p);
    p->previous_position = p->position;
    player_halt(p);
    record_clear(r, p->position);
    p->losses++;
}

void obstacles_walk(obstacles *o, player *p, sm3_vec velocity, bool jump, record *r) {
    move_record *m = begin_tick(o, p, r);
    sm_options options = options_of(p, &m->trace);
    sm_character_settings settings = obstacles_gait(p, &options);
    p->body.position = p->position;
    o->dimension->walk_body(o, p, &settings, velocity, jump);
    m->walks = true;
    m->walk = velocity;
    m->jump = jump;
    m->result = result_of(&p->body, &m->trace);
    end_tick(p, r, p->body.position);
    p->heading = remainderf(p->heading + p->body.turned, 2 * 3.14159265f);
    bool falls_far = p->body.momentum.y < -PLAYER_GRAVITY; /* for a second already */
    if (falls_far && p->position.y < obstacles_bounds(o).min.y - OBSTACLES_ABYSS)
        put_back(o, p, r);
}

/* Two steps, for where things come from; those to tick 0 lead from tick 0. */
void obstacles_set_tick(obstacles *o, unsigned long tick) {
    if (o->dimension->advance != NULL) {
        o->tick = (tick > 0 ? tick - 1 : 0) - 1;
        o->dimension->advance(o);
        o->tick = tick - 1;
        o->dimension->advance(o);
    }
    o->tick = tick;
}

sm3_result obstacles_try(const obstacles *o, const player *p, sm3_vec delta) {
    sm_options options = options_of(p, NULL);
    return o->dimension->try_move(o, p, p->position, delta, &options);
}
