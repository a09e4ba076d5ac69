#include "session_marks.h"

/* Half of the way that the pushes leave: what is wanted along the last one's surface. */
static bool is_snag(const move_record *m) {
    sm3_vec n = m->result.normal, wanted = m->trace.delta;
    sm3_vec from = m->trace.start, to = m->result.position;
    float into = sm3_dot(wanted, n);
    if (m->result.pushes == 0 || !(into < 0))
        return false;
    sm3_vec along = sm3_offset(wanted, n, -into);
    float length = sm3_dot(along, along), made = sm3_dot(sm3_between(from, to), along);
    float least = (float)(COMPARE_LEAST_WAY * COMPARE_LEAST_WAY);
    return length > least * sm3_dot(wanted, wanted) && made < (float)COMPARE_SNAG * length;
}

unsigned session_find_marks(const sandbox *s) {
    const move_record *m = record_last(&s->record);
    unsigned marks = m->result.pushes > 0 ? SESSION_PUSHED : 0;
    marks |= m->result.depth > 0 ? SESSION_DEPTH : 0;
    marks |= is_snag(m) ? SESSION_SNAG : 0;
    for (int r = 0; s->ghosts.set != 0 && r < SM_RESOLVER_COUNT; r++) {
        const ghost_mover *g = &s->ghosts.list[r];
        if (ghosts_has(&s->ghosts, (sm_resolver)r) && g->parted && g->parted_tick == s->tick)
            marks |= SESSION_PARTED;
    }
    return marks;
}
