/* visit3: what stands behind sm3_visitor, and the boxes that visits are asked for with. */
#ifndef SM_VISIT3_H
#define SM_VISIT3_H

#include "region3.h"

/* The first member of whatever wants to see obstacles. */
struct sm3_visitor {
    void (*see)(sm3_visitor *visitor, const sm3_triangle *shape, int number);
    double limit; /* nothing beyond this part of the region's delta matters; 1 at first */
    double least; /* nor what the mover at its start is less deep in; -INFINITY: all does */
};

/* The box of an obstacle, its radius included, rounded outward. What is not finite has an empty
 * box: infinitely far below and above, in the wrong order. */
sm3_region region3_of_triangle(const sm3_triangle *triangle);

/* Shows `visitor` what `obstacles` hold near the region; nothing when they have no function. */
void obstacles3_visit(sm3_obstacles obstacles, const sm3_region *region, sm3_visitor *visitor);

#endif
