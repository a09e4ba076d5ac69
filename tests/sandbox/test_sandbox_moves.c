/* A sandbox whose level is edited while the player walks moves as the plain loop does, to the last
 * bit, and its trace tells the same. */
#include "../test.h"
#include "../trace.h"

#include "../../src/level/generate.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../random.h"

static sandbox *open_generated(level_generate_kind kind, int seed) {
    level_generate_def def = {.kind = kind, .segments = 400, .seed = seed};
    size_t length;
    level_errors errors;
    char *text = level_generate(&def, &length);
    assert_non_null(text);
    sandbox *s = open_sandbox(level_read(text, length, &errors));
    free(text);
    return s;
}

/* ---- Edits near the player --------------------------------------------------------------- */

static sm_vec2 near_player(const sandbox *s, uint64_t *random) {
    return (sm_vec2){s->player.position.x + random_float(random, -4, 4),
                     s->player.position.y + random_float(random, -4, 4)};
}

static void insert_wall(sandbox *s, uint64_t *random) {
    sm_vec2 a = near_player(s, random), b = near_player(s, random);
    float numbers[] = {a.x, a.y, b.x, b.y, random_float(random, 0, 1)};
    int at = 1 + random_int(random, s->level->statement_count);
    bool round = random_int(random, 2) == 0;
    edit_shape wall = {.kind = round ? LEVEL_CAPSULE : LEVEL_SEGMENT,
                       .numbers = numbers,
                       .number_count = round ? 5 : 4};
    edit_insert(s->edit, at, &wall);
}

static void edit_somewhere(sandbox *s, uint64_t *random) {
    int statement = random_int(random, s->level->statement_count);
    int vertices = edit_vertex_count(s->level, statement);
    int vertex = vertices > 0 ? random_int(random, vertices) : 0;
    int what = random_int(random, 8);
    if (what < 3)
        insert_wall(s, random);
    else if (what == 3)
        edit_remove(s->edit, statement);
    else if (what == 4)
        edit_move_vertex(s->edit, statement, vertex, near_player(s, random));
    else if (what == 5)
        edit_split(s->edit, statement, vertex, near_player(s, random));
    else if (what == 6)
        edit_undo(s->edit);
    else
        edit_redo(s->edit);
}

/* ---- The same move ----------------------------------------------------------------------- */

static void assert_same_bits(sm3_vec moved, sm_vec2 expected) {
    sm3_vec lifted = sm3_lifted(expected);
    assert_memory_equal(&moved, &lifted, sizeof moved);
}

/* Holes are left out of the numbers. */
static int number_of(const plane *g, int obstacle) {
    int number = 0;
    for (int i = 0; i < obstacle; i++)
        number += g->statements[i] >= 0;
    return number;
}

static void assert_same_trace(const plane *g, sm_trace moved, const sm_trace *expected) {
    static sm3_collision numbered[RECORD_CANDIDATES];
    for (int i = 0; i < moved.candidate_count; i++) {
        numbered[i] = moved.candidates[i];
        numbered[i].obstacle = number_of(g, numbered[i].obstacle);
    }
    for (int i = 0; i < moved.iteration_count; i++) {
        for (int k = 0; k < moved.iterations[i].held_count; k++)
            moved.iterations[i].held[k] = number_of(g, moved.iterations[i].held[k]);
    }
    moved.candidates = numbered;
    assert_same_traces(&moved, expected);
}

typedef struct seen {
    int pushes, whole_traces;
} seen;

static void assert_moves_as_the_loop(sandbox *s, sm_vec2 delta, seen *so_far) {
    level_shapes shapes;
    static sm3_collision candidates[RECORD_CANDIDATES];
    static bool let_through[RECORD_CANDIDATES];
    assert_true(level_make_shapes(s->level, &shapes));
    sm_vec2 before = sm3_flat(s->player.position);
    sm_capsule mover = player_capsule(&s->player);
    sandbox_tick_delta(s, sm3_lifted(delta));
    sm_trace trace = {.candidates = candidates,
                      .let_through = let_through,
                      .capacity = RECORD_CANDIDATES,
                      .reach = record_last(&s->record)->trace.reach};
    sm_options options = {
        .resolver = s->player.resolver, .max_pushes = s->player.max_pushes, .trace = &trace};
    sm_result expected =
        sm_slide_move_capsules(before, delta, mover, shapes.capsules, shapes.count, &options);
    const move_record *moved = record_last(&s->record);
    assert_same_bits(moved->result.normal, expected.normal);
    assert_memory_equal(&moved->result.depth, &expected.depth, sizeof expected.depth);
    assert_int_equal(moved->result.pushes, expected.pushes);
    assert_int_equal(moved->result.status, expected.status);
    assert_same_bits(moved->result.position, expected.position);
    assert_same_bits(s->player.position, expected.position);
    assert_same_trace(plane_seen(s->obstacles), moved->trace, &trace);
    level_free_shapes(&shapes);
    so_far->pushes += expected.pushes;
    so_far->whole_traces += trace.candidates_lost == 0;
}

static void walk_and_edit(sandbox *s, uint64_t *random) {
    float heading = random_float(random, 0, 6.28f);
    const int ticks = 1200;
    seen all = {0};
    for (int i = 0; i < ticks; i++) {
        if (random_int(random, 4) == 0)
            edit_somewhere(s, random);
        heading += random_float(random, -0.3f, 0.3f);
        float step = random_float(random, 0, 0.4f);
        assert_moves_as_the_loop(s, (sm_vec2){step * cosf(heading), step * sinf(heading)}, &all);
    }
    assert_true(all.pushes > 100); /* it met something */
    assert_true(all.whole_traces > ticks / 2);
}

TEST(an_edited_level_moves_the_player_as_the_plain_loop_does) {
    for (int kind = 0; kind < LEVEL_GENERATE_KIND_COUNT; kind++) {
        if (level_generate_kinds[kind].dimensions == 3) /* see test_space */
            continue;
        for (int resolver = 0; resolver < SM_RESOLVER_COUNT; resolver++) {
            sandbox *s = open_generated((level_generate_kind)kind, resolver);
            uint64_t random = random_seed((uint64_t)(10 * kind + resolver));
            s->player.resolver = (sm_resolver)resolver;
            s->player.length = resolver % 2 == 0 ? 0 : 1.5f; /* a disk, a capsule */
            s->player.heading = 0.7f;
            sandbox_set_pushes(s, 1 + random_int(&random, 8));
            walk_and_edit(s, &random);
        }
    }
}
