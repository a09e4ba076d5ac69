/* trace3: writing the record of a 3D move. A NULL trace records nothing. */
#ifndef SM_TRACE3_H
#define SM_TRACE3_H

#include "slidemove3.h"

void trace3_begin(sm3_trace *trace, sm3_vec position, sm3_vec delta);
void trace3_begin_iteration(sm3_trace *trace, sm3_vec position);
void trace3_end_iteration(sm3_trace *trace, sm3_vec position);

/* Returns the index of the record, -1 when it was not recorded. */
int trace3_record(sm3_trace *trace, sm3_collision collision);

/* Marks a candidate of the iteration under way as the one that pushes; -1: none. */
void trace3_choose(sm3_trace *trace, int candidate);

#endif
