/* Sessions: whatever is done, each tick can be gone back to, bit for bit. */
#include "../test.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/sandbox/recording.h"
#include "../../src/sandbox/session_state.h"
#include "../../src/sandbox/shape_edit.h"
#include "../history.h"
#include "../level_text.h"
#include "../random.h"

/* ---- What it takes ----------------------------------------------------------------------- */

static size_t bytes_taken; /* by sessions, without their levels */

static void *counted_realloc(void *memory, size_t size) {
    bytes_taken -= malloc_usable_size(memory);
    void *is = realloc(memory, size);
    assert_non_null(is);
    bytes_taken += malloc_usable_size(is);
    return is;
}

static void *counted_alloc(size_t size) {
    return counted_realloc(NULL, size);
}

static void *counted_calloc(size_t count, size_t size) {
    return memset(counted_alloc(count * size), 0, count * size);
}

static void counted_free(void *memory) {
    bytes_taken -= malloc_usable_size(memory);
    free(memory);
}

#include "../../src/level/memory.h"
#define memory_alloc   counted_alloc
#define memory_realloc counted_realloc
#define memory_calloc  counted_calloc
#define free           counted_free
#include "../../src/sandbox/journal.c"
#include "../../src/sandbox/session.c"
#include "../../src/sandbox/session_state.c"
#undef memory_alloc
#undef memory_realloc
#undef memory_calloc
#undef free

static const char room2[] = "slidemove 1\ntitle 2D\nplayer 1 1 radius=0.5\n"
                            "loop -10 -6  10 -6  10 6  -10 6\n"
                            "segment -8 -4 -4 0 oneway\n"
                            "box 3 0 4 0.5 spin=70\n"
                            "circle -3 3 1\n"
                            "capsule 6 -3 8 -3 0.4 shift=0,3,2\n"
                            "segment 0 -6 0.5 -3\n"
                            "segment 0.5 -3 1 -6\n"
                            "chain -9 5 -6 4 -5 5\n";

static const char wedge2[] = "slidemove 1\ntitle wedge\nplayer 0 3 length=2 angle=30\n"
                             "segment -3 5 0 -2\nsegment 0 -2 3 5\nloop -9 -9 9 -9 9 9 -9 9\n";

static const char room3[] = "slidemove3 1\ntitle 3D\nplayer 0 3 0 radius=0.5\n"
                            "box 0 -0.5 0 20 1 20\nbox 3 0.2 0 2 0.4 4 spin=50\n"
                            "triangle -8 0 -8 -2 0 -8 -5 3 -4\n"
                            "triangle -6 1 6 6 1 6 0 1 0 oneway\n"
                            "sphere -3 0.5 3 1 shift=2,1,0,3\n"
                            "capsule 5 0 5 5 4 5 0.3 spin=-80 axis=1,0.2,0\n"
                            "triangle 0 2 0  1 2 0  0 2 2 radius=0.25 # thick\n"
                            "mesh cube.obj at=-2,0.5,3 scale=1.5\n";

/* Spelled as people do, with each kind of statement. */
static const char lesson2[] = "\xef\xbb\xbf# top\r\n  slidemove   1 # first\r\n\r\n"
                              "title   A  title # not a comment \r\n"
                              "\tsegment 0 0  +10.000 0e0 oneway radius=.50\t# the floor\r\n"
                              "player 1.50 -02 angle=090   radius=5e-1 \r\n"
                              "text  A # b  \nlabel 1 2 here # 3\nresolver  last # why\npaused\n"
                              "chain 0 0 1 0  1 1#close\r\n   \r\n"
                              "loop 0 0 4 0 4 4 0 4.0\r\n"
                              "circle 007 -0.0 1e0  # round\n"
                              "capsule 1 2 3 4 0.50\r\n"
                              "box 5 -3 4 2   spin=+30   # the end \n";

static const char *const levels[] = {room2, wedge2, lesson2, room3};
enum { LEVELS = sizeof levels / sizeof *levels };

static level *read_meshed(const char *text) {
    level_errors errors;
    level *l = read_level(text);
    assert_true(level_load_meshes(l, "tests/meshes/any.level", &errors));
    return l;
}

