/* resolver: which of several penetrated obstacles a push resolves, and the record of it.
 *
 * A resolver is an order on collisions, so the choice does not depend on the order in which they
 * are found, and an index may find them in any. */
#include "resolver.h"

#include <stddef.h>
#include <string.h>

#include "vec.h"

static bool is_lower(const sm3_collision *a, const sm3_collision *b) {
    return a->obstacle < b->obstacle;
}

static bool is_higher(const sm3_collision *a, const sm3_collision *b) {
    return a->obstacle > b->obstacle;
}

static bool is_deeper(const sm3_collision *a, const sm3_collision *b) {
    return a->depth > b->depth || (a->depth == b->depth && is_lower(a, b));
}

static bool is_shallower(const sm3_collision *a, const sm3_collision *b) {
    return a->depth < b->depth || (a->depth == b->depth && is_lower(a, b));
}

static const struct {
    const char *name;
    const char *summary;
    bool (*prefers)(const sm3_collision *a, const sm3_collision *b);
} resolvers[SM_RESOLVER_COUNT] = {
    [SM_DEEPEST] = {"deepest", "pushes out of the deepest penetration first", is_deeper},
    [SM_LAST] = {"last", "pushes out of the last obstacle in the list that is penetrated",
                 is_higher},
    [SM_FIRST] = {"first", "pushes out of the first obstacle in the list that is penetrated",
                  is_lower},
    [SM_SHALLOWEST] = {"shallowest", "pushes out of the least deep penetration first",
                       is_shallower},
    [SM_SWEEP] = {"sweep", "goes to each first touch and slides on along all it touches",
                  is_deeper},
};

static bool is_resolver(sm_resolver resolver) {
    return (int)resolver >= 0 && resolver < SM_RESOLVER_COUNT;
}

const char *sm_resolver_name(sm_resolver resolver) {
    return is_resolver(resolver) ? resolvers[resolver].name : NULL;
}

const char *sm_resolver_summary(sm_resolver resolver) {
    return is_resolver(resolver) ? resolvers[resolver].summary : NULL;
}

bool sm_resolver_from_name(const char *name, sm_resolver *resolver) {
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        if (name != NULL && strcmp(name, resolvers[i].name) == 0) {
            *resolver = (sm_resolver)i;
            return true;
        }
    }
    return false;
}

/* ---- The choice ------------------------------------------------------------------------------ */

bool sm_filter_accepts(const sm_filter *filter, unsigned mask, int obstacle, uint64_t user) {
    if (filter == NULL)
        return true;
    return (filter->mask == 0 || mask == 0 || (filter->mask & mask) != 0) &&
           (filter->accept == NULL || filter->accept(filter->context, obstacle, user));
}

bool sm_choice_take(sm_choice *choice, const sm3_collision *collision) {
    bool is_chosen = collision->depth > choice->resolution &&
                     (!(choice->chosen.depth > 0) ||
                      resolvers[choice->resolver].prefers(collision, &choice->chosen));
    if (choice->trace != NULL && collision->depth > -choice->reach)
        sm_trace_record(choice->trace, collision, is_chosen ? SM_CANDIDATE_CHOSEN : SM_CANDIDATE);
    if (is_chosen)
        choice->chosen = *collision;
    return is_chosen;
}

void sm_choice_offer(sm_choice *choice, sm_collision c) {
    sm3_collision lifted = sm_collision_to3(c);
    sm_choice_take(choice, &lifted);
}

void sm3_choice_offer(sm_choice *choice, sm3_collision c) {
    sm_choice_take(choice, &c);
}

/* ---- The record ------------------------------------------------------------------------------ */

void sm_trace_begin(sm_trace *trace, sm3_vec position, sm3_vec delta, sm_resolver resolver) {
    if (trace == NULL)
        return;
    trace->start = position;
    trace->delta = delta;
    trace->resolver = resolver;
    trace->iteration_count = 0;
    trace->candidate_count = 0;
    trace->candidates_lost = 0;
}

sm_iteration *sm_trace_begin_iteration(sm_trace *trace, sm3_vec position, sm_step step) {
    sm_iteration *begun = &trace->iterations[trace->iteration_count];
    *begun = (sm_iteration){
        .before = position,
        .after = position,
        .first_candidate = trace->candidate_count,
        .chosen = -1,
        .step = step,
        .time = 1,
    };
    return begun;
}

sm_iteration *sm_trace_begin_again(sm_trace *trace) {
    trace->iteration_count--;
    sm_iteration last = trace->iterations[trace->iteration_count];
    trace->candidate_count = last.first_candidate;
    return sm_trace_begin_iteration(trace, last.before, last.step);
}

/* Makes room at a place of the list. If the list is full, drops its last candidate. */
static void insert_candidate(sm_trace *trace, int place, const sm3_collision *seen,
                             bool let_through) {
    size_t behind = (size_t)(trace->candidate_count - 1 - place);
    sm3_collision *at = &trace->candidates[place];
    memmove(at + 1, at, behind * sizeof *at);
    *at = *seen;
    if (trace->let_through == NULL)
        return;
    memmove(&trace->let_through[place + 1], &trace->let_through[place], behind);
    trace->let_through[place] = let_through;
}

void sm_trace_record(sm_trace *trace, const sm3_collision *seen, sm_candidate what) {
    sm_iteration *iteration = &trace->iterations[trace->iteration_count];
    int first = iteration->first_candidate, place = trace->candidate_count;
    while (place > first && trace->candidates[place - 1].obstacle > seen->obstacle)
        place--;
    if (what == SM_CANDIDATE_CHOSEN)
        iteration->chosen = -1;
    bool is_known = place > first && seen->obstacle != SM_NO_OBSTACLE &&
                    trace->candidates[place - 1].obstacle == seen->obstacle;
    bool is_full = trace->candidate_count >= trace->capacity;
    trace->candidates_lost += is_full && !is_known;
    if (is_known && what == SM_CANDIDATE_CHOSEN)
        iteration->chosen = place - 1;
    if (is_known || (is_full && place == trace->candidate_count))
        return;
    if (!is_full) {
        iteration->candidate_count++;
        trace->candidate_count++;
    }
    insert_candidate(trace, place, seen, what == SM_CANDIDATE_LET_THROUGH);
    if (what == SM_CANDIDATE_CHOSEN)
        iteration->chosen = place;
    else if (iteration->chosen >= place)
        iteration->chosen =
            iteration->chosen + 1 < trace->candidate_count ? iteration->chosen + 1 : -1;
}

void sm_trace_hold(sm_iteration *iteration, int number) {
    if (iteration->held_count < SM_HELD_MAX)
        iteration->held[iteration->held_count++] = number;
}

void sm_trace_end_iteration(sm_trace *trace, sm3_vec position) {
    trace->iterations[trace->iteration_count++].after = position;
}
