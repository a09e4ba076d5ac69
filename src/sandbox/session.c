#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "session_branch.h"

enum { CHECKPOINT_TICKS = 60 };                    /* between two of them, where there is room */
static const size_t checkpoints_bytes = 1 << 20;   /* beyond, the older ones are thinned out */
static const size_t kept_levels_bytes = 64u << 20; /* beyond, the past is dropped */
static const unsigned long kept_when_full = SESSION_TICKS_MAX / 4 * 3;

/* Where the player went on from the past. */
typedef struct fork {
    unsigned long at;
    unsigned long number; /* the changes at that time that are older than this came before it */
    session_branch other; /* what came after it on the other branch */
} fork;

typedef struct kept_level {
    level *level;
    edit *edit;
    bool is_ours; /* to free: it is not the one that is shown */
} kept_level;

struct session {
    sandbox *sandbox; /* not owned */
    session_branch branch;
    unsigned long first, now, end;
    unsigned long change_count; /* so far */
    fork forks[SESSION_FORKS_MAX];
    int fork_count, fork_done; /* of them, forks[fork_done ..] are undone */
    kept_level *levels;
    int level_count, level_room;

    /* As the session left it: */
    session_state left;
    crowd_member *left_members;
    int left_room;
    session_place place;
    unsigned long version; /* of the level's history */
    unsigned remade;
};

/* ---- Levels ------------------------------------------------------------------------------ */

static void forget_level(kept_level *k) {
    if (k->is_ours) {
        edit_destroy(k->edit);
        level_free(k->level);
    }
    *k = (kept_level){0};
}

static int find_level(const session *t, const level *l) {
    for (int i = 0; i < t->level_count; i++) {
        if (t->levels[i].level == l)
            return i;
    }
    return -1;
}

/* Returns the index of the level that is shown, -1 when memory ran out. */
static int note_level(session *t) {
    sandbox *s = t->sandbox;
    int index = find_level(t, s->level);
    if (index >= 0)
        return index;
    if (t->level_count == t->level_room) {
        kept_level *levels = realloc(t->levels, (size_t)(t->level_room + 16) * sizeof *levels);
        if (levels == NULL)
            return -1;
        t->levels = levels;
        t->level_room += 16;
    }
    t->levels[t->level_count] = (kept_level){s->level, s->edit, false};
    return t->level_count++;
}

/* One that came and went between two ticks is nothing to go back to. */
static void keep_level(void *context, level *l, edit *e) {
    session *t = context;
    int index = find_level(t, l);
    kept_level unknown = {l, e, true};
    if (index < 0)
        forget_level(&unknown);
    else
        t->levels[index].is_ours = true;
}

static size_t size_of_level(const level *l) {
    size_t size = l->source_length + (size_t)l->statement_count * sizeof *l->statements +
                  (size_t)l->number_count * sizeof *l->numbers;
    for (int i = 0; i < l->mesh_count; i++)
        size += (size_t)l->meshes[i].vertex_count * sizeof *l->meshes[i].vertices +
                (size_t)l->meshes[i].face_count * sizeof *l->meshes[i].faces;
    return size;
}

static bool are_levels_too_large(const session *t) {
    size_t size = 0;
    for (int i = 0; i < t->level_count; i++)
        size += t->levels[i].is_ours ? size_of_level(t->levels[i].level) : 0;
    return size > kept_levels_bytes;
}

static bool go_to_place(session *t, session_place to) {
    kept_level *k = &t->levels[to.level];
    sandbox *s = t->sandbox;
    if (s->level != k->level) {
        if (!sandbox_show_again(s, k->level, k->edit))
            return false;
        k->is_ours = false;
    }
    edit_go(s->edit, to.step);
    t->place = to;
    return true;
}

/* ---- Beginning --------------------------------------------------------------------------- */

