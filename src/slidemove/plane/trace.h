/* trace: how a candidate gets into the record of a move. */
#ifndef SM_TRACE_H
#define SM_TRACE_H

#include "../slidemove.h"

/* Records a candidate of the iteration under way. Candidates are kept in the order of their
 * numbers, so that the record does not depend on the order in which they were found; of too many,
 * those with the lowest numbers. Returns its place among the candidates, -1 when it was not
 * recorded. */
int trace_record(sm_trace *trace, sm_collision collision);

#endif
