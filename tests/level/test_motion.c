/* Walls that move, and walls with one side: where they are, and what they do to the player. */
#include "../test.h"

#include "../../src/level/level.h"
#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"

static sandbox *open_with(const char *text, sm_resolver resolver) {
    sandbox *s = open_text(text);
    s->player.resolver = resolver;
    return s;
}

static void ticks(sandbox *s, int count, float x, float y) {
    for (int i = 0; i < count; i++)
        sandbox_tick_delta(s, (sm3_vec){x, y, 0});
}

static void assert_point(sm_vec2 p, float x, float y) {
    assert_float_equal(p.x, x, 1e-5);
    assert_float_equal(p.y, y, 1e-5);
}

/* ---- Poses ------------------------------------------------------------------------------- */

static sm_vec2 first_end_after(const char *statement, double seconds) {
    char text[256];
    snprintf(text, sizeof text, "slidemove 1\nplayer 90 90\n%s\n", statement);
    level *l = read_level(text);
    sm_capsule capsules[8];
    level_make_capsules(l, 2, capsules);
    sm3_triangle first = {.a = sm_to3(capsules[0].a)};
    first = level_posed_triangle(level_pose_at(l, 2, seconds), first);
    level_free(l);
    return sm3_to2(first.a);
}

TEST(a_shape_turns_about_its_middle) {
    assert_point(first_end_after("segment 0 0 4 0 spin=90", 1), 2, -2);
    assert_point(first_end_after("segment 0 0 4 0 spin=-90", 1), 2, 2);
    assert_point(first_end_after("segment 0 0 4 0 spin=90", 4), 0, 0);
    assert_point(first_end_after("capsule 1 1 1 5 0.5 spin=180", 1), 1, 5);
    assert_point(first_end_after("segment 1 2 1 2 spin=90", 1), 1, 2);
    assert_point(first_end_after("box 3 4 2 2 spin=90", 1), 4, 3); /* its first corner is (2, 3) */
}

/* An L of two rods, 4 and 2 long: its middle is the mean of theirs, by length. */
TEST(the_middle_of_a_chain_is_that_of_a_wire) {
    assert_point(first_end_after("chain 0 0 4 0 4 2 spin=180", 1), 2 * 16.0f / 6, 2 * 2.0f / 6);
}

TEST(the_middle_of_a_loop_is_that_of_its_area) {
    assert_point(first_end_after("loop 0 0 6 0 0 3 spin=180", 1), 4, 2); /* twice the mean corner */
    assert_point(first_end_after("loop 0 0 2 0 4 0 spin=180", 1), 4, 0); /* of no area: a wire */
}

TEST(a_shift_goes_there_and_back) {
    const char lift[] = "segment 0 0 4 0 shift=2,6,4";
    assert_point(first_end_after(lift, 0), 0, 0);
    assert_point(first_end_after(lift, 1), 1, 3);
    assert_point(first_end_after(lift, 2), 2, 6);
    assert_point(first_end_after(lift, 3), 1, 3);
    assert_point(first_end_after(lift, 4), 0, 0);
    assert_point(first_end_after(lift, 4001), 1, 3);
}

/* ---- In the sandbox ---------------------------------------------------------------------- */

static const char lift_room[] = "slidemove 1\n"
                                "player 0 1 radius=1\n"
                                "loop -5 -5  5 -5  5 20  -5 20\n"
                                "segment -3 0 3 0 shift=0,6,4\n";

TEST(a_lift_carries_up_and_down) {
    sandbox *s = open_with(lift_room, SM_SWEEP);
    for (int i = 0; i < 240; i++) {
        ticks(s, 1, 0, -0.01f);
        float lift = plane_get(plane_seen(s->obstacles), 4).a.y;
        assert_float_equal(s->player.position.y, lift + 1, 1e-4);
        assert_float_equal(record_last(&s->record)->result.depth, 0, 1e-4);
    }
}

TEST(every_resolver_is_pushed_by_a_slow_wall) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sandbox *s = open_with(lift_room, (sm_resolver)r);
        ticks(s, 120, 0, 0);
        assert_float_equal(s->player.position.y, 7, 1e-3);
    }
}

