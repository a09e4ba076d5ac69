/* obstacles3: how obstacles come to whoever looks for them: through boxes, which are cheap to
 * compare and a little too large, so that leaving out what they leave out never changes a result.
 */
#ifndef SM_OBSTACLES3_H
#define SM_OBSTACLES3_H

#include "collide3.h"

/* The box around all points within `reach` of the mover, rounded outward, and its way. */
static inline sm3_region region3_around(const mover3 *m, double reach, vec3 delta) {
    /* The way is rounded, too; what that costs is added on all sides. */
    double way = larger(fabs(delta.x), larger(fabs(delta.y), fabs(delta.z)));
    double margin = larger(reach, 0) + way * (double)FLT_EPSILON;
    return (sm3_region){{sm_round_down(smaller(m->a.x, m->b.x) - margin),
                         sm_round_down(smaller(m->a.y, m->b.y) - margin),
                         sm_round_down(smaller(m->a.z, m->b.z) - margin)},
                        {sm_round_up(larger(m->a.x, m->b.x) + margin),
                         sm_round_up(larger(m->a.y, m->b.y) + margin),
                         sm_round_up(larger(m->a.z, m->b.z) + margin)},
                        vec3_round(delta)};
}

/* The first member of whatever wants to see obstacles. */
struct sm3_visitor {
    void (*see)(sm3_visitor *visitor, const sm3_triangle *shape, int number);
    double limit; /* nothing beyond this part of the region's delta matters; 1 at first */
    double least; /* nor what the mover at its start is less deep in; -INFINITY: all does */
};

/* The box of an obstacle, its radius included, rounded outward. What is not finite has an empty
 * box: infinitely far below and above, in the wrong order. */
sm3_region sm3_region_of_triangle(const sm3_triangle *triangle);

/* Shows `visitor` what `obstacles` hold near the region; nothing when they have no function. */
void sm3_visit_near(sm3_obstacles obstacles, const sm3_region *region, sm3_visitor *visitor);

#endif
