#include "ghosts.h"

#include <math.h>

bool ghosts_has(const ghosts *g, sm_resolver resolver) {
    return (g->set & 1u << resolver) != 0;
}

static ghost_mover beside_player(const player *p) {
    return (ghost_mover){.position = p->position,
                         .previous_position = p->previous_position,
                         .result = {.position = p->position}};
}

void ghosts_set(ghosts *g, const player *p, unsigned set) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if ((set & ~g->set & 1u << r) != 0)
            g->list[r] = beside_player(p);
    }
    g->set = set & GHOSTS_ALL;
}

void ghosts_return(ghosts *g, const player *p) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        g->list[r] = beside_player(p);
}

float ghosts_distance(const ghosts *g, const player *p, sm_resolver resolver) {
    sm3_vec at = g->list[resolver].position;
    float x = at.x - p->position.x, y = at.y - p->position.y, z = at.z - p->position.z;
    return sqrtf(x * x + y * y + z * z);
}

static void move_ghost(ghosts *g, sm_resolver resolver, const obstacles *o, const player *p,
                       sm3_vec delta, unsigned long tick) {
    ghost_mover *h = &g->list[resolver];
    sm_options options = {
        .resolver = resolver, .max_pushes = p->max_pushes, .both_sides = p->both_sides};
    h->result = o->dimension->try_move(o, p, h->position, delta, &options);
    h->previous_position = h->position;
    h->position = h->result.position;
    if (h->parted || !(ghosts_distance(g, p, resolver) > GHOST_PARTED_SHARE * p->radius))
        return;
    h->parted = true;
    h->parted_tick = tick;
    h->parted_at = h->position;
    h->player_at = p->position;
}

void ghosts_tick(ghosts *g, const obstacles *o, const player *p, sm3_vec delta,
                 unsigned long tick) {
    if (p->noclip) {
        ghosts_return(g, p);
        return;
    }
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(g, (sm_resolver)r))
            move_ghost(g, (sm_resolver)r, o, p, delta, tick);
    }
}