TEST(a_press_crushes_steadily_and_lets_go) {
    sandbox *s = open_with("slidemove 1\n"
                           "player 0 1 radius=1\n"
                           "segment -9 0 9 0\n"
                           "segment -9 4 9 4 shift=0,-2.5,8\n", /* down to 1.5, and the disk is 2 */
                           SM_SWEEP);
    bool was_crushed = false;
    for (int i = 0; i < 480; i++) {
        sm3_vec before = s->player.position;
        ticks(s, 1, 0, 0);
        bool is_crushed = record_last(&s->record)->result.status == SM_CRUSHED;
        float room = plane_get(plane_seen(s->obstacles), 1).a.y;
        assert_int_equal(is_crushed, room < 2 - 1e-3f ? true : is_crushed);
        if (is_crushed) {
            assert_float_equal(record_last(&s->record)->result.depth, 1 - room / 2, 1e-3);
            assert_float_equal(s->player.position.y, room / 2, 1e-3);
        }
        assert_true(fabsf(s->player.position.y - before.y) < 0.03f);
        assert_float_equal(s->player.position.x, 0, 1e-6);
        was_crushed = was_crushed || is_crushed;
    }
    assert_true(was_crushed);
    assert_int_equal(record_last(&s->record)->result.status, SM_MOVED);
}

TEST(a_oneway_wall_lets_through_from_its_right_side_only) {
    static const sm_resolver both[] = {SM_DEEPEST, SM_SWEEP};
    for (int i = 0; i < 2; i++) {
        sandbox *s = open_with("slidemove 1\n"
                               "player 0 -3 radius=1\n"
                               "segment -5 0 5 0 oneway\n",
                               both[i]);
        ticks(s, 60, 0, 0.1f);
        assert_float_equal(s->player.position.y, 3, 1e-3); /* from below: as if it were not there */
        ticks(s, 60, 0, -0.1f);
        assert_float_equal(s->player.position.y, 1, 1e-3); /* from above: it stands on it */
    }
}

TEST(a_solid_of_oneway_edges_does_not_drag_inside) {
    sandbox *s = open_with("slidemove 1\n"
                           "player 4.9 3 radius=1\n"
                           "loop -5 0  5 0  5 -4  -5 -4 oneway\n", /* left is outside */
                           SM_SWEEP);
    ticks(s, 60, 0, -0.1f);
    sm3_vec rest = s->player.position;
    ticks(s, 60, 0, -0.1f);
    assert_point(sm3_to2(s->player.position), rest.x, rest.y);
    assert_true(s->player.position.y > 0.9f);
}

TEST(what_moves_can_be_edited) {
    sandbox *s = open_with(lift_room, SM_SWEEP);
    ticks(s, 60, 0, 0);
    assert_float_equal(plane_get(plane_seen(s->obstacles), 4).a.y, 3, 1e-5);
    assert_true(edit_move(s->edit, 3, (sm3_vec){1, 0.5f, 0}));
    assert_point(plane_get(plane_seen(s->obstacles), 4).a, -2, 3.5f); /* where it would be by now */
    assert_point(sm3_to2(obstacles_rest(s->obstacles, 4).a), -2, 0.5f);
    assert_true(edit_undo(s->edit));
    assert_point(plane_get(plane_seen(s->obstacles), 4).a, -3, 3);
    assert_true(edit_remove(s->edit, 3));
    ticks(s, 5, 0, 0);
    assert_int_equal(s->obstacles->moving_count, 0);
}

/* ---- In space ---------------------------------------------------------------------------- */

static void assert_place(sm3_vec p, float x, float y, float z) {
    assert_true(sm3_length(sm3_between(p, (sm3_vec){x, y, z})) < 1e-4f);
}

/* The first corner of a level's third statement's first triangle. */
static sm3_vec first_corner_after(const char *statement, double seconds) {
    char text[256];
    snprintf(text, sizeof text, "slidemove3 1\nplayer 90 90 90\n%s\n", statement);
    level *l = read_level(text);
    sm3_triangle triangles[12];
    level_make_triangles(l, 2, triangles);
    sm3_triangle posed = level_posed_triangle(level_pose_at(l, 2, seconds), triangles[0]);
    level_free(l);
    return posed.a;
}

