/* character_moves: the moves and casts of a character's tick, and their record. */
#include "character_tick.h"

/* How its moves are made. On a floor its weight is far more than it can walk in a tick, so that
 * what bears it carries it, wherever it walks: over an edge, or against a wall that moves. */
static sm_options options_of_move(const tick *t, sm_trace *trace) {
    static const sm_options usual = {.resolver = SM_SWEEP};
    static const double heavy = 1e3; /* world units */
    const sm_options *own = t->world->settings->options;
    sm_options options = own != NULL ? *own : usual;
    options.trace = trace;
    options.weight = vec3_round(vec3_scale(t->up, t->in_air ? 0 : -heavy));
    return options;
}

static void begin_notes(move_notes *n, const sm_trace *shared, int used, float reach) {
    n->trace.candidates = shared != NULL ? shared->candidates + used : n->own;
    n->trace.capacity = shared != NULL ? shared->capacity - used : CANDIDATES_MAX;
    n->trace.iteration_count = 0; /* a move that is refused leaves it alone */
    n->trace.candidate_count = n->trace.candidates_lost = 0;
    n->trace.reach = reach;
    n->trace.let_through =
        shared != NULL && shared->let_through != NULL ? shared->let_through + used : NULL;
}

static sm3_result move_by(const tick *t, vec3 from, vec3 delta, bool moves, const sweep_end *end,
                          move_notes *n) {
    sm_options options = options_of_move(t, &n->trace);
    return t->world->move(t->world, vec3_round(from), vec3_round(delta), moves, &options, end);
}

/* Moves. What it meets is noted in the tick's record, near misses included, where that has room
 * enough. Otherwise the move is made again, with notes of its own of what it chose, for which there
 * is room: what the character does must not depend on the record. */
static sm3_result noted_move(const tick *t, vec3 from, vec3 delta, bool moves, const sweep_end *end,
                             move_notes *n) {
    const sm_trace *record = t->record;
    n->lost = 0;
    if (record != NULL) {
        int used = record->candidate_count;
        bool shares = record->capacity - used >= CANDIDATES_MAX;
        begin_notes(n, shares ? record : NULL, used, record->reach);
        sm3_result result = move_by(t, from, delta, moves, end, n);
        if (shares && n->trace.candidates_lost == 0)
            return result;
        n->lost = n->trace.candidate_count + n->trace.candidates_lost;
    }
    begin_notes(n, NULL, 0, -INFINITY);
    return move_by(t, from, delta, moves, end, n);
}

/* Adds an iteration in place of the look at the end; the last place is kept for that. */
static void add_iteration(tick *t, sm_iteration iteration, bool is_end) {
    sm_trace *record = t->record;
    int room = sizeof record->iterations / sizeof *record->iterations - !is_end;
    record->iteration_count -= t->looked;
    t->looked = is_end;
    if (record->iteration_count < room)
        record->iterations[record->iteration_count++] = iteration;
}

void sm_tick_add_move(tick *t, const move_notes *n, int count, sm_part part) {
    sm_trace *record = t->record;
    if (record == NULL)
        return;
    bool shares = n->trace.candidates != n->own;
    int first = shares ? (int)(n->trace.candidates - record->candidates) : 0;
    for (int i = 0; i < count; i++) {
        sm_iteration iteration = n->trace.iterations[i];
        iteration.part = part;
        iteration.first_candidate =
            shares ? iteration.first_candidate + first : record->candidate_count;
        iteration.chosen = shares && iteration.chosen >= 0 ? iteration.chosen + first : -1;
        iteration.candidate_count = shares ? iteration.candidate_count : 0;
        bool is_last = i == n->trace.iteration_count - 1; /* a leg that ended the move chose */
        add_iteration(t, iteration, is_last && n->trace.iterations[i].chosen < 0);
    }
    record->candidate_count = first + (shares ? n->trace.candidate_count : record->candidate_count);
    record->candidates_lost += n->lost;
    if (t->c->sweeps == 1)
        record->delta = n->trace.delta;
}

/* Adds what was seen from a place, and that it went on to another. */
void sm_tick_add_look(tick *t, sm_part part, vec3 from, vec3 to, const footing *seen, int count) {
    sm_trace *record = t->record;
    if (record == NULL)
        return;
    sm_iteration look = {.before = vec3_round(from),
                         .after = vec3_round(to),
                         .first_candidate = record->candidate_count,
                         .chosen = -1,
                         .step = SM_STEP_TRAVEL,
                         .part = part,
                         .time = 1};
    for (; look.candidate_count < count; look.candidate_count++) {
        if (record->candidate_count == record->capacity) {
            record->candidates_lost += count - look.candidate_count;
            break;
        }
        if (record->let_through != NULL)
            record->let_through[record->candidate_count] = false;
        record->candidates[record->candidate_count++] = seen[look.candidate_count].at;
    }
    if (count == 1 && look.candidate_count == 1 && part != SM_PART_END)
        look.chosen = look.first_candidate;
    add_iteration(t, look, part == SM_PART_END);
}

