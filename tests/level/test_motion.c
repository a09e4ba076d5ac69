/* Walls that move: where they are. */
#include "../test.h"

#include "../../src/level/level.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"

static void assert_point(sm_vec2 p, float x, float y) {
    assert_float_equal(p.x, x, 1e-5);
    assert_float_equal(p.y, y, 1e-5);
}

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
