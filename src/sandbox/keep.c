#include "keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/statements.h"
#include "../level/text.h"
#include "session_state.h"

/* How near the mover obstacles are taken at first, in its radii; then, if the tick differs, the
 * larger distance. */
static const float near_radii[] = {2, 30};

/* A statement of the kept level: one of the whole level, or one of its obstacles. */
typedef struct part {
    int statement;
    int first, count; /* its obstacles, in the whole level */
    bool out;         /* left out of the level that is tried */
} part;

typedef struct keeper {
    const sandbox *whole;               /* after the tick */
    player before;                      /* the player before the tick */
    player_input input;                 /* the tick's input */
    unsigned long tick, obstacles_tick; /* the counts of ticks before it */
    uint64_t made;                      /* hash of the tick's move and of the player after it */
    part *parts;                        /* owned; ascending */
    int part_count, part_room;
    recording *kept; /* the result; empty until then */
    char *message;
} keeper;

/* ---- Parts ------------------------------------------------------------------------------- */

/* Adds the statement that gives the obstacle, unless it is there already. Of a statement with
 * several obstacles that stand still the one obstacle is taken. */
static void add_part(keeper *k, int obstacle) {
    const obstacles *o = k->whole->obstacles;
    int statement = o->statements[obstacle];
    const part *last = k->part_count > 0 ? &k->parts[k->part_count - 1] : NULL;
    if (last != NULL && obstacle < last->first + last->count)
        return;
    memory_grow(&k->parts, &k->part_room, k->part_count, sizeof *k->parts);
    obstacle_span span = {obstacle, 1};
    if (level_moves(&k->whole->level->statements[statement]))
        span = obstacles_span(o, statement);
    k->parts[k->part_count++] = (part){statement, span.first, span.count, false};
}

/* Returns the box around the path of the mover's middle, widened by `reach`. */
static level_box3 find_reach(const keeper *k, float reach) {
    const sm_trace *t = &record_last(&k->whole->record)->trace;
    level_box3 box = {t->start, t->start};
    for (int i = 0; i < t->iteration_count; i++) {
        const sm_iteration *look = &t->iterations[i];
        level_box3_include(
            &box,
            &(sm3_triangle){.a = t->start, .b = look->before, .c = look->after, .radius = reach});
    }
    return box;
}

static bool boxes_overlap(const level_box3 *a, const level_box3 *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y &&
           b->min.y <= a->max.y && a->min.z <= b->max.z && b->min.z <= a->max.z;
}

/* Takes all obstacles that come within `radii` of the mover on its path. */
static void gather(keeper *k, float radii) {
    const obstacles *o = k->whole->obstacles;
    const player *p = &k->before;
    level_box3 near = find_reach(k, (1 + radii) * p->radius + player_length(p) / 2);
    k->part_count = 0;
    for (int i = 0; i < o->count; i++) {
        sm3_triangle now = o->dimension->between(o, i, 1), was = o->dimension->between(o, i, 0);
        level_box3 box = {now.a, now.a};
        level_box3_include(&box, &now);
        level_box3_include(&box, &was);
        if (boxes_overlap(&near, &box))
            add_part(k, i);
    }
}

/* ---- The level of them ------------------------------------------------------------------- */

/* The first line of levels of 2 and of 3 dimensions, and the statement of one obstacle with its
 * number of points. */
static const struct {
    const char *first, *piece;
    int points;
} dimension_words[] = {
    [2] = {"slidemove 1\ntitle ", "segment", 2}, [3] = {"slidemove3 1\ntitle ", "triangle", 3}};

/* One obstacle of a statement that has several. */
static void write_piece(text_buffer *b, const sandbox *whole, const part *p) {
    const obstacles *o = whole->obstacles;
    int dimensions = whole->level->dimensions;
    sm3_triangle t = o->dimension->shape(o, p->first);
    const sm3_vec corners[] = {t.a, t.b, t.c};
    text_append_string(b, dimension_words[dimensions].piece);
    for (int i = 0; i < dimension_words[dimensions].points; i++)
        text_append_numbers(b, &corners[i].x, dimensions);
    if (t.radius > 0)
        text_append_number(b, " radius=", t.radius);
    if (obstacles_is_oneway(o, p->first))
        text_append_string(b, " oneway");
    if (t.one_sided && !t.oneway)
        text_append_string(b, " onesided");
    text_append_string(b, "\n");
}

static void write_part(text_buffer *b, const sandbox *whole, const part *p) {
    const level_statement *s = &whole->level->statements[p->statement];
    if (level_names_file(s->kind) ||
        obstacles_span(whole->obstacles, p->statement).count > p->count) {
        write_piece(b, whole, p);
        return;
    }
    char *text = level_write_statement(whole->level, s);
    text_print(b, "%s\n", text);
    free(text);
}

