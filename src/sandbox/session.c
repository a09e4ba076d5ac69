#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "session_branch.h"

static const size_t checkpoints_bytes = 1 << 20;   /* beyond, the older ones are thinned out */
static const size_t kept_levels_bytes = 64u << 20; /* beyond, the past is dropped */
static const unsigned long kept_when_full = SESSION_TICKS_MAX / 4 * 3;

/* Where the player went on from the past. */
typedef struct fork {
    unsigned long at;
    int change_count;     /* of the branch, which came before it */
    session_place place;  /* of the level then */
    session_branch other; /* what came after it on the other branch */
} fork;

struct session {
    sandbox *sandbox; /* not owned */
    session_branch branch;
    unsigned long now;
    fork forks[SESSION_FORKS_MAX];
    int fork_count, fork_done; /* of them, forks[fork_done ..] are undone */
    edit **levels;             /* with their histories */
    int level_count;

    bool goes_on; /* at the end of what is recorded, and nothing was touched since the last tick */
    unsigned long next_checkpoint;

    /* As the session left it before it was touched, and at the last checkpoint: */
    session_state left;
    session_place place;
    unsigned long version; /* of the level's history */
    unsigned remade;
};

/* ---- Levels ------------------------------------------------------------------------------ */

/* One that is not shown is the session's own. */
static bool is_ours(const session *t, const edit *e) {
    return e != t->sandbox->edit;
}

