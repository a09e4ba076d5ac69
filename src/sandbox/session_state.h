/* session_state: all that ticks read and change, in one piece, and by the names of its parts. */
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include "sandbox.h"

/* The crowd's members and the obstacles aside. */
typedef struct session_state {
    player player;
    ghosts ghosts; /* those that do not run are all 0 */
    unsigned long tick, obstacles_tick;
    int trail_count, pushed_age; /* of the record; the rest of it comes back with the ticks */
    sm3_result result;           /* of the last move */
    int crowd_count;
    float crowd_radius;
    uint64_t crowd_random;
} session_state;

/* Copies it. Of the ghosts in `into`, which is zeroed to begin with, those that do not run are
 * left out. */
void session_take_state(const sandbox *s, session_state *into);

/* Of what is drawn, but neither read nor changed by a tick, only the moves' record is not there;
 * where the obstacles are is not changed either. */
void session_put_state(sandbox *s, const session_state *from);

/* Makes the crowd what the state and its members say. Returns false, and the crowd is gone, when
 * memory ran out. */
bool session_put_members(sandbox *s, const session_state *from, const crowd_member *members);

#endif
