/* A 3D level in the sandbox: obstacles that follow the edits, and a player that walks, falls,
 * stands and jumps. */
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

static const float tick_seconds = 1.0f / TICKS_PER_SECOND;

/* ---- Obstacles that follow edits --------------------------------------------------------- */

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

/* ---- Opening levels ---------------------------------------------------------------------- */

static const char floor_words[] = "slidemove3 1\n"
                                  "player 0 0.5 0 radius=0.5 angle=90\n"
                                  "box 0 -0.5 0  200 1 200\n";

static void rest(sandbox *s, int count) {
    tick_times(s, count, (player_input){0});
}

TEST(a_level_read_again_keeps_the_player_and_its_switches) {
    sandbox *s = open_text(floor_words);
    s->player.gravity = false;
    s->player.both_sides = true;
    tick_times(s, 30, (player_input){.walk = {1, 1}, .rise = 1});
    sm3_vec at = s->player.position;
    float heading = s->player.heading;
    assert_true(at.x != 0 && at.y != 0.5f && at.z != 0);
    assert_true(sandbox_show(s, read_with_meshes(all_kinds), true));
    assert_memory_equal(&s->player.position, &at, sizeof at);
    assert_memory_equal(&s->player.previous_position, &at, sizeof at);
    assert_true(s->player.heading == heading);
    assert_false(s->player.gravity);
    assert_true(s->player.both_sides);
    assert_true(sandbox_show(s, read_with_meshes(floor_words), false));
    assert_true(s->player.position.x == 0 && s->player.position.y == 0.5f);
    assert_float_equal(s->player.heading, 1.5707963f, 1e-6);
    assert_false(s->player.gravity); /* as chosen */
}

TEST(a_level_of_the_other_kind_begins_at_its_start) {
    sandbox *s = open_text(floor_words);
    rest(s, 10);
    assert_true(sandbox_show(s, read_with_meshes("slidemove 1\nplayer 3 4\n"), true));
    assert_false(sandbox_has(s, HAS_DEPTH));
    assert_true(s->player.position.x == 3 && s->player.position.y == 4);
    rest(s, 10);
    assert_true(sandbox_show(s, read_with_meshes(floor_words), true));
    assert_true(sandbox_has(s, HAS_DEPTH));
    assert_true(s->player.gravity);
    assert_true(s->player.position.y == 0.5f && s->player.radius == 0.5f);
    assert_int_equal(s->tick, 0);
}

/* ---- Walking ----------------------------------------------------------------------------- */

TEST(in_the_air_it_falls_with_gravity_up_to_a_limit) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sandbox *s = open_text("slidemove3 1\nplayer 0 50 0\nsphere 99 -900 0 1\n");
        s->player.resolver = (sm_resolver)r;
        for (int n = 1; n <= 60; n++) {
            rest(s, 1);
            float seconds = (float)n * tick_seconds;
            assert_float_equal(s->player.position.y, 50 - PLAYER_GRAVITY / 2 * seconds * seconds,
                               1e-4);
            assert_false(s->player.body.on_floor);
        }
        rest(s, 200);
        float y = s->player.position.y;
        rest(s, 60);
        assert_float_equal(y - s->player.position.y, 60, 0.01);
    }
}

TEST(what_falls_out_of_the_level_is_put_back) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 5 0 radius=0.5 angle=90\nbox 3 -2 0 1 2 1\n");
    float lowest = 0;
    for (int i = 0; i < 600 && s->player.losses == 0; i++) {
        rest(s, 1);
        lowest = fminf(lowest, s->player.position.y);
    }
    assert_int_equal(s->player.losses, 1);
    assert_true(lowest < -3 - OBSTACLES_ABYSS + 1.1f && lowest >= -3 - OBSTACLES_ABYSS);
    assert_float_equal(s->player.position.y, 5, 0);
    assert_float_equal(s->player.body.momentum.y, 0, 0);
    s->player.gravity = false;
    player_input sink = {.rise = -1};
    for (int i = 0; i < 3000; i++)
        sandbox_tick(s, &sink);
    assert_int_equal(s->player.losses, 1); /* who flies may go where he likes */
}

/* Returns how high it comes over where it stands; with 2, the key is let go each other tick. */
static float jump_height(sandbox *s, int every) {
    float from = s->player.position.y, highest = from;
    for (int i = 0; i < 40; i++) {
        sandbox_tick(s, &(player_input){.rise = (float)(i % every == 0)});
        highest = fmaxf(highest, s->player.position.y);
    }
    return highest - from;
}

