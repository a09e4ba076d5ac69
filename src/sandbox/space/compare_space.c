/* compare_space: what compare judges in 3D. */
#include "../../slidemove/vec.h"
#include "space.h"

bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(space_seen(o))).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted) {
    sm_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_capsule mover = player_upright(p);
    sm3_obstacles met = space_obstacles(space_seen(o));
    sm3_vec still = {0, 0, 0};
    sm3_vec start = sm3_slide_move(from, still, mover, met, &options).position;
    sm3_result swept = sm3_slide_move(start, wanted, mover, met, &options);
    vec3 way = vec3_sub(vec3_of(swept.position), vec3_of(start));
    if (swept.pushes == 0 || !(vec3_length(way) > COMPARE_LEAST_WAY * vec3_length(vec3_of(wanted))))
        return false;
    vec3 made = vec3_sub(vec3_of(p->position), vec3_of(start));
    return vec3_dot(made, way) < COMPARE_SNAG * vec3_dot(way, way);
}
