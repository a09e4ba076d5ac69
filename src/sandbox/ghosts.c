#include "ghosts.h"

#include <math.h>

#include "sandbox.h"

bool ghosts_has(const ghosts *g, sm_resolver resolver) {
    return (g->set & 1u << resolver) != 0;
}

static ghost_mover beside_player(const sandbox *s) {
    return (ghost_mover){.position = s->position,
                         .previous_position = s->previous_position,
                         .result = {.position = s->position}};
}

void ghosts_set(ghosts *g, const sandbox *s, unsigned set) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if ((set & ~g->set & 1u << r) != 0)
            g->list[r] = beside_player(s);
    }
    g->set = set & GHOSTS_ALL;
}

void ghosts_return(ghosts *g, const sandbox *s) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        g->list[r] = beside_player(s);
}

float ghosts_distance(const ghosts *g, const sandbox *s, sm_resolver resolver) {
    sm_vec2 at = g->list[resolver].position;
    float x = at.x - s->position.x, y = at.y - s->position.y;
    return sqrtf(x * x + y * y);
}

static void move_ghost(ghosts *g, const sandbox *s, sm_resolver resolver, sm_vec2 delta) {
    ghost_mover *h = &g->list[resolver];
    sm_options options = {resolver, s->max_pushes, NULL};
    h->result = sandbox_try_move(s, h->position, delta, &options);
    h->previous_position = h->position;
    h->position = h->result.position;
    if (h->parted || !(ghosts_distance(g, s, resolver) > GHOST_PARTED_SHARE * s->radius))
        return;
    h->parted = true;
    h->parted_tick = s->tick;
    h->parted_at = h->position;
    h->player_at = s->position;
}

void ghosts_tick(ghosts *g, const sandbox *s, sm_vec2 delta) {
    if (s->ghost) {
        ghosts_return(g, s);
        return;
    }
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(g, (sm_resolver)r))
            move_ghost(g, s, (sm_resolver)r, delta);
    }
}
