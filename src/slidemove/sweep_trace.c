/* sweep_trace: the record of a move of SM_SWEEP. */
#include <math.h>
#include <stddef.h>

#include "hull.h"
#include "sweep.h"
#include "trace.h"

sm_collision sweep_collision(const sweep *s, const near_obstacle *o, const separation *at,
                             vec position) {
    vec point = hull_contact_point(&s->obstacles.mover, position, o->capsule, at->normal);
    return (sm_collision){(float)-at->gap, vec_round(at->normal), vec_round(point),
                          o->source.number};
}

typedef struct look {
    const sweep *sweep;
    vec position;
    int chosen;
} look;

static void see(const near_obstacle *o, void *context) {
    const look *l = context;
    sm_trace *trace = l->sweep->trace;
    sm_iteration *iteration = &trace->iterations[trace->iteration_count];
    separation at = grown_separation(&o->shape, l->position, l->sweep->delta);
    if (!(at.gap < (double)trace->reach) && o->source.number != l->chosen)
        return;
    int place = trace_record(trace, sweep_collision(l->sweep, o, &at, l->position));
    if (o->source.number == l->chosen)
        iteration->chosen = place;
}

/* The last place is kept for the look at the final position, and what happens when the others are
 * full adds to the last of them. */
void sweep_record(sweep *s, vec before, sm_step step, int chosen) {
    sm_trace *trace = s->trace;
    if (trace == NULL)
        return;
    bool is_last = vec_equal(before, s->position) && chosen == SM_NO_OBSTACLE;
    if (trace->iteration_count == SM_PUSHES_MAX && !is_last) {
        trace->iterations[SM_PUSHES_MAX - 1].after = vec_round(s->position);
        return;
    }
    trace->iterations[trace->iteration_count] = (sm_iteration){
        .before = vec_round(before),
        .after = vec_round(s->position),
        .first_candidate = trace->candidate_count,
        .chosen = -1,
        .step = step,
    };
    look l = {s, step == SM_STEP_TRAVEL ? s->position : before, chosen};
    nearby_cover(&s->near, l.position, l.position, fmax(0, (double)trace->reach));
    nearby_each(&s->near, see, &l);
    trace->iteration_count++;
}
