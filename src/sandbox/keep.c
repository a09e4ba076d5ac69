#include "keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/text.h"
#include "recording.h"
#include "session_state.h"

/* How near the mover an obstacle is taken at first, in radii; and if the tick is then another. */
static const float near_radii[] = {2, 30};

/* A statement of the kept level. */
typedef struct part {
    char *text;       /* owned */
    int first, count; /* its obstacles, in the whole level */
} part;

typedef struct keeper {
    const sandbox *whole;               /* after the tick */
    player before;                      /* it, */
    player_input input;                 /* what it was asked, */
    unsigned long tick, obstacles_tick; /* and what was counted until then */
    char *head;                         /* owned; the statements that are no obstacles */
    part *parts;                        /* owned; ascending */
    int part_count, part_room;
    kept *kept; /* what is made of it; its sandbox is NULL until then */
    char *message;
} keeper;

/* ---- Parts ------------------------------------------------------------------------------- */

/* How levels of 2 and of 3 dimensions begin, and what gives one obstacle, by so many points. */
static const struct {
    const char *first, *piece;
    int points;
} spellings[] = {
    [2] = {"slidemove 1\ntitle ", "segment", 2}, [3] = {"slidemove3 1\ntitle ", "triangle", 3}};

/* One obstacle of a statement that has several, which stand still. */
static char *write_piece(const keeper *k, const level_statement *s, int obstacle) {
    const obstacles *o = k->whole->obstacles;
    sm3_triangle t = o->dimension->shape(o, obstacle);
    int dimensions = k->whole->level->dimensions;
    text_buffer b;
    text_start(&b, 128);
    const sm3_vec corners[] = {t.a, t.b, t.c};
    text_append_string(&b, spellings[dimensions].piece);
    for (int i = 0; i < spellings[dimensions].points; i++)
        text_append_numbers(&b, &corners[i].x, dimensions);
    if (t.radius > 0)
        text_append_number(&b, " radius=", t.radius);
    if (level_is_oneway(s))
        text_append_string(&b, " oneway");
    if (t.one_sided && !t.oneway)
        text_append_string(&b, " onesided");
    return text_finish(&b, NULL);
}

/* Adds the statement that gives the obstacle, unless it is there already. */
static bool add_part(keeper *k, int obstacle) {
    const obstacles *o = k->whole->obstacles;
    int statement = o->statements[obstacle];
    const level_statement *s = &k->whole->level->statements[statement];
    const part *last = k->part_count > 0 ? &k->parts[k->part_count - 1] : NULL;
    if (last != NULL && obstacle < last->first + last->count)
        return true;
    if (!level_grow(&k->parts, &k->part_room, k->part_count, sizeof *k->parts))
        return false;
    obstacle_span span = obstacles_span(o, statement);
    bool whole = level_moves(s) || (span.count == 1 && s->kind != LEVEL_MESH);
    part *p = &k->parts[k->part_count];
    p->text = whole ? level_write_statement(k->whole->level, s) : write_piece(k, s, obstacle);
    p->first = whole ? span.first : obstacle;
    p->count = whole ? span.count : 1;
    k->part_count += p->text != NULL;
    return p->text != NULL;
}

/* Leaves out `count` parts from the one of that index on. */
static void drop_parts(keeper *k, int from, int count) {
    for (int i = from; i < from + count; i++)
        free(k->parts[i].text);
    if (count > 0)
        memmove(k->parts + from, k->parts + from + count,
                (size_t)(k->part_count - from - count) * sizeof *k->parts);
    k->part_count -= count;
}

/* Where the mover's middle was in the move, and `reach` around. */
static level_box3 find_reach(const keeper *k, float reach) {
    const sm_trace *t = &record_last(&k->whole->record)->trace;
    sm3_vec from = t->start;
    level_box3 box = {from, from};
    for (int i = 0; i < t->iteration_count; i++) {
        const sm_iteration *look = &t->iterations[i];
        level_box3_include(&box,
                           &(sm3_triangle){from, look->before, look->after, reach, false, false});
        from = look->after;
    }
    return box;
}

static bool do_meet(const level_box3 *a, const level_box3 *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z;
}

/* Takes all obstacles that come within `radii` of the mover on its way. */
static bool gather(keeper *k, float radii) {
    const obstacles *o = k->whole->obstacles;
    const player *p = &k->before;
    level_box3 near = find_reach(k, (1 + radii) * p->radius + player_length(p) / 2);
    drop_parts(k, 0, k->part_count);
    for (int i = 0; i < o->count; i++) {
        sm3_triangle now = o->dimension->between(o, i, 1), was = o->dimension->between(o, i, 0);
        level_box3 box = {now.a, now.a};
        level_box3_include(&box, &now);
        level_box3_include(&box, &was);
        if (do_meet(&near, &box) && !add_part(k, i))
            return false;
    }
    return true;
}

/* ---- Without some of them ---------------------------------------------------------------- */