TEST(in_space_a_shape_turns_about_an_axis_through_its_middle_and_goes_there_and_back) {
    assert_place(first_corner_after("capsule 0 5 0 4 5 0 1 spin=90", 1), 2, 5, 2);
    assert_place(first_corner_after("capsule 0 5 0 4 5 0 1 spin=90 axis=0,0,3", 1), 2, 3, 0);
    assert_place(first_corner_after("capsule 0 5 0 4 5 0 1 spin=90 axis=2,0,0", 1), 0, 5, 0);
    assert_place(first_corner_after("triangle 3 0 0 0 3 0 0 0 3 spin=120 axis=1,1,1", 1), 0, 3, 0);
    assert_place(first_corner_after("box 1 2 3 2 2 2 spin=90 axis=0,0,0", 1), 2, 1, 2);
    assert_place(first_corner_after("sphere 1 2 3 1 shift=2,4,6,4 spin=9", 1), 2, 4, 6);
    assert_place(first_corner_after("sphere 1 2 3 1 shift=2,4,6,4", 3), 2, 4, 6);
    level *l = read_level("slidemove3 1\nplayer 0 0 0\nmesh a.obj at=1,2,3 spin=90\n");
    level_pose turned = level_pose_at(l, 2, 1);
    assert_place(vec3_round(turned.centre), 1, 2, 3);
    level_free(l);
}

static void stand(sandbox *s, int count) {
    for (int i = 0; i < count; i++)
        sandbox_tick(s, &(player_input){0});
}

TEST(in_space_a_lift_and_a_turntable_carry_what_stands_on_them) {
    sandbox *s = open_with("slidemove3 1\nplayer 0 0.51 0 radius=0.5\n"
                           "box 0 -0.5 0  4 1 4 shift=1,3,2,4\n",
                           SM_SWEEP);
    for (int i = 0; i < 240; i++) {
        stand(s, 1);
        sm3_vec lift = s->obstacles->dimension->shape(s->obstacles, 4).a; /* of its top */
        if (i > 20)
            assert_float_equal(s->player.position.y, lift.y + 0.5f, 2e-3);
        if (i == 119) /* but for the ticks until it stood on it */
            assert_true(fabsf(s->player.position.x - 1) < 0.05f &&
                        fabsf(s->player.position.z - 2) < 0.1f);
    }
    s = open_with("slidemove3 1\nplayer 1.5 0.51 0 radius=0.5\nbox 0 -0.5 0  4 1 4 spin=90\n",
                  SM_SWEEP);
    float heading = s->player.heading;
    stand(s, 60);
    sm3_vec at = s->player.position;
    assert_true(at.z < -1.3f && fabsf(at.x) < 0.3f);
    assert_float_equal(s->player.heading, heading + 1.5708f, 0.1);
}

TEST(in_space_a_oneway_face_lets_a_jump_through_and_bears_what_comes_down) {
    static const sm_resolver both[] = {SM_DEEPEST, SM_SWEEP};
    for (int i = 0; i < 2; i++) {
        sandbox *s = open_with("slidemove3 1\nplayer 0 0.6 0 radius=0.5\nbox 0 -0.5 0  9 1 9\n"
                               "triangle -4 1.2 4  4 1.2 4  0 1.2 -6 oneway\n",
                               both[i]);
        stand(s, 30);
        float highest = 0;
        for (int k = 0; k < 90; k++) {
            float before = s->player.position.y;
            sandbox_tick(s, &(player_input){.rise = k < 3});
            assert_true(s->player.position.y < before + 0.2f); /* nothing pushes it up */
            highest = fmaxf(highest, s->player.position.y);
        }
        assert_float_equal(highest, 2.5f, 0.1);
        assert_float_equal(s->player.position.y, 1.7f, 0.01);
    }
}

TEST(what_moves_in_space_can_be_edited) {
    sandbox *s = open_with("slidemove3 1\nplayer 0 9 0\nsphere 0 0 0 1 shift=0,6,0,4\n", SM_SWEEP);
    const dimension *d = s->obstacles->dimension;
    ticks(s, 60, 0, 0);
    assert_place(d->shape(s->obstacles, 0).a, 0, 3, 0);
    assert_place(d->between(s->obstacles, 0, 0.5f).a, 0, 2.975f, 0);
    assert_true(edit_move(s->edit, 2, (sm3_vec){1, 0.5f, 0}));
    assert_place(d->shape(s->obstacles, 0).a, 1, 3.5f, 0); /* where it would be by now */
    assert_true(edit_undo(s->edit));
    assert_place(d->shape(s->obstacles, 0).a, 0, 3, 0);
    obstacles_set_tick(s->obstacles, 30);
    assert_place(d->shape(s->obstacles, 0).a, 0, 1.5f, 0);
}
