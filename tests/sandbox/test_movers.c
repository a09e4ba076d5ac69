/* The movers: disk, capsule and box in the sandbox; and momentum:
 * thrust that accelerates, drag, and a velocity clipped by what the player touches. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/snap.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../pointer.h"

static const char room[] = "slidemove 1\nplayer 5 5 radius=1\nloop 0 0 10 0 10 10 0 10\n";
static const char long_room[] =
    "slidemove 1\nplayer 5 5 radius=1 length=3\nloop 0 0 10 0 10 10 0 10\n";

static void walk(sandbox *s, int ticks, float x, float y) {
    tick_times(s, ticks, (player_input){.walk = {x, y}});
}

static void assert_at(const sandbox *s, float x, float y) {
    assert_float_equal(s->player.position.x, x, 1e-4);
    assert_float_equal(s->player.position.y, y, 1e-4);
}

/* ---- Which mover ------------------------------------------------------------------------- */

TEST(a_mover_is_as_long_as_the_level_says_or_two_radii_and_meets_the_walls_with_that) {
    static const struct {
        const char *level;
        mover_kind kind; /* MOVER_KIND_COUNT: the level's */
        mover_kind is;
        float x, y; /* where walls stop it */
    } rows[] = {{room, MOVER_KIND_COUNT, MOVER_DISK, 9, 9},
                {long_room, MOVER_KIND_COUNT, MOVER_CAPSULE, 7.5f, 9},
                {room, MOVER_CAPSULE, MOVER_CAPSULE, 8, 9},
                {long_room, MOVER_BOX, MOVER_BOX, 7.5f, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sandbox *s = open_text(rows[i].level);
        if (rows[i].kind != MOVER_KIND_COUNT)
            sandbox_change(s)->kind = rows[i].kind;
        assert_int_equal(s->player.kind, rows[i].is);
        walk(s, 120, 1, 0); /* along the heading, 0 */
        walk(s, 120, 0, 1);
        assert_at(s, rows[i].x, rows[i].y);
    }
}

TEST(a_box_does_not_turn_with_its_heading) {
    sandbox *s = open_text(room);
    sandbox_change(s)->kind = MOVER_BOX;
    sm_hull before = player_hull(&s->player);
    tick_times(s, 20, (player_input){.turn = 1});
    sm_hull after = player_hull(&s->player);
    assert_true(s->player.heading > 0.5f);
    assert_memory_equal(before.vertices, after.vertices, 4 * sizeof *before.vertices);
}

TEST(a_capsule_that_would_be_crushed_by_turning_does_not_turn) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=0.5 length=3\n"
                           "segment -9 0.6 9 0.6\nsegment -9 -0.6 9 -0.6\n");
    s->player.resolver = SM_SWEEP;
    tick_times(s, 60, (player_input){.turn = 1});
    assert_true(s->player.heading > 0.02f &&
                s->player.heading < 0.1f); /* as far as there is room */
    assert_int_equal(record_last(&s->record)->result.status, SM_MOVED);
}

TEST(opening_a_level_gives_its_shape_again_reading_it_again_does_not) {
    sandbox *s = open_text(room);
    sandbox_change(s)->kind = MOVER_BOX;
    assert_true(sandbox_show(s, read_level(room), true));
    assert_int_equal(s->player.kind, MOVER_BOX);
    assert_true(sandbox_show(s, read_level(room), false));
    assert_int_equal(s->player.kind, MOVER_DISK);
}

/* ---- The box ----------------------------------------------------------------------------- */

TEST(the_corner_of_a_box_is_solid_for_the_pointer) {
    sandbox *s = open_text(room);
    sm_vec2 corner = {5.9f, 5.9f};
    assert_int_equal(pick_at(s, corner, 0).part, PICK_NOTHING);
    sandbox_change(s)->kind = MOVER_BOX;
    assert_int_equal(pick_at(s, corner, 0).part, PICK_PLAYER);
}

/* ---- Momentum ---------------------------------------------------------------------------- */

static sandbox *open_with_momentum(const char *text) {
    sandbox *s = open_text(text);
    sandbox_set(s, SETTING_MOMENTUM, true);
    return s;
}

static const char plain[] = "slidemove 1\nplayer 0 0 radius=1\n";
static const char corner[] = "slidemove 1\nplayer 0 0 radius=1\nchain 4 -20 4 4 -20 4\n";

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
    sandbox_set(s, SETTING_SPEED, 2);
    walk(s, 400, 0, 1);
    assert_velocity(s, 0, 2 * PLAYER_SPEED);
    tick_times(s, 400, (player_input){.walk = {0, 1}, .slow = true});
    assert_velocity(s, 0, 2 * PLAYER_SPEED * PLAYER_SLOW);
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
        sandbox_set(s, SETTING_SPEED, 2);
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

TEST(every_mover_rests_in_a_corner_with_every_resolver_and_nothing_bounces) {
    for (int i = 0; i < 2 * MOVER_KIND_COUNT * SM_RESOLVER_COUNT; i++) {
        mover_kind kind = (mover_kind)(i / 2 % MOVER_KIND_COUNT);
        sandbox *s = open_text(long_room);
        sandbox_set(s, SETTING_MOMENTUM, i % 2 == 0);
        s->player.resolver = (sm_resolver)(i / 2 / MOVER_KIND_COUNT);
        sandbox_change(s)->kind = kind;
        for (int walks = 1; walks >= 0; walks--) {
            walk(s, 300, (float)walks, (float)walks);
            assert_velocity(s, 0, 0);
            assert_float_equal(s->player.position.x, kind == MOVER_DISK ? 9 : 7.5, 1e-3);
            assert_float_equal(s->player.position.y, 9, 1e-3);
        }
    }
}

TEST(through_walls_it_keeps_its_velocity) {
    sandbox *s = open_with_momentum(corner);
    tick_times(s, 200, (player_input){.walk = {1, 0}, .noclip = true});
    assert_true(s->player.position.x > 10);
    assert_velocity(s, PLAYER_SPEED, 0);
}

TEST(a_reset_and_a_drag_and_switching_stop_it) {
    sandbox *s = open_with_momentum(plain);
    walk(s, 60, 1, 0);
    sandbox_reset_player(s);
    assert_true(s->player.velocity.x == 0);
    walk(s, 60, 1, 0);
    tick_times(s, 1, (player_input){.dragging = true, .drag_to = {1, 1, 0}});
    assert_true(s->player.velocity.x == 0);
    walk(s, 60, 1, 0);
    sandbox_set(s, SETTING_MOMENTUM, false);
    assert_true(s->player.velocity.x == 0);
    sm3_vec before = s->player.position;
    walk(s, 1, 1, 0);
    assert_float_equal(s->player.position.x - before.x, PLAYER_SPEED / TICKS_PER_SECOND, 1e-4);
}