static void write_head(text_buffer *b, const keeper *k) {
    const player *p = &k->before;
    const char *title = level_title(k->whole->level);
    int dimensions = k->whole->level->dimensions;
    text_print(b, "%s%s%stick %lu\nplayer", dimension_words[dimensions].first, title,
               title[0] != '\0' ? ", " : "", k->tick + 1);
    text_append_numbers(b, &p->position.x, dimensions);
    text_append_number(b, " radius=", p->radius);
    if (p->length > 0)
        text_append_number(b, " length=", p->length);
    text_append_string(b, "\n");
}

/* Returns a sandbox right before the tick, its level of the parts that are not out; NULL when
 * memory ran out, or a number is beyond what a level may hold. */
static sandbox *open_parts(const keeper *k) {
    text_buffer b;
    size_t length;
    level_errors errors;
    text_start(&b, 4096);
    write_head(&b, k);
    for (int i = 0; i < k->part_count; i++) {
        if (!k->parts[i].out)
            write_part(&b, k->whole, &k->parts[i]);
    }
    char *text = text_try_finish(&b, &length);
    level *l = text != NULL ? level_read(text, length, &errors) : NULL;
    free(text);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    if (s == NULL)
        return NULL;
    memcpy(&s->player, &k->before, sizeof s->player);
    s->tick = k->tick;
    obstacles_set_tick(s->obstacles, k->obstacles_tick);
    record_clear(&s->record, s->player.position);
    return s;
}

/* ---- Whether it is the same -------------------------------------------------------------- */

/* Returns the number in the whole level of an obstacle of that sandbox. */
static int find_number(const keeper *k, const sandbox *s, int obstacle) {
    for (int i = 0; i < k->part_count && s != k->whole; i++) {
        const part *p = &k->parts[i];
        if (!p->out && obstacle < p->count)
            return p->first + obstacle;
        obstacle -= p->out ? 0 : p->count;
    }
    return obstacle;
}

/* Continues `hash` with the bits of a value. */
#define HASH(value) hash = field_hash_bytes(&(value), sizeof(value), hash)

/* Hashes a look: the penetrated candidates, since they explain the choice, but not the near misses.
 * Of candidates that had no room in the record only the push is known. */
static uint64_t hash_choice(const keeper *k, const sandbox *s, const sm_iteration *look,
                            uint64_t hash) {
    const move_record *m = record_last(&s->record);
    if (record_last(&k->whole->record)->trace.candidates_lost > 0)
        return hash;
    for (int i = look->first_candidate; i < look->first_candidate + look->candidate_count; i++) {
        sm3_collision c = m->candidates[i];
        bool is_chosen = i == look->chosen;
        c.obstacle = find_number(k, s, c.obstacle);
        if (!is_chosen && (m->let_through[i] || !(c.depth > 0)))
            continue;
        HASH(c);
        HASH(is_chosen);
    }
    return hash;
}

static uint64_t hash_move(const keeper *k, const sandbox *s, uint64_t hash) {
    const move_record *m = record_last(&s->record);
    HASH(m->trace.start);
    HASH(m->trace.delta);
    HASH(m->result);
    for (int i = 0; i < m->trace.iteration_count; i++) {
        sm_iteration look = m->trace.iterations[i];
        hash = hash_choice(k, s, &look, hash);
        for (int h = 0; h < look.held_count; h++)
            look.held[h] = find_number(k, s, look.held[h]);
        look.first_candidate = look.candidate_count = look.chosen = 0; /* they count near misses */
        HASH(look);
    }
    return hash;
}

/* Whether the field is the player's and has the same value in the kept level. Numbers of obstacles
 * differ there. */
static bool is_of_player(const field *f) {
    return strncmp(f->name, "player.", 7) == 0 ||
           (strncmp(f->name, "body.", 5) == 0 && f->kind != FIELD_BITS);
}

/* Returns the hash of the last tick: its move, and the player after it. */
static uint64_t hash_tick(const keeper *k, const sandbox *s) {
    uint64_t hash = hash_move(k, s, FIELD_HASH);
    session_state is = {0};
    session_take_state(s, &is);
    for (int i = 0; i < session_field_count; i++) {
        if (is_of_player(&session_fields[i]))
            hash = field_hash(&session_fields[i], &is, hash);
    }
    return hash;
}

