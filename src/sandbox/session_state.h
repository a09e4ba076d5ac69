/* session_state: all that ticks read and change, in one piece, to be put back; and the same by
 * names, by which recordings are written, read and compared. */
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include "fields.h"
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

/* Takes the sandbox's state. `into` must have been all 0 before it was first taken; two that were
 * taken so are the same where their bytes are. */
void session_take_state(const sandbox *s, session_state *into);

/* Puts the state back, but for the obstacles and the crowd; with `clears` the record has the last
 * move's result and nothing else, otherwise it stays. */
void session_put_state(sandbox *s, const session_state *from, bool clears);

/* Whether the record was cleared between the two: there is no other way to set it from outside. */
bool session_is_cleared(const session_state *was, const session_state *is);

/* Copies the crowd's members, to be freed; NULL where there are none. Returns false when memory ran
 * out. */
bool session_copy_members(const sandbox *s, crowd_member **members);

/* Puts the crowd back. Returns false when memory ran out; the crowd is then gone. */
bool session_put_members(sandbox *s, const session_state *from, const crowd_member *members);

/* ---- By names ---------------------------------------------------------------------------- */

/* Of session_state all but the record's counts, which no tick reads, and the size of the crowd,
 * which is that of its list. First what is best told of two that differ. */
extern const field session_fields[];
extern const int session_field_count;

/* Of player_input. */
extern const field session_inputs[];
extern const int session_input_count;

/* X, Y and HEADING of a crowd_member. */
extern const field session_member;

/* Returns the hash of all that a tick reads and changes, but for what the level says. */
uint64_t session_hash(const sandbox *s, const session_state *state);

/* Returns the hash that goes on with the crowd's members. */
uint64_t session_hash_members(const sandbox *s, uint64_t hash);

/* Returns 16 bits of a hash: enough to find the tick where two ways parted. */
unsigned session_digest(uint64_t hash);

#endif
