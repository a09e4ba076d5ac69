/* Kept moments: few obstacles, the same bits, and a test in C that passes. */
#include "../test.h"

#include <time.h>

#include "../../bench/generate.h"
#include "../../src/sandbox/keep.h"
#include "../../src/sandbox/moments.h"
#include "../../src/sandbox/recording.h"
#include "../files.h"
#include "../level_text.h"
#include "../random.h"

/* ---- One moment -------------------------------------------------------------------------- */

static const char wall[] = "slidemove 1\nplayer 0 1 radius=1\n"
                           "chain -4 0 -3 0 -2 0 -1 0 0 0 1 0 2 0 3 0 4 0\n"
                           "segment -9 9 9 9\ncircle 0 -5 1\nloop 20 0 22 0 22 2\n";

static void walk_down(session *t, int ticks) {
    for (int i = 0; i < ticks; i++)
        session_tick(t, &(player_input){.walk = {0.4f, -0.9f}});
}

/* Pieces of the chain, with what the choice was made from. */
TEST(a_kept_moment_has_only_what_the_move_met_and_leaves_the_session_where_it_was) {
    sandbox *s = open_text(wall);
    sandbox_change(s)->resolver = SM_LAST;
    session *t = session_create(s);
    recording k;
    char message[SAVE_MESSAGE_LENGTH];
    walk_down(t, 3);
    assert_true(session_seek(t, 2));
    assert_true(moments_step(s, 1, false));
    sandbox_change(s)->resolver = SM_SWEEP; /* after the tick, so it is none of it */
    assert_true(edit_remove(s->edit, 2));
    assert_true(keep_tick(t, 2, &k, message));
    assert_level_says(k.sandbox->level, "slidemove 1\ntitle tick 2\n"
                                        "player 0.040000003 1 radius=1\n"
                                        "segment -1 0 0 0\nsegment 0 0 1 0\n");
    assert_int_equal(k.sandbox->player.resolver, SM_LAST);
    assert_true(k.sandbox->paused);
    assert_int_equal(session_now(t).now, 2);
    assert_int_equal(s->inside, 0);
    recording_free(&k);
    session_destroy(t);
}

