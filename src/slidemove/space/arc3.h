/* arc3: one leg of SM_SWEEP on an exact arc round an edge or a corner. */
#ifndef SM_ARC3_H
#define SM_ARC3_H

#include "sweep_contacts3.h"

typedef struct arc_leg3 {
    double part; /* of the wanted way */
    int limit;   /* the obstacle that ended the arc; SM_NO_OBSTACLE: none did */
    obstacle3 limit_shape;
    vec3 normal; /* there */
} arc_leg3;

/* Goes one leg on an arc round the edge or corner of `along`, which the mover touches. Returns
 * false when nothing bends there or something is in the way. */
bool sm3_arc_leg(sweep3 *s, const obstacle3 *along, vec3 wanted, arc_leg3 *gone);

#endif