static char *write_head(const keeper *k) {
    const player *p = &k->before;
    const char *title = level_title(k->whole->level);
    int dimensions = k->whole->level->dimensions;
    text_buffer b;
    text_start(&b, 256);
    text_print(&b, "%s%s%stick %lu\nplayer", spellings[dimensions].first, title,
               title[0] != '\0' ? ", " : "", k->tick + 1);
    text_append_numbers(&b, &p->position.x, dimensions);
    text_append_number(&b, " radius=", p->radius);
    if (p->length > 0)
        text_append_number(&b, " length=", p->length);
    text_append_string(&b, "\n");
    return text_finish(&b, NULL);
}

static void place(const keeper *k, sandbox *s) {
    memcpy(&s->player, &k->before, sizeof s->player);
    s->tick = k->tick;
    obstacles_set_tick(s->obstacles, k->obstacles_tick);
    record_clear(&s->record, s->player.position);
}

/* Returns a sandbox right before the tick, its level without `count` parts from one on; NULL when
 * memory ran out, or a number is beyond what a level may hold. */
static sandbox *open_without(const keeper *k, int from, int count) {
    text_buffer b;
    size_t length;
    level_errors errors;
    text_start(&b, 4096);
    text_append_string(&b, k->head);
    for (int i = 0; i < k->part_count; i++) {
        if (i >= from && i < from + count)
            continue;
        text_print(&b, "%s\n", k->parts[i].text);
    }
    char *text = text_finish(&b, &length);
    level *l = text != NULL ? level_read(text, length, &errors) : NULL;
    free(text);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    if (s != NULL)
        place(k, s);
    return s;
}

/* ---- Whether it is the same -------------------------------------------------------------- */

#define SAME(a, b) (memcmp(&(a), &(b), sizeof(a)) == 0)

/* Returns the number in the whole level of what has this one without `count` parts. */
static int find_number(const keeper *k, int from, int count, int obstacle) {
    for (int i = 0; i < k->part_count; i++) {
        const part *p = &k->parts[i];
        if (i >= from && i < from + count)
            continue;
        if (obstacle < p->count)
            return p->first + obstacle;
        obstacle -= p->count;
    }
    return SM_NO_OBSTACLE;
}

/* Has the record name obstacles as the whole level's does. */
static void renumber(const keeper *k, int from, int count, move_record *m) {
    sm_trace *t = &m->trace;
    for (int i = 0; i < t->candidate_count; i++)
        m->candidates[i].obstacle = find_number(k, from, count, m->candidates[i].obstacle);
    for (int i = 0; i < t->iteration_count; i++) {
        for (int h = 0; h < t->iterations[i].held_count; h++)
            t->iterations[i].held[h] = find_number(k, from, count, t->iterations[i].held[h]);
    }
}

/* Returns the next candidate of the look that was penetrated, from that index on; NULL: none. */
static const sm3_collision *find_rival(const move_record *m, const sm_iteration *look, int *index) {
    for (int end = look->first_candidate + look->candidate_count; *index < end; ++*index) {
        if (!m->let_through[*index] && m->candidates[*index].depth > 0)
            return &m->candidates[(*index)++];
    }
    return NULL;
}

/* What it was chosen from shows why; near misses do not. Of what had no room in the record the push
 * alone is known. */
static bool is_same_choice(const move_record *a, const sm_iteration *look, const move_record *b,
                           const sm_iteration *again) {
    int i = look->first_candidate, k = again->first_candidate;
    const sm3_collision *rival, *other;
    do {
        rival = find_rival(a, look, &i);
        other = find_rival(b, again, &k);
    } while (rival != NULL && other != NULL && SAME(*rival, *other));
    bool same =
        rival == other && (look->chosen < 0) == (again->chosen < 0) &&
        (look->chosen < 0 || SAME(a->candidates[look->chosen], b->candidates[again->chosen]));
    return same || a->trace.candidates_lost > 0;
}

static bool is_same_move(const move_record *a, const move_record *b) {
    bool same = SAME(a->trace.start, b->trace.start) && SAME(a->trace.delta, b->trace.delta) &&
                SAME(a->result, b->result) && a->trace.iteration_count == b->trace.iteration_count;
    for (int i = 0; i < a->trace.iteration_count && same; i++) {
        const sm_iteration *look = &a->trace.iterations[i], *again = &b->trace.iterations[i];
        same = SAME(look->before, again->before) && SAME(look->after, again->after) &&
               look->step == again->step && look->part == again->part &&
               SAME(look->time, again->time) && SAME(look->left, again->left) &&
               SAME(look->way, again->way) && SAME(look->held, again->held) &&
               is_same_choice(a, look, b, again);
    }
    return same;
}

/* What a body touches has other numbers; where that led is in the rest of it. */
static bool is_of_player(const field *f) {
    return strncmp(f->name, "player.", 7) == 0 ||
           (strncmp(f->name, "body.", 5) == 0 && f->kind != FIELD_BITS);
}

static bool is_same_player(const sandbox *a, const sandbox *b) {
    session_state one = {0}, other = {0};
    bool same = true;
    session_take_state(a, &one);
    session_take_state(b, &other);
    for (int i = 0; i < session_field_count && same; i++)
        same =
            !is_of_player(&session_fields[i]) || !field_differs(&session_fields[i], &one, &other);
    return same;
}

