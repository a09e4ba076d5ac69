/* hull: what the convex mover needs inside the library. slidemove.h has its public face. */
#ifndef SM_HULL_H
#define SM_HULL_H

#include "../vec.h"

/* Whether all numbers of the shape are finite and it has 1 to SM_HULL_VERTICES vertices. */
bool hull_is_finite(const sm_hull *hull);

static inline bool capsule_is_finite(sm_capsule c) {
    return sm_is_finite(c.a) && sm_is_finite(c.b) && isfinite(c.radius);
}

/* Returns the point of the obstacle's surface that is nearest to the hull at `position`, where the
 * way from the one to the other is `normal`. */
vec hull_contact_point(const sm_hull *hull, vec position, sm_capsule obstacle, vec normal);

#endif
