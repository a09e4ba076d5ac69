/* touch3: what stops the sweep on a straight way. */
#include "sweep3.h"

/* Gaps, as parts of the skin. The mover stops at 1; rounding its position to floats and sliding
 * along then change that a little, which must not count as having moved. */
static const double held = 1.5;   /* nearer than this, it stops where it is */
static const double needed = 0.5; /* only what it would come nearer to than this stops it */

/* However squeezed, its centre must not get through. */
static clearance3 clearance_of(const sweep3 *s, double stop) {
    static const double almost_all = 0.99;
    double skin = sweep3_skin(s->position), least = -almost_all * sm_radius(s->mover.radius);
    return (clearance3){sm_higher(stop - s->squeezed, least),
                        sm_higher(held * skin - s->squeezed, least),
                        sm_higher(needed * skin - s->squeezed, least), SWEEP3_SLOPE};
}

clearance3 sweep3_clearance(const sweep3 *s) {
    return clearance_of(s, sweep3_skin(s->position));
}

static void touch_with(sweep3 *s, vec3 way, double stop, cast3 *cast) {
    clearance3 clearance = clearance_of(s, stop);
    *cast = cast3_begin(mover3_at(s->mover, s->position), way, clearance, s->options->both_sides);
    if (!around3_hold(&s->around, s->position, -cast->visitor.least)) {
        sm3_region region = cast3_region(cast);
        obstacles3_visit(s->around.near.obstacles, &region, &cast->visitor);
        return;
    }
    for (int i = 0; i < s->around.count; i++) {
        double limit = cast->visitor.limit;
        met3 *met = around3_meet(&s->around, i, s->position, vec3_scale(way, limit),
                                 cast->length * limit, cast3_reach(cast));
        if (met != NULL)
            cast3_see(cast, &met->shape, met->number, &met->contact);
    }
}

/* Where floats are coarser than here, the mover keeps the larger skin of there. */
void sweep3_touch(sweep3 *s, vec3 way, cast3 *cast) {
    double here = sweep3_skin(s->position);
    touch_with(s, way, here, cast);
    double there = sweep3_skin(vec3_add(s->position, vec3_scale(way, cast->first.time)));
    if (cast->first.obstacle != SM_NO_OBSTACLE && there > held * here)
        touch_with(s, way, there, cast);
}
