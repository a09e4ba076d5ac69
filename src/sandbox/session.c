#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "session_branch.h"

/* Beyond, the older checkpoints are thinned out; a crowd takes more room, and longer to tick. */
static const size_t checkpoints_bytes = 1 << 20, crowds_bytes = 64u << 20;
static const int ticks_of_members = 3000;          /* between two checkpoints, which is some 4 ms */
static const size_t kept_levels_bytes = 64u << 20; /* beyond, the past is dropped */
static const unsigned long kept_when_full = SESSION_TICKS_MAX / 4 * 3;

/* Where the player went on from the past. */
typedef struct fork {
    unsigned long at;
    unsigned long number; /* the changes at that time that are older than this came before it */
    session_place place;  /* of the level then */
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
    unsigned long first, now;
    unsigned long change_count; /* so far */
    fork forks[SESSION_FORKS_MAX];
    int fork_count, fork_done; /* of them, forks[fork_done ..] are undone */
    kept_level *levels;
    int level_count, level_room;

    /* Most ticks go on from the one before, at the end of what is recorded, and nothing was touched
     * between: what such a tick is compared with stands here. */
    bool goes_on;
    player_input input; /* of the last run */
    unsigned marks;     /* of the last tick; all of them where it is not known */
    unsigned long next_checkpoint;

    /* As the session left it before it was touched, and at the last checkpoint: */
    session_state left;
    crowd_member *left_members;
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

static bool show_kept(session *t, kept_level *k) {
    sandbox *s = t->sandbox;
    if (s->level == k->level)
        return true;
    if (!sandbox_show_again(s, k->level, k->edit))
        return false;
    k->is_ours = false;
    return true;
}

bool session_show_level(session *t, const level *l) {
    int index = find_level(t, l);
    return index >= 0 && show_kept(t, &t->levels[index]);
}

bool session_has_level(const session *t, const level *l) {
    return find_level(t, l) >= 0;
}

static bool go_to_place(session *t, session_place to) {
    if (!show_kept(t, &t->levels[to.level]))
        return false;
    edit_go(t->sandbox->edit, to.step);
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
    free(t->left_members);
    t->left_members = session_copy_members(s);
    bool good = t->left_members != NULL || s->crowd.count == 0;
    if (!good)
        t->left.crowd_count = -1; /* differs from any */
    return good;
}

static void touch(void *context) {
    session *t = context;
    if (t->goes_on)
        leave(t);
    t->goes_on = false;
}

/* How far two checkpoints are apart. */
static unsigned long checkpoint_ticks(const sandbox *s) {
    int ticks = ticks_of_members / (s->crowd.count + 1) + 1;
    return ticks < SESSION_CHECKPOINT_TICKS ? (unsigned long)ticks : SESSION_CHECKPOINT_TICKS;
}

/* All that was touched is recorded. */
static void settle(session *t) {
    const session_run *run = rows_last(&t->branch.runs);
    const session_marked *marked = rows_last(&t->branch.marks);
    t->version = edit_version(t->sandbox->edit);
    t->goes_on = t->now == t->branch.end;
    memset(&t->input, 0xff, sizeof t->input); /* as no other */
    if (run != NULL)
        memcpy(&t->input, &run->input, sizeof t->input); /* with what lies between its members */
    t->marks = marked != NULL ? marked->marks : SESSION_MARKS;
    unsigned long every = checkpoint_ticks(t->sandbox);
    t->next_checkpoint = t->now - t->now % every + every;
}

/* Returns false when memory ran out. */
static bool add_way(session *t) {
    const record *r = &t->sandbox->record;
    const session_way *last = rows_last(&t->branch.ways);
    unsigned long missing = t->now - (last != NULL ? last->at : t->first);
    int count = missing < (unsigned long)r->trail_count ? (int)missing : r->trail_count;
    sm3_vec *positions = count > 0 ? malloc((size_t)count * sizeof *positions) : NULL;
    session_way *w = positions != NULL ? rows_add(&t->branch.ways) : NULL;
    if (w == NULL) {
        free(positions);
        return count == 0;
    }
    record_copy_trail(r, count, positions);
    *w = (session_way){t->now, count, positions};
    return true;
}

static bool add_checkpoint(session *t) {
    crowd_member *members = session_copy_members(t->sandbox);
    session_state *state = malloc(sizeof *state);
    bool good = (members != NULL || t->sandbox->crowd.count == 0) && state != NULL && add_way(t);
    session_checkpoint *c = good ? rows_add(&t->branch.checkpoints) : NULL;
    if (c == NULL) {
        free(members);
        free(state);
        return false;
    }
    *state = t->left;
    *c = (session_checkpoint){t->now, t->place, state, members};
    return true;
}

static bool is_recording(const session *t) {
    return t->branch.checkpoints.count > 0;
}

static void forget_all(session *t) {
    drop_forks(t, 0, t->fork_count);
    session_branch_free(&t->branch);
    for (int i = 0; i < t->level_count; i++)
        forget_level(&t->levels[i]);
    t->level_count = 0;
}

/* Forgets what was recorded. The present is then the only tick that can be gone to. Without memory
 * for that one either, the next tick tries again. */
static void begin(session *t) {
    sandbox *s = t->sandbox;
    forget_all(t);
    t->first = t->branch.end = t->now;
    t->remade = s->remade;
    settle(t);
    t->place = (session_place){note_level(t), edit_keep(s->edit)};
    if (t->place.level >= 0 && t->place.step >= 0 && leave(t))
        add_checkpoint(t);
    t->goes_on = is_recording(t);
}

session *session_create(sandbox *s) {
    session *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->sandbox = s;
    t->branch = session_no_branch;
    s->witness = (sandbox_witness){touch, keep_level, t};
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
    t->sandbox->witness = (sandbox_witness){0};
    forget_all(t);
    free(t->levels);
    free(t->left_members);
    free(t);
}

/* ---- What was changed from outside ------------------------------------------------------- */

/* Makes what comes after now another branch. Returns false when memory ran out. */
static bool fork_here(session *t) {
    if (t->now == t->branch.end)
        return true;
    drop_forks(t, t->fork_done, t->fork_count - t->fork_done);
    if (t->fork_count == SESSION_FORKS_MAX)
        drop_forks(t, 0, 1);
    fork *f = &t->forks[t->fork_count++];
    t->fork_done = t->fork_count;
    *f = (fork){.at = t->now, .number = t->change_count, .place = t->place};
    if (!session_branch_cut(&t->branch, f->at, f->number, &f->other))
        return false;
    const session_change *last = rows_last(&t->branch.changes);
    return last == NULL || last->at < t->now ||
           session_branch_mark_next(&t->branch, SESSION_CHANGED);
}

/* What the state was is not known where it was changed without being touched. */
static bool note_change(session *t, session_place now, bool is_known) {
    sandbox *s = t->sandbox;
    bool is_crowd_same = is_known && session_is_crowd(s, &t->left, t->left_members);
    session_state is = t->left;
    session_take_state(s, &is);
    session_change *c = fork_here(t) ? rows_add(&t->branch.changes) : NULL;
    if (c == NULL)
        return false;
    *c = (session_change){.at = t->now, .number = t->change_count++, .place = now};
    c->bytes = session_difference(is_known ? &t->left : NULL, &is);
    c->members = is_crowd_same ? NULL : session_copy_members(s);
    t->place = now;
    return c->bytes != NULL && (c->members != NULL || is_crowd_same || s->crowd.count == 0) &&
           leave(t) && session_branch_mark_next(&t->branch, SESSION_CHANGED);
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

static bool is_same_place(session_place a, session_place b) {
    return a.level == b.level && a.step == b.step;
}

/* Records what was changed since the session left the sandbox. */
static void notice(session *t) {
    const sandbox *s = t->sandbox;
    if (t->goes_on)
        return;
    session_place now = find_place(t);
    bool good = is_recording(t) && t->remade == s->remade && now.level >= 0 && now.step >= 0;
    bool is_same = good && is_same_place(now, t->place) && session_is_state(s, &t->left) &&
                   session_is_crowd(s, &t->left, t->left_members);
    if (is_same || (good && !are_levels_too_large(t) && note_change(t, now, true)))
        settle(t);
    else
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
    return (session_time){t->first, t->branch.end, t->now};
}

static void thin_checkpoints(session *t) {
    const rows *list = &t->branch.checkpoints;
    size_t states = (size_t)list->count * (sizeof(session_checkpoint) + sizeof(session_state));
    size_t members = 0;
    if (states <= checkpoints_bytes && t->left.crowd_count == 0)
        return;
    for (int i = 0; i < list->count; i++)
        members += (size_t)((session_checkpoint *)rows_get(list, i))->state->crowd_count *
                   sizeof(crowd_member);
    if (states + members > (members > 0 ? crowds_bytes : checkpoints_bytes) && list->count >= 16)
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
    session_branch *b = &t->branch;
    if (b->end - t->first < SESSION_TICKS_MAX)
        return;
    int first = rows_find(&b->checkpoints, b->end - kept_when_full);
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

/* What was changed without being touched first is noticed here at the latest. */
static bool make_checkpoint(session *t) {
    bool good =
        session_has_choices(t->sandbox, &t->left) ? leave(t) : note_change(t, t->place, false);
    good = good && add_checkpoint(t);
    thin_checkpoints(t);
    drop_oldest(t);
    return good;
}

/* Before a tick that asks for something else, or does not just go on. When memory ran out, the
 * session does not go on then. Not inlined: most ticks do without, and without its registers. */
__attribute__((noinline)) static void note_input(session *t, const player_input *input) {
    notice(t);
    bool good = is_recording(t) && fork_here(t);
    settle(t);
    if (good && memcmp(&t->input, input, sizeof *input) == 0)
        return;
    session_run *next = good ? rows_add(&t->branch.runs) : NULL;
    if (next == NULL) {
        t->goes_on = false;
        t->marks = SESSION_MARKS;
        return;
    }
    next->at = t->now;
    memcpy(&next->input, input, sizeof *input);
    settle(t);
}

static bool note_marks(session *t) {
    unsigned marks = session_find_marks(t->sandbox);
    if (marks == t->marks)
        return true;
    bool good = session_branch_mark(&t->branch, marks);
    t->marks = good ? ((session_marked *)rows_last(&t->branch.marks))->marks : SESSION_MARKS;
    return good;
}

/* After a tick in which something happened, or a checkpoint is due. */
__attribute__((noinline)) static void note_outcome(session *t) {
    bool good = t->goes_on && note_marks(t);
    if (good && t->now == t->next_checkpoint) {
        good = make_checkpoint(t);
        settle(t);
    }
    if (!good)
        begin(t);
}

/* It is to cost next to nothing beside the tick itself. */
void session_tick(session *t, const player_input *input) {
    sandbox *s = t->sandbox;
    if (!t->goes_on || memcmp(&t->input, input, sizeof *input) != 0)
        note_input(t, input);
    sandbox_tick(s, input);
    t->branch.end = ++t->now;
    const sm3_result *moved = &s->record.moves[s->record.last].result;
    unsigned eventful = (unsigned)moved->pushes | s->ghosts.set | t->marks;
    if (eventful != 0 || moved->depth > 0 || t->now == t->next_checkpoint)
        note_outcome(t);
}

/* ---- Going to another time --------------------------------------------------------------- */

/* The last move is there without its trace, and the one that pushed last not at all: both come with
 * the ticks that are made again. */
static void put_record(session *t, const session_checkpoint *c) {
    record *r = &t->sandbox->record;
    record_clear(r, c->state->result.position);
    r->moves[r->last].result = c->state->result;
    r->pushed_age = c->state->pushed_age;
    unsigned long known = c->at - t->first;
    int count = c->state->trail_count;
    count = (unsigned long)count > known ? (int)known : count;
    r->trail_first = 0;
    r->trail_count = count;
    for (int i = 0; i < count; i++)
        r->trail[i] = *session_branch_position(&t->branch, c->at - (unsigned long)(count - 1 - i));
}

/* Of nothing else does a tick depend on the crowd: where there is a later checkpoint on the way, it
 * may be put back there. */
static bool go_to_checkpoint(session *t, const session_checkpoint *c, bool with_crowd) {
    sandbox *s = t->sandbox;
    if (!go_to_place(t, c->place))
        return false;
    obstacles_set_tick(s->obstacles, c->state->obstacles_tick);
    session_put_state(s, c->state);
    put_record(t, c);
    t->now = c->at;
    crowd_free(&s->crowd);
    return (!with_crowd || session_put_members(s, c->state, c->members)) && make_changes(t);
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
    t->goes_on = false;
    const rows *list = &t->branch.checkpoints;
    unsigned long from = at - t->first > RECORD_ECHO_TICKS ? at - RECORD_ECHO_TICKS : t->first;
    int index = rows_find(list, from + 1) - 1;
    const session_checkpoint *c = rows_get(list, index > 0 ? index : 0);
    const session_checkpoint *last = rows_get(list, rows_find(list, at + 1) - 1);
    bool good =
        (on && t->now <= at && t->now >= c->at) || go_to_checkpoint(t, c, c->at == last->at);
    if (t->now < last->at)
        crowd_free(&t->sandbox->crowd);
    while (good && t->now < at) {
        make_tick_again(t);
        if (t->now == last->at)
            good = session_put_members(t->sandbox, last->state, last->members);
        good = good && make_changes(t);
    }
    settle(t);
    return leave(t) && good;
}

bool session_seek(session *t, unsigned long at) {
    edit_end(t->sandbox->edit);
    notice(t);
    if (!is_recording(t))
        return false;
    at = at < t->first ? t->first : at > t->branch.end ? t->branch.end : at;
    return at == t->now || travel(t, at, true);
}

bool session_walk(session *t, unsigned long first, unsigned long last, const session_walker *w) {
    bool good = session_seek(t, first);
    last = last < t->branch.end ? last : t->branch.end;
    t->goes_on = false;
    while (good && t->now < last) {
        good = w->tick(w->context, make_tick_again(t));
        const rows *changes = &t->branch.changes;
        int next = rows_find(changes, t->now);
        bool is_changed = next < changes->count &&
                          ((const session_change *)rows_get(changes, next))->at == t->now;
        good = make_changes(t) && good && (!is_changed || w->change(w->context));
    }
    settle(t);
    return leave(t) && good;
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
           t->levels[f->place.level].level == t->sandbox->level;
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
    const rows *list = &t->branch.marks;
    int index = rows_find(list, first + 1) - 1; /* that one is in */
    unsigned marks = 0;
    for (int i = index > 0 ? index : 0; i < list->count && marks != SESSION_MARKS; i++) {
        const session_marked *m = rows_get(list, i);
        if (m->at > last)
            break;
        marks |= m->marks;
    }
    return marks;
}

bool session_toggle_bookmark(session *t) {
    rows *list = &t->branch.marks;
    bool is_last = t->now == t->branch.end;
    if (t->now == t->first || !(is_last || rows_split(list, t->now + 1)) ||
        !rows_split(list, t->now))
        return false;
    session_marked *m = rows_get(list, rows_find(list, t->now));
    m->marks ^= SESSION_BOOKMARK;
    return true;
}

unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward) {
    const rows *list = &t->branch.marks;
    for (int i = rows_find(list, forward ? at + 1 : at) - !forward; i >= 0 && i < list->count;
         i += forward ? 1 : -1) {
        const session_marked *m = rows_get(list, i), *before = i > 0 ? m - 1 : NULL;
        unsigned fresh = m->marks & ~(before != NULL ? before->marks : 0);
        if ((fresh & marks) != 0 && m->at <= t->branch.end)
            return m->at;
    }
    return at;
}
