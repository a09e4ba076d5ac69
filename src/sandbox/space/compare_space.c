/* compare_space: what compare judges in 3D. */
#include <math.h>

#include "space.h"

static double dot_between(sm3_vec from, sm3_vec a, sm3_vec b) {
    return ((double)a.x - (double)from.x) * ((double)b.x - (double)from.x) +
           ((double)a.y - (double)from.y) * ((double)b.y - (double)from.y) +
           ((double)a.z - (double)from.z) * ((double)b.z - (double)from.z);
}

bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(space_seen(o))).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted) {
    sm3_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_capsule mover = player_upright(p);
    sm3_obstacles met = space_obstacles(space_seen(o));
    sm3_vec still = {0, 0, 0};
    sm3_vec start = sm3_slide_move(from, still, mover, met, &options).position;
    sm3_result swept = sm3_slide_move(start, wanted, mover, met, &options);
    double way = dot_between(start, swept.position, swept.position);
    if (swept.pushes == 0 ||
        !(sqrt(way) > COMPARE_LEAST_WAY * sqrt(dot_between(still, wanted, wanted))))
        return false;
    return dot_between(start, p->position, swept.position) < COMPARE_SNAG * way;
}