/* ---- What comes back --------------------------------------------------------------------- */

/* Of all that a tick reads and changes, obstacles aside. */
static uint64_t hash_state(const sandbox *s) {
    session_state is = {0};
    session_take_state(s, &is);
    return session_hash(&is);
}

/* The state, the level, and what is drawn of the last moves. */
typedef struct moment {
    uint64_t state, level, record;
} moment;

static moment moment_now(const sandbox *s) {
    size_t length;
    char *text = level_write(s->level, &length);
    assert_non_null(text);
    moment m = {hash_state(s), field_hash_bytes(text, length, s->obstacles->tick), 0};
    free(text);
    for (int i = 0; i < s->record.trail_count; i++) {
        sm3_vec at = record_trail(&s->record, i);
        m.record = field_hash_bytes(&at, sizeof at, m.record);
    }
    const move_record *shown = record_shown(&s->record), *last = record_last(&s->record);
    m.record = field_hash_bytes(&shown->result, sizeof shown->result, m.record);
    m.record = field_hash_bytes(&shown->trace.iteration_count, sizeof(int), m.record);
    m.record = field_hash_bytes(&last->trace.delta, sizeof last->trace.delta, m.record);
    m.record = field_hash_bytes(&last->trace.candidate_count, sizeof(int), m.record);
    return m;
}

/* ---- A session at random ----------------------------------------------------------------- */

enum { TICKS_MAX = 2000, FORKS_MAX = 200 };

/* What each tick was like when it was first made. */
typedef struct past {
    moment at[TICKS_MAX + 1];
    unsigned long end;
} past;

typedef struct monkey {
    uint64_t seed, random;
    sandbox *s;
    session *t;
    past now;
    past *other[JOURNAL_FORKS_MAX];
    int done, count;
    player_input input;
    editor editor;
} monkey;

static uint64_t hash_of_all = FIELD_HASH; /* moments of all sessions: the same from each compiler */

static int chance(monkey *m, int of) {
    return random_int(&m->random, of);
}

static float amount(monkey *m, float low, float high) {
    return random_float(&m->random, low, high);
}

static void assert_moment(const monkey *m) {
    session_time time = session_now(m->t);
    moment found = moment_now(m->s), wanted = m->now.at[time.now];
    assert_int_equal(time.end, m->now.end);
    if (found.state != wanted.state || found.level != wanted.level || found.record != wanted.record)
        fail_msg("session %d: tick %lu of %lu is not what it was:%s%s%s", (int)m->seed, time.now,
                 time.end, found.state != wanted.state ? " state" : "",
                 found.level != wanted.level ? " level" : "",
                 found.record != wanted.record ? " record" : "");
}

static void forget_other(monkey *m, int first, int count) {
    for (int i = first; i < first + count; i++)
        free(m->other[i]);
    memmove(m->other + first, m->other + first + count,
            (size_t)(m->count - first - count) * sizeof *m->other);
    m->count -= count;
}

/* Before the session is told to do anything: what was changed belongs to this tick; in the past it
 * makes a fork. Returns what the session was like. */
static void fork_past(monkey *m, unsigned long at, moment original) {
    forget_other(m, m->done, m->count - m->done);
    if (m->count == JOURNAL_FORKS_MAX)
        forget_other(m, 0, 1);
    past *other = malloc(sizeof *other);
    assert_non_null(other);
    *other = m->now;
    other->at[at] = original;
    m->other[m->count++] = other;
    m->done = m->count;
    m->now.end = at;
}

static void tick(monkey *m) {
    unsigned long at = session_now(m->t).now;
    moment original = m->now.at[at];
    m->now.at[at] = moment_now(m->s);
    if (m->t->goes_on) /* nothing can be set past the session */
        assert_memory_equal(&m->now.at[at], &original, sizeof original);
    if (at < m->now.end)
        fork_past(m, at, original);
    if (at == TICKS_MAX)
        return;
    session_tick(m->t, &m->input);
    m->now.end = at + 1;
    m->now.at[at + 1] = moment_now(m->s);
    hash_of_all = field_hash_bytes(&m->now.at[at + 1], sizeof(moment), hash_of_all);
}

