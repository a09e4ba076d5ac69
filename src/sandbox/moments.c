/* moments: a record read step by step, in words and numbers. */
#include "moments.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moments_walk.h"

/* ---- The list ---------------------------------------------------------------------------- */

const move_record *moments_record(const sandbox *s) {
    bool is_redone = s->inside >= 0 && s->redone.is_shown;
    return is_redone ? &s->redone.move : record_last(&s->record);
}

static void add(moment_list *l, moment_kind kind, int iteration, sm3_vec position, float time) {
    l->list[l->count++] =
        (moment){.kind = kind, .iteration = iteration, .position = position, .time = time};
}

/* Whether the move reached its end. The last look of the record is then the look there. */
static bool is_whole(const move_record *m) {
    return m->trace.iteration_count > 0 &&
           (m->result.status == SM_MOVED || m->result.status == SM_CRUSHED);
}

static bool is_cast(const sm_iteration *it) {
    return it->part == SM_PART_UP || it->part == SM_PART_DOWN || it->part == SM_PART_SNAP;
}

/* Whether the iteration is the last of its move, and another move follows in the same tick. */
static bool ends_move(const sm_trace *t, int i) {
    return i + 2 < t->iteration_count && !moments_go_on(t, i + 1);
}

static void add_iteration(moment_list *l, const sm_trace *t, int i) {
    const sm_iteration *it = &t->iterations[i];
    int first = l->count;
    switch (it->step) {
    case SM_STEP_PUSH:
        add(l, MOMENT_LOOK, i, it->before, it->time);
        add(l, MOMENT_CHOICE, i, it->before, it->time);
        add(l, MOMENT_PUSH, i, it->after, it->time);
        break;
    case SM_STEP_CARRY:
        add(l, MOMENT_CARRY, i, it->after, it->time);
        break;
    case SM_STEP_TRAVEL:
        add(l, MOMENT_TRAVEL, i, it->after, it->time);
        if (it->chosen >= 0 && !is_cast(it) && !ends_move(t, i))
            add(l, MOMENT_HELD, i, it->after, it->time);
    }
    for (; first < l->count; first++)
        l->list[first].part = it->part;
}

/* Whether mover and obstacles are still as they were in the recorded move. */
static bool is_current(const sandbox *s, const move_record *m) {
    const player *now = &s->player, *then = &m->by;
    return m->version == s->obstacles->version && now->kind == then->kind &&
           now->radius == then->radius && now->length == then->length;
}

/* Whether the delta was made before anything was looked at, as pushing out does. */
static bool is_forced(const sm_trace *t) {
    return t->iteration_count > 0 &&
           (t->resolver == RESOLVER_RULE ? !sm3_same(t->iterations[0].before, t->start)
                                         : t->resolver != SM_SWEEP);
}

static void list_move(const sandbox *s, moment_list *l) {
    const move_record *m = moments_record(s);
    const sm_trace *t = &m->trace;
    bool was_made = t->iteration_count > 0 || m->result.status != SM_MOVED;
    if (!was_made || !is_current(s, m))
        return;
    add(l, MOMENT_WANTED, -1, is_forced(t) ? t->iterations[0].before : t->start, is_forced(t));
    int last = is_whole(m) ? t->iteration_count - 1 : t->iteration_count;
    for (int i = 0; i < last; i++)
        add_iteration(l, t, i);
    add(l, MOMENT_END, is_whole(m) ? last : -1, m->result.position, 1);
}

static void list_ahead(const sandbox *s, moment_list *l) {
    const lookahead *a = &s->ahead;
    for (int i = 0; i < a->step_count; i++) {
        float fraction = (float)a->steps[i].fraction;
        add(l, MOMENT_ADVANCE, i, sm3_offset(a->motion.position, a->motion.delta, fraction), 1);
        l->list[i].turn = sm3_scaled(a->motion.turn, fraction);
    }
}

moment_list moments_all(const sandbox *s, bool ahead) {
    moment_list l = {.count = 0};
    if (ahead)
        list_ahead(s, &l);
    else
        list_move(s, &l);
    for (int i = 0; i < l.count; i++) {
        l.list[i].index = i;
        l.list[i].count = l.count;
    }
    return l;
}

/* ---- Going through them ------------------------------------------------------------------ */

bool moments_now(const sandbox *s, moment *m) {
    if (s->inside < 0)
        return false;
    moment_list l = moments_all(s, s->inside_ahead);
    if (s->inside >= l.count)
        return false;
    *m = l.list[s->inside];
    return true;
}

static void redo_all(sandbox *s) {
    redone_moves *again = &s->redone;
    for (int r = 0; r < resolver_count(); r++) {
        obstacles_redo(s->obstacles, record_last(&s->record), (sm_resolver)r, &again->move,
                       &again->body);
        again->results[r] = again->move.result;
    }
}

