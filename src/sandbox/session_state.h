/* session_state: a copy of all that ticks read and change, to be put back; and a table of its
 * fields, by which recordings are written, read and compared. */
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include "fields.h"
#include "sandbox.h"

/* All but the obstacles. */
typedef struct session_state {
    player player;
    ghosts ghosts; /* those that do not run are all 0 */
    unsigned long tick, obstacles_tick;
    int trail_count, pushed_age; /* of the record; the rest of it comes back with the ticks */
    sm3_result result;           /* of the last move */
} session_state;

/* Copies the sandbox's state. `into` must have been all 0 at first: then two states are equal if
 * their bytes are. */
void session_take_state(const sandbox *s, session_state *into);

/* Puts the state back, but for the obstacles. With `clears` the record keeps only the result of the
 * last move, otherwise all of it. */
void session_put_state(sandbox *s, const session_state *from, bool clears);

/* Whether the record was cleared between the two states. */
bool session_is_cleared(const session_state *was, const session_state *is);

/* ---- By names ---------------------------------------------------------------------------- */

/* The fields of session_state, except for the counts of the record, which no tick reads. Of two
 * states that differ, the first field that does is reported. */
extern const field session_fields[];
extern const int session_field_count;

/* Of player_input. */
extern const field session_inputs[];
extern const int session_input_count;

/* Returns the hash of these fields. */
uint64_t session_hash(const session_state *state);

/* Returns 16 bits of a hash: enough to find the first tick that differs. */
unsigned session_digest(uint64_t hash);

#endif
