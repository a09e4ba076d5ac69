/* A 3D level in the sandbox: obstacles that follow the edits, also where memory runs out. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/sandbox/space/space.h"
#include "../level_text.h"
#include "../scarce.h"

static bool scarce_make_shapes(const level *l, level_shapes *solids) {
    return scarce_take() && level_make_shapes(l, solids);
}

static sm3_world *scarce_world_create(const sm3_triangle *triangles, int count,
                                      const sm_world_def *def) {
    return scarce_take() ? sm3_world_create(triangles, count, def) : NULL;
}

/* The obstacles are compiled in here, with memory that can run out. */
#define level_make_shapes scarce_make_shapes
#define sm3_world_create  scarce_world_create
#include "../../src/sandbox/obstacles.c"
#include "../../src/sandbox/space/space.c"
#include "../space.h"
#undef level_make_shapes
#undef sm3_world_create

static const char all_kinds[] = "slidemove3 1\n"
                                "title All kinds\n"
                                "sphere -3 1 0  1\n"
                                "player 0 1 6 radius=0.5 length=0.8\n"
                                "capsule -4 0 -3  -1 0.6 -2  0.6 # a log\n"
                                "triangle 2 0 3  5 0 3  3.5 2 -1 onesided\n"
                                "triangle 0 2 0  1 2 0  0 2 2 radius=0.25\n"
                                "box 3 1.5 2  1 3 2  angle=30\n"
                                "box 0 -0.5 0  12 1 12 twosided\n"
                                "mesh cube.obj at=-2,0.5,3 scale=1.5\n";

static level *read_with_meshes(const char *text) {
    level_errors errors;
    level *l = level_read(text, strlen(text), &errors);
    assert_non_null(l);
    assert_true(level_load_meshes(l, "tests/meshes/any.level", &errors));
    return l;
}

static sandbox *open_kinds(void) {
    sandbox *s = open_sandbox(read_with_meshes(all_kinds));
    return s;
}

static void assert_same_triangles(const space *a, const level_shapes *b) {
    assert_int_equal(a->common.count, b->count);
    for (int i = 0; i < b->count; i++) {
        const sm3_triangle *t = &a->triangles[i], *u = &b->triangles[i];
        assert_memory_equal(&t->a, &u->a, 3 * sizeof t->a);
        assert_memory_equal(&t->radius, &u->radius, sizeof t->radius);
        assert_int_equal(t->one_sided, u->one_sided);
        assert_int_equal(a->common.statements[i], b->statements[i]);
    }
}

static void assert_same_result(sm3_result a, sm3_result b) {
    assert_memory_equal(&a.position, &b.position, sizeof a.position);
    assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
    assert_memory_equal(&a.depth, &b.depth, sizeof a.depth);
    assert_int_equal(a.pushes, b.pushes);
    assert_int_equal(a.status, b.status);
}

static void assert_same_moves(const space *sp, const level_shapes *solids, uint64_t *random) {
    sm3_triangle_array array = {solids->triangles, solids->count};
    sm3_mover mover = {.a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = 0.5f};
    for (int i = 0; i < 2 * SM_RESOLVER_COUNT; i++) {
        sm3_collision candidates[2000];
        sm_trace trace = {.candidates = candidates, .capacity = 2000, .reach = 0.5f};
        sm_options options = {.resolver = (sm_resolver)(i % SM_RESOLVER_COUNT),
                              .both_sides = random_int(random, 4) == 0,
                              .trace = &trace}; /* as the player's moves have */
        sm3_vec from = random_vec(random, 5), delta = random_vec(random, 1);
        assert_same_result(
            sm3_slide_move(from, delta, mover, space_obstacles(sp), &options),
            sm3_slide_move(from, delta, mover, sm3_obstacles_of_array(&array), &options));
        sm3_touch met = sm3_raycast(from, random_vec(random, 9), space_obstacles(sp), NULL);
        assert_true(!met.hit || (met.obstacle >= 0 && met.obstacle < solids->count));
    }
}

/* Against a space that is made from the level as it is now. */
static void assert_follows(const sandbox *s, uint64_t *random) {
    level_shapes solids;
    assert_true(level_make_shapes(s->level, &solids));
    assert_same_triangles(space_seen(s->obstacles), &solids);
    assert_same_moves(space_seen(s->obstacles), &solids, random);
    level_free_shapes(&solids);
}

TEST(a_statement_that_is_dragged_is_the_only_one_made_anew) {
    sandbox *s = open_kinds();
    uint64_t random = random_seed(test_seed(4));
    const sm3_world *world = space_seen(s->obstacles)->world;
    unsigned layout = s->obstacles->layout, version = s->obstacles->version;
    for (int i = 0; i < 50; i++) {
        edit_move(s->edit, 7, random_vec(&random, 1));
        assert_follows(s, &random);
        edit_rollback(s->edit);
        assert_follows(s, &random);
    }
    assert_ptr_equal(space_seen(s->obstacles)->world, world);
    assert_int_equal(s->obstacles->layout, layout);
    assert_int_not_equal(s->obstacles->version, version);
}

TEST(without_memory_the_obstacles_stay_until_there_is_some) {
    uint64_t random = random_seed(test_seed(9));
    for (int left = 0; left < 2; left++) {
        sandbox *s = open_kinds();
        edit_move(s->edit, 5, (sm3_vec){1, 0, 0});
        int count = s->obstacles->count;
        allocations_left = left;              /* for the obstacles, which the edit tells at once */
        assert_true(edit_remove(s->edit, 2)); /* the statements behind it change their numbers */
        assert_int_equal(s->obstacles->count, count);
        allocations_left = INT_MAX;
        edit_move(s->edit, 5, (sm3_vec){0, 1, 0}); /* another one than it was */
        assert_follows(s, &random);
    }
}

TEST(without_memory_no_space_is_made) {
    for (int left = 0; left < 2; left++) {
        level *l = read_with_meshes(all_kinds);
        allocations_left = left;
        assert_null(obstacles_create(&space_dimension, l, NULL));
        allocations_left = INT_MAX;
        level_free(l);
    }
    sandbox *s = open_kinds();
    level *l = read_with_meshes(all_kinds);
    unsigned shown = s->levels_shown;
    allocations_left = 1;
    assert_false(sandbox_show(s, l, true));
    allocations_left = INT_MAX;
    assert_int_equal(s->levels_shown, shown);
}
