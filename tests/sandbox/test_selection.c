/* Choosing shapes, and changing all of them in one step. */
#include "../test.h"

#include "../scarce.h"

/* The set, and what makes room for it, are compiled in here, with memory that can run out. */
#define realloc scarce_realloc
#include "../../src/level/text.c"
#include "../../src/sandbox/selection.c"
#undef realloc

#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../plane.h"
#include "../random.h"

static const char start[] = "slidemove 1\n"
                            "segment 0 0 4 4 oneway # slanting\n"
                            "player 50 50\n"
                            "loop -10 -10  10 -10  10 10  -10 10 # the room\n"
                            "circle 20 0 2\n"
                            "capsule 20 10 30 10 1\n"
                            "box 0 20 4 2 angle=45\n";

enum { VERSION, SEGMENT, PLAYER, ROOM, CIRCLE, CAPSULE, BOX, COUNT };

static level_box box(float x1, float y1, float x2, float y2) {
    return (level_box){{x1, y1}, {x2, y2}};
}

/* `members` is a list that ends with 0. */
static void assert_selected(const selection *sel, const int *members) {
    int count = 0;
    for (; members[count] != 0; count++) {
        assert_true(count < sel->count);
        assert_int_equal(sel->statements[count], members[count]);
        assert_true(selection_has(sel, members[count]));
    }
    assert_int_equal(sel->count, count);
}

#define ASSERT_SELECTED(sel, ...) assert_selected(sel, (const int[]){__VA_ARGS__, 0})

static void select_these(selection *sel, const int *members) {
    selection_clear(sel);
    for (; *members != 0; members++)
        assert_true(selection_add(sel, *members));
}

#define SELECT(sel, ...) select_these(sel, (const int[]){__VA_ARGS__, 0})

/* ---- The set ----------------------------------------------------------------------------- */

TEST(a_set_is_sorted_and_holds_each_once) {
    selection sel = {0};
    assert_false(selection_has(&sel, 1));
    SELECT(&sel, 5, 1, 3, 5, 1);
    ASSERT_SELECTED(&sel, 1, 3, 5);
    assert_true(selection_toggle(&sel, 3));
    assert_true(selection_toggle(&sel, 4));
    ASSERT_SELECTED(&sel, 1, 4, 5);
    selection_drop(&sel, 2);
    selection_drop(&sel, 5);
    ASSERT_SELECTED(&sel, 1, 4);
    assert_true(selection_set(&sel, 9));
    ASSERT_SELECTED(&sel, 9);
    selection_clear(&sel);
    ASSERT_SELECTED(&sel, 0);
    selection_free(&sel);
    selection_free(&sel);
}

TEST(a_set_is_what_a_plain_array_of_marks_says) {
    enum { MARKS = 200 };
    bool marks[MARKS] = {false};
    selection sel = {0};
    uint64_t random = 7;
    for (int i = 0; i < 20000; i++) {
        int statement = random_int(&random, MARKS);
        if (random_int(&random, 2) == 0)
            assert_true(selection_toggle(&sel, statement));
        else
            selection_drop(&sel, statement);
        marks[statement] = selection_has(&sel, statement);
        int count = 0;
        for (int k = 0; k < MARKS; k++) {
            assert_int_equal(selection_has(&sel, k), marks[k]);
            count += marks[k];
        }
        assert_int_equal(sel.count, count);
    }
    selection_free(&sel);
}

TEST(all_are_all_obstacles_and_the_keyboard_goes_round_them) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_true(selection_all(&sel, s->level));
    ASSERT_SELECTED(&sel, SEGMENT, ROOM, CIRCLE, CAPSULE, BOX);
    assert_true(selection_cycle(&sel, s->level, 1));
    ASSERT_SELECTED(&sel, SEGMENT);
    assert_true(selection_cycle(&sel, s->level, 1));
    ASSERT_SELECTED(&sel, ROOM);
    assert_true(selection_cycle(&sel, s->level, -1));
    assert_true(selection_cycle(&sel, s->level, -1));
    ASSERT_SELECTED(&sel, BOX);
    selection_clear(&sel);
    assert_true(selection_cycle(&sel, s->level, -1));
    ASSERT_SELECTED(&sel, BOX);
    selection_clear(&sel);
    assert_true(selection_cycle(&sel, s->level, 1));
    ASSERT_SELECTED(&sel, SEGMENT);
    s = open_text("slidemove 1\nplayer 0 0\n");
    assert_true(selection_cycle(&sel, s->level, 1));
    ASSERT_SELECTED(&sel, 0);
    selection_free(&sel);
}

