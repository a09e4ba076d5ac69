/* sweep3: out of what it starts in, then along delta (slide3), then a look around. */
#include "sweep3.h"

#include <stddef.h>

#include "options3.h"
#include "planes3.h"
#include "trace3.h"

/* Of the skin: nearer than this, the mover is pushed back to 1. */
static const double mended = 0.75;

/* A way out longer than this many depths is none: the mover would leap. A wedge of 5 degrees needs
 * 23. */
static const double longest_way_out = 100;

static double resolution_at(vec3 position) {
    return options3_resolution(vec3_round(position));
}

double sweep3_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * resolution_at(position);
}

/* ---- Out of what it starts in ------------------------------------------------------------ */

void sweep3_contacts(sweep3 *s, vec3 position, double reach, contacts3 *c) {
    contacts3_begin(c, mover3_at(s->mover, position), s->delta, reach, s->options->both_sides);
    if (!around3_hold(&s->around, position, reach)) {
        sm3_region region = contacts3_region(c);
        obstacles3_visit(s->around.near.obstacles, &region, &c->visitor);
        return;
    }
    for (int i = 0; i < s->around.count; i++) {
        met3 *met = around3_meet(&s->around, i, position, (vec3){0, 0, 0}, 0, reach);
        if (met != NULL)
            contacts3_see(c, &met->shape, met->number, &met->contact);
    }
}

static double deepest_of(const contacts3 *c) {
    return c->count > 0 ? c->deepest[0].contact.depth : -INFINITY;
}

/* The displacement that gives all contacts their skin. Where none does, that which takes the
 * mover out of the deepest. Returns false when neither is called for. */
static bool way_out(const sweep3 *s, const contacts3 *c, vec3 *way) {
    double skin = sweep3_skin(s->position);
    plane3 planes[CONTACTS3_MAX];
    for (int i = 0; i < c->count; i++) {
        const contact3 *contact = &c->deepest[i].contact;
        planes[i] = (plane3){contact->normal, contact->depth + skin};
    }
    if (planes3_shortest(planes, c->count, longest_way_out * planes[0].least, way))
        return true;
    *way = vec3_scale(planes[0].normal, deepest_of(c));
    return deepest_of(c) > resolution_at(s->position);
}

/* Pushes until nothing is nearer than it should be. Where that cannot be, leaves the mover where it
 * was least deep, and from there it moves as if it were as small as the place it is in. */
static void push_out(sweep3 *s) {
    vec3 best = s->position;
    double least = INFINITY;
    for (int round = 0; round <= SM_PUSHES_MAX; round++) {
        double skin = sweep3_skin(s->position);
        contacts3 c;
        sweep3_contacts(s, s->position, skin, &c);
        double deepest = deepest_of(&c);
        if (deepest <= -mended * skin)
            return;
        if (deepest < least) {
            least = deepest;
            best = s->position;
        }
        vec3 way;
        if (!way_out(s, &c, &way))
            break;
        s->position = vec3_add(s->position, way);
    }
    s->position = best;
    s->squeezed = sweep3_skin(best) + least;
}

/* ---- The move ---------------------------------------------------------------------------- */

/* The contacts of the final position, and the deepest penetration among them. */
static float look_around(sweep3 *s) {
    sm3_trace *trace = s->options->trace;
    double reach = trace != NULL && trace->reach > 0 ? (double)trace->reach : 0;
    contacts3 c;
    sweep3_contacts(s, s->position, reach, &c);
    if (trace != NULL && trace->iteration_count <= SM_PUSHES_MAX) {
        trace3_begin_iteration(trace, vec3_round(s->position), SM_STEP_TRAVEL);
        for (int i = 0; i < c.count; i++)
            trace3_record(trace, collision3_of(&c.deepest[i].contact, c.deepest[i].number));
        trace3_end_iteration(trace, vec3_round(s->position));
    }
    double deepest = deepest_of(&c);
    return deepest > resolution_at(s->position) ? (float)deepest : 0;
}

/* Short moves stay near what was found once; a long one would ask for half the level. */
static double reach_of(sm3_vec position, sm3_vec delta, sm3_capsule mover) {
    static const float short_move = 2; /* times the mover's size */
    float length = options3_largest(mover.a) + options3_largest(mover.b);
    if (!(options3_largest(delta) <= short_move * (length + mover.radius)))
        return -1;
    return vec3_length(vec3_of(delta)) + 4 * sweep3_skin(vec3_of(position));
}

sm3_result sm3_sweep(sm3_vec position, sm3_vec delta, sm3_capsule mover, sm3_obstacles obstacles,
                     const sm3_options *options) {
    sm3_result result = {.status = SM_MOVED};
    sweep3 s;
    s.mover = mover;
    s.position = vec3_of(position);
    s.delta = vec3_of(delta);
    s.options = options;
    s.squeezed = 0;
    around3_begin(&s.around, obstacles, mover, s.delta, reach_of(position, delta, mover));

    push_out(&s);
    sweep3_slide(&s, &result);
    if (s.squeezed > 0 || options->trace != NULL)
        result.depth = look_around(&s);
    result.position = vec3_round(s.position);
    if (!sm3_is_finite(result.position))
        return (sm3_result){.position = position, .status = SM_NOT_FINITE};
    if ((double)result.depth > sweep3_skin(s.position))
        result.status = SM_CRUSHED;
    return result;
}
