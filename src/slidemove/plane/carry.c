/* carry: obstacles that move push the mover before them and carry it.
 *
 * They go their way in steps so short that none can get past the middle of the mover in one. In
 * each step the mover is carried first, sliding along what stands in its way, and then settles,
 * which keeps it out of what stands still, or in the middle where there is no room. */
#include "hull.h"
#include "sweep.h"

enum { STEPS_MAX = 1024 };

/* Of the thickness of the mover: what an obstacle moves in one step. */
static const double step_part = 0.5;

typedef struct carrier_search {
    const sweep *sweep;
    double pressed; /* how much of the delta leads into the carrier */
    int number;
    vec motion; /* of the point touched, in the whole tick */
} carrier_search;

/* Of a point fixed to the obstacle. */
static vec motion_of(const near_obstacle *o, vec point) {
    vec a = vec_of(o->source.before.a), b = vec_of(o->source.before.b);
    vec along = vec_sub(b, a);
    double squared = vec_dot(along, along);
    double part = squared > 0 ? vec_dot(vec_sub(point, a), along) / squared : 0;
    part = fmin(fmax(part, 0), 1);
    vec at_a = vec_sub(vec_of(o->source.shape.a), a), at_b = vec_sub(vec_of(o->source.shape.b), b);
    return vec_add(vec_scale(at_a, 1 - part), vec_scale(at_b, part));
}

static void visit_carrier(const near_obstacle *o, void *context) {
    carrier_search *search = context;
    const sweep *s = search->sweep;
    if (!o->source.moves)
        return;
    separation at;
    grown_separation(&o->shape, s->position, s->delta, &at);
    double pressed = -vec_dot(at.normal, s->delta);
    bool better = pressed > search->pressed ||
                  (pressed == search->pressed && o->source.number < search->number);
    if (!(at.gap <= s->skin) || !(pressed > 0) || !better || !sweep_counts(s, o, &at))
        return;
    vec point = hull_contact_point(&s->obstacles->mover, s->position, o->capsule, at.normal);
    *search = (carrier_search){s, pressed, o->source.number, motion_of(o, point)};
}

void sweep_carry(sweep *s) {
    nearby_set_time(&s->near, 0);
    nearby_cover(&s->near, s->position, s->position, s->skin);
    carrier_search carrier = {s, 0, SM_NO_OBSTACLE, {0, 0}};
    nearby_each(&s->near, visit_carrier, &carrier);

    double step_length = step_part * s->thickness;
    int steps = (int)fmin(ceil(s->near.farthest / step_length), STEPS_MAX);
    for (int i = 1; i <= steps; i++) {
        nearby_set_time(&s->near, (double)i / steps);
        vec before = s->position;
        sweep_slide(s, vec_scale(carrier.motion, 1.0 / steps));
        if (!vec_equal(before, s->position))
            sweep_record(s, before, SM_STEP_CARRY, carrier.number);
        sweep_fit(s);
    }
    nearby_set_time(&s->near, 1);
}