static void show(sandbox *s, int index, bool ahead) {
    bool enters = s->inside < 0 || s->inside_ahead != ahead;
    s->inside = index;
    s->inside_ahead = ahead;
    s->paused = true;
    s->redone.is_shown = s->redone.is_shown && !enters;
    if (enters && !ahead)
        redo_all(s);
}

bool moments_redo(sandbox *s, int by) {
    moment now;
    if (!moments_now(s, &now) || now.kind == MOMENT_ADVANCE)
        return false;
    const move_record *made = record_last(&s->record);
    int next = (int)moments_record(s)->trace.resolver + by;
    int all = made->walks ? SM_RESOLVER_COUNT : resolver_count(); /* no character walks by a rule */
    sm_resolver resolver = (sm_resolver)((next + all) % all);
    s->redone.is_shown = resolver != made->trace.resolver;
    if (s->redone.is_shown)
        obstacles_redo(s->obstacles, made, resolver, &s->redone.move, &s->redone.body);
    int count = moments_all(s, false).count;
    s->inside = s->inside < count ? s->inside : count - 1;
    return true;
}

sm3_result moments_result(const sandbox *s, sm_resolver by) {
    return s->redone.results[by];
}

/* More is no part of what was wanted: the mover was pushed out of what it started in. */
static const double most_kept = 2;

double moments_kept(const sandbox *s, sm3_result made) {
    const sm_trace *t = &record_last(&s->record)->trace;
    vec3 wanted = vec3_of(t->delta);
    vec3 went = vec3_sub(vec3_of(made.position), vec3_of(t->start));
    double squared = vec3_dot(wanted, wanted), kept = vec3_dot(went, wanted) / squared;
    return fabs(kept) <= most_kept ? kept : (double)NAN;
}

bool moments_step(sandbox *s, int by, bool ahead) {
    moment now;
    bool is_inside = moments_now(s, &now) && s->inside_ahead == ahead;
    if (ahead)
        sandbox_look_ahead(s, true);
    int count = moments_all(s, ahead).count;
    if (count == 0)
        return false;
    int next = is_inside ? now.index + by : by > 0 ? 0 : count - 1;
    show(s, next < 0 ? 0 : next >= count ? count - 1 : next, ahead);
    return true;
}

bool moments_explain(sandbox *s) {
    const move_record *m = record_last(&s->record);
    moment_list l = moments_all(s, false);
    bool is_blocked = m->walks && s->player.body.blocker_count > 0;
    int at = is_blocked && l.count > 0 ? l.count - 1 : 0;
    if (l.count == 0)
        return false;
    while (at + 1 < l.count && l.list[at].kind != MOMENT_CHOICE && l.list[at].kind != MOMENT_HELD)
        at++;
    show(s, at, false);
    return true;
}

bool moments_met(const sandbox *s, int statement) {
    const sm_trace *t = &record_last(&s->record)->trace;
    for (int i = 0; i < t->iteration_count && is_current(s, record_last(&s->record)); i++) {
        int chosen = t->iterations[i].chosen;
        if (chosen >= 0 && s->obstacles->statements[t->candidates[chosen].obstacle] == statement)
            return true;
    }
    return false;
}

void moments_leave(sandbox *s) {
    s->inside = -1;
}

/* ---- The numbers of one collision -------------------------------------------------------- */

static double distance_to(vec3 point, vec3 from, vec3 to) {
    vec3 along = vec3_scale(vec3_sub(to, from), vec3_fraction(point, from, to));
    return vec3_length(vec3_sub(point, vec3_add(from, along)));
}

/* Takes the triangle's edge that the contact is on, or, in its middle, its first corner. A segment
 * is the triangle's first edge, so its ends are in the order of the level. */
static void take_edge(moment_measure *m, const sm3_triangle *t) {
    static const double slack = 1e-5; /* of the coordinates, which are floats */
    const vec3 corners[] = {vec3_of(t->a), vec3_of(t->b), vec3_of(t->c)};
    bool is_segment = vec3_equal(corners[1], corners[2]);
    double least = INFINITY;
    for (int i = 0; i < (is_segment ? 1 : 3); i++) {
        vec3 from = corners[i], to = corners[(i + 1) % 3];
        double distance = distance_to(m->r, from, to);
        if (!(distance < least))
            continue;
        least = distance;
        m->p0 = from;
        m->p1 = to;
    }
    m->is_face = !is_segment && least > slack * (1 + vec3_length(m->r));
    if (m->is_face)
        m->p0 = m->p1 = corners[0];
}