TEST(what_is_no_obstacle_any_more_is_dropped) {
    sandbox *s = open_text(start);
    selection sel = {0};
    SELECT(&sel, -3, SEGMENT, PLAYER, BOX, COUNT, 99);
    selection_fit(&sel, s->level);
    ASSERT_SELECTED(&sel, SEGMENT, BOX);
    selection_free(&sel);
}

TEST(out_of_memory_a_set_stays_as_it_was) {
    sandbox *s = open_text(start);
    selection sel = {0};
    allocations_left = 0;
    assert_false(selection_add(&sel, 1));
    assert_false(selection_set(&sel, 1));
    assert_false(selection_cycle(&sel, s->level, 1));
    assert_int_equal(sel.count, 0);
    allocations_left = INT_MAX;
    SELECT(&sel, CIRCLE);
    assert_true(edit_move(s->edit, BOX, sm3_lifted(v(1, 1))));
    allocations_left = 0;
    assert_false(selection_all(&sel, s->level));
    assert_false(selection_in_box(&sel, s->obstacles, box(-99, -99, 99, 99), true));
    assert_false(selection_take_step(&sel, s->edit));
    allocations_left = INT_MAX;
    ASSERT_SELECTED(&sel, CIRCLE);
    selection_free(&sel);
}

/* ---- The rubber band --------------------------------------------------------------------- */

TEST(a_band_takes_what_it_touches_and_no_bounding_boxes) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_true(selection_in_box(&sel, s->obstacles, box(3, 0, 4, 1),
                                 false)); /* beside the slanting wall */
    ASSERT_SELECTED(&sel, 0);
    assert_true(selection_in_box(&sel, s->obstacles, box(3, 0, 4, 3), false));
    ASSERT_SELECTED(&sel, SEGMENT);
    assert_true(
        selection_in_box(&sel, s->obstacles, box(1, 3, 3, 1), false)); /* dragged either way */
    ASSERT_SELECTED(&sel, SEGMENT);
    assert_true(
        selection_in_box(&sel, s->obstacles, box(-5, -5, -4, -4), false)); /* inside of the room */
    ASSERT_SELECTED(&sel, 0);
    assert_true(
        selection_in_box(&sel, s->obstacles, box(19, -1, 21, 1), false)); /* inside of the circle */
    ASSERT_SELECTED(&sel, CIRCLE);
    assert_true(selection_in_box(&sel, s->obstacles, box(21.5f, 1.5f, 23, 3),
                                 false)); /* its corner is off */
    ASSERT_SELECTED(&sel, 0);
    assert_true(selection_in_box(&sel, s->obstacles, box(21.4f, 1.4f, 23, 3), false));
    ASSERT_SELECTED(&sel, CIRCLE);
    assert_true(
        selection_in_box(&sel, s->obstacles, box(25, 11, 25, 12), true)); /* touches it exactly */
    ASSERT_SELECTED(&sel, CIRCLE, CAPSULE);
    assert_true(selection_in_box(&sel, s->obstacles, box(1.6f, 18.4f, 3, 19),
                                 false)); /* the box is turned */
    ASSERT_SELECTED(&sel, 0);
    assert_true(selection_in_box(&sel, s->obstacles, box(-100, -100, 100, 100), false));
    ASSERT_SELECTED(&sel, SEGMENT, ROOM, CIRCLE, CAPSULE, BOX);
    assert_true(selection_in_box(&sel, s->obstacles, box(NAN, 0, 1, 1), false));
    selection_free(&sel);
}

/* Whether a band selects the one capsule of a level. */
static bool takes(level_box b, sm_capsule c) {
    char words[256];
    snprintf(words, sizeof words, "slidemove 1\nplayer 90 90\ncapsule %.9g %.9g %.9g %.9g %.9g\n",
             (double)c.a.x, (double)c.a.y, (double)c.b.x, (double)c.b.y, (double)c.radius);
    sandbox *s = open_text(words);
    selection sel = {0};
    assert_true(selection_in_box(&sel, s->obstacles, b, false));
    bool taken = sel.count == 1;
    selection_free(&sel);
    return taken;
}