static void drop_forks(session *t, int first, int count) {
    for (int i = first; i < first + count; i++)
        session_branch_free(&t->forks[i].other);
    memmove(t->forks + first, t->forks + first + count,
            (size_t)(t->fork_count - first - count) * sizeof *t->forks);
    t->fork_count -= count;
    t->fork_done -= t->fork_done > first ? count : 0;
}

/* Remembers how the session leaves the sandbox. Returns false when memory ran out. */
static bool leave(session *t) {
    const sandbox *s = t->sandbox;
    session_take_state(s, &t->left);
    t->version = edit_version(s->edit);
    if (s->crowd.count > t->left_room) {
        crowd_member *members = realloc(t->left_members, (size_t)s->crowd.count * sizeof *members);
        if (members == NULL) {
            t->left.crowd_count = -1; /* differs from any */
            return false;
        }
        t->left_members = members;
        t->left_room = s->crowd.count;
    }
    if (s->crowd.count > 0)
        memcpy(t->left_members, s->crowd.members,
               (size_t)s->crowd.count * sizeof *s->crowd.members);
    return true;
}

static bool add_checkpoint(session *t) {
    crowd_member *members = session_copy_members(t->sandbox);
    bool good = members != NULL || t->sandbox->crowd.count == 0;
    session_checkpoint *c = good ? rows_add(&t->branch.checkpoints) : NULL;
    if (c == NULL) {
        free(members);
        return false;
    }
    *c = (session_checkpoint){t->now, t->place, t->left, members};
    return true;
}

/* Forgets what was recorded. The present is then the only tick that can be gone to. Without memory
 * for that one either, the next tick tries again. */
static void begin(session *t) {
    sandbox *s = t->sandbox;
    drop_forks(t, 0, t->fork_count);
    session_branch_free(&t->branch);
    for (int i = 0; i < t->level_count; i++)
        forget_level(&t->levels[i]);
    t->level_count = 0;
    t->first = t->end = t->now;
    t->remade = s->remade;
    t->place = (session_place){note_level(t), edit_keep(s->edit)};
    if (t->place.level >= 0 && t->place.step >= 0 && leave(t))
        add_checkpoint(t);
}

static bool is_recording(const session *t) {
    return t->branch.checkpoints.count > 0;
}

session *session_create(sandbox *s) {
    session *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->sandbox = s;
    t->branch = session_no_branch;
    s->keeper = (level_keeper){keep_level, t};
    begin(t);
    if (!is_recording(t)) {
        session_destroy(t);
        return NULL;
    }
    return t;
}

void session_destroy(session *t) {
    if (t == NULL)
        return;
    t->sandbox->keeper = (level_keeper){0};
    drop_forks(t, 0, t->fork_count);
    session_branch_free(&t->branch);
    for (int i = 0; i < t->level_count; i++)
        forget_level(&t->levels[i]);
    free(t->levels);
    free(t->left_members);
    free(t);
}

/* ---- What was changed from outside ------------------------------------------------------- */

/* Makes what comes after now another branch. Returns false when memory ran out. */
static bool fork_here(session *t) {
    if (t->now == t->end)
        return true;
    drop_forks(t, t->fork_done, t->fork_count - t->fork_done);
    if (t->fork_count == SESSION_FORKS_MAX)
        drop_forks(t, 0, 1);
    fork *f = &t->forks[t->fork_count++];
    t->fork_done = t->fork_count;
    *f = (fork){.at = t->now, .number = t->change_count};
    t->end = t->now;
    return session_branch_cut(&t->branch, f->at, f->number, &f->other);
}

static bool note_change(session *t, session_place now) {
    sandbox *s = t->sandbox;
    bool is_crowd_same = session_is_crowd(t->sandbox, &t->left, t->left_members);
    session_state is = t->left;
    session_take_state(s, &is);
    session_change *c = fork_here(t) ? rows_add(&t->branch.changes) : NULL;
    if (c == NULL)
        return false;
    *c = (session_change){.at = t->now, .number = t->change_count++, .place = now};
    c->bytes = session_difference(&t->left, &is);
    c->members = is_crowd_same ? NULL : session_copy_members(s);
    t->place = now;
    return c->bytes != NULL && (c->members != NULL || is_crowd_same || s->crowd.count == 0) &&
           leave(t);
}