moment_measure moment_measure_of(const sandbox *s, const moment_row *row) {
    const obstacles *o = s->obstacles;
    const sm3_collision *c = row->at;
    const player *by = &moments_record(s)->by;
    sm3_triangle t = o->dimension->between(o, c->obstacle, row->time);
    double wall = fmax((double)t.radius, 0);
    moment_measure m = {.normal = vec3_of(c->normal), .depth = (double)c->depth};
    m.mover_radius = (double)player_rounding(by, s->level->dimensions);
    m.radii = m.mover_radius + wall;
    m.distance = m.radii - m.depth;
    m.crosses = m.distance <= 0;
    m.r = vec3_sub(vec3_of(c->point), vec3_scale(m.normal, wall));
    m.c = vec3_add(m.r, vec3_scale(m.normal, m.distance));
    take_edge(&m, &t);
    vec3 edge = vec3_sub(m.p1, m.p0);
    m.length = vec3_length(edge);
    m.axis = vec3_unit(edge, (vec3){0, 0, 0});
    m.along = vec3_dot(vec3_sub(m.c, m.p0), m.axis);
    m.t = m.length > 0 ? vec3_fraction(m.c, m.p0, m.p1) : 0;
    return m;
}

/* ---- Words ------------------------------------------------------------------------------- */

static moment_words begin(const sandbox *s, const moment *m, char *words) {
    const move_record *move = moments_record(s);
    moment_words p = {.s = s, .m = m, .move = move, .trace = &move->trace, .words = words};
    if (m->kind != MOMENT_ADVANCE && m->iteration >= 0)
        p.it = &move->trace.iterations[m->iteration];
    if (p.it != NULL && p.it->chosen >= 0)
        p.chosen = &move->trace.candidates[p.it->chosen];
    return p;
}

typedef struct text {
    char text[96];
} text;

static text vector_text(const moment_words *p, vec3 v) {
    double size = fmax(vec3_length(v), 1e-3);
    text z = {""}, all;
    if (p->s->level->dimensions > 2)
        snprintf(z.text, sizeof z.text, ", %.4g", moment_round(v.z, size));
    snprintf(all.text, sizeof all.text, "(%.4g, %.4g%.16s)", moment_round(v.x, size),
             moment_round(v.y, size), z.text);
    return all;
}

/* "0.2 u along (0, 1)" */
static text displacement_text(const moment_words *p, vec3 v) {
    text all;
    snprintf(all.text, sizeof all.text, "%.4g u along %.64s", vec3_length(v),
             vector_text(p, vec3_unit(v, v)).text);
    return all;
}

/* The displacement of the iteration. */
static text step_text(const moment_words *p) {
    return displacement_text(p, vec3_sub(vec3_of(p->it->after), vec3_of(p->it->before)));
}

/* Returns the smallest depth that counts at a position: the spacing of floats there. */
static double resolution_at(sm3_vec p) {
    return (double)FLT_EPSILON *
           fmax(fmax(fabs((double)p.x), fabs((double)p.y)), fabs((double)p.z));
}

static const double touching = 1e-4; /* world units; several skins of `sweep` */

static bool is_let_through(const moment_words *p, const sm3_collision *c) {
    return p->trace->let_through[c - p->trace->candidates];
}

static bool penetrates(const moment_words *p, const sm3_collision *c) {
    return (double)c->depth > resolution_at(p->it->before) && !is_let_through(p, c);
}

static bool holds(const sm_iteration *it, int obstacle) {
    for (int i = 0; i < it->held_count; i++) {
        if (it->held[i] == obstacle)
            return true;
    }
    return false;
}

/* "number 7", "numbers 3 and 7". */
static text held_text(const moment_words *p) {
    const sm_iteration *it = p->it;
    text all;
    int length = snprintf(all.text, sizeof all.text, it->held_count == 1 ? "number" : "numbers");
    for (int i = 0; i < it->held_count; i++)
        length += snprintf(all.text + length, sizeof all.text - (size_t)length, "%s %d",
                           i > 0 ? " and" : "", it->held[i]);
    return all;
}

/* ---- Candidates -------------------------------------------------------------------------- */

static const char *why_let_through(const sandbox *s, const sm3_collision *c) {
    if (sandbox_has(s, HAS_BACKS))
        return "from behind";
    sm3_triangle t = s->obstacles->dimension->shape(s->obstacles, c->obstacle);
    sm3_vec side = sm3_cross(sm3_between(t.a, t.b), c->normal);
    return side.z > 0 ? "let through" : "from its right";
}

/* Returns why a candidate was not chosen. Of equal depths the lowest number is chosen. */
static const char *why_not_pushed(const moment_words *p, const sm3_collision *c) {
    static const char *const reasons[RESOLVERS_MAX] = {
        [SM_LAST] = "not the last",
        [SM_FIRST] = "not the first",
        [SM_SHALLOWEST] = "deeper",
        [RESOLVER_RULE] = "not chosen",
    };
    sm_resolver by = p->trace->resolver;
    bool is_by_depth = by == SM_DEEPEST || by == SM_SHALLOWEST || by == SM_SWEEP;
    bool is_tied = is_by_depth && p->chosen != NULL && c->depth == p->chosen->depth;
    const char *reason = reasons[by] != NULL ? reasons[by] : "less deep";
    return is_tied ? "as deep, later" : reason;
}