static void tick_once(void *context) {
    tick(context);
}

static void seek(monkey *m, unsigned long at) {
    unsigned long from = session_now(m->t).now;
    moment original = m->now.at[from];
    m->now.at[from] = moment_now(m->s);
    bool was_past = from < m->now.end;
    assert_true(session_seek(m->t, from)); /* notices what was changed */
    if (was_past && session_now(m->t).end == from)
        fork_past(m, from, original);
    assert_true(session_seek(m->t, at));
    assert_moment(m);
}

static void travel_forks(monkey *m, bool back) {
    seek(m, session_now(m->t).now);
    bool can = back ? m->done > 0 : m->done < m->count;
    assert_int_equal(session_has_branch(m->t, back ? -1 : 1), can);
    assert_int_equal(session_take_branch(m->t, back ? -1 : 1), can);
    if (!can)
        return;
    past *other = m->other[back ? --m->done : m->done++], was = m->now;
    m->now = *other;
    *other = was;
    assert_moment(m);
}

/* One after the other: in which order an initialiser's parts are computed is up to the compiler. */
static void change_input(monkey *m) {
    player_input *input = &m->input;
    *input = (player_input){.turn = (float)(chance(m, 3) - 1)};
    input->walk.x = amount(m, -1, 1);
    input->walk.y = amount(m, -1, 1);
    input->rise = (float)(chance(m, 3) - 1);
    input->noclip = chance(m, 20) == 0;
    input->slow = chance(m, 10) == 0;
    input->view_heading = amount(m, -3, 3);
    input->dragging = chance(m, 8) == 0;
    input->drag_to.x = amount(m, -9, 9);
    input->drag_to.y = amount(m, -5, 5);
    input->drag_to.z = amount(m, -5, 5);
}

static void change_player(monkey *m) {
    sandbox *s = m->s;
    switch (chance(m, 11)) {
    case 0:
        sandbox_set(s, SETTING_RADIUS, amount(m, 0.2f, 1));
        break;
    case 1:
        sandbox_change(s)->resolver = (sm_resolver)chance(m, SM_RESOLVER_COUNT);
        break;
    case 2:
        sandbox_set_ghosts(s, (unsigned)chance(m, 1 << SM_RESOLVER_COUNT));
        break;
    case 3:
        sandbox_set(s, SETTING_MOMENTUM, chance(m, 2) == 0);
        break;
    case 4:
        sandbox_set(s, SETTING_GRAVITY, chance(m, 2) == 0);
        break;
    case 5:
        sandbox_change(s)->kind = (mover_kind)chance(m, MOVER_KIND_COUNT);
        break;
    case 6:
        sandbox_reset_player(s);
        break;
    case 7:
        sandbox_set(s, SETTING_PUSHES, 1 + chance(m, 8));
        break;
    case 8:
        sandbox_change(s)->both_sides = chance(m, 2) == 0;
        break;
    case 9:
        ghosts_return(&s->ghosts, sandbox_change(s));
        break;
    default:
        sandbox_will_change(s);
        s->player.position.x += amount(m, -0.1f, 0.1f);
    }
}

static void change_level(monkey *m) {
    if (chance(m, 4) == 0)
        editor_undo_and_redo(&m->editor);
    else
        editor_do(&m->editor);
}

static void switch_level(monkey *m) {
    const char *text = levels[chance(m, LEVELS)];
    bool keep_player = chance(m, 2) == 0;
    assert_true(sandbox_show(m->s, read_meshed(text), keep_player));
    editor_check(&m->editor);
}