/* Casts the shape. */
sm3_touch sm_tick_cast(tick *t, vec3 from, vec3 delta) {
    t->c->casts++;
    return t->world->cast(t->world, vec3_round(from), vec3_round(delta), false);
}

/* Casts a point straight down. Returns whether it hits, and there the normal and the height. */
bool sm_tick_look_down(const tick *t, vec3 from, double length, vec3 *normal, double *height) {
    sm3_touch hit =
        t->world->cast(t->world, vec3_round(from), vec3_round(vec3_scale(t->up, -length)), true);
    *normal = vec3_of(hit.normal);
    *height = height_of(t, from) - hit.fraction * length;
    return hit.hit;
}

/* ---- Sweeps -------------------------------------------------------------------------------- */

static meeting meets(const tick *t, vec3 normal, vec3 fall, double into) {
    if (can_stand_on(t, normal)) {
        bool stops = t->in_air ? vec3_dot(normal, fall) < 0 : into > shallow_bend;
        return stops ? MET_FLOOR : MET_NOTHING;
    }
    if (t->in_air && !is_too_steep(t, normal)) {
        bool stops = height_of(t, normal) < -upright && vec3_dot(normal, fall) < 0;
        return stops ? MET_CEILING : MET_NOTHING;
    }
    return into > negligible ? MET_STEEP : MET_NOTHING;
}

/* Whether the leg goes up along this obstacle, on which it began. That is convex: what the leg
 * meets of it is at most a corner's other side, which ends at once. */
static bool goes_up_on(const tick *t, int obstacle, vec3 walk) {
    for (int i = 0; t->fresh && i < t->count; i++) {
        const footing *s = &t->touched[i];
        double rise = height_of(t, walk) * height_of(t, s->normal);
        if (s->at.obstacle == obstacle && leads_on(t, s) && rise > 0 &&
            fabs(vec3_dot(walk, s->normal)) <= same_ground * rise)
            return true;
    }
    return false;
}

/* What a stretch is for, and what it goes past. */
typedef struct course {
    const tick *t;
    vec3 walk, fall;
    double length; /* of the walk */
    meeting past;
} course;

/* How much of a walk of length 1 leads into it. */
static double leads_into(const course *c, vec3 normal) {
    return c->length > 0 ? -vec3_dot(normal, c->walk) / c->length : 0;
}

/* Whether an iteration ended where something is met that leads it anew, and what that is. */
static meeting ends_with(const course *c, const sm_trace *trace, const sm_iteration *part) {
    if (part->step != SM_STEP_TRAVEL || part->chosen < 0)
        return MET_NOTHING;
    const sm3_collision *met = &trace->candidates[part->chosen];
    vec3 normal = vec3_of(met->normal);
    meeting what = meets(c->t, normal, c->fall, leads_into(c, normal));
    bool goes_on =
        what == c->past || (what == MET_STEEP && goes_up_on(c->t, met->obstacle, c->walk));
    return goes_on ? MET_NOTHING : what;
}

static bool is_led_anew(const void *context, const sm_trace *trace) {
    return ends_with(context, trace, &trace->iterations[trace->iteration_count - 1]) != MET_NOTHING;
}

stretch sm_tick_go(tick *t, vec3 from, vec3 walk, vec3 fall, bool moves, meeting past,
                   move_notes *n) {
    const course c = {t, walk, fall, vec3_length(walk), past};
    const sweep_end end = {is_led_anew, &c};
    sm3_result result = noted_move(t, from, vec3_add(walk, fall), moves, &end, n);
    const sm_trace *trace = &n->trace;
    stretch gone = {.end = vec3_of(result.position), .made = trace->iteration_count};
    gone.is_straight = true;
    t->c->sweeps++;
    gone.is_crushed = result.status == SM_CRUSHED;
    t->c->crushed = t->c->crushed || gone.is_crushed;
    for (int i = 0; i < trace->iteration_count; i++) {
        const sm_iteration *part = &trace->iterations[i];
        if (part->step == SM_STEP_CARRY) {
            vec3 by = vec3_sub(vec3_of(part->after), vec3_of(part->before));
            t->carried = vec3_add(t->carried, by);
            t->ground_point = vec3_add(t->ground_point, by);
        }
        gone.is_straight = gone.is_straight && part->step == SM_STEP_TRAVEL;
        if (part->step != SM_STEP_TRAVEL || part->chosen < 0)
            continue;
        const sm3_collision *met = &trace->candidates[part->chosen];
        meeting what = ends_with(&c, trace, part);
        if (what == MET_NOTHING) {
            gone.is_straight =
                gone.is_straight && leads_into(&c, vec3_of(met->normal)) <= negligible;
            continue;
        }
        gone.end = vec3_of(part->after);
        gone.made = i + 1;
        gone.left = (double)part->left;
        gone.met = what;
        gone.touched = *met;
        break;
    }
    return gone;
}