/* Whether that is the first thing that was in the way of a character, at the end of its tick. */
static bool blocks(const moment_words *p, const sm3_collision *c) {
    const sm_character *body = moments_body(p->s);
    return p->m->kind == MOMENT_END && p->move->walks && body->blocker_count > 0 &&
           body->blockers[0].obstacle == c->obstacle;
}

static const char *verdict(const moment_words *p, const sm3_collision *c) {
    static const char *const chosen[] = {
        [SM_STEP_PUSH] = "chosen", [SM_STEP_TRAVEL] = "touched", [SM_STEP_CARRY] = "carries"};
    bool is_end = p->m->kind == MOMENT_END, is_look = p->m->kind == MOMENT_LOOK;
    if (c == p->chosen && !is_look)
        return chosen[p->it->step];
    if (blocks(p, c))
        return "in the way";
    if (is_let_through(p, c))
        return why_let_through(p->s, c);
    if (p->it->step != SM_STEP_CARRY && !is_end && !is_look && holds(p->it, c->obstacle))
        return "holds, too";
    if (!penetrates(p, c))
        return (double)c->depth > -touching ? "touches" : "apart";
    if (is_look)
        return "penetrated";
    if (is_end)
        return "still in it";
    return p->it->step == SM_STEP_PUSH ? why_not_pushed(p, c) : "touches";
}

static int compare_rows(const void *a, const void *b) {
    const moment_row *first = a, *second = b;
    if (first->chosen != second->chosen)
        return first->chosen ? -1 : 1;
    if (first->at->depth != second->at->depth)
        return first->at->depth > second->at->depth ? -1 : 1;
    return first->at->obstacle < second->at->obstacle ? -1 : 1;
}

int moment_list_rows(const sandbox *s, const moment *m, moment_row rows[RECORD_CANDIDATES]) {
    moment_words p = begin(s, m, NULL);
    int count = p.it != NULL ? p.it->candidate_count : 0;
    for (int i = 0; i < count; i++) {
        const sm3_collision *c = &p.trace->candidates[p.it->first_candidate + i];
        bool is_look = m->kind == MOMENT_LOOK;
        bool is_chosen = !is_look && (c == p.chosen || blocks(&p, c));
        rows[i] = (moment_row){.at = c,
                               .time = p.it->time,
                               .chosen = is_chosen,
                               .counts = is_look ? penetrates(&p, c) : is_chosen,
                               .verdict = verdict(&p, c)};
    }
    qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    return count;
}

/* Whether a length is more than a touch, and than the rounding at that place. */
static bool is_seen_length(double length, sm3_vec at) {
    return fabs(length) > fmax(touching, 4 * resolution_at(at));
}

bool moment_find_focus(const sandbox *s, const moment *m, moment_focus *focus) {
    if (m->kind == MOMENT_ADVANCE) {
        const sm_advance_step *step = &s->ahead.steps[m->iteration];
        bool is_apart = is_seen_length(step->distance, step->point);
        *focus = (moment_focus){step->point, step->normal, is_apart ? -(float)step->distance : 0};
        return true;
    }
    moment_words p = begin(s, m, NULL);
    const sm3_collision *about = m->kind == MOMENT_LOOK ? NULL : p.chosen;
    bool is_open = about == NULL;
    for (int i = 0; p.it != NULL && is_open && i < p.it->candidate_count; i++) {
        const sm3_collision *c = &p.trace->candidates[p.it->first_candidate + i];
        if (!is_let_through(&p, c) && (about == NULL || c->depth > about->depth))
            about = c;
    }
    if (about == NULL)
        return false;
    bool is_deep = about->depth > 0 && is_seen_length((double)about->depth, about->point);
    *focus = (moment_focus){about->point, about->normal, is_deep ? about->depth : 0};
    return true;
}

/* Says which of a statement's obstacles it is: ", edge 3: 12 0 to -6.66 5", of a solid ", face 3:
 * box 3 2 0 2 4 4". */
static void say_piece(const sandbox *s, int obstacle, moment_words *p) {
    const level_statement *statement = &s->level->statements[s->obstacles->statements[obstacle]];
    obstacle_span span = obstacles_span(s->obstacles, s->obstacles->statements[obstacle]);
    static const int most_numbers = 200; /* more would not fit into the words */
    sm3_triangle t = obstacles_rest(s->obstacles, obstacle);
    if (span.count > 1 && s->level->dimensions == 2) {
        moments_put(p, ", edge %d: %.6g %.6g to %.6g %.6g", obstacle - span.first + 1,
                    (double)t.a.x, (double)t.a.y, (double)t.b.x, (double)t.b.y);
        return;
    }
    const char *part = obstacles_find_part(s->obstacles, obstacle);
    if (span.count > 1)
        moments_put(p, ", face %d%s%s", obstacle - span.first + 1, part[0] != '\0' ? " of " : "",
                    part);
    char *line =
        statement->number_count <= most_numbers ? level_write_statement(s->level, statement) : NULL;
    moments_put(p, ": %s", line != NULL ? line : level_statements[statement->kind].name);
    free(line);
}

