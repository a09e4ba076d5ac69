/* What lies before the player: the ray, and the steps of the conservative advancement. */
#include "../test.h"

#include "../../src/sandbox/sandbox.h"
#include "../level_text.h"

static sandbox *open_level(const char *text) {
    sandbox *s = open_text(text);
    sandbox_look_ahead(s, true);
    return s;
}

/* ---- What is met ------------------------------------------------------------------------- */

TEST(the_ray_and_the_advance_find_what_is_next_in_the_way_or_nothing) {
    static const struct {
        const char *name, *words;
        int ray, met;   /* obstacles, the first wall of a box counts for all; -1: none */
        float distance; /* along the ray */
    } rows[] = {
        {"the nearer of two walls", "player 1 2\nsegment 8 -5 8 5\nsegment 9 -5 9 5\n", 0, 0, 7},
        {"nothing", "player 0 0\nsegment -5 1 -5 2\n", -1, -1, LOOKAHEAD_RAY},
        {"what it rests on", "player 0 1\nsegment -20 0 20 0\nsegment 8 -5 8 5\n", 1, 1, 8},
        {"far from everything", "player 0 0\nsegment 90 -5 90 5\n", 0, -1, 90},
        {"what moves away in time",
         "player 0 0 radius=0.5\nsegment 14 -5 14 5\nbox 8 0 2 2 shift=0,60,20\n", 4, 0, 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[200];
        snprintf(words, sizeof words, "slidemove 1\n%s", rows[i].words);
        const lookahead *a = &open_level(words)->ahead;
        int ray = a->ray.hit ? a->ray.obstacle : -1;
        int met = a->touch.end == SM_ADVANCE_CLEAR ? -1 : a->obstacle;
        if (ray != rows[i].ray || met != rows[i].met)
            fail_msg("%s: the ray hits %d, the advance %d", rows[i].name, ray, met);
        assert_float_equal(a->distance, rows[i].distance, 1e-4);
        assert_float_equal(a->ray.normal.x, ray < 0 ? 0 : -1, 1e-6);
        assert_int_equal(a->step_count > 0, met >= 0);
    }
}

/* ---- Advance ----------------------------------------------------------------------------- */

/* The trace, as the article has it: each step is distance over bound, and never past the touch. */
static void assert_steps_make_sense(const lookahead *a) {
    assert_true(a->touch.end == SM_ADVANCE_TOUCHING && a->step_count > 0 && a->steps_lost == 0);
    for (int i = 0; i < a->step_count; i++) {
        const sm_advance_step *s = &a->steps[i];
        assert_true(s->distance >= 0);
        assert_true(s->fraction <= a->touch.fraction);
        if (i + 1 < a->step_count) {
            assert_true(fabs(s->step * s->approach - s->distance) <= SM_ADVANCE_TOLERANCE);
            assert_true(fabs(s->fraction + s->step - a->steps[i + 1].fraction) < 1e-9);
        }
    }
    assert_true(a->steps[a->step_count - 1].distance <= SM_ADVANCE_TOLERANCE);
}

TEST(a_disk_is_there_in_a_step_or_two) {
    sandbox *s = open_level("slidemove 1\nplayer 0 0 radius=1\nsegment 8 -5 8 5\n");
    assert_steps_make_sense(&s->ahead);
    assert_true(s->ahead.step_count <= 2);
    assert_float_equal(s->ahead.touch.fraction, 7.0 / 8, 1e-4);
    assert_int_equal(s->ahead.obstacle, 0);
}

/* Its ends are 1 from its middle, and turn by half a turn over the whole way. */
TEST(a_capsule_turns_on_its_way_and_takes_more_steps) {
    sandbox *s = open_level("slidemove 1\nplayer 0 0 radius=0.5 length=2\nsegment -20 1.2 20 1.2\n"
                            "segment 8 -5 8 5\n");
    assert_int_equal(s->ahead.ray.obstacle, 1);
    assert_int_equal(s->ahead.obstacle, 0); /* the end comes up to the ceiling */
    assert_steps_make_sense(&s->ahead);
    assert_true(s->ahead.step_count > 3);
    double angle = (double)LOOKAHEAD_TURN * s->ahead.touch.fraction;
    assert_true(fabs(sin(angle) + 0.5 - 1.2) < 1e-3);
}

/* A floor in pieces, as that of a box always is in 3D, and a wall of two triangles. */
TEST(in_3d_it_rolls_over_the_floor_to_the_wall) {
    static const char *const sizes[] = {"radius=0.5", "radius=0.5 length=2"};
    for (int i = 0; i < 2; i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "slidemove3 1\nplayer 0 %s 0 %s\nbox 0 -1 0 30 2 30\nbox 9 2 0 2 4 20\n",
                 i == 0 ? "0.5" : "1.5", sizes[i]);
        sandbox *s = open_level(text);
        const lookahead *a = &s->ahead;
        assert_in_range(a->obstacle, 12, 23);
        assert_steps_make_sense(a);
        double turned = (double)LOOKAHEAD_TURN * a->touch.fraction; /* from upright, to the right */
        assert_true(fabs(8 * a->touch.fraction + 0.5 + i * fabs(sin(turned)) - 8) < 1e-3);
    }
}

