/* resolver: the order behind sm_resolver, and the record of what was seen and chosen; for moves in
 * 2D, where z is 0, and in 3D. */
#ifndef SM_RESOLVER_H
#define SM_RESOLVER_H

#include "slidemove3.h"

/* Offers a collision in space (see sm_choice_offer). Returns whether it was chosen. */
bool sm_choice_take(sm_choice *choice, const sm3_collision *collision);

/* ---- The record ------------------------------------------------------------------------------ */

/* Empties the record. `trace` may be NULL here; below it must not. */
void sm_trace_begin(sm_trace *trace, sm3_vec position, sm3_vec delta, sm_resolver resolver);

/* Begins an iteration: the mover looks at the obstacles. There must be a place for one. */
sm_iteration *sm_trace_begin_iteration(sm_trace *trace, sm3_vec position, sm_step step);

/* Takes the last iteration back, of which there must be one, and begins it anew: to make one of
 * what it was and what follows. */
sm_iteration *sm_trace_begin_again(sm_trace *trace);

typedef enum sm_candidate {
    SM_CANDIDATE,
    SM_CANDIDATE_CHOSEN,
    SM_CANDIDATE_LET_THROUGH /* did not count; for a trace that wants to see such */
} sm_candidate;

/* Records a candidate of the iteration under way; one that is recorded already stays as it was.
 * Candidates are kept in the order of their numbers, so that the record does not depend on the
 * order in which they were found; of too many, those with the lowest numbers. */
void sm_trace_record(sm_trace *trace, const sm3_collision *seen, sm_candidate what);

/* Names an obstacle as one that holds the mover, as far as there is room. */
void sm_trace_hold(sm_iteration *iteration, int number);

void sm_trace_end_iteration(sm_trace *trace, sm3_vec position);

#endif
