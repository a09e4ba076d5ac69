/* session_state: a snapshot of all values that ticks read and change, and a table of its fields,
 * with which recordings are written, read and compared. */
#ifndef SESSION_STATE_H
#define SESSION_STATE_H

#include "fields.h"
#include "sandbox.h"

/* The state except for the obstacles. */
typedef struct session_state {
    player player;
    ghosts ghosts; /* ghosts that do not run are zeroed */
    unsigned long tick, obstacles_tick;
    int trail_count, pushed_age; /* of the record; replayed ticks restore the rest of it */
    sm3_result result;           /* of the last move */
} session_state;

/* Copies the sandbox's state. *into must be zeroed before the first call, so that equal states have
 * equal bytes. */
void session_take_state(const sandbox *s, session_state *into);

/* Puts the state back. With `clears` the record keeps only the result of the last move, otherwise
 * all of it. */
void session_put_state(sandbox *s, const session_state *from, bool clears);

/* Whether the record was cleared between the two states. */
bool session_is_cleared(const session_state *was, const session_state *is);

/* ---- By names ---------------------------------------------------------------------------- */

/* The fields of session_state, except for the counts of the record, which no tick reads. If two
 * states differ, the first field that does is reported. */
extern const field session_fields[];
extern const int session_field_count;

/* The fields of player_input. */
extern const field session_inputs[];
extern const int session_input_count;

/* Returns the hash of session_fields. */
uint64_t session_hash(const session_state *state);

/* Returns 16 bits of a hash: enough to find the first tick that differs between two runs. */
unsigned session_digest(uint64_t hash);

#endif