static bool replays(const keeper *k) {
    sandbox *s = open_parts(k);
    if (s == NULL)
        return false;
    sandbox_tick(s, &k->input);
    bool same = hash_tick(k, s) == k->made;
    sandbox_destroy(s);
    return same;
}

/* Leaves out `count` parts from the index `from` on, if the tick stays the same without them. */
static bool leave_out(keeper *k, int from, int count) {
    for (int i = from; i < from + count; i++)
        k->parts[i].out = true;
    bool same = replays(k);
    for (int i = from; i < from + count; i++)
        k->parts[i].out = false;
    if (same) {
        k->part_count -= count;
        memmove(k->parts + from, k->parts + from + count,
                (size_t)(k->part_count - from) * sizeof *k->parts);
    }
    return same;
}

/* ---- Less and less ----------------------------------------------------------------------- */

/* Leaves out as many parts as it can: first half of them at once, then quarters, at last single
 * ones until none can go. */
static void shrink(keeper *k) {
    for (int size = k->part_count, count = size; size > 0; count = k->part_count) {
        for (int end = count, from; end > 0; end = from) {
            from = end > size ? end - size : 0;
            leave_out(k, from, end - from);
        }
        if (size > 1 || k->part_count == count)
            size /= 2;
    }
}

static bool find_parts(keeper *k) {
    bool same = false;
    k->made = hash_tick(k, k->whole);
    for (size_t i = 0; i < sizeof near_radii / sizeof *near_radii && !same; i++) {
        gather(k, near_radii[i]);
        same = replays(k);
    }
    if (same)
        shrink(k);
    return same;
}

/* ---- What is kept ------------------------------------------------------------------------ */

static bool open_kept(const keeper *k) {
    recording *into = k->kept;
    into->sandbox = open_parts(k);
    if (into->sandbox == NULL)
        return false;
    into->session = session_create(into->sandbox);
    session_tick(into->session, &k->input);
    sandbox_set_paused(into->sandbox, true);
    return true;
}

static bool note_before(void *context) {
    keeper *k = context;
    k->tick = k->whole->tick;
    k->obstacles_tick = k->whole->obstacles->tick;
    memcpy(&k->before, &k->whole->player, sizeof k->before);
    return true;
}

/* Called right after the tick, before the changes that were made then. */
static bool keep_made(void *context, const player_input *input) {
    keeper *k = context;
    k->input = *input;
    if (record_last(&k->whole->record)->trace.iteration_count == 0)
        snprintf(k->message, SAVE_MESSAGE_LENGTH,
                 "this tick made no move: there is nothing to keep");
    else if (k->before.resolver == RESOLVER_RULE)
        snprintf(k->message, SAVE_MESSAGE_LENGTH,
                 "a rule cannot be kept: a test needs a resolver of the library");
    else if (!find_parts(k) || !open_kept(k))
        snprintf(k->message, SAVE_MESSAGE_LENGTH,
                 "no memory to keep this tick, or it is farther out than a level may reach");
    free(k->parts);
    return false;
}

bool keep_tick(session *t, unsigned long tick, recording *k, char message[SAVE_MESSAGE_LENGTH]) {
    session_time time = session_now(t);
    *k = (recording){0};
    if (tick <= time.first || tick > time.end) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 time.first == time.end ? "there is no tick yet that could be kept"
                                        : "there is no tick %lu: expected one from %lu to %lu",
                 tick, time.first + 1, time.end);
        return false;
    }
    keeper keeps = {.whole = session_sandbox(t), .kept = k, .message = message};
    snprintf(message, SAVE_MESSAGE_LENGTH, "no memory to go to tick %lu", tick);
    session_walk(t, tick - 1, tick, &(session_walker){note_before, keep_made, &keeps});
    return k->session != NULL;
}

/* ---- Files ------------------------------------------------------------------------------- */

bool keep_save(session *t, unsigned long tick, const char *path,
               char message[SAVE_MESSAGE_LENGTH]) {
    recording k;
    text_buffer beside;
    if (!keep_tick(t, tick, &k, message))
        return false;
    int count = k.sandbox->obstacles->count;
    text_start(&beside, 1);
    text_print(&beside, "%s.c", path);
    text_finish(&beside);
    char *test = keep_write_test(&k);
    bool saved = recording_save(k.session, 0, 1, path, message) &&
                 save_file(beside.text, test, strlen(test), message);
    if (saved)
        snprintf(message, SAVE_MESSAGE_LENGTH, "kept %s with %d obstacle%s, and a test in C: %s",
                 platform_show_path(path).text, count, count == 1 ? "" : "s",
                 platform_show_path(beside.text).text);
    free(beside.text);
    free(test);
    recording_free(&k);
    return saved;
}
