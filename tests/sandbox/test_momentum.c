/* Momentum: thrust that accelerates, drag, and a velocity clipped by what the player touches. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../level_text.h"

static sandbox *open_with_momentum(const char *text) {
    sandbox *s = open_text(text);
    sandbox_set_momentum(s, true);
    return s;
}

static const char plain[] = "slidemove 1\nplayer 0 0 radius=1\n";
static const char corner[] = "slidemove 1\nplayer 0 0 radius=1\nchain 4 -20 4 4 -20 4\n";

static void walk(sandbox *s, int ticks, float x, float y) {
    player_input input = {.walk = {x, y}};
    for (int i = 0; i < ticks; i++)
        sandbox_tick(s, &input);
}

static void assert_velocity(const sandbox *s, float x, float y) {
    assert_float_equal(s->player.velocity.x, x, 2e-3);
    assert_float_equal(s->player.velocity.y, y, 2e-3);
}

TEST(thrust_accelerates_to_the_speed_of_walking_and_no_further) {
    sandbox *s = open_with_momentum(plain);
    walk(s, 1, 1, 0);
    assert_true(s->player.velocity.x > 0 && s->player.velocity.x < 0.1f * PLAYER_SPEED);
    float before = 0;
    for (int i = 0; i < 300; i++) {
        walk(s, 1, 1, 0);
        assert_true(s->player.velocity.x >= before &&
                    s->player.velocity.x <= PLAYER_SPEED * 1.0001f);
        before = s->player.velocity.x;
    }
    assert_velocity(s, PLAYER_SPEED, 0);
}

TEST(the_steady_speed_follows_the_speed_factor_and_slow) {
    sandbox *s = open_with_momentum(plain);
    sandbox_set_speed(s, 2);
    walk(s, 400, 0, 1);
    assert_velocity(s, 0, 2 * PLAYER_SPEED);
    player_input slow = {.walk = {0, 1}, .slow = true};
    for (int i = 0; i < 400; i++)
        sandbox_tick(s, &slow);
    assert_velocity(s, 0, 2 * PLAYER_SPEED * PLAYER_SLOW);
}

TEST(thrust_accelerates_along_the_heading) {
    sandbox *s = open_with_momentum("slidemove 1\nplayer 0 0 angle=90\n");
    player_input input = {.thrust = 1};
    sandbox_tick(s, &input);
    assert_true(s->player.velocity.y > 0);
    assert_float_equal(s->player.velocity.x, 0, 1e-6);
}

/* v' = -drag * v from speed v covers v / drag. */
TEST(released_it_coasts_as_far_as_the_formula_says) {
    sandbox *s = open_with_momentum(plain);
    walk(s, 40, 1, 0);
    float from = s->player.position.x, speed = s->player.velocity.x;
    walk(s, 600, 0, 0);
    assert_float_equal(s->player.position.x - from, speed / MOMENTUM_DRAG, 2e-3);
    assert_true(s->player.velocity.x == 0 && s->player.velocity.y == 0); /* it comes to a stand */
}

TEST(a_wall_takes_what_leads_into_it_and_leaves_the_rest) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sandbox *s = open_with_momentum(corner);
        s->player.resolver = (sm_resolver)r;
        sandbox_set_speed(s, 2);
        walk(s, 60, 1, -0.5f);
        assert_float_equal(s->player.position.x, 3, 1e-3);
        float along = s->player.velocity.y;
        assert_float_equal(s->player.velocity.x, 0, 1e-4);
        assert_true(along < -1);
        walk(s, 1, 0, 0);
        assert_float_equal(s->player.velocity.y, along / (1 + MOMENTUM_DRAG / TICKS_PER_SECOND),
                           1e-3);
    }
}

TEST(in_a_corner_nothing_is_left_and_nothing_bounces) {
    for (int m = 0; m < MOVER_KIND_COUNT; m++) {
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            sandbox *s = open_with_momentum(corner);
            s->player.resolver = (sm_resolver)r;
            sandbox_set_mover(s, (mover_kind)m);
            walk(s, 300, 1, 1);
            assert_velocity(s, 0, 0);
            sm3_vec rests = s->player.position;
            walk(s, 60, 0, 0);
            assert_velocity(s, 0, 0);
            assert_float_equal(s->player.position.x, rests.x, 1e-4);
            assert_float_equal(s->player.position.y, rests.y, 1e-4);
        }
    }
}

TEST(through_walls_it_keeps_its_velocity) {
    sandbox *s = open_with_momentum(corner);
    player_input input = {.walk = {1, 0}, .noclip = true};
    for (int i = 0; i < 200; i++)
        sandbox_tick(s, &input);
    assert_true(s->player.position.x > 10);
    assert_velocity(s, PLAYER_SPEED, 0);
}

TEST(a_reset_and_a_drag_and_switching_stop_it) {
    sandbox *s = open_with_momentum(plain);
    walk(s, 60, 1, 0);
    sandbox_reset_player(s);
    assert_true(s->player.velocity.x == 0);
    walk(s, 60, 1, 0);
    player_input drag = {.dragging = true, .drag_to = {1, 1, 0}};
    sandbox_tick(s, &drag);
    assert_true(s->player.velocity.x == 0);
    walk(s, 60, 1, 0);
    sandbox_set_momentum(s, false);
    assert_true(s->player.velocity.x == 0);
    sm3_vec before = s->player.position;
    walk(s, 1, 1, 0);
    assert_float_equal(s->player.position.x - before.x, PLAYER_SPEED / TICKS_PER_SECOND, 1e-4);
}
