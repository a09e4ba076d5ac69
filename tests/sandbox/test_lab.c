/* The lessons of levels/lab about walking with gravity: what their texts claim. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/scene_start.h"
#include "../level_text.h"

static const double rounding = 1e-3; /* world units */

static sandbox *s; /* the lesson under test */
static int in_air; /* ticks so far */

static void open_lesson(const char *name, sm_resolver resolver) {
    char path[256];
    snprintf(path, sizeof path, "levels/lab/%s.level", name);
    s = open_level_file(path);
    scene_open(s, 0);
    s->player.resolver = resolver;
    in_air = 0;
}

/* Lets the lesson play by itself. */
static void play(int ticks) {
    for (int i = 0; i < ticks; i++) {
        player_input input = {0};
        scene_wish(s, &input);
        sandbox_tick(s, &input);
        in_air += !s->player.body.on_floor;
    }
}

static void assert_at(double x, double y) {
    assert_float_equal(s->player.position.x, x, rounding);
    assert_float_equal(s->player.position.y, y, rounding);
}

TEST(slopes_are_stood_on_up_to_the_steepest_floor_and_steeper_ones_are_walls) {
    open_lesson("32-slopes", SM_SWEEP);
    play(65); /* and 5 to come to rest, to the last bit */
    sm3_vec stops = s->player.position;
    play(55);
    assert_memory_equal(&stops, &s->player.position, sizeof stops); /* nothing creeps */
    play(300);
    assert_at(6 - 0.5 * tan(30 * 3.14159265 / 180), -3.5); /* where floor and wall touch */
    assert_int_equal(in_air, 0);

    open_lesson("32-slopes", SM_SWEEP);
    s->player.gait.slope = 70 / 57.29578f;
    play(480);
    assert_float_equal(s->player.position.y, 2.5, rounding); /* at the top */

    open_lesson("32-slopes", SM_SWEEP);
    s->player.gait.slope = 40 / 57.29578f;
    play(120);
    assert_at(stops.x, stops.y);
    play(120);
    assert_float_equal(s->player.position.y, -3.5, rounding); /* slipped down */
}

TEST(steps_are_walked_up_and_down_where_there_is_room) {
    static const struct {
        float step, snap;
        int ticks;
        double x, y;
        bool hops;
    } rows[] = {
        {0.3f, 0.3f, 84, NAN, -1.9, false}, /* 0.6 higher */
        {0.25f, 0.3f, 80, -6.958, -2.2, false},
        {0.3f, 0.3f, 300, 8.2, -1.9, false},
        {0.3f, 0, 84, NAN, -1.9, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_lesson("33-steps", SM_SWEEP);
        s->player.gait.step = rows[i].step;
        s->player.gait.snap = rows[i].snap;
        play(rows[i].ticks);
        assert_at(isnan(rows[i].x) ? s->player.position.x : rows[i].x, rows[i].y);
        assert_int_equal(in_air > 0, rows[i].hops || rows[i].ticks > 84); /* two jumps */
    }
    open_lesson("33-steps", SM_SWEEP);
    sandbox_change(s)->kind = MOVER_BOX;
    play(80);
    assert_true(s->player.position.x > -9);
    assert_true(s->ghosts.list[SM_SWEEP].position.x < -9);
}

TEST(over_crest_edge_and_bumps_it_stays_on_the_floor_and_without_snap_it_flies) {
    for (int faster = 1; faster < 3; faster++) {
        open_lesson("34-crest", SM_SWEEP);
        sandbox_set(s, SETTING_SPEED, 1.5f * (float)faster);
        play(400);
        assert_int_equal(in_air, 0);
    }
    open_lesson("34-crest", SM_SWEEP);
    s->player.gait.snap = 0;
    play(400);
    assert_true(in_air > 100);
}

TEST(a_gentle_crest_is_walked_over_from_wherever_a_fast_walk_begins) {
    for (int i = 0; i < 50; i++) {
        open_lesson("38-gentle-crest", SM_SWEEP);
        s->player.position.x += (float)i * 0.015f; /* of a tick's 0.167, along the slope */
        s->player.position.y += (float)i * 0.015f * tanf(28 * 3.14159265f / 180);
        play(110);
        assert_true(s->player.position.x > 5);
        assert_int_equal(in_air, 0);
    }
}

TEST(a_lift_and_a_turning_platform_carry_and_one_way_floors_let_through) {
    open_lesson("35-carried", SM_SWEEP);
    play(150);
    assert_at(-10 + 2 * 2.5 / 3, -3.8 + 4.5 * 2.5 / 3);
    play(210); /* the ledge, and the platform, which turned from level to 48 degrees */
    assert_int_equal(in_air, 0);
    assert_true(s->player.position.y > 1.7f);
    play(30);
    assert_true(in_air > 0);
    play(270);
    assert_float_equal(s->player.position.y, 0.3, rounding); /* on the highest floor */

    open_lesson("35-carried", SM_DEEPEST);
    play(180);
    assert_true(s->player.position.y < -0.5f); /* the lift went aside without it */
}
