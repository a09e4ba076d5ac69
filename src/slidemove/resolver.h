/* resolver: what the moves of 2D, where z is 0, and of 3D share: what they ask about their
 * arguments, the order behind sm_resolver, the record of what was seen and chosen, and the loop of
 * push-outs, which does not know how one looks at the obstacles. That is inline, so that a fast
 * look is compiled into it, and a move that is known to have no record without one. */
#ifndef SM_RESOLVER_H
#define SM_RESOLVER_H

#include <stddef.h>

#include "vec.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

/* What NULL for options means. */
static const sm_options sm_seed_method = {.resolver = SM_DEEPEST};

static inline int move_pushes_allowed(const sm_options *options) {
    int wanted = options->max_pushes != 0 ? options->max_pushes : SM_PUSHES;
    return wanted < 1 ? 1 : wanted > SM_PUSHES_MAX ? SM_PUSHES_MAX : wanted;
}

static inline float move_largest(sm3_vec v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z), yz = y > z ? y : z;
    return x > yz ? x : yz;
}

/* The coarsest of the coordinates' float spacings, rounded up: what a push cannot be finer than. */
static inline float move_resolution(sm3_vec position) {
    return FLT_EPSILON * move_largest(position);
}

static inline bool move_is_near(sm3_vec v) {
    return fabsf(v.x) <= SM_FARTHEST && fabsf(v.y) <= SM_FARTHEST &&
           fabsf(v.z) <= SM_FARTHEST; /* NaN is not */
}

/* Whether a move can begin. *result is what to return if not, and otherwise stands for having moved
 * without obstacles. */
static inline bool move_begin(sm3_vec start, sm3_vec delta, sm3_result *result) {
    sm3_vec forced = sm3_offset(start, delta, 1);
    bool good = move_is_near(forced) && move_is_near(start);
    *result =
        (sm3_result){.position = good ? forced : start, .status = good ? SM_MOVED : SM_NOT_FINITE};
    return good;
}

/* In 2D. */
static inline sm_result move_flat(const sm3_result *r) {
    return (sm_result){sm3_to2(r->position), sm3_to2(r->normal), r->depth, r->pushes, r->status};
}

/* Whether the mover came into a one-way obstacle from its front, judged after the move by a method
 * that pushes out. `approach` is how far the delta led against the normal. A collision no deeper
 * than that began in front of the obstacle. The tolerance counts penetration that an earlier move
 * left over as standing on the obstacle. */
static inline bool entered_from_front(double approach, double depth, double mover_radius) {
    static const double tolerance = 0.125; /* of the radius */
    return approach >= 0 && depth <= approach + tolerance * mover_radius;
}

/* ---- The choice and the record -----------------------------------------------------------------
 */

/* Offers a collision in space (see sm_choice_offer). Returns whether it was chosen. */
bool sm_choice_take(sm_choice *choice, const sm3_collision *collision);

/* Empties the record. `trace` may be NULL here; below it must not. */
void sm_trace_begin(sm_trace *trace, sm3_vec position, sm3_vec delta, sm_resolver resolver);

/* Whether the record is to name more than what the sweep chose. */
static inline bool trace_wants_near(const sm_trace *trace) {
    return trace->reach != -INFINITY;
}

/* Begins an iteration: the mover looks at the obstacles. There must be a place for one. */
sm_iteration *sm_trace_begin_iteration(sm_trace *trace, sm3_vec position, sm_step step);

/* Takes the last iteration back, of which there must be one, and begins it anew: to make one of
 * what it was and what follows. */
sm_iteration *sm_trace_begin_again(sm_trace *trace);

typedef enum sm_candidate {
    SM_CANDIDATE,
    SM_CANDIDATE_CHOSEN,
    SM_CANDIDATE_LET_THROUGH /* did not count; for a trace that wants to see such */
} sm_candidate;

/* Records a candidate of the current iteration; one that is recorded already stays as it was.
 * Candidates are kept in the order of their numbers, so that the record does not depend on the
 * order in which they were found; of too many, those with the lowest numbers. */
void sm_trace_record(sm_trace *trace, const sm3_collision *seen, sm_candidate what);

