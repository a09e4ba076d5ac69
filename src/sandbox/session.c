#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "compare.h"
#include "journal.h"

static const size_t held_levels_bytes = 64u << 20; /* beyond this, the past is dropped */

struct session {
    sandbox *sandbox; /* not owned */
    journal journal;
    unsigned long now;
    edit **levels; /* owned, except for the one that is shown */
    int level_count, level_room;

    bool goes_on;          /* the session is at the journal's end, and nothing was changed since */
    session_state state;   /* the snapshot before the change */
    session_place place;   /* of the level at the last entry */
    unsigned long version; /* of the level's history then */
    unsigned remade;
};

/* ---- Levels ------------------------------------------------------------------------------ */

static int find_level(const session *t, const level *l) {
    for (int i = 0; i < t->level_count; i++) {
        if (edit_level(t->levels[i]) == l)
            return i;
    }
    return -1;
}

bool session_has_level(const session *t, const level *l) {
    return find_level(t, l) >= 0;
}

/* Takes over a level that is no longer shown. A level that no tick was made in is freed. */
static void take_level(void *context, edit *e) {
    if (!session_has_level(context, edit_level(e)))
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
        size += t->levels[i] != t->sandbox->edit ? size_of_level(edit_level(t->levels[i])) : 0;
    return size > held_levels_bytes;
}

static bool show(session *t, edit *e) {
    return t->sandbox->edit == e || sandbox_show_again(t->sandbox, e);
}

bool session_show_level(session *t, const level *l) {
    int index = find_level(t, l);
    return index >= 0 && show(t, t->levels[index]);
}

/* Returns the level and step shown now; the step is -1 if the history does not keep it. */
static session_place find_place(session *t) {
    sandbox *s = t->sandbox;
    int index = find_level(t, s->level);
    if (index >= 0 && index == t->place.level && t->version == edit_version(s->edit))
        return t->place;
    if (index < 0) {
        memory_grow(&t->levels, &t->level_room, t->level_count, sizeof *t->levels);
        index = t->level_count++;
        t->levels[index] = s->edit;
    }
    return (session_place){index, edit_pin(s->edit)};
}

static bool is_same_place(session_place a, session_place b) {
    return a.level == b.level && a.step == b.step;
}

static bool go_to_place(session *t, session_place to) {
    if (!show(t, t->levels[to.level]))
        return false;
    edit_checkout(t->sandbox->edit, to.step);
    t->place = to;
    return true;
}

/* ---- Beginning --------------------------------------------------------------------------- */

static bool is_recording(const session *t) {
    return t->journal.path_count > 0;
}

static void snapshot(session *t) {
    session_take_state(t->sandbox, &t->state);
}

static void will_change(void *context) {
    session *t = context;
    if (t->goes_on)
        snapshot(t);
    t->goes_on = false;
}

/* Marks the present state as recorded. */
static void resume(session *t) {
    t->version = edit_version(t->sandbox->edit);
    t->goes_on = t->now == journal_end(&t->journal);
}

/* Returns a change or checkpoint with the snapshot and place. */
static journal_change *make_change(const session *t, bool cleared, bool has_state) {
    journal_change *c = memory_alloc(sizeof *c + (has_state ? sizeof *c->state : 0));
    *c = (journal_change){.place = t->place, .has_state = has_state, .cleared = cleared};
    if (has_state)
        memcpy(c->state, &t->state, sizeof t->state);
    return c;
}

static void forget_levels(session *t) {
    for (int i = 0; i < t->level_count; i++) {
        if (t->levels[i] != t->sandbox->edit)
            edit_destroy(t->levels[i]);
    }
    t->level_count = 0;
}

/* Clears the journal: the present is then the only tick. If the history does not keep the level's
 * step, nothing is recorded until a later tick. */
static void begin(session *t) {
    forget_levels(t);
    journal_clear(&t->journal, t->now);
    t->remade = t->sandbox->remade;
    t->place = find_place(t);
    snapshot(t);
    resume(t);
    t->goes_on = t->place.step >= 0;
    if (t->goes_on)
        journal_add(&t->journal, false)->change = make_change(t, true, true);
}

session *session_create(sandbox *s) {
    session *t = memory_calloc(1, sizeof *t);
    t->sandbox = s;
    s->observer = (sandbox_observer){will_change, take_level, t};
    begin(t);
    return t;
}

