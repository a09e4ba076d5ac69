/* Ghosts: what they are given, when they part, what takes them back. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"

/* Pieces of one floor under the player: deepest glides on it, last stands still. */
static const char pieces[] = "slidemove 1\nplayer 0 1 radius=1\n"
                             "chain -1 0 -0.5 0 0 0 0.5 0 1 0 1.5 0 2 0 2.5 0 3 0\n";

static const sm3_vec glide = {0.0087f, -0.0996f, 0};

static void tick(sandbox *s, int count, sm3_vec delta) {
    for (int i = 0; i < count; i++)
        sandbox_tick_delta(s, delta);
}

static void assert_beside_player(const sandbox *s, sm_resolver resolver) {
    const ghost_mover *g = &s->ghosts.list[resolver];
    assert_memory_equal(&g->position, &s->player.position, sizeof g->position);
    assert_false(g->parted);
}

/* ---- Running ----------------------------------------------------------------------------- */

TEST(a_ghost_goes_where_a_player_with_its_resolver_goes_and_leaves_the_player_alone) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sandbox *s = open_text(pieces), *alone = open_text(pieces);
        sandbox_set_ghosts(s, GHOSTS_ALL);
        alone->player.resolver = (sm_resolver)r;
        for (int i = 0; i < 50; i++) {
            tick(s, 1, glide);
            tick(alone, 1, glide);
            assert_memory_equal(&s->ghosts.list[r].result, &record_last(&alone->record)->result,
                                sizeof(sm3_result));
            assert_memory_equal(&s->ghosts.list[r].previous_position,
                                &alone->player.previous_position, sizeof(sm3_vec));
            if (r == SM_DEEPEST)
                assert_memory_equal(&record_last(&s->record)->result,
                                    &record_last(&alone->record)->result, sizeof(sm3_result));
        }
    }
}

TEST(a_dragged_player_s_ghosts_get_its_displacement_not_its_goal) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=1\n");
    sandbox_set_ghosts(s, 1u << SM_LAST);
    s->ghosts.list[SM_LAST].position = (sm3_vec){0, 5, 0};
    for (int i = 0; i < 10; i++)
        sandbox_tick(s, &(player_input){.dragging = true, .drag_to = {3, 0, 0}});
    assert_float_equal(s->ghosts.list[SM_LAST].position.x, 3, 1e-5);
    assert_float_equal(s->ghosts.list[SM_LAST].position.y, 5, 0);
}

TEST(a_ghost_has_the_player_s_pushes) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0.75 radius=1\n"
                           "segment -9 0 9 0\nsegment -9 1.5 9 1.5\n");
    sandbox_set(s, SETTING_PUSHES, 3);
    sandbox_set_ghosts(s, 1u << SM_LAST);
    tick(s, 1, (sm3_vec){0, 0, 0});
    assert_int_equal(s->ghosts.list[SM_LAST].result.pushes, 3);
}

/* Up a slope of 30 degrees, over a crest and to a rest on its other side, in 2D and in 3D. */
TEST(beside_a_character_a_ghost_hops_and_creeps_as_a_plain_controller_does) {
    static const char *const hills[] = {
        "slidemove 1\nplayer -6 0.5 radius=0.5\nchain -9 0 -4 0 0 2.3094 8 -2.3094\n",
        "slidemove3 1\nplayer -6 0.5 0 radius=0.5\ntriangle -9 0 9 -4 0 0 -9 0 -9\n"
        "triangle -4 0 9 0 2.3094 0 -4 0 -9\ntriangle 0 2.3094 9 8 -2.3094 0 0 2.3094 -9\n"};
    for (int i = 0; i < 2; i++) {
        sandbox *s = open_text(hills[i]);
        const ghost_mover *g = &s->ghosts.list[SM_SWEEP];
        int hops = 0, leaves = 0;
        sandbox_set(s, SETTING_GRAVITY, true);
        sandbox_change(s)->resolver = SM_SWEEP;
        sandbox_set_ghosts(s, 1u << SM_SWEEP);
        for (int t = 0; t < 85; t++) {
            sandbox_tick(s, &(player_input){.walk = {1, 0}, .view_heading = 1.5707963f});
            hops += t > 5 && !g->on_floor;
            leaves += t > 5 && !s->player.body.on_floor;
        }
        sm3_vec at = s->player.position;
        for (int t = 0; t < 60; t++)
            sandbox_tick(s, &(player_input){0});
        float down = at.y - g->position.y;
        assert_memory_equal(&at, &s->player.position, sizeof at);
        assert_int_equal(leaves, 0);
        assert_true(hops > 3);
        assert_true(g->on_floor && down > 0.5f);
    }
}

