/* session_fields: what ticks read and change, by names; recordings are written, read and compared
 * by them. */
#ifndef SESSION_FIELDS_H
#define SESSION_FIELDS_H

#include "fields.h"
#include "session_state.h"

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

/* Returns 16 bits of a hash: enough to find the tick where two ways parted. */
unsigned session_digest(uint64_t hash);

#endif
