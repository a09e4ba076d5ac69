/* escape3: the shortest way apart for inner shapes that touch or cross. */
#ifndef SM_ESCAPE3_H
#define SM_ESCAPE3_H

#include "collide3.h"

typedef struct escape3 {
    double distance; /* how far the mover must go until segment and triangle merely touch */
    vec3 normal;     /* in which direction; unit */
} escape3;

/* Of equally short ways, takes the one against `delta`; with `front_only`, only ways toward the
 * front of the triangle. */
escape3 escape3_shortest(const mover3 *mover, const triangle3 *triangle, vec3 delta,
                         bool front_only);

#endif