void moment_say_source(const sandbox *s, int obstacle, char words[MOMENT_WORDS]) {
    moment_words p = {.s = s, .words = words};
    int line = s->level->statements[s->obstacles->statements[obstacle]].line;
    if (level_is_around_file(s->level))
        moments_put(&p, "in the file");
    else if (line > 0)
        moments_put(&p, "line %d", line);
    else
        moments_put(&p, "new");
    say_piece(s, obstacle, &p);
}

/* ---- What happens ------------------------------------------------------------------------ */

const char *moment_name(const moment *m) {
    static const char *const names[MOMENT_KIND_COUNT] = {
        [MOMENT_WANTED] = "wanted", [MOMENT_LOOK] = "look",     [MOMENT_CHOICE] = "choice",
        [MOMENT_PUSH] = "push",     [MOMENT_CARRY] = "carried", [MOMENT_TRAVEL] = "travel",
        [MOMENT_HELD] = "held",     [MOMENT_END] = "end",       [MOMENT_ADVANCE] = "advance",
    };
    return names[m->kind];
}

const char *moment_part(const moment *m) {
    static const char *const parts[] = {
        [SM_PART_MOVE] = "",
        [SM_PART_WALK] = "walk, ",
        [SM_PART_ALONG] = "on along the next floor, ",
        [SM_PART_UP] = "step, up, ",
        [SM_PART_OVER] = "step, over, ",
        [SM_PART_DOWN] = "step, down, ",
        [SM_PART_SNAP] = "snap to the floor, ",
        [SM_PART_FALL] = "fall, ",
        [SM_PART_PAST] = "fall on, ",
        [SM_PART_END] = "",
    };
    return parts[m->part];
}

static void say_wanted(moment_words *p) {
    const sm_trace *t = p->trace;
    double length = vec3_length(vec3_of(t->delta));
    const char *how = p->move->walks ? "on its floor, as far as that leads"
                      : is_forced(t) ? "and made at once, whatever is in the way"
                                     : "and all of it is still to go";
    if (p->move->by.noclip)
        moments_put(p, "collisions are ignored: ");
    if (length == 0)
        moments_put(p, "no displacement is wanted: the mover looks where it is");
    else
        moments_put(p, "%.4g u are wanted, %s: %s", length, how,
                    vector_text(p, vec3_of(t->delta)).text);
}

static int count_penetrated(const moment_words *p) {
    int count = 0;
    for (int i = 0; i < p->it->candidate_count; i++)
        count += penetrates(p, &p->trace->candidates[p->it->first_candidate + i]);
    return count;
}

static bool is_moving(const sandbox *s, int obstacle) {
    return level_moves(&s->level->statements[s->obstacles->statements[obstacle]]);
}

static void say_look(moment_words *p) {
    int count = count_penetrated(p);
    if (p->trace->resolver == SM_SWEEP && p->chosen != NULL && is_moving(p->s, p->chosen->obstacle))
        moments_put(p, "number %d has moved into it: ", p->chosen->obstacle);
    else if (p->trace->resolver == SM_SWEEP && p->m->iteration == 0)
        moments_put(p, "starts inside: ");
    moments_put(p, "%d of %d in reach %s penetrated", count, p->it->candidate_count,
                count == 1 ? "is" : "are");
    if (p->trace->candidates_lost > 0)
        moments_put(p, " (%d more in this move are not recorded)", p->trace->candidates_lost);
}

/* "deepest: 0.213 > 0.087 > 0.004": the penetrated rows; the chosen one is the first, and the
 * others are ordered by depth. */
static void say_by_depth(moment_words *p, int count) {
    enum { MOST = 4 };
    moment_row rows[RECORD_CANDIDATES];
    bool is_ascending = p->trace->resolver == SM_SHALLOWEST;
    int all = moment_list_rows(p->s, p->m, rows), said = 0;
    float before = 0;
    moments_put(p, "%s:", resolver_name(p->trace->resolver));
    for (int i = 0; i < all && said < MOST; i++) {
        const sm3_collision *c = rows[is_ascending && i > 0 ? all - i : i].at;
        if (!penetrates(p, c))
            continue;
        const char *sign = c->depth == before ? " =" : is_ascending ? " <" : " >";
        moments_put(p, "%s %.3g", said++ == 0 ? "" : sign, (double)c->depth);
        before = c->depth;
    }
    if (count > MOST)
        moments_put(p, " ... of %d", count);
    if (count == 1)
        moments_put(p, ", the only one penetrated");
}

