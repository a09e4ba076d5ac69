/* session_state: all that ticks read and change, in one piece, to be put back; and what differs
 * between two of them. */
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

/* Takes the sandbox's state. `into` must have been all 0 before it was first taken. */
void session_take_state(const sandbox *s, session_state *into);

/* Puts the state back, but for the obstacles, the record and the crowd. */
void session_put_state(sandbox *s, const session_state *from);

/* Whether the sandbox is as it was when `left` was taken, the crowd and the obstacles aside. */
bool session_is_state(const sandbox *s, const session_state *left);

/* Whether all that somebody chose, and no tick changes, is as it was then. */
bool session_has_choices(const sandbox *s, const session_state *left);

/* ---- The crowd --------------------------------------------------------------------------- */

/* Returns a copy of the crowd's members, to be freed; NULL without any, or memory. */
crowd_member *session_copy_members(const sandbox *s);

/* Puts the crowd back. Returns false when memory ran out; the crowd is then gone. */
bool session_put_members(sandbox *s, const session_state *from, const crowd_member *members);

/* Whether the crowd is as it was when `left` was taken, and its members. */
bool session_is_crowd(const sandbox *s, const session_state *left, const crowd_member *members);

/* ---- Differences ------------------------------------------------------------------------- */

/* Returns what makes `a` into `b`, to be freed; NULL when memory ran out. `a` may be NULL: it
 * then makes any state into `b`. */
unsigned char *session_difference(const session_state *a, const session_state *b);

/* Makes it, unless `to` is NULL. Returns how many bytes the difference has. */
size_t session_difference_apply(const unsigned char *difference, session_state *to);

#endif
