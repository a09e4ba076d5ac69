#include "record.h"

void record_clear(record *r, sm3_vec position) {
    move_record *m = &r->moves[r->last];
    m->result = (sm3_result){.position = position};
    m->trace = (sm3_trace){.start = position};
    r->pushed_age = RECORD_ECHO_TICKS;
    r->trail_count = 0;
}

/* Of the two the one that is not remembered for its push. */
move_record *record_begin(record *r, float reach) {
    r->last = 1 - r->pushed;
    move_record *m = &r->moves[r->last];
    m->trace.candidates = m->candidates;
    m->trace.capacity = RECORD_CANDIDATES;
    m->trace.reach = reach;
    return m;
}

static void remember_trail(record *r, sm3_vec position) {
    int next = (r->trail_first + r->trail_count) % RECORD_TRAIL_TICKS;
    r->trail[next] = position;
    if (r->trail_count < RECORD_TRAIL_TICKS)
        r->trail_count++;
    else
        r->trail_first = (r->trail_first + 1) % RECORD_TRAIL_TICKS;
}

void record_end(record *r) {
    const sm3_result *result = &r->moves[r->last].result;
    if (result->pushes > 0) {
        r->pushed = r->last;
        r->pushed_age = 0;
    } else if (r->pushed_age < RECORD_ECHO_TICKS) {
        r->pushed_age++;
    }
    remember_trail(r, result->position);
}

const move_record *record_last(const record *r) {
    return &r->moves[r->last];
}

const move_record *record_shown(const record *r) {
    bool echoes = r->pushed_age < RECORD_ECHO_TICKS;
    return &r->moves[echoes ? r->pushed : r->last];
}

float record_echo(const record *r) {
    return 1 - (float)r->pushed_age / RECORD_ECHO_TICKS;
}

int record_candidates(const record *r) {
    const sm3_trace *t = &record_last(r)->trace;
    return t->candidate_count + t->candidates_lost;
}

sm3_vec record_trail(const record *r, int age) {
    return r->trail[(r->trail_first + r->trail_count - 1 - age) % RECORD_TRAIL_TICKS];
}