static void say_choice(moment_words *p) {
    sm_resolver by = p->trace->resolver;
    int count = count_penetrated(p);
    if (p->chosen == NULL && by == RESOLVER_RULE && p->trace->candidates_lost == 0)
        moments_put(p, "%s: none of %d penetrated", resolver_name(by), count);
    else if (p->chosen == NULL)
        moments_put(p, "%s: one that the record has no room for", resolver_name(by));
    else if (by == SM_LAST)
        moments_put(p, "last: number %d of %d penetrated", p->chosen->obstacle, count);
    else if (by == SM_FIRST)
        moments_put(p, "first: number %d, the lowest of %d penetrated", p->chosen->obstacle, count);
    else if (by == RESOLVER_RULE)
        moments_put(p, "%s: number %d, of %d penetrated", resolver_name(by), p->chosen->obstacle,
                    count);
    else if (by == SM_SWEEP)
        moments_put(p, "the nearest place that satisfies %s", held_text(p).text);
    else
        say_by_depth(p, count);
}

static void say_push(moment_words *p) {
    if (p->trace->resolver == SM_SWEEP)
        moments_put(p, "pushed out of %s: ", held_text(p).text);
    else if (!is_forced(p->trace))
        moments_put(p, "%s goes on: ", resolver_name(p->trace->resolver));
    else
        moments_put(p, "%d of at most %d pushes: ", p->m->iteration + 1, p->move->by.max_pushes);
    moments_put(p, "%s", step_text(p).text);
}

static void say_carry(moment_words *p) {
    moments_put(p, "carried by %s, which moves: %s", held_text(p).text, step_text(p).text);
}

/* Returns how much of the delta was left before this iteration. */
static double left_before(const moment_words *p) {
    return moments_go_on(p->trace, p->m->iteration) ? (double)p->it[-1].left : 1;
}

static void say_travel(moment_words *p) {
    static const double at_once = 1e-4; /* part of the delta: less is within the skin */
    const sm_iteration *it = p->it;
    const sm3_collision *c = p->chosen;
    double before = left_before(p);
    double fraction = before > 0 ? (before - (double)it->left) / before : 0;
    if (is_cast(it)) {
        moments_put(p, it->part == SM_PART_UP
                           ? "up, as far as a step is high, or what is above lets it: "
                           : "down to ");
        if (c != NULL)
            moments_put(p, "number %d: ", c->obstacle);
    } else if (vec3_length(vec3_sub(vec3_of(it->after), vec3_of(it->before))) < 1e-6) {
        moments_put(p, c == NULL ? "it stays" : "touches number %d at once",
                    c == NULL ? 0 : c->obstacle);
        return;
    } else if (c == NULL) {
        moments_put(p, "nothing is in the way any more: it goes on by ");
    } else if (fraction < at_once) {
        moments_put(p, "touches number %d at once", c->obstacle);
        return;
    } else {
        moments_put(p, "touches number %d after %.3g of the %s: ", c->obstacle, fraction,
                    before < 1 ? "rest" : "way");
    }
    moments_put(p, "%s", step_text(p).text);
}

static void say_held(moment_words *p) {
    const sm_iteration *it = p->it;
    bool rests = vec3_length(vec3_of(it->allowed)) <= 1e-6 * vec3_length(vec3_of(p->trace->delta));
    const char *whole = it->part == SM_PART_MOVE ? "delta" : "leg";
    if (it->left <= 0) {
        moments_put(p, "all of the %s is used up", whole);
        return;
    }
    if (it->held_count == 0)
        moments_put(p, "goes on: ");
    else
        moments_put(p, "%s %s: ", rests ? "held by" : "slides along", held_text(p).text);
    if (it->left < 0.9995f)
        moments_put(p, "%.3g", (double)it->left);
    else
        moments_put(p, "all");
    moments_put(p, " of the %s is left", whole);
    if (it->held_count > 0)
        moments_put(p, rests ? ", and leads nowhere" : ", %s",
                    displacement_text(p, vec3_of(it->allowed)).text);
}

static void say_end(moment_words *p) {
    sm3_result r = p->move->result;
    double wanted = vec3_length(vec3_of(p->trace->delta));
    vec3 made = vec3_sub(vec3_of(r.position), vec3_of(p->trace->start));
    bool is_walked = p->move->walks && p->it != NULL, is_free = false;
    if (r.status == SM_NOT_FINITE)
        moments_put(p, "refused: the way leads to no finite place, or too far; the mover stayed");
    else if (r.status == SM_NO_RESOLVER)
        moments_put(p, "%s did not end this move; the mover stayed",
                    resolver_name(p->trace->resolver));
    else if (r.status == SM_CRUSHED)
        moments_put(p, "crushed: there is no room, it is %.3g u deep where that is least",
                    (double)r.depth);
    else if (r.depth > 0)
        moments_put(p, "%.3g u deep still", (double)r.depth);
    else if (!is_walked)
        moments_put(p, p->it != NULL ? "nothing is penetrated" : "nothing to meet");
    else
        is_free = true;
    if (r.depth > 0 && r.pushes >= p->move->by.max_pushes)
        moments_put(p, ": all %d pushes are used up", r.pushes);
    if (r.status == SM_MOVED && wanted > 0)
        moments_put(p, "%s moved %.4g of %.4g u", is_free ? "it" : ", it",
                    moment_round(vec3_length(made), wanted), wanted);
    if (is_walked) {
        moments_put(p, is_free && !(wanted > 0) ? "" : ": ");
        moments_say_walked(p);
    }
}