/* Where the level is now; .level or .step is -1 when memory ran out. */
static session_place find_place(session *t) {
    const sandbox *s = t->sandbox;
    bool is_same_level = t->place.level >= 0 && t->place.level < t->level_count &&
                         t->levels[t->place.level].level == s->level;
    if (is_same_level && t->version == edit_version(s->edit))
        return t->place;
    return (session_place){note_level(t), edit_keep(s->edit)};
}

/* Records what was changed since the session left the sandbox. */
static void notice(session *t) {
    session_place now = find_place(t);
    bool is_same_place = now.level == t->place.level && now.step == t->place.step;
    if (is_same_place && is_recording(t) && t->remade == t->sandbox->remade &&
        session_is_state(t->sandbox, &t->left) &&
        session_is_crowd(t->sandbox, &t->left, t->left_members)) {
        t->version = edit_version(t->sandbox->edit);
        return;
    }
    if (now.level < 0 || now.step < 0 || !is_recording(t) || t->remade != t->sandbox->remade ||
        are_levels_too_large(t) || !note_change(t, now))
        begin(t);
}

/* Makes a change again. */
static bool make_change(session *t, const session_change *c) {
    sandbox *s = t->sandbox;
    session_state is = {0};
    if (!go_to_place(t, c->place))
        return false;
    session_take_state(s, &is);
    session_state was = is;
    session_difference_apply(c->bytes, &is);
    session_put_state(s, &is);
    if (is.trail_count != was.trail_count || is.pushed_age != was.pushed_age ||
        memcmp(&is.result, &was.result, sizeof is.result) != 0)
        record_clear(&s->record, is.result.position); /* the only way to change it from outside */
    if (c->members != NULL || is.crowd_count == 0)
        return session_put_members(s, &is, c->members);
    return true;
}