static void do_something(monkey *m) {
    int what = chance(m, 40);
    unsigned long now = session_now(m->t).now;
    if (what < 14) {
        if (chance(m, 3) == 0)
            change_input(m);
        for (int i = chance(m, what < 2 ? 150 : 12); i >= 0; i--)
            tick(m);
    } else if (what < 17) {
        seek(m, now > 0 ? now - 1 : 0);
    } else if (what < 19) {
        seek(m, (unsigned long)chance(m, (int)m->now.end + 1));
    } else if (what < 21) {
        seek(m, m->now.end);
    } else if (what < 25) {
        change_player(m);
    } else if (what < 37) {
        change_level(m);
    } else if (what < 38) {
        switch_level(m);
    } else {
        travel_forks(m, chance(m, 3) > 0);
    }
}

/* What was drawn of the ticks before a recording is not in it, until there are as many again. */
static void assert_recorded(monkey *m, unsigned long first) {
    size_t length, again_length;
    recording r;
    level_errors errors;
    unsigned long end = session_now(m->t).end, now = session_now(m->t).now;
    char *text = recording_write(m->t, first, end, NULL, &length);
    assert_non_null(text);
    assert_int_equal(session_now(m->t).now, now);
    if (!recording_read(text, length, (sm_progress){NULL, NULL}, NULL, &r, &errors))
        fail_msg("session %d: %d:%d: %s", (int)m->seed, errors.list[0].line, errors.list[0].column,
                 errors.list[0].message);
    if (r.parted)
        fail_msg("session %d, recorded from %lu: parted at %lu, %s", (int)m->seed, first,
                 r.parted_tick, r.parted_words);
    assert_int_equal(session_now(r.session).end, end - first);
    for (unsigned long at = first; at <= end; at += 1 + (unsigned long)chance(m, 50)) {
        moment wanted = m->now.at[at];
        assert_true(session_seek(r.session, at - first));
        moment found = moment_now(r.sandbox);
        if (found.state != wanted.state || found.level != wanted.level)
            fail_msg("session %d, recorded from %lu: tick %lu is not what it was:%s%s",
                     (int)m->seed, first, at, found.state != wanted.state ? " state" : "",
                     found.level != wanted.level ? " level" : "");
    }
    char *again = recording_write(r.session, 0, end - first, NULL, &again_length);
    assert_non_null(again);
    assert_string_equal(again, text);
    free(again);
    free(text);
    recording_free(&r);
}

static void run_session(uint64_t seed, int steps) {
    monkey *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->seed = seed;
    m->random = random_seed(test_seed(seed));
    m->s = sandbox_create(read_meshed(levels[chance(m, LEVELS)]));
    assert_non_null(m->s);
    m->t = session_create(m->s);
    assert_non_null(m->t);
    m->now.at[0] = moment_now(m->s);
    m->editor = (editor){.s = m->s, .random = &m->random, .between = tick_once, .context = m};
    pointer_tool_init(&m->editor.tool);
    for (int i = 0; i < steps; i++)
        do_something(m);
    for (int i = 0; i < 10; i++)
        seek(m, (unsigned long)chance(m, (int)m->now.end + 1));
    seek(m, m->now.end);
    assert_recorded(m, 0);
    assert_recorded(m, (unsigned long)chance(m, (int)m->now.end + 1));
    while (edit_undo(m->s->edit)) {
    }
    assert_level_says(m->s->level, m->s->level->source);
    assert_false(edit_is_dirty(m->s->edit));
    session_destroy(m->t);
    editor_free(&m->editor);
    sandbox_destroy(m->s);
    forget_other(m, 0, m->count);
    free(m);
}

TEST(random_sessions_come_back_bit_for_bit) {
    int count = test_trials(200);
    for (int i = 0; i < count; i++) {
        run_session((uint64_t)i, 120);
    }
    print_message("%d sessions: hash %016llx\n", count, (unsigned long long)hash_of_all);
}

/* ---- Branches ---------------------------------------------------------------------------- */

typedef struct opened {
    sandbox *s;
    session *t;
} opened;

static void close_opened(void *thing) {
    session_destroy(((opened *)thing)->t);
    sandbox_destroy(((opened *)thing)->s);
    free(thing);
}

/* Is closed when the tests have run. */
static opened *open_session(level *l) {
    opened *o = malloc(sizeof *o);
    assert_non_null(o);
    o->s = sandbox_create(l);
    assert_non_null(o->s);
    o->t = session_create(o->s);
    assert_non_null(o->t);
    test_at_end(close_opened, o);
    return o;
}