static void say_advance(moment_words *p) {
    const lookahead *a = &p->s->ahead;
    const sm_advance_step *step = &a->steps[p->m->iteration];
    moments_put(p, "number %d is %.4g u away", a->obstacle, moment_round(step->distance, 1));
    if (step->step > 0)
        moments_put(
            p, ", coming nearer by at most %.4g u in all: %.4g / %.4g = %.4g %% of the way is safe",
            step->approach, step->distance, step->approach, 100 * step->step);
    else if (a->touch.end == SM_ADVANCE_TOUCHING)
        moments_put(p, ": that is touching, after %.4g %% of the way", 100 * step->fraction);
    else
        moments_put(p, " after %.4g %% of the way: undecided, it takes more than %d steps",
                    100 * step->fraction, SM_ADVANCE_STEPS);
}

void moment_say(const sandbox *s, const moment *m, char words[MOMENT_WORDS]) {
    static void (*const says[MOMENT_KIND_COUNT])(moment_words *) = {
        [MOMENT_WANTED] = say_wanted, [MOMENT_LOOK] = say_look,   [MOMENT_CHOICE] = say_choice,
        [MOMENT_PUSH] = say_push,     [MOMENT_CARRY] = say_carry, [MOMENT_TRAVEL] = say_travel,
        [MOMENT_HELD] = say_held,     [MOMENT_END] = say_end,     [MOMENT_ADVANCE] = say_advance,
    };
    moment_words p = begin(s, m, words);
    says[m->kind](&p);
}

/* ---- The formula ------------------------------------------------------------------------- */

static void write_closest(moment_words *p, const moment_measure *q) {
    double b = moment_round(q->along, q->length);
    if (q->is_face)
        moments_put(p, "R = C - ((C - P0)\xc2\xb7N) N = %s: in the face, whose corner P0 is %s",
                    vector_text(p, q->r).text, vector_text(p, q->p0).text);
    else if (q->length == 0)
        moments_put(p, "R = P0 = P1 = %s", vector_text(p, q->r).text);
    else if (b < 0 || b > q->length)
        moments_put(p,
                    "b = (C - P0)\xc2\xb7"
                    "D = %.4g, clamped to 0..m: %.4g; R = P0 + b D = %s",
                    b, b < 0 ? 0 : q->length, vector_text(p, q->r).text);
    else
        moments_put(p,
                    "b = (C - P0)\xc2\xb7"
                    "D = %.4g, within 0..m; R = P0 + b D = %s",
                    b, vector_text(p, q->r).text);
    moments_put(p, "; C = %s, %s", vector_text(p, q->c).text, player_shape(&p->move->by)->measured);
}

static void write_depth(moment_words *p, const moment_measure *q) {
    if (q->crosses) {
        moments_put(
            p,
            "the inner shapes cross: N = %s is the shortest way apart, %.4g u; with r = %.4g, p = "
            "%.4g",
            vector_text(p, q->normal).text, moment_round(-q->distance, q->depth), q->radii,
            q->depth);
        return;
    }
    moments_put(p, "d = |C - R| = %.4g, r = %.4g", q->distance, q->radii);
    if (q->mover_radius > 0 && q->radii > q->mover_radius)
        moments_put(p, " (%.4g + %.4g)", q->mover_radius, q->radii - q->mover_radius);
    moments_put(p, ", p = r - d = %.4g, N = (C - R)/d = %s", moment_round(q->depth, q->distance),
                vector_text(p, q->normal).text);
}

static const sm3_collision *find_candidate(const moment_words *p, int obstacle) {
    for (int i = 0; i < p->it->candidate_count; i++) {
        const sm3_collision *c = &p->trace->candidates[p->it->first_candidate + i];
        if (c->obstacle == obstacle)
            return c;
    }
    return NULL;
}

/* The obstacle's closest point. */
static text closest_text(const moment_words *p, const sm3_collision *c) {
    return vector_text(p, moment_measure_of(p->s, &(moment_row){.at = c, .time = p->it->time}).r);
}