void session_destroy(session *t) {
    if (t == NULL)
        return;
    t->sandbox->observer = (sandbox_observer){0};
    forget_levels(t);
    journal_free(&t->journal);
    free(t->levels);
    free(t);
}

/* ---- What was changed from outside ------------------------------------------------------- */

/* Begins another branch at the present tick. */
static void fork_here(session *t) {
    if (t->now < journal_end(&t->journal))
        journal_fork_at(&t->journal, t->now);
}

/* Records the differences to the snapshot and place. Returns false if it cannot. */
static bool add_change(session *t, session_place place) {
    session_state is = t->state;
    session_take_state(t->sandbox, &is);
    bool is_same = memcmp(&is, &t->state, sizeof is) == 0;
    bool cleared = session_is_cleared(&t->state, &is);
    if (is_same && is_same_place(place, t->place))
        return true;
    if (place.step < 0 || are_levels_too_large(t))
        return false;
    fork_here(t);
    t->place = place;
    t->state = is;
    journal_add(&t->journal, false)->change = make_change(t, cleared, !is_same);
    return true;
}

/* Records the changes since the last entry. */
static void record_change(session *t) {
    if (t->goes_on)
        return;
    if (is_recording(t) && t->remade == t->sandbox->remade && add_change(t, find_place(t)))
        resume(t);
    else
        begin(t);
}

/* Replays the changes after the last tick. Each has the whole state or none, so the last state
 * counts. */