TEST(in_3d_what_turns_is_met_where_it_will_be) {
    sandbox *s = open_level("slidemove3 1\nplayer 0 9 -3 radius=0.5\nbox 14 9 0 1 9 20\n"
                            "box 6 9 0 4 4 4 spin=90\n");
    assert_in_range(s->ahead.obstacle, 12, 23);
    assert_steps_make_sense(&s->ahead);
    assert_true(s->ahead.touch.point.z < -2.2f); /* a corner comes out */
}

/* ---- What moves, too --------------------------------------------------------------------- */

/* The player makes 6 u/s toward a wall 14 away, the box comes up to its way at 2 u/s: disk and box
 * meet where the box's upper left corner is 1 from the disk's middle. */
TEST(what_moves_is_met_where_it_will_be) {
    sandbox *s = open_level("slidemove 1\nplayer 0 0 radius=1\nsegment 14 -5 14 5\n"
                            "box 8 -4 2 2 shift=0,20,20\n");
    const lookahead *a = &s->ahead;
    assert_float_equal(a->seconds, 14.0 / 6, 1e-5);
    assert_in_range(a->obstacle, 1, 4);
    assert_steps_make_sense(a);
    double t = a->touch.fraction * (double)a->seconds, x = 7 - 6 * t, y = 2 * t - 3;
    double distance = y < 0 ? hypot(x, y) : x;
    assert_float_equal(distance, 1, 1e-3);
    assert_float_equal((double)a->touch.point.x, 7, 1e-3);
}

/* The box turns by 90 degrees a second: its corners, 2 sqrt 2 from its middle, come to the disk. */
TEST(what_turns_in_place_beside_the_way_is_met_by_its_corner) {
    sandbox *s = open_level("slidemove 1\nplayer 0 3 radius=0.5\nsegment 14 -5 14 5\n"
                            "box 6 0 4 4 spin=90\n");
    const lookahead *a = &s->ahead;
    assert_in_range(a->obstacle, 1, 4);
    assert_steps_make_sense(a);
    double t = a->touch.fraction * (double)a->seconds, angle = 3.14159265 * t / 2;
    double x = 6 * t - 6, y = 3; /* of the disk, seen from the box and turned back with it */
    double bx = fabs(x * cos(angle) + y * sin(angle)) - 2;
    double by = fabs(y * cos(angle) - x * sin(angle)) - 2;
    assert_float_equal(hypot(fmax(bx, 0), fmax(by, 0)), 0.5, 1e-3);
}

TEST(inside_of_what_moves_its_sides_are_in_the_way) {
    sandbox *s = open_level("slidemove 1\nplayer 0 0 radius=1\nsegment 44 -5 44 5\n"
                            "box 0 0 10 10 shift=-9,0,6\n");
    assert_steps_make_sense(&s->ahead);
    double t = s->ahead.touch.fraction * (double)s->ahead.seconds;
    assert_true(fabs(6 * t + 1 - (5 - 3 * t)) < 1e-3);
}