/* Names an obstacle as one that holds the mover, as far as there is room. */
void sm_trace_hold(sm_iteration *iteration, int number);

void sm_trace_end_iteration(sm_trace *trace, sm3_vec position);

/* ---- Observing a sweep ------------------------------------------------------------------------
 */

/* A part of a sweep: a leg that ended with a touch, a push, or what a moving obstacle carried. */
typedef struct sweep_part {
    sm_step step;
    sm3_vec before, after;
    float left;     /* of a leg: the fraction of delta that is left */
    sm3_vec normal; /* of a leg: of what it touched, */
    int obstacle;   /* and its number */
} sweep_part;

/* Sees the parts of a sweep that change its direction. This costs less than a trace. */
typedef struct sweep_observer {
    /* Returns whether the sweep ends with this leg. Then what follows is not made, and of the
     * result only the status counts. A crushed mover goes on nevertheless. */
    bool (*see)(void *context, const sweep_part *part);
    void *context;
    sm3_collision touched; /* by the last leg for which it returned true */
    bool is_sweep;         /* the move is a sweep, which shows its parts */
    /* The part of delta that only presses the mover on what it touches. If the rest leads along
     * that and meets nothing, the sweep glides: it makes the rest at once. */
    vec3 pressed;
} sweep_observer;

/* Shows a part that is no leg. The observer may be NULL. */
static inline void sweep_show(const sweep_observer *o, sm_step step, sm3_vec before,
                              sm3_vec after) {
    const sweep_part part = {.step = step, .before = before, .after = after};
    if (o != NULL)
        o->see(o->context, &part);
}

/* ---- Pushing out ----------------------------------------------------------------------------- */

/* Returns the collision to push out of at a position; depth 0: free. The last look
 * asks for the deepest, which is what is left, whichever the resolver would take. */
typedef sm3_collision move_look_fn(void *context, const sm3_vec *position, bool is_last);

/* Pushes out, from result->position on. A move that cannot be finished ends at `start`. */
static inline void move_push_out(sm3_vec start, int max_pushes, sm_trace *trace, move_look_fn *look,
                                 void *context, sm3_result *result) {
    for (;;) {
        bool is_last = result->pushes == max_pushes;
        if (trace != NULL)
            sm_trace_begin_iteration(trace, result->position, SM_STEP_PUSH);
        sm3_collision chosen = look(context, &result->position, is_last);
        if (!(chosen.depth > 0) || is_last) {
            result->depth = chosen.depth;
            if (trace != NULL) {
                trace->iterations[trace->iteration_count].chosen = -1;
                sm_trace_end_iteration(trace, result->position);
            }
            return;
        }
        result->position = sm3_offset(result->position, chosen.normal, chosen.depth);
        if (!sm3_is_finite(result->position)) {
            *result = (sm3_result){.position = start, .status = SM_NOT_FINITE};
            return;
        }
        result->normal = chosen.normal;
        result->pushes++;
        if (trace != NULL)
            sm_trace_end_iteration(trace, result->position);
    }
}

/* ---- Contact sources -----------------------------------------------------------------------
 *
 * Moves among obstacles of which no more is known than the collisions that they offer
 * (contact_source.c).
 */

enum { SOURCE_MAX = 64 };

/* Has everything offered to the choice that the mover at `position` comes within its reach of. */
typedef void sm_contact_source_fn(void *context, sm3_vec position, sm_choice *choice);

typedef struct sm_contact_source {
    sm_contact_source_fn *offer;
    void *context;
    const sm_options *options;
    double size; /* world units: of the mover, from its position to its farthest point */
} sm_contact_source;

/* Makes a move that can begin (see move_begin), with the resolver of the options. *result is where
 * it leads without obstacles. */
void sm_source_move(const sm_contact_source *source, sm3_vec position, sm3_vec delta,
                    sm3_result *result);

/* Writes the first `capacity`, up to SOURCE_MAX, of what touches at `position`, in the order of
 * their numbers. Returns how many they are. */
int sm_source_touching(const sm_contact_source *source, sm3_vec position, sm3_collision *contacts,
                       int capacity);

#endif