static int find_level(const session *t, const level *l) {
    for (int i = 0; i < t->level_count; i++) {
        if (edit_level(t->levels[i]) == l)
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
    edit **levels = realloc(t->levels, (size_t)(t->level_count + 1) * sizeof *levels);
    if (levels == NULL)
        return -1;
    t->levels = levels;
    t->levels[t->level_count] = s->edit;
    return t->level_count++;
}

/* One that came and went between two ticks is nothing to go back to. */
static void take_level(void *context, edit *e) {
    if (find_level(context, edit_level(e)) < 0)
        edit_destroy(e);
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
        size += is_ours(t, t->levels[i]) ? size_of_level(edit_level(t->levels[i])) : 0;
    return size > kept_levels_bytes;
}

static bool show_kept(session *t, edit *e) {
    return t->sandbox->edit == e || sandbox_show_again(t->sandbox, e);
}

bool session_show_level(session *t, const level *l) {
    int index = find_level(t, l);
    return index >= 0 && show_kept(t, t->levels[index]);
}

bool session_has_level(const session *t, const level *l) {
    return find_level(t, l) >= 0;
}

static bool go_to_place(session *t, session_place to) {
    if (!show_kept(t, t->levels[to.level]))
        return false;
    edit_checkout(t->sandbox->edit, to.step);
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

/* Remembers how the session leaves the sandbox. */
static void leave(session *t) {
    session_take_state(t->sandbox, &t->left);
}

static void will_change(void *context) {
    session *t = context;
    if (t->goes_on)
        leave(t);
    t->goes_on = false;
}

/* All that was touched is recorded. */
static void settle(session *t) {
    t->version = edit_version(t->sandbox->edit);
    t->goes_on = t->now == session_branch_end(&t->branch);
    t->next_checkpoint = t->now - t->now % SESSION_CHECKPOINT_TICKS + SESSION_CHECKPOINT_TICKS;
}

/* Adds a change, or a checkpoint, to all that the session leaves now. Returns false when memory ran
 * out: it is then there in part. */
static bool add_change(session *t, rows *list, bool cleared, bool has_state) {
    session_change *c = rows_add(list);
    if (c == NULL)
        return false;
    *c = (session_change){.at = t->now,
                          .place = t->place,
                          .cleared = cleared,
                          .state = has_state ? malloc(sizeof t->left) : NULL};
    if (c->state != NULL)
        *c->state = t->left;
    return c->state != NULL || !has_state;
}

static bool is_recording(const session *t) {
    return t->branch.checkpoints.count > 0;
}

static void forget_all(session *t) {
    drop_forks(t, 0, t->fork_count);
    session_branch_free(&t->branch);
    for (int i = 0; i < t->level_count; i++) {
        if (is_ours(t, t->levels[i]))
            edit_destroy(t->levels[i]);
    }
    t->level_count = 0;
}

/* Forgets what was recorded. The present is then the only tick that can be gone to. Without memory
 * for that one either, the next tick tries again. */
static void begin(session *t) {
    sandbox *s = t->sandbox;
    forget_all(t);
    t->branch = session_branch_from(t->now);
    t->remade = s->remade;
    settle(t);
    t->place = (session_place){note_level(t), edit_pin(s->edit)};
    leave(t);
    if (t->place.level < 0 || t->place.step < 0 ||
        !add_change(t, &t->branch.checkpoints, true, true)) {
        session_branch_free(&t->branch);
        t->branch.first = t->now;
    }
    t->goes_on = is_recording(t);
}

session *session_create(sandbox *s) {
    session *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->sandbox = s;
    s->observer = (sandbox_observer){will_change, take_level, t};
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
    t->sandbox->observer = (sandbox_observer){0};
    forget_all(t);
    free(t->levels);
    free(t);
}

/* ---- What was changed from outside ------------------------------------------------------- */

/* Makes what comes after now another branch. Returns false when memory ran out. */
static bool fork_here(session *t) {
    if (t->now == session_branch_end(&t->branch))
        return true;
    drop_forks(t, t->fork_done, t->fork_count - t->fork_done);
    if (t->fork_count == SESSION_FORKS_MAX)
        drop_forks(t, 0, 1);
    fork *f = &t->forks[t->fork_count++];
    t->fork_done = t->fork_count;
    *f = (fork){
        .at = t->now, .change_count = rows_find(&t->branch.changes, t->now + 1), .place = t->place};
    return session_branch_cut(&t->branch, f->at, f->change_count, &f->other);
}

static bool is_same_place(session_place a, session_place b) {
    return a.level == b.level && a.step == b.step;
}

/* Records what differs from what the session left. Returns false when memory ran out. */
static bool note_change(session *t, session_place now) {
    const sandbox *s = t->sandbox;
    session_state is = t->left;
    session_take_state(s, &is);
    bool is_same = memcmp(&is, &t->left, sizeof is) == 0;
    if (is_same && is_same_place(now, t->place))
        return true;
    bool cleared = session_is_cleared(&t->left, &is);
    if (are_levels_too_large(t) || !fork_here(t))
        return false;
    t->place = now;
    leave(t);
    return add_change(t, &t->branch.changes, cleared, !is_same);
}

/* Where the level is now; .level or .step is -1 when memory ran out. */
static session_place find_place(session *t) {
    const sandbox *s = t->sandbox;
    if (t->version == edit_version(s->edit) && t->place.level == find_level(t, s->level))
        return t->place;
    return (session_place){note_level(t), edit_pin(s->edit)};
}

/* Records what was changed since the session left the sandbox. */
static void notice(session *t) {
    if (t->goes_on)
        return;
    session_place now = find_place(t);
    if (is_recording(t) && t->remade == t->sandbox->remade && now.level >= 0 && now.step >= 0 &&
        note_change(t, now))
        settle(t);
    else
        begin(t);
}

/* Makes a change again. */
static bool make_change(session *t, const session_change *c) {
    sandbox *s = t->sandbox;
    if (!go_to_place(t, c->place))
        return false;
    if (c->state != NULL)
        session_put_state(s, c->state, c->cleared);
    return true;
}

/* Whether there is such a row, and it belongs to that time. */
static bool is_row_at(const rows *r, int index, unsigned long at) {
    return index < r->count && *(const unsigned long *)rows_get(r, index) == at;
}

static bool make_changes(session *t) {
    rows *changes = &t->branch.changes;
    bool good = true;
    for (int i = rows_find(changes, t->now); good && is_row_at(changes, i, t->now); i++)
        good = make_change(t, rows_get(changes, i));
    return good;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

session_time session_now(const session *t) {
    return (session_time){t->branch.first, session_branch_end(&t->branch), t->now};
}

static bool are_checkpoints_too_large(const session *t) {
    const rows *list = &t->branch.checkpoints;
    size_t each = sizeof(session_change) + sizeof(session_state);
    return (size_t)list->count * each > checkpoints_bytes && list->count >= 16;
}

/* Drops the oldest, up to some checkpoint, when there is too much, and the forks that it has, with
 * those that can only be undone after them. */
static void drop_oldest(session *t) {
    session_branch *b = &t->branch;
    unsigned long end = session_branch_end(b);
    if (end - b->first < SESSION_TICKS_MAX)
        return;
    int first = rows_find(&b->checkpoints, end - kept_when_full);
    int changes = session_branch_drop(b, ((session_change *)rows_get(&b->checkpoints, first))->at);
    int forks = t->fork_count;
    while (forks > 0 && t->forks[forks - 1].at >= b->first)
        forks--;
    drop_forks(t, 0, forks);
    for (int i = 0; i < t->fork_count; i++)
        t->forks[i].change_count -= changes;
}

static bool make_checkpoint(session *t) {
    leave(t);
    bool good = add_change(t, &t->branch.checkpoints, true, true);
    while (are_checkpoints_too_large(t))
        session_branch_thin(&t->branch);
    drop_oldest(t);
    return good;
}

/* Whether the player got less than half of the way that the last push leaves: of what is wanted,
 * the part along its surface. */
static bool is_snag(const move_record *m) {
    sm3_vec n = m->result.normal, wanted = m->trace.delta;
    sm3_vec from = m->trace.start, to = m->result.position;
    float into = sm3_dot(wanted, n);
    if (!(into < 0))
        return false;
    sm3_vec along = sm3_offset(wanted, n, -into);
    float length = sm3_dot(along, along), made = sm3_dot(sm3_between(from, to), along);
    float least = (float)(COMPARE_LEAST_WAY * COMPARE_LEAST_WAY);
    return length > least * sm3_dot(wanted, wanted) && made < (float)COMPARE_SNAG * length;
}

/* Returns what happened in the tick that was just made. */
static unsigned find_marks(const session *t) {
    const sandbox *s = t->sandbox;
    const move_record *m = record_last(&s->record);
    const session_change *change = rows_last(&t->branch.changes);
    unsigned marks = change != NULL && change->at + 1 == t->now ? SESSION_CHANGED : 0;
    if (m->result.pushes > 0)
        marks |= is_snag(m) ? SESSION_PUSHED | SESSION_SNAG : SESSION_PUSHED;
    marks |= m->result.depth > 0 ? SESSION_DEPTH : 0;
    for (int r = 0; s->ghosts.set != 0 && r < SM_RESOLVER_COUNT; r++) {
        const ghost_mover *g = &s->ghosts.list[r];
        if (ghosts_has(&s->ghosts, (sm_resolver)r) && g->parted && g->parted_tick == s->tick)
            marks |= SESSION_PARTED;
    }
    return marks;
}

static bool add_tick(session *t, const player_input *input) {
    session_made *made = rows_add(&t->branch.ticks);
    if (made != NULL)
        *made = (session_made){*input, record_last(&t->sandbox->record)->result.position,
                               find_marks(t)};
    return made != NULL;
}

/* It is to cost next to nothing beside the tick itself. */
void session_tick(session *t, const player_input *input) {
    if (!t->goes_on) {
        notice(t);
        bool good = is_recording(t) && fork_here(t);
        settle(t);
        t->goes_on = good;
    }
    sandbox_tick(t->sandbox, input);
    t->now++;
    bool good = t->goes_on && add_tick(t, input);
    if (good && t->now == t->next_checkpoint) {
        good = make_checkpoint(t);
        settle(t);
    }
    if (!good)
        begin(t);
}

/* ---- Going to another time --------------------------------------------------------------- */

/* The last move is there without its trace, and the one that pushed last not at all: both come with
 * the ticks that are made again. */
static void put_record(session *t, const session_change *c) {
    record *r = &t->sandbox->record;
    r->pushed_age = c->state->pushed_age;
    unsigned long known = c->at - t->branch.first;
    int count = c->state->trail_count;
    count = (unsigned long)count > known ? (int)known : count;
    r->trail_first = 0;
    r->trail_count = count;
    for (int i = 0; i < count; i++)
        r->trail[i] =
            session_branch_tick(&t->branch, c->at - (unsigned long)(count - 1 - i))->position;
}

static bool go_to_checkpoint(session *t, const session_change *c) {
    sandbox *s = t->sandbox;
    if (!go_to_place(t, c->place))
        return false;
    obstacles_set_tick(s->obstacles, c->state->obstacles_tick);
    session_put_state(s, c->state, true);
    put_record(t, c);
    t->now = c->at;
    return make_changes(t);
}

/* Makes the tick again that was recorded, without what was changed after it. Returns its input. */
static const player_input *make_tick_again(session *t) {
    const player_input *input = &session_branch_tick(&t->branch, ++t->now)->input;
    sandbox_tick(t->sandbox, input);
    return input;
}

/* From the checkpoint that is far enough back for all that is remembered of the last ticks; with
 * `on` from the present, where that is nearer. */
static bool travel(session *t, unsigned long at, bool on) {
    t->goes_on = false;
    const rows *list = &t->branch.checkpoints;
    unsigned long first = t->branch.first;
    unsigned long from = at - first > RECORD_ECHO_TICKS ? at - RECORD_ECHO_TICKS : first;
    int index = rows_find(list, from + 1) - 1;
    const session_change *c = rows_get(list, index > 0 ? index : 0);
    bool good = (on && t->now <= at && t->now >= c->at) || go_to_checkpoint(t, c);
    while (good && t->now < at) {
        make_tick_again(t);
        good = make_changes(t);
    }
    settle(t);
    leave(t);
    return good;
}

bool session_seek(session *t, unsigned long at) {
    notice(t);
    if (!is_recording(t))
        return false;
    session_time time = session_now(t);
    at = at < time.first ? time.first : at > time.end ? time.end : at;
    return at == t->now || travel(t, at, true);
}

bool session_walk(session *t, unsigned long first, unsigned long last, const session_walker *w) {
    unsigned long was = t->now;
    int inside = t->sandbox->inside;
    bool good = session_seek(t, first) && w->change(w->context);
    unsigned long end = session_branch_end(&t->branch);
    last = last < end ? last : end;
    t->goes_on = false;
    while (good && t->now < last) {
        good = w->tick(w->context, make_tick_again(t));
        bool is_changed =
            is_row_at(&t->branch.changes, rows_find(&t->branch.changes, t->now), t->now);
        good = make_changes(t) && good && (!is_changed || w->change(w->context));
    }
    settle(t);
    leave(t);
    good = session_seek(t, was) && good;
    t->sandbox->inside = inside;
    return good;
}

sandbox *session_sandbox(const session *t) {
    return t->sandbox;
}

bool session_has_branch(const session *t, int direction) {
    return direction < 0 ? t->fork_done > 0 : t->fork_done < t->fork_count;
}

bool session_undoes_fork(const session *t, int direction) {
    if (!session_has_branch(t, direction))
        return false;
    const fork *f = &t->forks[t->fork_done - (direction < 0)];
    return is_same_place(f->place, t->place) && t->version == edit_version(t->sandbox->edit) &&
           t->levels[f->place.level] == t->sandbox->edit;
}

bool session_take_branch(session *t, int direction) {
    notice(t);
    if (!session_has_branch(t, direction))
        return false;
    fork *f = &t->forks[direction < 0 ? --t->fork_done : t->fork_done++];
    session_branch other = f->other;
    bool good = session_branch_cut(&t->branch, f->at, f->change_count, &f->other) &&
                session_branch_append(&t->branch, &other);
    session_branch_free(&other);
    if (good)
        return travel(t, f->at, false);
    begin(t);
    return false;
}

/* ---- What happened ----------------------------------------------------------------------- */

static unsigned marks_at(const session *t, unsigned long at) {
    bool is_there = at > t->branch.first && at <= session_branch_end(&t->branch);
    return is_there ? session_branch_tick(&t->branch, at)->marks : 0;
}

unsigned session_marks(const session *t, unsigned long first, unsigned long last) {
    unsigned marks = 0;
    for (unsigned long at = first; at <= last && marks != SESSION_MARKS; at++)
        marks |= marks_at(t, at);
    return marks;
}

bool session_toggle_bookmark(session *t) {
    if (t->now == t->branch.first)
        return false;
    session_branch_tick(&t->branch, t->now)->marks ^= SESSION_BOOKMARK;
    return true;
}

unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward) {
    session_time time = session_now(t);
    for (unsigned long i = at; forward ? i < time.end : i > time.first + 1;) {
        i += forward ? 1 : -1ul;
        if ((marks_at(t, i) & ~marks_at(t, i - 1) & marks) != 0)
            return i;
    }
    return at;
}