static bool replays_without(const keeper *k, int from, int count) {
    sandbox *s = open_without(k, from, count);
    if (s == NULL)
        return false;
    sandbox_tick(s, &k->input);
    move_record *made = &s->record.moves[s->record.last];
    renumber(k, from, count, made);
    bool same = is_same_move(record_last(&k->whole->record), made) && is_same_player(k->whole, s);
    sandbox_destroy(s);
    return same;
}

/* ---- Less and less ----------------------------------------------------------------------- */

/* Leaves out what it can, pieces of that many parts at a time. Returns whether it left out any. */
static bool shrink_by(keeper *k, int size) {
    bool any = false;
    for (int end = k->part_count; end > 0;) {
        int from = end > size ? end - size : 0;
        if (replays_without(k, from, end - from)) {
            drop_parts(k, from, end - from);
            any = true;
        }
        end = from;
    }
    return any;
}

/* At the end no single one can be left out. */
static void shrink(keeper *k) {
    for (int size = k->part_count; size > 1; size = (size + 1) / 2)
        shrink_by(k, size);
    while (shrink_by(k, 1))
        ;
}

static bool find_parts(keeper *k) {
    k->head = write_head(k);
    int tries = sizeof near_radii / sizeof *near_radii;
    for (int i = 0; i < tries && k->head != NULL; i++) {
        if (!gather(k, near_radii[i]))
            return false;
        if (replays_without(k, 0, 0)) {
            shrink(k);
            return true;
        }
    }
    return false;
}

/* ---- What is kept ------------------------------------------------------------------------ */

static bool open_kept(const keeper *k) {
    kept *into = k->kept;
    into->sandbox = open_without(k, 0, 0);
    into->session = into->sandbox != NULL ? session_create(into->sandbox) : NULL;
    if (into->session != NULL)
        session_tick(into->session, &k->input);
    bool good = into->session != NULL && session_now(into->session).first == 0; /* or begun anew */
    if (good)
        sandbox_set_paused(into->sandbox, true);
    else
        keep_free(into);
    return good;
}

/* Right after the tick, before anything that was changed then. */
static bool keep_made(void *context, const player_input *input) {
    keeper *k = context;
    k->input = *input;
    if (record_last(&k->whole->record)->trace.iteration_count == 0)
        snprintf(k->message, SAVE_MESSAGE_LENGTH,
                 "this tick made no move: there is nothing to keep");
    else if (!find_parts(k) || !open_kept(k))
        snprintf(k->message, SAVE_MESSAGE_LENGTH,
                 "no memory to keep this tick, or it is farther out than a level may reach");
    drop_parts(k, 0, k->part_count);
    free(k->parts);
    free(k->head);
    return true;
}

bool keep_tick(session *t, unsigned long tick, kept *k, char message[SAVE_MESSAGE_LENGTH]) {
    session_time time = session_now(t);
    sandbox *s = session_sandbox(t);
    int inside = s->inside;
    *k = (kept){0};
    if (tick <= time.first || tick > time.end) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 time.first == time.end ? "there is no tick yet that could be kept"
                                        : "there is no tick %lu: expected one from %lu to %lu",
                 tick, time.first + 1, time.end);
        return false;
    }
    snprintf(message, SAVE_MESSAGE_LENGTH, "no memory to go to tick %lu", tick);
    if (session_seek(t, tick - 1)) {
        keeper keeps = {.whole = s,
                        .tick = s->tick,
                        .obstacles_tick = s->obstacles->tick,
                        .kept = k,
                        .message = message};
        memcpy(&keeps.before, &s->player, sizeof s->player);
        session_walk(t, tick - 1, tick, &(session_walker){keep_made, NULL, &keeps});
    }
    session_seek(t, time.now);
    s->inside = inside;
    return k->session != NULL;
}

void keep_free(kept *k) {
    session_destroy(k->session);
    sandbox_destroy(k->sandbox);
    *k = (kept){0};
}

/* ---- Files ------------------------------------------------------------------------------- */

bool keep_save(session *t, unsigned long tick, const char *path,
               char message[SAVE_MESSAGE_LENGTH]) {
    char beside[4096];
    size_t length;
    kept k;
    if (!keep_tick(t, tick, &k, message))
        return false;
    int count = k.sandbox->obstacles->count;
    snprintf(beside, sizeof beside, "%s.c", path);
    char *test = keep_write_test(&k, &length);
    bool saved = test != NULL && recording_save(k.session, 0, 1, path, message) &&
                 save_file(beside, test, length, message);
    if (saved)
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "kept %.250s with %d obstacle%s, and a test in C: %.250s", path, count,
                 count == 1 ? "" : "s", beside);
    else if (test == NULL)
        snprintf(message, SAVE_MESSAGE_LENGTH, "%.400s cannot be saved: no memory", beside);
    free(test);
    keep_free(&k);
    return saved;
}