static void walk(opened *o, float right, int ticks) {
    for (int i = 0; i < ticks; i++)
        session_tick(o->t, &(player_input){.walk = {right, 0}});
}

TEST(looking_at_the_past_is_no_fork_but_changing_it_is) {
    opened *o = open_session(read_level("slidemove 1\nplayer 0 0\ncircle 50 0 1\n"));
    walk(o, 1, 100);
    assert_true(session_seek(o->t, 50) && session_seek(o->t, 40) && session_seek(o->t, 90));
    sandbox_set(o->s, SETTING_RADIUS, o->s->player.radius);
    sandbox_look_ahead(o->s, true);
    assert_true(session_seek(o->t, 30));
    assert_int_equal(session_now(o->t).end, 100);
    assert_false(session_has_branch(o->t, -1));
    sandbox_set(o->s, SETTING_RADIUS, 3);
    assert_true(session_seek(o->t, 20) && session_seek(o->t, 100));
    assert_int_equal(session_now(o->t).end, 30);
    assert_true(o->s->player.radius == 3);
    assert_true(session_take_branch(o->t, -1));
    assert_int_equal(session_now(o->t).end, 100);
    assert_true(o->s->player.radius < 3);
}

TEST(a_player_who_falls_is_put_back_at_the_same_tick_again) {
    opened *o = open_session(read_level("slidemove 1\nplayer 0 300\ncircle 9 0 1\n"
                                        "segment 3 0 5 0 shift=0,-30,3\n"));
    sandbox_set(o->s, SETTING_GRAVITY, true);
    while (o->s->player.losses == 0)
        walk(o, 0, 1);
    unsigned long put_back = session_now(o->t).now, end = put_back + 20;
    walk(o, 0, 19);
    assert_true(edit_move(o->s->edit, 2, (sm3_vec){1, 0, 0}));
    walk(o, 0, 1);
    for (unsigned long at = put_back - 20; at < end; at++) {
        assert_true(session_seek(o->t, end)); /* with other obstacles, which move meanwhile */
        assert_true(session_seek(o->t, at));
        assert_int_equal(o->s->player.losses, at >= put_back);
    }
}

/* ---- What happened ----------------------------------------------------------------------- */

TEST(pushes_snags_depth_and_partings_can_be_found) {
    opened *o = open_session(read_level("slidemove 1\nplayer 0 0 radius=0.5\n"
                                        "segment 2 -5 2 5\n"      /* is pushed here, */
                                        "segment -4 -4 -2 0.45\n" /* and held in a wedge */
                                        "segment -2 -0.45 -4 4\n"));
    sandbox_set_ghosts(o->s, 1u << SM_LAST);
    walk(o, 1, 30);
    unsigned long pushed = session_find(o->t, 0, SESSION_PUSHED, true); /* after 1.5 units */
    assert_in_range(pushed, 15, 16);
    assert_int_equal(session_find(o->t, pushed, SESSION_PUSHED, false), pushed); /* none before */
    assert_int_equal(session_find(o->t, 31, SESSION_PUSHED, false), pushed); /* where it begins */
    assert_int_equal(session_find(o->t, 30, SESSION_PUSHED, true), 30);      /* none behind */
    assert_int_equal(session_marks(o->t, 1, 1) & SESSION_CHANGED, SESSION_CHANGED);
    assert_int_equal(session_marks(o->t, 2, 2), 0);
    assert_int_equal(session_find(o->t, 30, SESSION_SNAG | SESSION_DEPTH, false), 30);
    sandbox_will_change(o->s);
    o->s->player.position = (sm3_vec){-1, 0.2f, 0};
    walk(o, -1, 30);
    unsigned long snag = session_find(o->t, 60, SESSION_SNAG, false);
    assert_in_range(snag, 31, 60);
}

