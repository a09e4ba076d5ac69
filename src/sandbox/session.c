#include "session.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "session_state.h"

enum { CHECKPOINT_TICKS = 60 };                    /* between two of them, where there is room */
static const size_t checkpoints_bytes = 1 << 20;   /* beyond, the older ones are thinned out */
static const size_t kept_levels_bytes = 64u << 20; /* beyond, the past is dropped */
static const unsigned long kept_when_full = SESSION_TICKS_MAX / 4 * 3;

/* ---- Rows -------------------------------------------------------------------------------- */

/* An array that grows by little at a time: there are hours of it. Rows begin with the time that
 * they belong to, and ascend by it. */
typedef struct rows {
    char *data;
    int count, room;
    size_t size; /* of a row */
} rows;

static void *row(const rows *r, int index) {
    return r->data + (size_t)index * r->size;
}

static bool grow(rows *r) {
    int room = r->room + r->room / 8 + 16;
    char *data = realloc(r->data, (size_t)room * r->size);
    if (data == NULL)
        return false;
    r->data = data;
    r->room = room;
    return true;
}

/* Returns a new last row, to be filled in; NULL when memory ran out. */
static inline void *add_row(rows *r) {
    return r->count < r->room || grow(r) ? row(r, r->count++) : NULL;
}

static void remove_rows(rows *r, int first, int count) {
    if (count > 0)
        memmove(row(r, first), row(r, first + count), (size_t)(r->count - first - count) * r->size);
    r->count -= count;
}

