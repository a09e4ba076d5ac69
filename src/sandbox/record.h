/* record: what is remembered of the player's moves: the last one, the last one that had to push,
 * and where the player has been. Written once for both: in 2D every z is 0. */
#ifndef RECORD_H
#define RECORD_H

#include "../slidemove/slidemove3.h"

#define RECORD_TRAIL_TICKS 600
#define RECORD_CANDIDATES  512
#define RECORD_ECHO_TICKS  60 /* for how long the last move that pushed is remembered */

/* A move and its trace. */
typedef struct move_record {
    sm3_result result;
    sm3_trace trace; /* .candidates points into this struct, so a plain copy will not do */
    sm3_collision candidates[RECORD_CANDIDATES];
} move_record;

typedef struct record {
    move_record moves[2];              /* the last one, and the last one that pushed: */
    int last, pushed;                  /* indices of them, the same where the last one pushed */
    int pushed_age;                    /* ticks since then; RECORD_ECHO_TICKS: forgotten */
    sm3_vec trail[RECORD_TRAIL_TICKS]; /* positions, a ring */
    int trail_first, trail_count;
} record;

/* Forgets all moves: the player is at `position` without having moved. */
void record_clear(record *r, sm3_vec position);

/* Returns where the next move is to be recorded, its trace ready for it: near misses within
 * `reach`, world units, are recorded, too. record_end must follow once the result is there. */
move_record *record_begin(record *r, float reach);
void record_end(record *r);

/* Returns the last move. */
const move_record *record_last(const record *r);

/* Returns the move to explain: the last one, or, for a moment after it, the last one that had to
 * push. */
const move_record *record_shown(const record *r);

/* Returns how present that is: 1 for a move that pushed, less the longer ago it was, 0 forgotten.
 */
float record_echo(const record *r);

/* Returns how many candidates the last move had in all. */
int record_candidates(const record *r);

/* Returns the trail's position `age` ticks ago; age 0 is the newest, trail_count - 1 the oldest. */
sm3_vec record_trail(const record *r, int age);

#endif
