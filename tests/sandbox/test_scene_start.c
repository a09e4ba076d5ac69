/* Tests of opening a level as it says itself, and of making it say what is so. */
#include "../../src/sandbox/scene_start.h"
#include "../../src/sandbox/session.h"
#include "../level_text.h"
#include "../test.h"

#define HEAD "slidemove 1\nplayer 0 0\n"
#define WALL "segment 50 -9 50 9\n"

/* What it returns is destroyed when the tests have run. */
static sandbox *open_level(const char *text) {
    sandbox *s = open_text(text);
    scene_open(s, 0);
    return s;
}

static void show(sandbox *s, const char *text) {
    assert_true(sandbox_show(s, read_level(text), false));
    scene_open(s, 0);
}

static void tick(sandbox *s, player_input input) {
    scene_wish(s, &input);
    sandbox_tick(s, &input);
}

/* ---- Opening ----------------------------------------------------------------------------- */

TEST(a_level_opens_as_it_says) {
    sandbox *s = open_level(HEAD WALL "resolver sweep\nghosts last first\nmover box\nspeed 2.5\n"
                                      "momentum on\npaused\n");
    assert_int_equal(s->player.resolver, SM_SWEEP);
    assert_int_equal(s->ghosts.set, 1 << SM_LAST | 1 << SM_FIRST);
    assert_int_equal(s->player.kind, MOVER_BOX);
    assert_float_equal(s->player.speed_factor, 2.5, 0);
    assert_true(s->player.momentum && s->paused);
}

TEST(a_level_in_3d_opens_as_it_says) {
    sandbox *s = open_level("slidemove3 1\nplayer 0 0 0\ngravity off\nmover capsule\n");
    assert_int_equal(s->player.kind, MOVER_CAPSULE);
    assert_false(s->player.gravity || s->paused);
}

TEST(a_level_that_says_nothing_changes_nothing) {
    sandbox *s = open_text(HEAD);
    sandbox_change(s)->resolver = SM_LAST;
    sandbox_set_ghosts(s, 1 << SM_SWEEP);
    sandbox_set(s, SETTING_SPEED, 3);
    sandbox_set(s, SETTING_MOMENTUM, true);
    sandbox_set_paused(s, true);
    s->player.velocity = (sm3_vec){1, 2, 0};
    scene_open(s, 0);
    assert_int_equal(s->player.resolver, SM_LAST);
    assert_int_equal(s->ghosts.set, 1 << SM_SWEEP);
    assert_float_equal(s->player.speed_factor, 3, 0);
    assert_float_equal(s->player.velocity.y, 2, 0);
    assert_true(s->player.momentum && s->paused);
}

/* Twice the same ticks; and the session brings those of both sides of the restart back. */
TEST(a_restart_goes_back_to_the_beginning_with_all_that_moves_and_plays) {
    sandbox *s = open_level("slidemove 1\nplayer 0 0 radius=0.5\nbox 4 0 1 9 shift=-3,0,2\n"
                            "resolver sweep\nplay 1 0 0.5\nplay 0 1 0.5\n");
    session *t = session_create(s);
    sm3_vec at[2][80];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 80; i++) {
            player_input input = {0};
            scene_wish(s, &input);
            session_tick(t, &input);
            at[round][i] = s->player.position;
        }
        scene_restart(s);
        assert_float_equal(s->player.position.x, 0, 0);
    }
    assert_memory_equal(at[0], at[1], sizeof at[0]);
    assert_true(at[0][79].x < 2 && at[0][79].y > 1);
    static const unsigned long ticks[] = {40, 130, 81, 79};
    for (int i = 0; i < 4; i++) {
        assert_true(session_seek(t, ticks[i]));
        assert_memory_equal(&s->player.position, &at[0][(ticks[i] - 1) % 80], sizeof(sm3_vec));
    }
    session_destroy(t);
}

TEST(the_command_line_knows_better) {
    sandbox *s = open_text(HEAD "resolver sweep\nghosts last\nmover box\nspeed 2\n");
    sandbox_change(s)->resolver = SM_FIRST;
    scene_open(s, LEVEL_SETS_RESOLVER | LEVEL_SETS_GHOSTS | LEVEL_SETS_MOVER);
    assert_int_equal(s->player.resolver, SM_FIRST);
    assert_int_equal(s->ghosts.set, 0);
    assert_int_equal(s->player.kind, MOVER_DISK);
    assert_float_equal(s->player.speed_factor, 2, 0);
}

TEST(what_a_level_set_goes_with_it) {
    sandbox *s = open_text(HEAD);
    sandbox_change(s)->resolver = SM_LAST;
    scene_open(s, 0);
    show(s, HEAD "resolver sweep\nspeed 2\nmomentum on\nghosts first\npaused\n");
    assert_int_equal(s->player.resolver, SM_SWEEP);
    show(s, HEAD "resolver shallowest\n");
    assert_int_equal(s->player.resolver, SM_SHALLOWEST);
    assert_float_equal(s->player.speed_factor, 1, 0);
    assert_int_equal(s->ghosts.set, 0);
    assert_false(s->player.momentum || s->paused);
    show(s, HEAD);
    assert_int_equal(s->player.resolver, SM_LAST);
}

TEST(what_the_user_chose_since_stays) {
    sandbox *s = open_level(HEAD "resolver sweep\nspeed 2\n");
    sandbox_change(s)->resolver = SM_FIRST;
    show(s, HEAD);
    assert_int_equal(s->player.resolver, SM_FIRST);
    assert_float_equal(s->player.speed_factor, 1, 0);
}

/* ---- What is played ---------------------------------------------------------------------- */

