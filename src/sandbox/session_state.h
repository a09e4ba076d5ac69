/* session_state: all that ticks read and change, in one piece, to be put back; and the same by
 * names, by which recordings are written, read and compared. */
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

/* Takes the sandbox's state. `into` must have been all 0 before it was first taken; two that were
 * taken so are the same where their bytes are. */
void session_take_state(const sandbox *s, session_state *into);

/* Puts the state back, but for the obstacles; with `clears` the record has the last
 * move's result and nothing else, otherwise it stays. */
void session_put_state(sandbox *s, const session_state *from, bool clears);

/* Whether the record was cleared between the two: there is no other way to set it from outside. */
bool session_is_cleared(const session_state *was, const session_state *is);

/* ---- By names ---------------------------------------------------------------------------- */

/* Of session_state all but the record's counts, which no tick reads. First what is best told of two
 * that differ. */
extern const field session_fields[];
extern const int session_field_count;

/* Of player_input. */
extern const field session_inputs[];
extern const int session_input_count;

/* Returns the hash of all that a tick reads and changes, but for what the level says. */
uint64_t session_hash(const session_state *state);

/* Returns 16 bits of a hash: enough to find the tick where two ways parted. */
unsigned session_digest(uint64_t hash);

#endif
