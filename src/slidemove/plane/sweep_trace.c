/* sweep_trace: the record of a move of SM_SWEEP. */
#include <math.h>
#include <stddef.h>

#include "hull.h"
#include "sweep.h"
#include "trace.h"

sm_collision sweep_collision(const sweep *s, const near_obstacle *o, const separation *at,
                             vec position) {
    vec point = hull_contact_point(&s->obstacles->mover, position, o->capsule, at->normal);
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
    separation at;
    grown_separation(&o->shape, l->position, l->sweep->delta, &at);
    if (!(at.gap < (double)trace->reach) && o->source.number != l->chosen)
        return;
    int place = trace_record(trace, sweep_collision(l->sweep, o, &at, l->position));
    if (o->source.number == l->chosen)
        iteration->chosen = place;
}

static void look_around(sweep *s, vec before, sm_step step, vec at, int chosen) {
    sm_trace *trace = s->trace;
    trace->iterations[trace->iteration_count] = (sm_iteration){
        .before = vec_round(before),
        .after = vec_round(s->position),
        .first_candidate = trace->candidate_count,
        .chosen = -1,
        .step = step,
    };
    look l = {s, at, chosen};
    nearby_cover(&s->near, at, at, fmax(0, (double)trace->reach));
    nearby_each(&s->near, see, &l);
    trace->iteration_count++;
}

/* The last place is kept for the look at the final position; what happens when the others are full
 * adds to the last of them. */
void sweep_record(sweep *s, vec before, sm_step step, int chosen) {
    if (s->trace == NULL)
        return;
    if (s->trace->iteration_count == SM_PUSHES_MAX)
        s->trace->iterations[SM_PUSHES_MAX - 1].after = vec_round(s->position);
    else
        look_around(s, before, step, step == SM_STEP_TRAVEL ? s->position : before, chosen);
}

void sweep_record_end(sweep *s) {
    if (s->trace != NULL)
        look_around(s, s->position, SM_STEP_TRAVEL, s->position, SM_NO_OBSTACLE);
}
