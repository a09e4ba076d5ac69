#include "obstacles.h"

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

void obstacles_move(obstacles *o, player *p, sm3_vec delta, record *r) {
    if (o->dimension->advance != NULL)
        o->dimension->advance(o);
    move_record *m = record_begin(r, reach_radii * p->radius);
    m->by = *p;
    m->version = o->version;
    sm_trace *trace = r->results_alone ? NULL : &m->trace;
    sm_options options = {.resolver = p->resolver,
                          .max_pushes = p->max_pushes,
                          .trace = trace,
                          .both_sides = p->both_sides};
    m->result = o->dimension->try_move(o, p, p->position, delta, &options);
    p->previous_position = p->position;
    p->position = m->result.position;
    record_end(r);
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
    sm_options options = {
        .resolver = p->resolver, .max_pushes = p->max_pushes, .both_sides = p->both_sides};
    return o->dimension->try_move(o, p, p->position, delta, &options);
}
