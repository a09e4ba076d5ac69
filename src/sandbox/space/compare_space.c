/* compare_space: what compare judges in 3D. */
#include <math.h>

#include "../compare.h"

static double dot_between(sm3_vec from, sm3_vec a, sm3_vec b) {
    return ((double)a.x - (double)from.x) * ((double)b.x - (double)from.x) +
           ((double)a.y - (double)from.y) * ((double)b.y - (double)from.y) +
           ((double)a.z - (double)from.z) * ((double)b.z - (double)from.z);
}

bool compare_crosses3(const sandbox *s, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(s->space)).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool compare_snags3(const sandbox *s, sm3_vec from, sm3_vec wanted) {
    const space *sp = s->space;
    sm3_options options = {.resolver = SM_SWEEP, .both_sides = sp->both_sides};
    sm3_capsule mover = sandbox_rules(s).mover;
    sm3_obstacles met = space_obstacles(sp);
    sm3_vec still = {0, 0, 0};
    sm3_vec start = sm3_slide_move(from, still, mover, met, &options).position;
    sm3_result swept = sm3_slide_move(start, wanted, mover, met, &options);
    double way = dot_between(start, swept.position, swept.position);
    if (swept.pushes == 0 ||
        !(sqrt(way) > COMPARE_LEAST_WAY * sqrt(dot_between(still, wanted, wanted))))
        return false;
    return dot_between(start, sp->position, swept.position) < COMPARE_SNAG * way;
}
