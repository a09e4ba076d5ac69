/* resolver: the order behind sm_resolver, for moves in 2D and 3D. */
#ifndef SM_RESOLVER_H
#define SM_RESOLVER_H

#include "slidemove.h"

/* Whether the resolver, which must be one, takes collision `a` rather than `b`. It looks at depth
 * and obstacle alone. */
bool sm_resolver_prefers(sm_resolver resolver, const sm_collision *a, const sm_collision *b);

/* Records a candidate of the iteration under way. Candidates are kept in the order of their
 * numbers, so that the record does not depend on the order in which they were found; of too many,
 * those with the lowest numbers. Returns its place among the candidates, -1 when it was not
 * recorded. `let_through`: it did not count, and the trace wants to see such. */
int sm_trace_record(sm_trace *trace, sm_collision collision, bool let_through);

#endif
