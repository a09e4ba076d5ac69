#include "ghosts.h"

#include <math.h>

#include "../slidemove/vec.h"

/* For all iterations of a move; a mover rarely touches more. */
enum { GHOST_CANDIDATES = 128 };

bool ghosts_has(const ghosts *g, sm_resolver resolver) {
    return (g->set & 1u << resolver) != 0;
}

static ghost_mover at_player(const player *p) {
    return (ghost_mover){.position = p->position,
                         .previous_position = p->previous_position,
                         .result = {.position = p->position}};
}

void ghosts_set(ghosts *g, const player *p, unsigned set) {
    for (int r = 0; r < resolver_count(); r++) {
        if ((set & ~g->set & 1u << r) != 0)
            g->list[r] = at_player(p);
    }
    g->set = set & ((1u << resolver_count()) - 1);
}

void ghosts_return(ghosts *g, const player *p) {
    for (int r = 0; r < resolver_count(); r++)
        g->list[r] = at_player(p);
}

float ghosts_distance(const ghosts *g, const player *p, sm_resolver resolver) {
    return sm3_length(sm3_between(p->position, g->list[resolver].position));
}

/* Finds whether the ghost is on a floor, and clips its velocity by its contacts. */
static void clip_velocity(ghost_mover *ghost, const player *p, const sm_trace *t) {
    static const float touching = 1e-4f; /* world units; several skins of `sweep` */
    sm3_collision contacts[GHOST_CANDIDATES];
    float steepest = (float)cos((double)p->gait.slope) - 1e-6f;
    int count = 0;
    ghost->on_floor = false;
    for (int i = 0; t->iteration_count > 0 && i < GHOST_CANDIDATES; i++) {
        const sm_iteration *look = &t->iterations[t->iteration_count - 1];
        int which = look->first_candidate + i;
        if (i >= look->candidate_count)
            break;
        if (t->let_through[which] || !(t->candidates[which].depth > -touching))
            continue;
        contacts[count++] = t->candidates[which];
        ghost->on_floor = ghost->on_floor || t->candidates[which].normal.y >= steepest;
    }
    ghost->velocity = sm3_clip_velocity(ghost->velocity, contacts, count);
}

/* Returns the displacement of a tick of walking and falling. */
static sm3_vec fall(ghost_mover *ghost, const player *p, const move_record *given) {
    static const float fastest = 60, seconds = 1.0f / TICKS_PER_SECOND;
    float jump = sqrtf(2 * PLAYER_GRAVITY * p->gait.jump);
    float rise =
        given->jump && ghost->on_floor ? jump : ghost->velocity.y - PLAYER_GRAVITY * seconds;
    ghost->velocity = (sm3_vec){given->walk.x, fmaxf(rise, -fastest), given->walk.z};
    return sm3_scaled(ghost->velocity, seconds);
}

static void move_ghost(ghosts *g, sm_resolver resolver, const obstacles *o, const player *p,
                       const move_record *given, unsigned long tick) {
    ghost_mover *ghost = &g->list[resolver];
    sm3_collision seen[GHOST_CANDIDATES];
    bool let_through[GHOST_CANDIDATES];
    sm_trace trace = {.candidates = seen,
                      .let_through = let_through,
                      .capacity = GHOST_CANDIDATES,
                      .reach = 1e-3f};
    sm_options options = {.resolver = resolver,
                          .max_pushes = p->max_pushes,
                          .both_sides = p->both_sides,
                          .trace = given->walks ? &trace : NULL};
    sm3_vec delta = given->walks ? fall(ghost, p, given) : given->trace.delta;
    ghost->result = obstacles_try_move(o, p, ghost->position, delta, &options);
    if (given->walks) {
        clip_velocity(ghost, p, &trace);
    } else {
        ghost->velocity = (sm3_vec){0, 0, 0};
        ghost->on_floor = false;
    }
    ghost->previous_position = ghost->position;
    ghost->position = ghost->result.position;
    if (ghost->parted || !(ghosts_distance(g, p, resolver) > GHOST_PARTED * p->radius))
        return;
    ghost->parted = true;
    ghost->parted_tick = tick;
    ghost->parted_at = ghost->position;
    ghost->player_at = p->position;
}

void ghosts_tick(ghosts *g, const obstacles *o, const player *p, const move_record *given,
                 unsigned long tick) {
    if (p->noclip) {
        ghosts_return(g, p);
        return;
    }
    for (int r = 0; r < resolver_count(); r++) {
        if (ghosts_has(g, (sm_resolver)r))
            move_ghost(g, (sm_resolver)r, o, p, given, tick);
    }
}