TEST(without_such_a_tick_there_is_nothing_to_keep) {
    static const struct {
        int made;
        unsigned long asked;
        const char *says;
    } cases[] = {{0, 0, "there is no tick yet that could be kept"},
                 {0, 1, "there is no tick yet that could be kept"},
                 {9, 0, "there is no tick 0: expected one from 1 to 9"},
                 {9, 10, "there is no tick 10: expected one from 1 to 9"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sandbox *s = open_text(wall);
        session *t = session_create(s);
        recording k;
        char message[SAVE_MESSAGE_LENGTH];
        walk_down(t, cases[i].made);
        assert_false(keep_tick(t, cases[i].asked, &k, message));
        assert_string_equal(message, cases[i].says);
        session_destroy(t);
    }
}

/* ---- Moments in large levels ------------------------------------------------------------- */

enum { WALKED_TICKS = 600, SEGMENTS = 10000, FEW = 20 };

/* What cannot be cut into segments and triangles, and what can but is computed. */
static const char *const odd_levels[] = {
    "slidemove 1\ntitle odd\nplayer 1 1 radius=0.5\nloop -6 -4  6 -4  6 4  -6 4 radius=0.3\n"
    "segment -5 -3 -2 0 oneway\nchain -3 -3 -1 -2 3 -3 oneway\nbox 3 0 2.7 0.5 spin=70\n"
    "circle -3 3 1\nbox -2 2 1.7 0.9 angle=33\ncapsule 4 -3 5 -3 0.4 shift=0,3,2\n",
    "slidemove3 1\ntitle odd\nplayer 0 2 0 radius=0.5\nbox 0 -0.5 0 9 1 9 angle=20\n"
    "box 3 0.2 0 2 0.4 4 twosided\ntriangle -4 0 -4 -2 0 -4 -3 3 -3 radius=0.2\n"
    "triangle -2 -1 2 2 1 2 -3 3 4 onesided\nsphere -2 0.5 2 1 shift=1,0,1,2\n"
    "capsule 3 0 3 3 4 3 0.3 spin=40\ntriangle 0 1 3 3 1 0 0 1 0 oneway\n"};

enum { ODD_LEVELS = sizeof odd_levels / sizeof *odd_levels };

/* The levels that there are, in turns. */
static sandbox *open_large(int index) {
    int kind = index % (GENERATE_KINDS + ODD_LEVELS) - ODD_LEVELS;
    size_t length;
    char *text = kind >= 0 ? generate_level((generate_kind)kind, SEGMENTS, index, &length) : NULL;
    sandbox *s = sandbox_create(read_level(kind >= 0 ? text : odd_levels[kind + ODD_LEVELS]));
    free(text);
    assert_non_null(s);
    return s;
}

/* Somebody plays with everything that bears on a tick. */
static void play(session *t, sandbox *s, uint64_t *random) {
    player_input input = {0};
    for (int i = 0; i < WALKED_TICKS; i++) {
        if (i % 20 == 0)
            input =
                (player_input){.turn = (float)(random_int(random, 3) - 1),
                               .walk = {random_float(random, -1, 1), random_float(random, -1, 1)},
                               .rise = (float)(random_int(random, 5) == 0),
                               .slow = random_int(random, 8) == 0,
                               .view_heading = random_float(random, -3, 3)};
        if (i % 100 == 0) {
            sandbox_change(s)->resolver = (sm_resolver)random_int(random, SM_RESOLVER_COUNT);
            sandbox_change(s)->kind = (mover_kind)random_int(random, MOVER_KIND_COUNT);
            sandbox_set(s, SETTING_MOMENTUM, random_int(random, 2) == 0);
            sandbox_set(s, SETTING_GRAVITY, random_int(random, 3) > 0);
            sandbox_set(s, SETTING_SPEED, random_float(random, 0.5f, 4));
        }
        session_tick(t, &input);
    }
}

/* A tick that pushed, or otherwise any. */
static unsigned long some_tick(const session *t, uint64_t *random) {
    unsigned long from = (unsigned long)random_int(random, WALKED_TICKS);
    unsigned long at = session_find(t, from, SESSION_PUSHED | SESSION_DEPTH, true);
    return at == 0 ? 1 : at;
}

static void assert_same_result(const sandbox *small, const sandbox *whole) {
    const move_record *a = record_last(&small->record), *b = record_last(&whole->record);
    assert_memory_equal(&a->result.position, &b->result.position, sizeof(sm3_vec));
    assert_memory_equal(&a->result.normal, &b->result.normal, sizeof(sm3_vec));
    assert_memory_equal(&a->result.depth, &b->result.depth, sizeof(float));
    assert_int_equal(a->result.pushes, b->result.pushes);
    assert_int_equal(a->trace.iteration_count, b->trace.iteration_count);
    for (int i = 0; i < a->trace.iteration_count; i++) {
        const sm_iteration *one = &a->trace.iterations[i], *other = &b->trace.iterations[i];
        assert_memory_equal(&one->after, &other->after, sizeof(sm3_vec));
        if (one->chosen < 0)
            continue;
        sm3_triangle with = small->obstacles->dimension->shape(small->obstacles,
                                                               a->candidates[one->chosen].obstacle);
        sm3_triangle from = whole->obstacles->dimension->shape(
            whole->obstacles, b->candidates[other->chosen].obstacle);
        assert_memory_equal(&with, &from, offsetof(sm3_triangle, one_sided));
    }
}

/* Returns how many obstacles the recording has, which must make the same of the tick. */
static int assert_replays(const char *path, const sandbox *whole) {
    recording r;
    level_errors errors;
    if (!recording_load(path, (sm_progress){NULL, NULL}, NULL, &r, &errors))
        fail_msg("%s:%d:%d: %s", path, errors.list[0].line, errors.list[0].column,
                 errors.list[0].message);
    assert_false(r.parted);
    assert_true(r.sandbox->paused);
    assert_int_equal(session_now(r.session).now, 1);
    assert_same_result(r.sandbox, whole);
    int count = r.sandbox->obstacles->count;
    recording_free(&r);
    return count;
}

/* As a game has it: the library in one file, compiled once. */
static void assert_tests_pass(int count) {
    char command[2048];
    snprintf(command, sizeof command,
             "scripts/amalgamate %s && cd %s && gcc -std=c11 -O1 -ffp-contract=off -c "
             "slidemove.c && "
             "for i in $(seq 0 %d); do gcc -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion "
             "-Werror $i.recording.c slidemove.o -lm && ./a.out || exit 1; done",
             folder, folder, count - 1);
    assert_int_equal(system(command), 0);
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

TEST(moments_in_large_levels_are_kept_with_few_obstacles_and_as_tests_that_pass) {
    int count = test_trials(20), few = 0, taken[1000];
    count = count < 1000 ? count : 1000;
    double slowest = 0;
    for (int i = 0; i < count; i++) {
        uint64_t random = random_seed(test_seed((uint64_t)i));
        sandbox *s = open_large(i);
        session *t = session_create(s);
        char message[SAVE_MESSAGE_LENGTH], name[32];
        play(t, s, &random);
        unsigned long at = some_tick(t, &random);
        snprintf(name, sizeof name, "%d.recording", i);
        clock_t before = clock();
        if (!keep_save(t, at, path_in(name).at, message))
            fail_msg("moment %d, tick %lu: %s", i, at, message);
        slowest = fmax(slowest, (double)(clock() - before) / CLOCKS_PER_SEC);
        assert_int_equal(session_now(t).now, WALKED_TICKS);
        assert_true(session_seek(t, at));
        taken[i] = assert_replays(path_in(name).at, s);
        few += taken[i] <= FEW;
        session_destroy(t);
        sandbox_destroy(s);
    }
    qsort(taken, (size_t)count, sizeof *taken, ascending);
    if (count > 20)
        printf("%d of %d have at most %d obstacles; median %d, at most %d; slowest %.0f ms\n", few,
               count, FEW, taken[count / 2], taken[count - 1], slowest * 1e3);
    assert_true(few * 100 >= count * 95);
    assert_tests_pass(count);
}

TEST_GROUP(make_folder, remove_folder)