static bool make_changes(session *t) {
    rows *changes = &t->branch.changes;
    for (int i = rows_find(changes, t->now); i < changes->count; i++) {
        const session_change *c = rows_get(changes, i);
        if (c->at > t->now)
            break;
        if (!make_change(t, c))
            return false;
    }
    return true;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

session_time session_now(const session *t) {
    return (session_time){t->first, t->end, t->now};
}

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

static unsigned find_marks(const session *t) {
    const sandbox *s = t->sandbox;
    const move_record *m = record_last(&s->record);
    unsigned marks = m->result.pushes > 0 ? SESSION_PUSHED : 0;
    marks |= m->result.depth > 0 ? SESSION_DEPTH : 0;
    marks |= is_snag(m) ? SESSION_SNAG : 0;
    for (int r = 0; s->ghosts.set != 0 && r < SM_RESOLVER_COUNT; r++) {
        const ghost_mover *g = &s->ghosts.list[r];
        if (ghosts_has(&s->ghosts, (sm_resolver)r) && g->parted && g->parted_tick == s->tick)
            marks |= SESSION_PARTED;
    }
    const rows *changes = &t->branch.changes;
    const session_change *last = changes->count > 0 ? rows_get(changes, changes->count - 1) : NULL;
    return last != NULL && last->at == t->now - 1 ? marks | SESSION_CHANGED : marks;
}

static bool note_input(session *t, const player_input *input) {
    const rows *runs = &t->branch.runs;
    const session_run *last = runs->count > 0 ? rows_get(runs, runs->count - 1) : NULL;
    if (last != NULL && memcmp(&last->input, input, sizeof *input) == 0)
        return true;
    session_run *next = rows_add(&t->branch.runs);
    if (next != NULL)
        *next = (session_run){t->now, *input};
    return next != NULL;
}

static bool note_tick(session *t) {
    session_tick_row *r = rows_add(&t->branch.ticks);
    if (r == NULL)
        return false;
    *r = (session_tick_row){t->now, record_last(&t->sandbox->record)->result.position,
                            find_marks(t)};
    return true;
}

static void thin_checkpoints(session *t) {
    const rows *list = &t->branch.checkpoints;
    size_t size = sizeof(session_checkpoint) + (size_t)t->left.crowd_count * sizeof(crowd_member);
    if ((size_t)list->count * size > checkpoints_bytes && list->count >= 16)
        session_branch_thin(&t->branch);
}

static void forget_unused_levels(session *t) {
    for (int i = 0; i < t->level_count; i++) {
        bool used = i == t->place.level || session_branch_uses_level(&t->branch, i);
        for (int k = 0; !used && k < t->fork_count; k++)
            used = session_branch_uses_level(&t->forks[k].other, i);
        if (!used)
            forget_level(&t->levels[i]);
    }
}

/* Drops the oldest, up to some checkpoint, when there is too much. */
static void drop_oldest(session *t) {
    if (t->end - t->first < SESSION_TICKS_MAX)
        return;
    session_branch *b = &t->branch;
    int first = rows_find(&b->checkpoints, t->end - kept_when_full);
    if (first == b->checkpoints.count)
        first--;
    t->first = ((session_checkpoint *)rows_get(&b->checkpoints, first))->at;
    session_branch_drop(b, t->first);
    int forks = t->fork_count; /* that one, and those that can only be undone after it */
    while (forks > 0 && t->forks[forks - 1].at >= t->first)
        forks--;
    drop_forks(t, 0, forks);
    forget_unused_levels(t);
}

void session_tick(session *t, const player_input *input) {
    notice(t);
    bool good = is_recording(t) && fork_here(t) && note_input(t, input);
    sandbox_tick(t->sandbox, input);
    t->end = ++t->now;
    good = good && leave(t) && note_tick(t);
    if (good && t->now % CHECKPOINT_TICKS == 0) {
        good = add_checkpoint(t);
        thin_checkpoints(t);
        drop_oldest(t);
    }
    if (!good)
        begin(t);
}

/* ---- Going to another time --------------------------------------------------------------- */

static const session_tick_row *find_tick(const session *t, unsigned long at) {
    int index = rows_find(&t->branch.ticks, at);
    const session_tick_row *found =
        index < t->branch.ticks.count ? rows_get(&t->branch.ticks, index) : NULL;
    return found != NULL && found->at == at ? found : NULL;
}

/* The last move is there without its trace, and the one that pushed last not at all: both come with
 * the ticks that are made again. */
static void put_record(session *t, const session_checkpoint *c) {
    record *r = &t->sandbox->record;
    record_clear(r, c->state.result.position);
    r->moves[r->last].result = c->state.result;
    r->pushed_age = c->state.pushed_age;
    unsigned long known = c->at - t->first;
    int count = c->state.trail_count;
    count = (unsigned long)count > known ? (int)known : count;
    r->trail_first = 0;
    r->trail_count = count;
    for (int i = 0; i < count; i++)
        r->trail[i] = find_tick(t, c->at - (unsigned long)(count - 1 - i))->position;
}

static bool go_to_checkpoint(session *t, const session_checkpoint *c) {
    sandbox *s = t->sandbox;
    if (!go_to_place(t, c->place))
        return false;
    obstacles_set_tick(s->obstacles, c->state.obstacles_tick);
    session_put_state(s, &c->state);
    put_record(t, c);
    t->now = c->at;
    return session_put_members(s, &c->state, c->members) && make_changes(t);
}

/* Makes the tick again that was recorded, without what was changed after it. Returns its input. */
static const player_input *make_tick_again(session *t) {
    const rows *runs = &t->branch.runs;
    const session_run *r = rows_get(runs, rows_find(runs, t->now + 1) - 1);
    sandbox_tick(t->sandbox, &r->input);
    t->now++;
    return &r->input;
}

/* From the checkpoint that is far enough back for all that is remembered of the last ticks; with
 * `on` from the present, where that is nearer. */
static bool travel(session *t, unsigned long at, bool on) {
    const rows *list = &t->branch.checkpoints;
    unsigned long from = at - t->first > RECORD_ECHO_TICKS ? at - RECORD_ECHO_TICKS : t->first;
    int index = rows_find(list, from + 1) - 1;
    const session_checkpoint *c = rows_get(list, index > 0 ? index : 0);
    bool good = (on && t->now <= at && t->now >= c->at) || go_to_checkpoint(t, c);
    while (good && t->now < at) {
        make_tick_again(t);
        good = make_changes(t);
    }
    return leave(t) && good;
}

bool session_seek(session *t, unsigned long at) {
    edit_end(t->sandbox->edit);
    notice(t);
    if (!is_recording(t))
        return false;
    at = at < t->first ? t->first : at > t->end ? t->end : at;
    return at == t->now || travel(t, at, true);
}

bool session_walk(session *t, unsigned long first, unsigned long last, const session_walker *w) {
    bool good = session_seek(t, first);
    last = last < t->end ? last : t->end;
    while (good && t->now < last) {
        good = w->tick(w->context, make_tick_again(t));
        const rows *changes = &t->branch.changes;
        int next = rows_find(changes, t->now);
        bool is_changed = next < changes->count &&
                          ((const session_change *)rows_get(changes, next))->at == t->now;
        good = make_changes(t) && good && (!is_changed || w->change(w->context));
    }
    return leave(t) && good;
}

bool session_has_level(const session *t, const level *l) {
    return find_level(t, l) >= 0;
}

sandbox *session_sandbox(const session *t) {
    return t->sandbox;
}

bool session_has_branch(const session *t, int direction) {
    return direction < 0 ? t->fork_done > 0 : t->fork_done < t->fork_count;
}

static bool exchange(session *t, fork *f) {
    session_branch other = f->other;
    bool good = session_branch_cut(&t->branch, f->at, f->number, &f->other) &&
                session_branch_append(&t->branch, &other);
    session_branch_free(&other);
    if (!good) {
        begin(t);
        return false;
    }
    t->end = f->at;
    if (t->branch.ticks.count > 0) {
        const session_tick_row *last = rows_get(&t->branch.ticks, t->branch.ticks.count - 1);
        t->end = last->at;
    }
    return travel(t, f->at, false);
}

bool session_take_branch(session *t, int direction) {
    edit_end(t->sandbox->edit);
    notice(t);
    if (!session_has_branch(t, direction))
        return false;
    return exchange(t, &t->forks[direction < 0 ? --t->fork_done : t->fork_done++]);
}

/* ---- What happened ----------------------------------------------------------------------- */

unsigned session_marks(const session *t, unsigned long first, unsigned long last) {
    const rows *ticks = &t->branch.ticks;
    unsigned marks = 0;
    for (int i = rows_find(ticks, first); i < ticks->count && marks != SESSION_MARKS; i++) {
        const session_tick_row *r = rows_get(ticks, i);
        if (r->at > last)
            break;
        marks |= r->marks;
    }
    return marks;
}

bool session_toggle_bookmark(session *t) {
    int index = rows_find(&t->branch.ticks, t->now);
    session_tick_row *shown =
        index < t->branch.ticks.count ? rows_get(&t->branch.ticks, index) : NULL;
    if (shown == NULL || shown->at != t->now)
        return false;
    shown->marks ^= SESSION_BOOKMARK;
    return true;
}

unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward) {
    const rows *ticks = &t->branch.ticks;
    for (int i = rows_find(ticks, forward ? at + 1 : at) - !forward; i >= 0 && i < ticks->count;
         i += forward ? 1 : -1) {
        const session_tick_row *r = rows_get(ticks, i),
                               *before = i > 0 ? rows_get(ticks, i - 1) : NULL;
        if ((r->marks & marks & ~(before != NULL ? before->marks : 0)) != 0)
            return r->at;
    }
    return at;
}