/* ---- Parting ----------------------------------------------------------------------------- */

TEST(the_first_tick_beyond_a_hundredth_of_the_radius_is_kept) {
    sandbox *s = open_text(pieces);
    unsigned long first = 0;
    sm3_vec ghost_then = {0, 0, 0}, player_then = {0, 0, 0};
    sandbox_set_ghosts(s, 1u << SM_LAST | 1u << SM_DEEPEST);
    for (int i = 0; i < 60; i++) {
        tick(s, 1, glide);
        sm3_vec at = s->ghosts.list[SM_LAST].position;
        bool apart = hypot(at.x - s->player.position.x, at.y - s->player.position.y) > 0.01;
        assert_int_equal(s->ghosts.list[SM_LAST].parted, first != 0 || apart);
        if (apart && first == 0) {
            first = s->tick;
            ghost_then = at;
            player_then = s->player.position;
        }
    }
    const ghost_mover *g = &s->ghosts.list[SM_LAST];
    assert_true(first > 1);
    assert_int_equal(g->parted_tick, first);
    assert_memory_equal(&g->parted_at, &ghost_then, sizeof ghost_then);
    assert_memory_equal(&g->player_at, &player_then, sizeof player_then);
    assert_beside_player(s, SM_DEEPEST);
}

TEST(taking_them_back_forgets_the_parting_but_not_the_time) {
    sandbox *s = open_text(pieces);
    sandbox_set_ghosts(s, GHOSTS_ALL);
    tick(s, 60, glide);
    assert_true(s->ghosts.list[SM_LAST].parted);
    ghosts_return(&s->ghosts, &s->player);
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        assert_beside_player(s, (sm_resolver)r);
    assert_int_equal(s->tick, 60);
    tick(s, 60, glide);
    assert_true(s->ghosts.list[SM_LAST].parted_tick > 60);
}

TEST(the_player_s_return_and_another_level_take_them_along) {
    sandbox *s = open_text(pieces);
    sandbox_set_ghosts(s, GHOSTS_ALL);
    tick(s, 60, glide);
    sandbox_reset_player(s);
    assert_beside_player(s, SM_LAST);
    tick(s, 60, glide);
    assert_true(sandbox_show(s, read_level("slidemove 1\nplayer 7 7\n"), false));
    assert_beside_player(s, SM_LAST);
    assert_float_equal(s->ghosts.list[SM_LAST].position.x, 7, 0);
    assert_int_equal(s->ghosts.set, GHOSTS_ALL);
}

TEST(who_fell_out_of_the_level_is_put_back_with_its_ghosts) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 1 0\n");
    sandbox_set_ghosts(s, 1u << SM_LAST);
    while (s->player.losses == 0 && s->tick < 1000)
        sandbox_tick(s, &(player_input){0});
    assert_int_equal(s->player.losses, 1);
    assert_beside_player(s, SM_LAST);
}

TEST(a_level_read_again_with_the_player_kept_keeps_them_where_they_are) {
    sandbox *s = open_text(pieces);
    sandbox_set_ghosts(s, GHOSTS_ALL);
    tick(s, 60, glide);
    ghost_mover before = s->ghosts.list[SM_LAST];
    assert_true(sandbox_show(s, read_level(pieces), true));
    assert_memory_equal(&before.position, &s->ghosts.list[SM_LAST].position, sizeof(sm3_vec));
    assert_true(s->ghosts.list[SM_LAST].parted);
}

TEST(while_collisions_are_ignored_they_are_with_the_player) {
    sandbox *s = open_text(pieces);
    sandbox_set_ghosts(s, GHOSTS_ALL);
    tick(s, 60, glide);
    sandbox_tick(s, &(player_input){.walk = {0, -1}, .noclip = true});
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        assert_beside_player(s, (sm_resolver)r);
        assert_memory_equal(&s->ghosts.list[r].previous_position, &s->player.previous_position,
                            sizeof(sm3_vec));
    }
}

TEST(one_that_is_switched_on_starts_at_the_player_and_leaves_the_others) {
    sandbox *s = open_text(pieces);
    sandbox_set_ghosts(s, 1u << SM_LAST);
    tick(s, 60, glide);
    ghost_mover last = s->ghosts.list[SM_LAST];
    sandbox_set_ghosts(s, 1u << SM_LAST | 1u << SM_SHALLOWEST);
    assert_beside_player(s, SM_SHALLOWEST);
    assert_memory_equal(&last.position, &s->ghosts.list[SM_LAST].position, sizeof(sm3_vec));
    assert_true(s->ghosts.list[SM_LAST].parted);
}