/* Writes how two neighbours hold the mover at once, and the displacement that both allow. */
static bool write_both(moment_words *p) {
    const sm3_collision *j = find_candidate(p, p->it->held[0]);
    const sm3_collision *k = find_candidate(p, p->it->held[1]);
    if (p->it->held_count < 2 || j == NULL || k == NULL)
        return false;
    double cosine = vec3_dot(vec3_of(j->normal), vec3_of(k->normal));
    moments_put(
        p,
        "both hold: J = %s of number %d and K = %s of number %d, their normals %.3g\xc2\xb0 apart",
        closest_text(p, j).text, j->obstacle, closest_text(p, k).text, k->obstacle,
        acos(fmin(fmax(cosine, -1), 1)) * 180 / 3.14159265358979);
    return true;
}

/* Returns the displacement d without its part into the contact. */
static vec3 slid_along(vec3 d, const sm3_collision *c) {
    vec3 normal = vec3_of(c->normal);
    return vec3_sub(d, vec3_scale(normal, vec3_dot(d, normal)));
}

/* Returns the one contact that the mover slides along; NULL if it is held by others, too. */
static const sm3_collision *find_slide(const moment_words *p, vec3 d) {
    static const double same = 1e-3; /* of d; contacts are recorded as floats */
    for (int i = 0; i < p->it->held_count; i++) {
        const sm3_collision *c = find_candidate(p, p->it->held[i]);
        vec3 apart = c != NULL ? vec3_sub(slid_along(d, c), vec3_of(p->it->allowed)) : d;
        if (c != NULL && vec3_length(apart) <= same * vec3_length(d))
            return c;
    }
    return NULL;
}

/* Of the legs of a walked tick only the first one's displacement is recorded. */
bool moment_find_rest(const sandbox *s, const moment *m, sm3_vec *rest) {
    moment_words p = begin(s, m, NULL);
    if (m->kind != MOMENT_HELD || p.it->held_count == 0 || p.it->part != SM_PART_MOVE)
        return false;
    *rest = sm3_scaled(p.trace->delta, p.it->left);
    return true;
}

/* Writes how the contacts change the rest of the displacement. Returns how many lines. */
static int write_slide(const sandbox *s, const moment *m,
                       char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS]) {
    moment_words p = begin(s, m, lines[0]);
    vec3 d = vec3_scale(vec3_of(p.trace->delta), (double)p.it->left),
         along = vec3_of(p.it->allowed);
    const sm3_collision *c = find_slide(&p, d);
    double size = vec3_length(d);
    moments_put(&p, "d = what is left of the displacement = %s", vector_text(&p, d).text);
    p = begin(s, m, lines[1]);
    if (c != NULL) {
        double into = vec3_dot(d, vec3_of(c->normal));
        moments_put(&p, "N = %s of number %d, d\xc2\xb7N = %.4g",
                    vector_text(&p, vec3_of(c->normal)).text, c->obstacle,
                    moment_round(into, size));
        p = begin(s, m, lines[2]);
        moments_put(&p, "d - (d\xc2\xb7N) N = %s: along it, and not into it",
                    vector_text(&p, along).text);
    } else {
        moments_put(&p,
                    p.it->held_count > 1
                        ? "%s hold at once: d - (d\xc2\xb7N) N of the one leads into the other"
                        : "%s holds, and so did those before",
                    held_text(&p).text);
        p = begin(s, m, lines[2]);
        bool rests = vec3_length(along) <= 1e-6 * vec3_length(vec3_of(p.trace->delta));
        vec3 t = vec3_unit(along, along);
        if (rests)
            moments_put(&p, "so nothing of d is left");
        else
            moments_put(&p, "T = along both = %s, (d\xc2\xb7T) T = %s", vector_text(&p, t).text,
                        vector_text(&p, along).text);
    }
    p = begin(s, m, lines[3]);
    return write_both(&p) ? 4 : 3;
}

int moment_write_formula(const sandbox *s, const moment *m, const moment_row *row,
                         char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS]) {
    moment_measure q = moment_measure_of(s, row);
    int count = 0;
    moment_words p = begin(s, m, lines[0]);
    sm3_vec rest;
    if (row->chosen && moment_find_rest(s, m, &rest))
        return write_slide(s, m, lines);
    if (!q.is_face && q.length > 0) {
        moments_put(&p, "number %d: P0 = %s, P1 = %s, m = |P1 - P0| = %.4g, D = (P1 - P0)/m = %s",
                    row->at->obstacle, vector_text(&p, q.p0).text, vector_text(&p, q.p1).text,
                    q.length, vector_text(&p, q.axis).text);
        p = begin(s, m, lines[++count]);
    }
    write_closest(&p, &q);
    p = begin(s, m, lines[++count]);
    write_depth(&p, &q);
    p = begin(s, m, lines[++count]);
    if (p.it != NULL && m->kind != MOMENT_END && write_both(&p))
        count++;
    return count;
}