/* A point of the shape in the box is a proof that they touch; no sample is the other way. */
TEST(a_band_agrees_with_points_of_the_shape) {
    uint64_t random = 11;
    for (int i = 0; i < 20000; i++) {
        sm_capsule c = {{random_float(&random, -5, 5), random_float(&random, -5, 5)},
                        {random_float(&random, -5, 5), random_float(&random, -5, 5)},
                        random_float(&random, 0, 1)};
        level_box b = box(random_float(&random, -5, 0), random_float(&random, -5, 0),
                          random_float(&random, 0, 5), random_float(&random, 0, 5));
        float nearest = INFINITY; /* of samples along the inner segment to the box */
        for (int k = 0; k <= 100; k++) {
            float t = (float)k / 100;
            sm_vec2 p = v(c.a.x + t * (c.b.x - c.a.x), c.a.y + t * (c.b.y - c.a.y));
            float dx = p.x - fminf(fmaxf(p.x, b.min.x), b.max.x);
            float dy = p.y - fminf(fmaxf(p.y, b.min.y), b.max.y);
            nearest = fminf(nearest, sqrtf(dx * dx + dy * dy));
        }
        const float coarse = 0.08f; /* half the distance of two samples */
        if (nearest < c.radius)
            assert_true(takes(b, c));
        if (nearest > c.radius + coarse)
            assert_false(takes(b, c));
    }
}

/* ---- One step for all -------------------------------------------------------------------- */

/* There was one step, and it can be undone and redone to the byte. */
static void assert_one_step(sandbox *s) {
    char *after = text_of(s->level);
    assert_true(edit_undo(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
    assert_true(edit_redo(s->edit));
    assert_level_says(s->level, after);
    assert_true(edit_undo(s->edit));
    free(after);
}

TEST(all_selected_are_removed_in_one_step) {
    sandbox *s = open_text(start);
    selection sel = {0};
    SELECT(&sel, SEGMENT, ROOM, BOX);
    assert_true(selection_remove(&sel, s->edit));
    ASSERT_SELECTED(&sel, 0);
    assert_level_says(s->level, "slidemove 1\nplayer 50 50\ncircle 20 0 2\n"
                                "capsule 20 10 30 10 1\n");
    assert_one_step(s);
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, SEGMENT, ROOM, BOX);
    assert_true(edit_redo(s->edit));
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, 0);
    assert_false(selection_remove(&sel, s->edit));
    selection_free(&sel);
}

TEST(copies_stand_behind_their_originals_and_are_selected) {
    sandbox *s = open_text(start);
    selection sel = {0};
    SELECT(&sel, SEGMENT, CIRCLE);
    assert_true(selection_duplicate(&sel, s->edit, (sm3_vec){0.1f, 1, 0}));
    ASSERT_SELECTED(&sel, SEGMENT + 1, CIRCLE + 2);
    assert_level_holds(s->level, "# slanting\nsegment 0.1 1 4.1 5 oneway\nplayer");
    assert_level_holds(s->level, "circle 20 0 2\ncircle 20.1 1 2\n");
    assert_true(selection_take_step(&sel, s->edit)); /* as made */
    ASSERT_SELECTED(&sel, SEGMENT + 1, CIRCLE + 2);
    assert_one_step(s);
    assert_true(edit_redo(s->edit));
    selection_clear(&sel);
    assert_true(selection_take_step(&sel, s->edit)); /* and as redone */
    ASSERT_SELECTED(&sel, SEGMENT + 1, CIRCLE + 2);
    selection_free(&sel);
}

TEST(nudges_keep_numbers_short) {
    sandbox *s = open_text(start);
    selection sel = {0};
    SELECT(&sel, SEGMENT, CAPSULE);
    for (int i = 0; i < 7; i++)
        assert_true(selection_move(&sel, s->edit, (sm3_vec){0.1f, -0.01f, 0}));
    assert_level_holds(s->level, "segment 0.7 -0.07 4.7 3.93 oneway # slanting\n");
    assert_level_holds(s->level, "capsule 20.7 9.93 30.7 9.93 1\n");
    for (int i = 0; i < 7; i++)
        assert_true(edit_undo(s->edit));
    assert_level_says(s->level, start);
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, SEGMENT, CAPSULE);
    selection_free(&sel);
}