/* Returns the index of the first row at that time or later. */
static int find_row(const rows *r, unsigned long at) {
    int low = 0, high = r->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (*(const unsigned long *)row(r, middle) < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves the rows from `first` on to the end of other ones. Returns false, and changes nothing, when
 * memory ran out. */
static bool move_rows(rows *from, int first, rows *to) {
    int count = from->count - first;
    if (count > to->room - to->count) {
        char *data = realloc(to->data, (size_t)(to->count + count) * to->size);
        if (data == NULL)
            return false;
        to->data = data;
        to->room = to->count + count;
    }
    if (count > 0)
        memcpy(row(to, to->count), row(from, first), (size_t)count * from->size);
    to->count += count;
    from->count = first;
    return true;
}

/* ---- What is recorded -------------------------------------------------------------------- */

/* Where a level is in its history. */
typedef struct place {
    int level; /* index into session.levels */
    int step;  /* see edit_keep */
} place;

/* The ticks from `at` on were asked this. */
typedef struct run {
    unsigned long at;
    player_input input;
} run;

typedef struct tick_row {
    unsigned long at; /* the tick that led there */
    sm3_vec position; /* where the player's move ended */
    unsigned marks;
} tick_row;

/* What was changed from outside after the tick that led to `at`. */
typedef struct change {
    unsigned long at;
    unsigned long number;  /* grows from change to change */
    place place;           /* of the level then */
    unsigned char *bytes;  /* of the state, see make_difference; NULL: none */
    crowd_member *members; /* the crowd as it became; NULL: it stayed */
} change;

/* The state right after the tick that led to `at`. */
typedef struct checkpoint {
    unsigned long at;
    place place;
    session_state state;
    crowd_member *members;
} checkpoint;

typedef struct branch {
    rows runs, ticks, changes, checkpoints;
} branch;

/* Where the player went on from the past. */
typedef struct fork {
    unsigned long at;
    unsigned long number; /* the changes at that time that are older than this came before it */
    branch other;         /* what came after it on the other branch */
} fork;

typedef struct kept_level {
    level *level;
    edit *edit;
    bool is_ours; /* to free: it is not the one that is shown */
} kept_level;

struct session {
    sandbox *sandbox; /* not owned */
    branch branch;
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
    place place;
    unsigned long version; /* of the level's history */
    unsigned remade;
};

/* ---- The state --------------------------------------------------------------------------- */

static bool are_same_players(const player *a, const player *b) {
    return memcmp(a, b, offsetof(player, walls)) == 0 && a->wall_count == b->wall_count &&
           (a->wall_count == 0 ||
            memcmp(a->walls, b->walls, (size_t)a->wall_count * sizeof *a->walls) == 0);
}

static bool are_same_ghosts(const ghosts *a, const ghosts *b) {
    if (a->set != b->set)
        return false;
    for (int r = 0; a->set != 0 && r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(a, (sm_resolver)r) &&
            memcmp(&a->list[r], &b->list[r], sizeof a->list[r]) != 0)
            return false;
    }
    return true;
}

static bool is_same_crowd(const session *t) {
    const crowd *c = &t->sandbox->crowd;
    const session_state *left = &t->left;
    return c->count == left->crowd_count && c->radius == left->crowd_radius &&
           c->random == left->crowd_random &&
           (c->count == 0 ||
            memcmp(c->members, t->left_members, (size_t)c->count * sizeof *c->members) == 0);
}

/* Whether nobody has changed the state since the session left it. */
static bool is_as_left(const session *t) {
    const sandbox *s = t->sandbox;
    const session_state *left = &t->left;
    return are_same_players(&s->player, &left->player) && s->tick == left->tick &&
           s->record.trail_count == left->trail_count && s->record.pushed_age == left->pushed_age &&
           memcmp(&record_last(&s->record)->result, &left->result, sizeof left->result) == 0 &&
           are_same_ghosts(&s->ghosts, &left->ghosts) && is_same_crowd(t);
}

/* Returns a copy of the crowd's members; NULL without any, or memory. */
static crowd_member *copy_members(const sandbox *s) {
    size_t size = (size_t)s->crowd.count * sizeof *s->crowd.members;
    crowd_member *members = size > 0 ? malloc(size) : NULL;
    if (members != NULL)
        memcpy(members, s->crowd.members, size);
    return members;
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

/* ---- Differences ------------------------------------------------------------------------- */

/* What differs between two states is kept as stretches of bytes: two numbers, where it is and how
 * long, and the bytes. Length 0 ends them. */
typedef unsigned short offset;
enum { STRETCH_HEAD = 2 * sizeof(offset) };

/* Returns the end of the stretch that begins at `from`: where as many bytes are the same as another
 * one's beginning takes. */
static size_t end_of_stretch(const unsigned char *a, const unsigned char *b, size_t from) {
    size_t end = from + 1;
    for (size_t i = end; i < sizeof(session_state) && i < end + STRETCH_HEAD; i++) {
        if (a[i] != b[i])
            end = i + 1;
    }
    return end;
}

/* Returns what makes `a` into `b`, NULL when memory ran out. */
static unsigned char *make_difference(const session_state *a, const session_state *b) {
    const unsigned char *from = (const unsigned char *)a, *to = (const unsigned char *)b;
    unsigned char made[sizeof(session_state) + 3 * STRETCH_HEAD];
    size_t length = 0;
    for (size_t i = 0; i < sizeof(session_state); i++) {
        if (from[i] == to[i])
            continue;
        size_t end = end_of_stretch(from, to, i);
        offset head[2] = {(offset)i, (offset)(end - i)};
        memcpy(made + length, head, sizeof head);
        memcpy(made + length + sizeof head, to + i, end - i);
        length += sizeof head + end - i;
        i = end;
    }
    memset(made + length, 0, STRETCH_HEAD);
    length += STRETCH_HEAD;
    unsigned char *copy = malloc(length);
    return copy != NULL ? memcpy(copy, made, length) : NULL;
}

/* Returns how many bytes a difference has. */
static size_t apply_difference(const unsigned char *difference, session_state *to) {
    const unsigned char *at = difference;
    offset head[2];
    for (; memcpy(head, at, sizeof head), head[1] > 0; at += sizeof head + head[1]) {
        if (to != NULL)
            memcpy((unsigned char *)to + head[0], at + sizeof head, head[1]);
    }
    return (size_t)(at - difference) + sizeof head;
}

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

static bool go_to_place(session *t, place to) {
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

/* ---- Branches ---------------------------------------------------------------------------- */

static const branch no_branch = {.runs.size = sizeof(run),
                                 .ticks.size = sizeof(tick_row),
                                 .changes.size = sizeof(change),
                                 .checkpoints.size = sizeof(checkpoint)};

static void free_changes(rows *changes, int first, int count) {
    for (int i = first; i < first + count; i++) {
        change *c = row(changes, i);
        free(c->bytes);
        free(c->members);
    }
    remove_rows(changes, first, count);
}

static void free_checkpoints(rows *checkpoints, int first, int count) {
    for (int i = first; i < first + count; i++)
        free(((checkpoint *)row(checkpoints, i))->members);
    remove_rows(checkpoints, first, count);
}

static void free_branch(branch *b) {
    free_changes(&b->changes, 0, b->changes.count);
    free_checkpoints(&b->checkpoints, 0, b->checkpoints.count);
    free(b->runs.data);
    free(b->ticks.data);
    free(b->changes.data);
    free(b->checkpoints.data);
    *b = no_branch;
}

/* Returns the index of the first change at the fork's time or later that is behind it. */
static int find_change(const rows *changes, unsigned long at, unsigned long number) {
    int index = find_row(changes, at);
    for (; index < changes->count; index++) {
        const change *c = row(changes, index);
        if (c->at > at || c->number >= number)
            break;
    }
    return index;
}

/* The run that `at` is in the midst of goes on in both parts. */
static bool split_run(rows *runs, unsigned long at, rows *tail) {
    int first = find_row(runs, at);
    bool is_within = first > 0 && (first == runs->count || ((run *)row(runs, first))->at > at);
    if (is_within) {
        run *again = add_row(tail);
        if (again == NULL)
            return false;
        *again = *(run *)row(runs, first - 1);
        again->at = at;
    }
    return move_rows(runs, first, tail);
}

/* Cuts off what is behind the fork. Returns false when memory ran out: some of it is then lost. */
static bool cut(branch *b, const fork *f, branch *tail) {
    *tail = no_branch;
    return split_run(&b->runs, f->at, &tail->runs) &&
           move_rows(&b->ticks, find_row(&b->ticks, f->at + 1), &tail->ticks) &&
           move_rows(&b->changes, find_change(&b->changes, f->at, f->number), &tail->changes) &&
           move_rows(&b->checkpoints, find_row(&b->checkpoints, f->at + 1), &tail->checkpoints);
}

static bool append(branch *b, branch *tail) {
    return move_rows(&tail->runs, 0, &b->runs) && move_rows(&tail->ticks, 0, &b->ticks) &&
           move_rows(&tail->changes, 0, &b->changes) &&
           move_rows(&tail->checkpoints, 0, &b->checkpoints);
}

static void drop_forks(session *t, int first, int count) {
    for (int i = first; i < first + count; i++)
        free_branch(&t->forks[i].other);
    memmove(t->forks + first, t->forks + first + count,
            (size_t)(t->fork_count - first - count) * sizeof *t->forks);
    t->fork_count -= count;
    t->fork_done -= t->fork_done > first ? count : 0;
}

/* ---- Beginning --------------------------------------------------------------------------- */

static bool add_checkpoint(session *t) {
    crowd_member *members = copy_members(t->sandbox);
    bool good = members != NULL || t->sandbox->crowd.count == 0;
    checkpoint *c = good ? add_row(&t->branch.checkpoints) : NULL;
    if (c == NULL) {
        free(members);
        return false;
    }
    *c = (checkpoint){t->now, t->place, t->left, members};
    return true;
}

/* Forgets what was recorded. The present is then the only tick that can be gone to. Without memory
 * for that one either, the next tick tries again. */
static void begin(session *t) {
    sandbox *s = t->sandbox;
    drop_forks(t, 0, t->fork_count);
    free_branch(&t->branch);
    for (int i = 0; i < t->level_count; i++)
        forget_level(&t->levels[i]);
    t->level_count = 0;
    t->first = t->end = t->now;
    t->remade = s->remade;
    t->place = (place){note_level(t), edit_keep(s->edit)};
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
    t->branch = no_branch;
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
    free_branch(&t->branch);
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
    return cut(&t->branch, f, &f->other);
}

static bool note_change(session *t, place now) {
    sandbox *s = t->sandbox;
    bool is_crowd_same = is_same_crowd(t);
    session_state is = t->left;
    session_take_state(s, &is);
    change *c = fork_here(t) ? add_row(&t->branch.changes) : NULL;
    if (c == NULL)
        return false;
    *c = (change){.at = t->now, .number = t->change_count++, .place = now};
    c->bytes = make_difference(&t->left, &is);
    c->members = is_crowd_same ? NULL : copy_members(s);
    t->place = now;
    return c->bytes != NULL && (c->members != NULL || is_crowd_same || s->crowd.count == 0) &&
           leave(t);
}

/* Where the level is now; .level or .step is -1 when memory ran out. */
static place find_place(session *t) {
    const sandbox *s = t->sandbox;
    bool is_same_level = t->place.level >= 0 && t->place.level < t->level_count &&
                         t->levels[t->place.level].level == s->level;
    if (is_same_level && t->version == edit_version(s->edit))
        return t->place;
    return (place){note_level(t), edit_keep(s->edit)};
}

/* Records what was changed since the session left the sandbox. */
static void notice(session *t) {
    place now = find_place(t);
    bool is_same_place = now.level == t->place.level && now.step == t->place.step;
    if (is_same_place && is_recording(t) && t->remade == t->sandbox->remade && is_as_left(t)) {
        t->version = edit_version(t->sandbox->edit);
        return;
    }
    if (now.level < 0 || now.step < 0 || !is_recording(t) || t->remade != t->sandbox->remade ||
        are_levels_too_large(t) || !note_change(t, now))
        begin(t);
}

/* Makes a change again. */
static bool make_change(session *t, const change *c) {
    sandbox *s = t->sandbox;
    session_state is = {0};
    if (!go_to_place(t, c->place))
        return false;
    session_take_state(s, &is);
    session_state was = is;
    apply_difference(c->bytes, &is);
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
    for (int i = find_row(changes, t->now); i < changes->count; i++) {
        const change *c = row(changes, i);
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
    const change *last = changes->count > 0 ? row(changes, changes->count - 1) : NULL;
    return last != NULL && last->at == t->now - 1 ? marks | SESSION_CHANGED : marks;
}

static bool note_input(session *t, const player_input *input) {
    const rows *runs = &t->branch.runs;
    const run *last = runs->count > 0 ? row(runs, runs->count - 1) : NULL;
    if (last != NULL && memcmp(&last->input, input, sizeof *input) == 0)
        return true;
    run *next = add_row(&t->branch.runs);
    if (next != NULL)
        *next = (run){t->now, *input};
    return next != NULL;
}

static bool note_tick(session *t) {
    tick_row *r = add_row(&t->branch.ticks);
    if (r == NULL)
        return false;
    *r = (tick_row){t->now, record_last(&t->sandbox->record)->result.position, find_marks(t)};
    return true;
}

/* Removes every second one, but for the first and those of the last quarter. */
static void thin_checkpoints(session *t) {
    rows *list = &t->branch.checkpoints;
    size_t size = sizeof(checkpoint) + (size_t)t->left.crowd_count * sizeof(crowd_member);
    if ((size_t)list->count * size <= checkpoints_bytes || list->count < 16)
        return;
    int kept = 1, end = list->count / 4 * 3;
    for (int i = 1; i < end; i++) {
        if (i % 2 == 0)
            memcpy(row(list, kept++), row(list, i), list->size);
        else
            free(((checkpoint *)row(list, i))->members);
    }
    remove_rows(list, kept, end - kept);
}

static bool uses_level(const branch *b, int index) {
    for (int i = 0; i < b->changes.count; i++) {
        if (((const change *)row(&b->changes, i))->place.level == index)
            return true;
    }
    for (int i = 0; i < b->checkpoints.count; i++) {
        if (((const checkpoint *)row(&b->checkpoints, i))->place.level == index)
            return true;
    }
    return false;
}

static void forget_unused_levels(session *t) {
    for (int i = 0; i < t->level_count; i++) {
        bool used = i == t->place.level || uses_level(&t->branch, i);
        for (int k = 0; !used && k < t->fork_count; k++)
            used = uses_level(&t->forks[k].other, i);
        if (!used)
            forget_level(&t->levels[i]);
    }
}

/* Drops the oldest, up to some checkpoint, when there is too much. */
static void drop_oldest(session *t) {
    if (t->end - t->first < SESSION_TICKS_MAX)
        return;
    branch *b = &t->branch;
    int first = find_row(&b->checkpoints, t->end - kept_when_full);
    if (first == b->checkpoints.count)
        first--;
    t->first = ((checkpoint *)row(&b->checkpoints, first))->at;
    free_checkpoints(&b->checkpoints, 0, first);
    free_changes(&b->changes, 0, find_row(&b->changes, t->first));
    remove_rows(&b->ticks, 0, find_row(&b->ticks, t->first + 1));
    int runs = find_row(&b->runs, t->first + 1);
    remove_rows(&b->runs, 0, runs > 0 ? runs - 1 : 0);
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

static const tick_row *find_tick(const session *t, unsigned long at) {
    int index = find_row(&t->branch.ticks, at);
    const tick_row *found = index < t->branch.ticks.count ? row(&t->branch.ticks, index) : NULL;
    return found != NULL && found->at == at ? found : NULL;
}

/* The last move is there without its trace, and the one that pushed last not at all: both come with
 * the ticks that are made again. */
static void put_record(session *t, const checkpoint *c) {
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

static bool go_to_checkpoint(session *t, const checkpoint *c) {
    sandbox *s = t->sandbox;
    if (!go_to_place(t, c->place))
        return false;
    obstacles_set_tick(s->obstacles, c->state.obstacles_tick);
    session_put_state(s, &c->state);
    put_record(t, c);
    t->now = c->at;
    return session_put_members(s, &c->state, c->members) && make_changes(t);
}

static bool make_tick_again(session *t) {
    const rows *runs = &t->branch.runs;
    const run *r = row(runs, find_row(runs, t->now + 1) - 1);
    sandbox_tick(t->sandbox, &r->input);
    t->now++;
    return make_changes(t);
}

/* From the checkpoint that is far enough back for all that is remembered of the last ticks; with
 * `on` from the present, where that is nearer. */
static bool travel(session *t, unsigned long at, bool on) {
    const rows *list = &t->branch.checkpoints;
    unsigned long from = at - t->first > RECORD_ECHO_TICKS ? at - RECORD_ECHO_TICKS : t->first;
    int index = find_row(list, from + 1) - 1;
    const checkpoint *c = row(list, index > 0 ? index : 0);
    bool good = (on && t->now <= at && t->now >= c->at) || go_to_checkpoint(t, c);
    while (good && t->now < at)
        good = make_tick_again(t);
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

bool session_has_branch(const session *t, int direction) {
    return direction < 0 ? t->fork_done > 0 : t->fork_done < t->fork_count;
}

static bool exchange(session *t, fork *f) {
    branch other = f->other;
    bool good = cut(&t->branch, f, &f->other) && append(&t->branch, &other);
    free_branch(&other);
    if (!good) {
        begin(t);
        return false;
    }
    t->end = f->at;
    if (t->branch.ticks.count > 0) {
        const tick_row *last = row(&t->branch.ticks, t->branch.ticks.count - 1);
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
    for (int i = find_row(ticks, first); i < ticks->count && marks != SESSION_MARKS; i++) {
        const tick_row *r = row(ticks, i);
        if (r->at > last)
            break;
        marks |= r->marks;
    }
    return marks;
}

bool session_toggle_bookmark(session *t) {
    int index = find_row(&t->branch.ticks, t->now);
    tick_row *shown = index < t->branch.ticks.count ? row(&t->branch.ticks, index) : NULL;
    if (shown == NULL || shown->at != t->now)
        return false;
    shown->marks ^= SESSION_BOOKMARK;
    return true;
}

unsigned long session_find(const session *t, unsigned long at, unsigned marks, bool forward) {
    const rows *ticks = &t->branch.ticks;
    for (int i = find_row(ticks, forward ? at + 1 : at) - !forward; i >= 0 && i < ticks->count;
         i += forward ? 1 : -1) {
        const tick_row *r = row(ticks, i), *before = i > 0 ? row(ticks, i - 1) : NULL;
        if ((r->marks & marks & ~(before != NULL ? before->marks : 0)) != 0)
            return r->at;
    }
    return at;
}
