/* resolver: the order behind sm_resolver, for moves in 2D and 3D. */
#ifndef SM_RESOLVER_H
#define SM_RESOLVER_H

#include "slidemove.h"

/* Whether the resolver, which must be one, takes collision `a` rather than `b`. It looks at depth
 * and obstacle alone. */
bool sm_resolver_prefers(sm_resolver resolver, const sm_collision *a, const sm_collision *b);

#endif
