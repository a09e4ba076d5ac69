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

/* Moves. A record notes it, near misses included, as far as there is room. What the character does
 * depends on the observer alone. */
static sm3_result noted_move(const tick *t, const vec3 *from, const vec3 *delta, bool moves,
                             sweep_observer *observer, move_notes *n) {
    const sm_trace *record = t->record;
    sm_options options = options_of_move(t, record != NULL ? &n->trace : NULL);
    n->trace.iteration_count = 0; /* a move that is refused leaves it alone */
    n->trace.candidate_count = n->trace.candidates_lost = 0;
    if (record != NULL) {
        int used = record->candidate_count;
        n->trace.candidates = record->candidates + used;
        n->trace.capacity = record->capacity - used;
        n->trace.reach = record->reach;
        n->trace.let_through = record->let_through != NULL ? record->let_through + used : NULL;
    }
    return t->world->move(t->world, vec3_round(*from), vec3_round(*delta), moves, &options,
                          observer);
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
    int first = record->candidate_count;
    for (int i = 0; i < count; i++) {
        sm_iteration iteration = n->trace.iterations[i];
        iteration.part = part;
        iteration.first_candidate += first;
        iteration.chosen += iteration.chosen >= 0 ? first : 0;
        add_iteration(t, iteration, i == n->trace.iteration_count - 1 && !n->is_cut);
    }
    record->candidate_count += n->trace.candidate_count;
    record->candidates_lost += n->trace.candidates_lost;
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

static sm3_touch cast_point(const tick *t, vec3 from, vec3 delta) {
    return t->world->cast(t->world, vec3_round(from), vec3_round(delta), true);
}

/* Casts a point straight down. Returns whether it hits, and there the normal and the height. */
bool sm_tick_look_down(const tick *t, vec3 from, double length, vec3 *normal, double *height) {
    sm3_touch hit = cast_point(t, from, vec3_scale(t->up, -length));
    *normal = vec3_of(hit.normal);
    *height = height_of(t, from) - hit.fraction * length;
    return hit.hit;
}

double sm_tick_look_along(const tick *t, vec3 from, vec3 delta, vec3 *normal) {
    sm3_touch hit = cast_point(t, from, delta);
    *normal = vec3_of(hit.normal);
    return hit.fraction;
}

bool sm_tick_is_open(const tick *t, vec3 from, vec3 to) {
    return !cast_point(t, from, vec3_sub(to, from)).hit;
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

/* What a stretch is for, and what it has come to. */
typedef struct course {
    tick *t;
    const route *way;
    double length; /* of the walk */
    const sm_trace *trace;
    bool is_carried;  /* the last part was so, */
    vec3 carry_start; /* from here; before that these were: */
    vec3 carried, ground_point;
    stretch *gone;
} course;

/* Counts parts that follow each other as one, so that rounding does not add up. */
static void see_carry(course *c, const sweep_part *part) {
    tick *t = c->t;
    if (!c->is_carried) {
        c->carry_start = vec3_of(part->before);
        c->carried = t->carried;
        c->ground_point = t->ground_point;
    }
    vec3 by = vec3_sub(vec3_of(part->after), c->carry_start);
    t->carried = vec3_add(c->carried, by);
    t->ground_point = vec3_add(c->ground_point, by);
}

/* Whether the part is a leg that ended where something is met that leads it anew. */
static bool see_part(void *context, const sweep_part *part) {
    course *c = context;
    stretch *gone = c->gone;
    if (gone->met != MET_NOTHING)
        return false;
    if (part->step == SM_STEP_CARRY)
        see_carry(c, part);
    c->is_carried = part->step == SM_STEP_CARRY;
    gone->is_straight = gone->is_straight && part->step == SM_STEP_TRAVEL;
    if (part->step != SM_STEP_TRAVEL)
        return false;
    vec3 normal = vec3_of(part->normal);
    double into = c->length > 0 ? -vec3_dot(normal, c->way->walk) / c->length : 0;
    meeting what = meets(c->t, normal, c->way->fall, into);
    if (what == MET_NOTHING || what == c->way->past ||
        (what == MET_STEEP && goes_up_on(c->t, part->obstacle, c->way->walk))) {
        gone->is_straight = gone->is_straight && into <= negligible;
        return false;
    }
    gone->end = vec3_of(part->after);
    gone->made = c->trace->iteration_count;
    gone->left = (double)part->left;
    gone->met = what;
    return true;
}

void sm_tick_go(tick *t, const route *way, move_notes *n, stretch *gone) {
    course c;
    c.t = t;
    c.way = way;
    c.length = vec3_length(way->walk);
    c.trace = &n->trace;
    c.is_carried = false;
    c.gone = gone;
    gone->left = 0;
    gone->met = MET_NOTHING;
    gone->is_straight = true;
    sweep_observer observer = {.see = see_part, .context = &c, .pressed = way->pressed};
    vec3 delta = vec3_add(vec3_add(way->walk, way->fall), way->pressed);
    sm3_result result = noted_move(t, &way->from, &delta, way->moves, &observer, n);
    t->c->sweeps++;
    gone->is_crushed = result.status == SM_CRUSHED;
    t->c->crushed = t->c->crushed || gone->is_crushed;
    gone->is_straight = gone->is_straight && observer.is_sweep;
    gone->touched = observer.touched;
    if (gone->met == MET_NOTHING) {
        gone->end = vec3_of(result.position);
        gone->made = n->trace.iteration_count;
    }
    n->is_cut = gone->met != MET_NOTHING;
}