TEST(wishes_are_played_one_after_the_other_and_then_it_pauses) {
    sandbox *s = open_level(HEAD WALL "play 1 0 0.5\nplay 0 0 0.1\nplay 0 -0.5 0.25\npaused\n");
    assert_false(s->paused);
    for (int i = 0; i < 30; i++)
        tick(s, (player_input){0});
    assert_float_equal(s->player.position.x, 3, 1e-5); /* half a second at 6 u/s */
    for (int i = 0; i < 6; i++)
        tick(s, (player_input){0});
    assert_float_equal(s->player.position.x, 3, 1e-5);
    for (int i = 0; i < 15; i++) {
        assert_false(s->paused);
        tick(s, (player_input){0});
    }
    assert_float_equal(s->player.position.y, -0.75, 1e-5);
    assert_true(s->paused);
    assert_false(scene_wish(s, &(player_input){0}));
    show(s, HEAD);
    assert_false(s->paused);
}

TEST(a_move_of_the_user_ends_what_is_played) {
    sandbox *s = open_level(HEAD "play 1 0 2\npaused\ninside\n");
    tick(s, (player_input){0});
    float x = s->player.position.x;
    assert_true(x > 0);
    tick(s, (player_input){.walk = {0, 1}});
    assert_float_equal(s->player.position.x, x, 0);
    tick(s, (player_input){0});
    assert_float_equal(s->player.position.x, x, 0);
    assert_false(s->paused || scene_steps_inside(s));
}

TEST(inside_is_asked_for_once_when_all_is_played) {
    sandbox *s = open_level(HEAD "play 1 0 0.05\ninside\n");
    for (int i = 0; i < 3; i++) {
        assert_false(scene_steps_inside(s));
        tick(s, (player_input){0});
    }
    assert_true(s->paused);
    assert_true(scene_steps_inside(s));
    assert_false(scene_steps_inside(s));
}

/* ---- Saying what is so ------------------------------------------------------------------- */

TEST(what_is_so_becomes_statements_in_one_step) {
    static const char before[] = HEAD "text A lesson\nplay 1 0 1\n" WALL;
    sandbox *s = open_level(before);
    sandbox_change(s)->resolver = SM_SWEEP;
    sandbox_set_ghosts(s, 1 << SM_LAST | 1 << SM_DEEPEST);
    sandbox_change(s)->kind = MOVER_CAPSULE;
    sandbox_set(s, SETTING_SPEED, 0.5f);
    sandbox_set(s, SETTING_MOMENTUM, true);
    sandbox_set_paused(s, true);
    level_scene seen = {.present = LEVEL_SETS_OVERLAYS | LEVEL_SETS_VIEW,
                        .overlays = 1 << OVERLAY_GRID | 1 << OVERLAY_DEPTH,
                        .view = {1, 2.5f, 30}};
    assert_true(scene_save(s, &seen));
    assert_level_says(s->level,
                      HEAD "text A lesson\nplay 1 0 1\nresolver sweep\nghosts deepest last\n"
                           "overlays depth grid\nmover capsule\nspeed 0.5\nmomentum on\n"
                           "view 1 2.5 30\npaused\n" WALL);
    assert_false(scene_save(s, &seen));
    assert_true(edit_undo(s->edit));
    assert_level_says(s->level, before);
    assert_false(edit_undo(s->edit));
}

TEST(what_is_usual_is_left_out) {
    sandbox *s = open_level(HEAD "resolver sweep # why\nghosts last\noverlays none\nmover box\n"
                                 "speed 2\nmomentum on\nview 1 2 3\npaused\ninside\ntry This\n");
    sandbox_change(s)->resolver = SM_DEEPEST;
    sandbox_set_ghosts(s, 0);
    sandbox_change(s)->kind = MOVER_DISK;
    sandbox_set(s, SETTING_SPEED, 1);
    sandbox_set(s, SETTING_MOMENTUM, false);
    sandbox_set_paused(s, false);
    assert_true(scene_save(s, &(level_scene){.overlays = 1 << OVERLAY_GRID}));
    assert_level_says(s->level, HEAD "try This\n");
}

TEST(what_is_said_already_keeps_its_spelling) {
    static const char text[] =
        HEAD "resolver \tdeepest # usual\nspeed 1.00\noverlays grid  closest\n"
             "view 1.0 2 3e0\ninside # it is\n";
    sandbox *s = open_level(text);
    level_scene seen = {.present = LEVEL_SETS_OVERLAYS | LEVEL_SETS_VIEW,
                        .overlays = 1 << OVERLAY_CLOSEST | 1 << OVERLAY_GRID,
                        .view = {1, 2, 3}};
    assert_false(scene_save(s, &seen));
    assert_level_says(s->level, text);
    sandbox_change(s)->resolver = SM_LAST;
    assert_true(scene_save(s, &seen));
    assert_level_says(s->level, HEAD
                      "resolver last # usual\nspeed 1.00\noverlays grid  closest\nview 1.0 2 3e0\n"
                      "inside # it is\n");
}

TEST(a_3d_level_says_gravity_and_its_eye) {
    sandbox *s = open_level("slidemove3 1\nplayer 0 0 0 length=1\n");
    sandbox_set(s, SETTING_GRAVITY, false);
    sandbox_change(s)->kind = MOVER_DISK;
    level_scene seen = {.present = LEVEL_SETS_VIEW, .view = {8, 6, 8, 0, 1, 0}};
    assert_true(scene_save(s, &seen));
    assert_level_says(s->level, "slidemove3 1\nplayer 0 0 0 length=1\nmover sphere\ngravity off\n"
                                "view 8 6 8 0 1 0\n");
}