TEST(a_bookmark_stays_at_its_tick) {
    opened *o = open_session(read_level("slidemove 1\nplayer 0 0\ncircle 50 0 1\n"));
    assert_false(session_toggle_bookmark(o->t));
    walk(o, 1, 20);
    assert_true(session_seek(o->t, 7) && session_toggle_bookmark(o->t));
    assert_true(session_seek(o->t, 20));
    assert_int_equal(session_find(o->t, 20, SESSION_BOOKMARK, false), 7);
    assert_true(session_seek(o->t, 3));
    walk(o, -1, 1); /* it was on the other branch */
    assert_int_equal(session_find(o->t, 0, SESSION_BOOKMARK, true), 0);
    assert_true(session_take_branch(o->t, -1));
    assert_int_equal(session_find(o->t, 0, SESSION_BOOKMARK, true), 7);
    assert_true(session_seek(o->t, 7) && session_toggle_bookmark(o->t));
    assert_int_equal(session_find(o->t, 0, SESSION_BOOKMARK, true), 0);
}

/* ---- Bars -------------------------------------------------------------------------------- */

enum { TEN_MINUTES = 10 * 60 * TICKS_PER_SECOND };

static double seconds_of(session *t, unsigned long at) {
    clock_t start = clock();
    assert_true(session_seek(t, at));
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void assert_seeks(opened *o, const char *name, double seek_at_most, double back_at_most) {
    unsigned long end = session_now(o->t).end;
    uint64_t hash = hash_state(o->s), random = random_seed(test_seed(7));
    double farthest = 0, back = 0;
    for (unsigned long i = 1; i <= 40 && i <= end; i++) { /* each tick of a short one */
        unsigned long at = end <= 40 ? i : 1 + (unsigned long)random_int(&random, (int)end);
        farthest = fmax(farthest, seconds_of(o->t, at));
        back = fmax(back, seconds_of(o->t, at - 1));
    }
    print_message("%s: seek %.1f ms, one tick back %.1f ms, %.2f MB\n", name, farthest * 1e3,
                  back * 1e3, (double)bytes_taken / (1 << 20));
    assert_true(farthest <= seek_at_most && back <= back_at_most);
    assert_true(session_seek(o->t, end));
    assert_true(hash_state(o->s) == hash);
}

/* The worst case for the inputs: each tick has another one. */
TEST(ten_minutes_take_4_MB_and_any_tick_is_near) {
    static char text[1 << 20];
    int length = sprintf(text, "slidemove 1\nplayer 0 0\n");
    for (int i = 0; i < 10000; i++) {
        double x = i % 100 * 3 - 150, y = i / 100 * 3 - 148.5;
        length += sprintf(text + length, "segment %g %g %g %g\n", x, y, x + 1.5, y + 0.5);
    }
    size_t bytes_before = bytes_taken;
    opened *o = open_session(read_level(text));
    uint64_t random = random_seed(test_seed(7));
    for (int i = 0; i < TEN_MINUTES; i++)
        session_tick(o->t, &(player_input){.walk = {random_float(&random, -1, 1), 1},
                                           .view_heading = (float)i});
    assert_in_range(bytes_taken - bytes_before, 1 << 20, 4 << 20);
    assert_seeks(o, "10,000 segments", 0.1, 0.016);
}

TEST(of_a_long_session_the_oldest_part_is_dropped) {
    opened *o = open_session(read_level("slidemove 1\nplayer 0 0\n"));
    walk(o, 1, 60);
    assert_true(sandbox_show(o->s, read_level("slidemove 1\nplayer 5 0\n"), false));
    for (int i = 0; i < SESSION_TICKS_MAX; i++)
        walk(o, i % 2000 < 1000 ? 1 : -1, 1);
    session_time time = session_now(o->t);
    assert_int_equal(time.end, 60 + SESSION_TICKS_MAX);
    assert_in_range(time.end - time.first, SESSION_TICKS_MAX / 2, SESSION_TICKS_MAX);
    uint64_t hash = hash_state(o->s);
    assert_true(session_seek(o->t, 0));
    assert_int_equal(session_now(o->t).now, time.first);
    assert_true(session_seek(o->t, time.end));
    assert_true(hash_state(o->s) == hash);
}
