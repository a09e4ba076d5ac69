#include "session_state.h"

#include <stddef.h>
#include <string.h>

/* Most of a player is walls that it does not touch, and a tick is short. */
static void copy_player(player *to, const player *from) {
    memcpy(to, from, offsetof(player, walls));
    to->wall_count = from->wall_count;
    if (from->wall_count > 0)
        memcpy(to->walls, from->walls, (size_t)from->wall_count * sizeof *from->walls);
}

_Static_assert(offsetof(player, wall_count) == offsetof(player, walls) + sizeof((player *)0)->walls,
               "copy_player copies all of a player");

void session_take_state(const sandbox *s, session_state *into) {
    copy_player(&into->player, &s->player);
    if (s->ghosts.set != 0 || into->ghosts.set != 0) {
        memset(&into->ghosts, 0, sizeof into->ghosts);
        into->ghosts.set = s->ghosts.set;
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            if (ghosts_has(&s->ghosts, (sm_resolver)r))
                memcpy(&into->ghosts.list[r], &s->ghosts.list[r], sizeof s->ghosts.list[r]);
        }
    }
    into->tick = s->tick;
    into->obstacles_tick = s->obstacles->tick;
    into->trail_count = s->record.trail_count;
    into->pushed_age = s->record.pushed_age;
    memcpy(&into->result, &record_last(&s->record)->result, sizeof into->result);
    into->crowd_count = s->crowd.count;
    into->crowd_radius = s->crowd.radius;
    into->crowd_random = s->crowd.random;
}

void session_put_state(sandbox *s, const session_state *from) {
    copy_player(&s->player, &from->player);
    memcpy(&s->ghosts, &from->ghosts, sizeof s->ghosts);
    s->tick = from->tick;
    s->inside = -1;
}

bool session_put_members(sandbox *s, const session_state *from, const crowd_member *members) {
    crowd like = {
        .count = from->crowd_count, .radius = from->crowd_radius, .random = from->crowd_random};
    return crowd_set(&s->crowd, &like, members);
}