TEST(where_one_cannot_move_none_does) {
    sandbox *s = open_text(start);
    selection sel = {0};
    SELECT(&sel, SEGMENT, CIRCLE);
    assert_false(selection_move(&sel, s->edit, (sm3_vec){LEVEL_NUMBER_MAX - 10, 0, 0}));
    assert_false(selection_duplicate(&sel, s->edit, (sm3_vec){LEVEL_NUMBER_MAX - 10, 0, 0}));
    assert_false(selection_move(&sel, s->edit, (sm3_vec){NAN, 0, 0}));
    SELECT(&sel, SEGMENT, PLAYER);
    assert_false(selection_remove(&sel, s->edit));
    SELECT(&sel, SEGMENT, 99);
    assert_false(selection_remove(&sel, s->edit));
    assert_false(edit_is_open(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
    SELECT(&sel, SEGMENT, CIRCLE);
    edit_begin(s->edit);
    assert_false(selection_remove(&sel, s->edit));
    assert_false(selection_move(&sel, s->edit, (sm3_vec){1, 1, 0}));
    assert_false(selection_duplicate(&sel, s->edit, (sm3_vec){1, 1, 0}));
    assert_false(selection_reverse(&sel, s->edit));
    edit_cancel(s->edit);
    assert_level_says(s->level, start);
    selection_free(&sel);
}

TEST(directions_are_reversed_where_there_is_one) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_true(selection_all(&sel, s->level));
    assert_true(selection_reverse(&sel, s->edit));
    assert_level_holds(s->level, "segment 4 4 0 0 oneway # slanting\n");
    assert_level_holds(s->level, "loop -10 10 10 10 10 -10 -10 -10 # the room\n");
    assert_one_step(s);
    selection_free(&sel);
}

TEST(a_step_of_many_kinds_selects_what_is_left_of_it) {
    sandbox *s = open_text(start);
    selection sel = {0};
    edit_begin(s->edit);
    assert_true(edit_move(s->edit, BOX, sm3_lifted(v(1, 0))));
    assert_true(edit_move(s->edit, PLAYER, sm3_lifted(v(1, 0))));
    assert_true(edit_duplicate(s->edit, SEGMENT, sm3_lifted(v(1, 0))));
    assert_true(edit_remove(s->edit, CIRCLE + 1));
    assert_true(edit_duplicate(s->edit, SEGMENT + 1, sm3_lifted(v(1, 0))));
    assert_true(edit_remove(s->edit, SEGMENT + 1));
    assert_true(edit_end(s->edit));
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, SEGMENT + 1, BOX);
    assert_true(edit_undo(s->edit));
    assert_level_says(s->level, start);
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, CIRCLE, BOX);
    assert_true(edit_redo(s->edit));
    assert_true(selection_take_step(&sel, s->edit));
    ASSERT_SELECTED(&sel, SEGMENT + 1, BOX);
    selection_free(&sel);
}

TEST(thousands_are_changed_at_once) {
    enum { MANY = 5000 };
    sandbox *s = open_text("slidemove 1\nplayer 0 0\ncircle 0 0 1\n");
    selection sel = {0};
    const float numbers[] = {1, 2, 3};
    edit_shape circle = {.kind = LEVEL_CIRCLE, .numbers = numbers, .number_count = 3};
    edit_begin(s->edit);
    for (int i = 1; i < MANY; i++)
        assert_true(edit_insert(s->edit, s->level->statement_count, &circle));
    assert_true(edit_end(s->edit));
    char *before = text_of(s->level);
    assert_true(selection_all(&sel, s->level));
    assert_int_equal(sel.count, MANY);
    assert_true(selection_move(&sel, s->edit, (sm3_vec){1, 1, 0}));
    assert_true(selection_duplicate(&sel, s->edit, (sm3_vec){1, 1, 0}));
    assert_int_equal(s->level->statement_count, 2 + 2 * MANY);
    assert_true(selection_remove(&sel, s->edit));
    assert_int_equal(s->level->statement_count, 2 + MANY);
    for (int i = 0; i < 3; i++)
        assert_true(edit_undo(s->edit));
    assert_true(selection_take_step(&sel, s->edit));
    assert_int_equal(sel.count, MANY);
    assert_level_says(s->level, before);
    free(before);
    selection_free(&sel);
}