static bool replay_changes(session *t) {
    const journal_change *place = NULL, *state = NULL, *c;
    bool cleared = false;
    for (int i = 0; (c = journal_next_change(&t->journal, t->now, &i)) != NULL;) {
        place = place != NULL ? place : c;
        state = state == NULL && c->has_state ? c : state;
        cleared = cleared || c->cleared;
    }
    if (place != NULL && !go_to_place(t, place->place))
        return false;
    if (state != NULL)
        session_put_state(t->sandbox, state->state, cleared);
    return true;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

session_time session_now(const session *t) {
    return (session_time){t->journal.first, journal_end(&t->journal), t->now};
}

/* Whether the player made less than half of the wanted displacement along the surface that pushed
 * it last. */
static bool is_snag(const move_record *m) {
    sm3_vec n = m->result.normal, wanted = m->trace.delta;
    sm3_vec from = m->trace.start, to = m->result.position;
    float into = sm3_dot(wanted, n);
    if (!(into < 0))
        return false;
    sm3_vec along = sm3_offset(wanted, n, -into);
    float length = sm3_dot(along, along), made = sm3_dot(sm3_between(from, to), along);
    float least = (float)(COMPARE_LEAST_POSSIBLE * COMPARE_LEAST_POSSIBLE);
    return length > least * sm3_dot(wanted, wanted) && made < (float)COMPARE_SNAG * length;
}

/* Returns the marks of the last tick. */
static unsigned find_marks(const session *t) {
    const sandbox *s = t->sandbox;
    const move_record *m = record_last(&s->record);
    int entry = 0;
    bool is_changed = journal_next_change(&t->journal, journal_end(&t->journal), &entry) != NULL;
    unsigned marks = is_changed ? SESSION_CHANGED : 0;
    if (m->result.pushes > 0)
        marks |= is_snag(m) ? SESSION_PUSHED | SESSION_SNAG : SESSION_PUSHED;
    marks |= m->result.depth > 0 ? SESSION_DEPTH : 0;
    for (int r = 0; s->ghosts.set != 0 && r < resolver_count(); r++) {
        const ghost_mover *g = &s->ghosts.list[r];
        if (ghosts_has(&s->ghosts, (sm_resolver)r) && g->parted && g->parted_tick == s->tick)
            marks |= SESSION_PARTED;
    }
    return marks;
}

static void add_tick(session *t, const player_input *input) {
    unsigned marks = find_marks(t);
    journal_entry *e = journal_add(&t->journal, true);
    e->input = *input;
    e->position = record_last(&t->sandbox->record)->result.position;
    e->marks = marks;
    if (t->now % JOURNAL_CHECKPOINT_TICKS == 0) {
        snapshot(t);
        e->change = make_change(t, true, true);
        journal_drop_oldest(&t->journal);
    }
}

/* Must cost next to nothing compared to the tick itself. */
void session_tick(session *t, const player_input *input) {
    if (!t->goes_on) {
        record_change(t);
        fork_here(t);
        resume(t);
    }
    sandbox_tick(t->sandbox, input);
    t->now++;
    if (t->goes_on && is_recording(t))
        add_tick(t, input);
    else
        begin(t);
}

/* ---- Going to another time --------------------------------------------------------------- */

/* Puts the record back. The last move has no trace yet, and the last one that pushed is missing:
 * the replayed ticks restore both. */
static void put_record(session *t, const session_state *state) {
    record *r = &t->sandbox->record;
    r->pushed_age = state->pushed_age;
    unsigned long known = t->now - t->journal.first;
    int count = state->trail_count;
    count = (unsigned long)count > known ? (int)known : count;
    r->trail_first = 0;
    r->trail_count = count;
    for (int i = 0; i < count; i++)
        r->trail[i] = journal_at(&t->journal, t->now - (unsigned long)(count - 1 - i))->position;
}

static bool go_to_checkpoint(session *t, unsigned long at) {
    const journal_change *c = journal_at(&t->journal, at)->change;
    if (!go_to_place(t, c->place))
        return false;
    t->now = at;
    obstacles_set_tick(t->sandbox->obstacles, c->state->obstacles_tick);
    session_put_state(t->sandbox, c->state, true);
    put_record(t, c->state);
    return replay_changes(t);
}

/* Replays the next tick, without the changes after it. Returns its input. */
static const player_input *replay_tick(session *t) {
    const player_input *input = &journal_at(&t->journal, ++t->now)->input;
    sandbox_tick(t->sandbox, input);
    return input;
}

/* Replays from a checkpoint that is far enough back to restore the record of the last ticks; with
 * `on` from the present if that is nearer. */
static bool travel(session *t, unsigned long at, bool on) {
    unsigned long from = t->journal.first;
    t->goes_on = false;
    from = at - from > RECORD_ECHO_TICKS ? at - RECORD_ECHO_TICKS : from;
    while (journal_at(&t->journal, from)->change == NULL)
        from--;
    bool good = (on && t->now <= at && t->now >= from) || go_to_checkpoint(t, from);
    while (good && t->now < at) {
        replay_tick(t);
        good = replay_changes(t);
    }
    resume(t);
    snapshot(t);
    return good;
}

bool session_seek(session *t, unsigned long at) {
    record_change(t);
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
    unsigned long end = journal_end(&t->journal);
    last = last < end ? last : end;
    t->goes_on = false;
    while (good && t->now < last) {
        int entry = 0;
        good = w->tick(w->context, replay_tick(t));
        bool is_changed = journal_next_change(&t->journal, t->now, &entry) != NULL;
        good = replay_changes(t) && good && (!is_changed || w->change(w->context));
    }
    resume(t);
    snapshot(t);
    good = session_seek(t, was) && good;
    t->sandbox->inside = inside;
    return good;
}

sandbox *session_sandbox(const session *t) {
    return t->sandbox;
}

bool session_has_branch(const session *t, int direction) {
    return journal_find_fork(&t->journal, direction) != NULL;
}

bool session_take_branch(session *t, int direction) {
    record_change(t);
    const journal_fork *f = journal_find_fork(&t->journal, direction);
    if (f == NULL)
        return false;
    journal_take_fork(&t->journal, direction);
    return travel(t, f->at, false);
}

/* ---- What happened ----------------------------------------------------------------------- */

static unsigned marks_at(const session *t, unsigned long at) {
    bool is_there = at > t->journal.first && at <= journal_end(&t->journal);
    return is_there ? journal_at(&t->journal, at)->marks : 0;
}

unsigned session_marks(const session *t, unsigned long first, unsigned long last) {
    unsigned marks = 0;
    for (unsigned long at = first; at <= last && marks != SESSION_MARKS; at++)
        marks |= marks_at(t, at);
    return marks;
}

bool session_toggle_bookmark(session *t) {
    if (t->now == t->journal.first)
        return false;
    journal_at(&t->journal, t->now)->marks ^= SESSION_BOOKMARK;
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

unsigned long session_find_last(const session *t, unsigned long at, unsigned marks) {
    unsigned long first = session_now(t).first;
    while (at > first && (marks_at(t, at) & marks) == 0)
        at--;
    return at;
}
