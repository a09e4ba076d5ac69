/* resolver: which of several penetrated obstacles a push resolves.
 *
 * A resolver is an order on collisions, so the choice does not depend on the order in which they
 * are found, and an index may find them in any. */
#include "resolver.h"

#include <stddef.h>
#include <string.h>

static bool is_lower(const sm_collision *a, const sm_collision *b) {
    return a->obstacle < b->obstacle;
}

static bool is_higher(const sm_collision *a, const sm_collision *b) {
    return a->obstacle > b->obstacle;
}

static bool is_deeper(const sm_collision *a, const sm_collision *b) {
    return a->depth > b->depth || (a->depth == b->depth && is_lower(a, b));
}

static bool is_shallower(const sm_collision *a, const sm_collision *b) {
    return a->depth < b->depth || (a->depth == b->depth && is_lower(a, b));
}

static const struct {
    const char *name;
    const char *summary;
    bool (*prefers)(const sm_collision *a, const sm_collision *b);
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

bool sm_resolver_prefers(sm_resolver resolver, const sm_collision *a, const sm_collision *b) {
    return resolvers[resolver].prefers(a, b);
}

int sm_trace_record(sm_trace *trace, sm_collision collision, bool let_through) {
    sm_iteration *iteration = &trace->iterations[trace->iteration_count];
    sm_collision *list = trace->candidates;
    int place = trace->candidate_count;
    while (place > iteration->first_candidate && list[place - 1].obstacle > collision.obstacle)
        place--;
    bool is_full = trace->candidate_count >= trace->capacity;
    trace->candidates_lost += is_full;
    if (is_full && place == trace->candidate_count)
        return -1;
    if (!is_full) {
        iteration->candidate_count++;
        trace->candidate_count++;
    }
    int last = trace->candidate_count - 1;
    memmove(&list[place + 1], &list[place], (size_t)(last - place) * sizeof *list);
    list[place] = collision;
    if (trace->let_through != NULL) {
        memmove(&trace->let_through[place + 1], &trace->let_through[place], (size_t)(last - place));
        trace->let_through[place] = let_through;
    }
    if (iteration->chosen >= place)
        iteration->chosen = iteration->chosen < last ? iteration->chosen + 1 : -1;
    return place;
}

void sm_choice_offer(sm_choice *choice, sm_collision collision) {
    int recorded = -1;
    if (choice->trace != NULL && collision.depth > -choice->reach)
        recorded = sm_trace_record(choice->trace, collision, false);
    if (!(collision.depth > choice->resolution))
        return;
    bool preferred = choice->chosen.obstacle == SM_NO_OBSTACLE ||
                     resolvers[choice->resolver].prefers(&collision, &choice->chosen);
    if (!preferred)
        return;
    choice->chosen = collision;
    if (choice->trace != NULL)
        choice->trace->iterations[choice->trace->iteration_count].chosen = recorded;
}