TEST(it_jumps_two_units_high_or_to_the_ceiling_only_from_the_ground_and_far_out_too) {
    static const struct {
        float x, y, height;
        const char *above;
    } rows[] = {
        {0, 0, 2, ""},     {0, 0, 0.5f, "box 0 2 0  40 1 40\n"},
        {1e3f, 0, 2, ""},  {0, 1e3f, 2, ""},
        {1e4f, 0, 2, ""},  {0, 1e4f, 2, ""},
        {-1e5f, 0, 2, ""}, {0, -1e5f, 2, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            char words[200];
            snprintf(words, sizeof words,
                     "slidemove3 1\nplayer %g %g 0.3 radius=0.5\nbox %g %g 0  40 1 40\n%s",
                     (double)rows[i].x, (double)rows[i].y + 0.625, (double)rows[i].x,
                     (double)rows[i].y - 0.5, rows[i].above);
            sandbox *s = open_text(words);
            s->player.resolver = (sm_resolver)r;
            rest(s, 60);
            tick_times(s, 60, (player_input){.walk = {0, 1}});
            assert_float_equal(s->player.position.x - rows[i].x, PLAYER_SPEED, 0.25f);
            for (int every = 1; every <= 2; every++) {
                assert_true(s->player.body.on_floor);
                assert_float_equal(jump_height(s, every), rows[i].height, 0.02);
                rest(s, 60);
            }
        }
    }
}

TEST(what_was_pulled_falls_from_rest) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 50 0\n");
    rest(s, 60);
    tick_times(s, 60, (player_input){.dragging = true, .drag_to = {0, 60, 0}});
    assert_float_equal(s->player.position.y, 60, 1e-4);
    rest(s, 1);
    assert_float_equal(60 - s->player.position.y, PLAYER_GRAVITY * tick_seconds * tick_seconds / 2,
                       1e-5);
}

TEST(it_walks_where_the_view_looks) {
    static const sm_vec2 walks[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}};
    for (int i = 0; i < 2 * 17 * 5; i++) {
        float yaw = (float)(i / 10 - 8) * 0.41f;
        sm_vec2 walk = walks[i / 2 % 5];
        sandbox *s = open_text(floor_words);
        s->player.gravity = i % 2 != 0;
        rest(s, 5);
        sm3_vec from = s->player.position;
        tick_times(s, 60, (player_input){.walk = walk, .view_heading = yaw});
        /* ahead is (cos, 0, -sin), right of it (sin, 0, cos) */
        float length = hypotf(walk.x, walk.y), x = walk.x / length, y = walk.y / length;
        sm3_vec way = {cosf(yaw) * y + sinf(yaw) * x, 0, -sinf(yaw) * y + cosf(yaw) * x};
        sm3_vec went = sm3_between(from, s->player.position),
                looks = space_direction(s->player.heading);
        assert_float_equal(went.x, way.x * PLAYER_SPEED, 0.01);
        assert_float_equal(went.z, way.z * PLAYER_SPEED, 0.01);
        assert_true(sm3_length(sm3_between(looks, way)) < 1e-3f);
    }
}

TEST(home_ignores_obstacles_and_hovers) {
    sandbox *s = open_text(floor_words);
    rest(s, 30);
    sm3_vec at = s->player.position;
    tick_times(s, 60, (player_input){.noclip = true}); /* else it would be gone at once */
    assert_memory_equal(&s->player.position, &at, sizeof at);
    assert_true(s->player.noclip);
    tick_times(s, 4, (player_input){.noclip = true, .rise = -1});
    assert_float_equal(s->player.position.y, 0.1f, 1e-3);
    assert_int_equal(record_last(&s->record)->result.pushes, 0);
    rest(s, 1); /* and out again */
    assert_float_equal(s->player.position.y, 0.5, 0.02);
}

TEST(radius_and_mover_are_what_meets_the_floor) {
    sandbox *s =
        open_text("slidemove3 1\nplayer 0 3 0 radius=0.5 length=1\nbox 0 -0.5 0  20 1 20\n");
    rest(s, 120);
    assert_float_equal(s->player.position.y, 1, 1e-4);
    sandbox_change(s)->kind = MOVER_DISK;
    rest(s, 120);
    assert_float_equal(s->player.position.y, 0.5, 1e-4);
    sandbox_set(s, SETTING_RADIUS, 0.8f);
    rest(s, 120);
    assert_float_equal(s->player.position.y, 0.8, 1e-4);
    sandbox_change(s)->kind = MOVER_BOX; /* as high as the capsule of the level's length */
    rest(s, 120);
    assert_float_equal(s->player.position.y, 1.3, 1e-4);
}
