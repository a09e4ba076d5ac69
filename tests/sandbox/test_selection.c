/* Choosing shapes, changing all of them in one step, and shapes to text and back: the clipboard,
 * and typed statements. */
#include "../test.h"

#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../plane.h"
#include "../random.h"

static const char start[] = "slidemove 1\n"
                            "title A\n"
                            "segment 0 0  +4.0 4 oneway # slanting\n"
                            "player 50 50 radius=1 # me\n"
                            "loop -10 -10  10 -10  10 10  -10 10 # the room\n"
                            "circle 20 0 2e0\n"
                            "capsule 20 10 30 10 1\n"
                            "box 0 20 4 2 angle=45 # last\n";

enum { VERSION, TITLE, SEGMENT, PLAYER, ROOM, CIRCLE, CAPSULE, BOX, COUNT };

static sandbox *s;
static selection sel;

static int set_up(void **state) {
    s = open_text(start);
    return 0;
}

static int tear_down(void **state) {
    selection_free(&sel);
    return 0;
}

#define IN_LEVEL(name) TEST_WITH(name, set_up, tear_down)

static level_box3 box(float x1, float y1, float x2, float y2) {
    return (level_box3){{x1, y1, 0}, {x2, y2, 0}};
}

/* `members` is a list that ends with 0. */
static void assert_selected(const int *members) {
    int count = 0;
    for (; members[count] != 0; count++) {
        assert_true(count < sel.count);
        assert_int_equal(sel.statements[count], members[count]);
        assert_true(selection_has(&sel, members[count]));
    }
    assert_int_equal(sel.count, count);
}

#define ASSERT_SELECTED(...) assert_selected((const int[]){__VA_ARGS__, 0})

static void select_these(const int *members) {
    selection_clear(&sel);
    for (; *members != 0; members++)
        selection_add(&sel, *members);
}

#define SELECT(...) select_these((const int[]){__VA_ARGS__, 0})

/* ---- The set ----------------------------------------------------------------------------- */

IN_LEVEL(a_set_is_what_a_plain_array_of_marks_says) {
    enum { MARKS = 200 };
    bool marks[MARKS] = {false};
    uint64_t random = test_seed(7);
    for (int i = 0; i < 20000; i++) {
        int statement = random_int(&random, MARKS);
        if (random_int(&random, 2) == 0)
            selection_toggle(&sel, statement);
        else
            selection_add(&sel, statement);
        marks[statement] = selection_has(&sel, statement);
        int count = 0;
        for (int k = 0; k < MARKS; k++) {
            assert_int_equal(selection_has(&sel, k), marks[k]);
            count += marks[k];
        }
        assert_int_equal(sel.count, count);
    }
}

IN_LEVEL(all_are_all_obstacles_and_the_keyboard_goes_round_them) {
    selection_all(&sel, s->level);
    ASSERT_SELECTED(SEGMENT, ROOM, CIRCLE, CAPSULE, BOX);
    selection_cycle(&sel, s->level, 1);
    ASSERT_SELECTED(SEGMENT);
    selection_cycle(&sel, s->level, 1);
    ASSERT_SELECTED(ROOM);
    selection_cycle(&sel, s->level, -1);
    selection_cycle(&sel, s->level, -1);
    ASSERT_SELECTED(BOX);
    selection_clear(&sel);
    selection_cycle(&sel, s->level, -1);
    ASSERT_SELECTED(BOX);
    selection_clear(&sel);
    selection_cycle(&sel, s->level, 1);
    ASSERT_SELECTED(SEGMENT);
    s = open_text("slidemove 1\nplayer 0 0\n");
    selection_cycle(&sel, s->level, 1);
    ASSERT_SELECTED(0);
}

/* ---- The rubber band --------------------------------------------------------------------- */

static void band(level_box3 b, bool add) {
    selection_in_box(&sel, s->obstacles, b, add);
}

IN_LEVEL(a_band_takes_what_it_touches_and_no_bounding_boxes) {
    band(box(3, 0, 4, 1), false); /* beside the slanting wall */
    ASSERT_SELECTED(0);
    band(box(3, 0, 4, 3), false);
    ASSERT_SELECTED(SEGMENT);
    band(box(1, 3, 3, 1), false); /* dragged either way */
    ASSERT_SELECTED(SEGMENT);
    band(box(-5, -5, -4, -4), false); /* inside of the room */
    ASSERT_SELECTED(0);
    band(box(19, -1, 21, 1), false); /* inside of the circle */
    ASSERT_SELECTED(CIRCLE);
    band(box(21.5f, 1.5f, 23, 3), false); /* its corner is off */
    ASSERT_SELECTED(0);
    band(box(21.4f, 1.4f, 23, 3), false);
    ASSERT_SELECTED(CIRCLE);
    band(box(25, 11, 25, 12), true); /* touches it exactly */
    ASSERT_SELECTED(CIRCLE, CAPSULE);
    band(box(1.6f, 18.4f, 3, 19), false); /* the box is turned */
    ASSERT_SELECTED(0);
    band(box(-100, -100, 100, 100), false);
    ASSERT_SELECTED(SEGMENT, ROOM, CIRCLE, CAPSULE, BOX);
    band(box(NAN, 0, 1, 1), false);
}

/* Whether a band selects the one capsule of a level. */
static bool takes(level_box3 b, sm_capsule c) {
    char words[256];
    snprintf(words, sizeof words, "slidemove 1\nplayer 90 90\ncapsule %.9g %.9g %.9g %.9g %.9g\n",
             (double)c.a.x, (double)c.a.y, (double)c.b.x, (double)c.b.y, (double)c.radius);
    s = open_text(words);
    selection_in_box(&sel, s->obstacles, b, false);
    return sel.count == 1;
}

/* A point of the shape in the box is a proof that they touch; no sample is the other way. */
IN_LEVEL(a_band_agrees_with_points_of_the_shape) {
    uint64_t random = test_seed(11);
    for (int i = 0; i < 20000; i++) {
        sm_capsule c = {{random_float(&random, -5, 5), random_float(&random, -5, 5)},
                        {random_float(&random, -5, 5), random_float(&random, -5, 5)},
                        random_float(&random, 0, 1)};
        level_box3 b = box(random_float(&random, -5, 0), random_float(&random, -5, 0),
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

IN_LEVEL(where_one_cannot_move_none_does) {
    SELECT(SEGMENT, CIRCLE);
    assert_false(selection_move(&sel, s->edit, (sm3_vec){LEVEL_NUMBER_MAX - 10, 0, 0}));
    assert_false(selection_duplicate(&sel, s->edit, (sm3_vec){LEVEL_NUMBER_MAX - 10, 0, 0}));
    assert_false(selection_move(&sel, s->edit, (sm3_vec){NAN, 0, 0}));
    SELECT(SEGMENT, PLAYER);
    assert_false(selection_remove(&sel, s->edit));
    SELECT(SEGMENT, 99);
    assert_false(selection_remove(&sel, s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
}

IN_LEVEL(a_step_of_many_kinds_selects_what_is_left_of_it) {
    edit_begin(s->edit);
    assert_true(edit_move(s->edit, BOX, sm_to3(v(1, 0))));
    assert_true(edit_move(s->edit, PLAYER, sm_to3(v(1, 0))));
    assert_true(edit_duplicate(s->edit, SEGMENT, sm_to3(v(1, 0))));
    assert_true(edit_remove(s->edit, CIRCLE + 1));
    assert_true(edit_duplicate(s->edit, SEGMENT + 1, sm_to3(v(1, 0))));
    assert_true(edit_remove(s->edit, SEGMENT + 1));
    assert_true(edit_end(s->edit, true));
    selection_take_step(&sel, s->edit);
    ASSERT_SELECTED(SEGMENT + 1, BOX);
    assert_true(edit_undo(s->edit));
    assert_level_says(s->level, start);
    selection_take_step(&sel, s->edit);
    ASSERT_SELECTED(CIRCLE, BOX);
    assert_true(edit_redo(s->edit));
    selection_take_step(&sel, s->edit);
    ASSERT_SELECTED(SEGMENT + 1, BOX);
}

/* ---- Text -------------------------------------------------------------------------------- */

static level_errors errors;

static int paste_at(const char *text, sm_vec2 offset) {
    return clip_paste(&sel, s->edit, text, strlen(text), (sm3_vec){offset.x, offset.y, 0}, &errors);
}

static bool retype(int statement, const char *text) {
    return clip_set_statement(s->edit, statement, text, strlen(text), &errors);
}

static void assert_error(int line, int column, const char *message) {
    assert_true(errors.total >= 1 && errors.count >= 1);
    assert_int_equal(errors.list[0].line, line);
    assert_int_equal(errors.list[0].column, column);
    if (strstr(errors.list[0].message, message) == NULL)
        fail_msg("expected '%s' in: %s", message, errors.list[0].message);
}

static const sm_vec2 nowhere = {0, 0};

IN_LEVEL(a_whole_level_can_be_pasted) {
    assert_int_equal(paste_at("\xef\xbb\xbfslidemove 1\r\ntitle B\r\n# note\r\nplayer 1 1\r\n"
                              "chain 1 2 3 4 5 6 # there\r\n",
                              nowhere),
                     1);
    assert_level_holds(s->level, "title A\n");
    assert_level_holds(s->level, "# last\nchain 1 2 3 4 5 6\n");
    assert_int_equal(s->level->player, PLAYER);
    assert_int_equal(paste_at("", nowhere), 0);
    assert_int_equal(paste_at("# nothing\n\n", nowhere), 0);
    assert_int_equal(paste_at("player 3 3", nowhere), 0);
    assert_int_equal(errors.total, 0);
    assert_int_equal(sel.count, 1); /* nothing pasted, nothing else selected */
    assert_true(edit_undo(s->edit));
    assert_false(edit_can_undo(s->edit));
}

/* ---- Refusals ---------------------------------------------------------------------------- */

static const char lesson[] = "slidemove 1\nplayer 0 0\ntext A lesson\nlabel 1 2 here # 3\n"
                             "circle 5 5 1\nresolver sweep\n";

enum { PASTED, LABEL = 3, LESSON_CIRCLE };

IN_LEVEL(an_error_has_its_place_in_what_is_pasted_or_typed_and_nothing_changes) {
    static const struct {
        const char *level;
        int statement; /* that is typed anew */
        const char *text;
        int line, column;
        const char *message;
    } rows[] = {
        {start, PASTED, "circle 1 2 3\n  circle 1 x 3\n", 2, 12,
         "a number for Y in `circle X Y R`, found 'x'"},
        {start, PASTED, "Dear all,", 1, 1, "expected a statement"},
        {start, PASTED, "slidemove 2\ncircle 1 2 3\n", 1, 11,
         "expected version 1, which this program reads, found '2'"},
        {start, PASTED, "circle 0 0 1\n \tcircle 999999 0 1\n", 2, 3, "too far off"},
        {start, CIRCLE, "circle 1 2", 1, 11, "expected a number for R"},
        {start, CIRCLE, "circle 1 2 -3", 1, 12, "from 0 to"},
        {start, CIRCLE, "", 1, 1, "expected a statement, found none"},
        {start, CIRCLE, "circle 1 2 3\n  box 1 2 3 4", 2, 3, "expected one statement, found `box`"},
        {start, CIRCLE, "player 1 2", 1, 1, "expected an obstacle, found `player`"},
        {start, PLAYER, "circle 1 2 3", 1, 1, "found `circle`"},
        {start, PLAYER, "player 1 2 radius=0", 1, 19, "more than 0"},
        {start, TITLE, "title B", 1, 1, "expected an obstacle, a label or the player"},
        {start, -1, "circle 1 2 3", 1, 1, ""},
        {start, COUNT, "circle 1 2 3", 1, 1, ""},
        {lesson, LABEL, "circle 1 2 3", 1, 1, "expected label X Y TEXT, found `circle`"},
        {lesson, LESSON_CIRCLE, "label 1 2 x", 1, 1, "expected an obstacle, found `label`"},
        {lesson, LABEL - 1, "text Another", 1, 1, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        s = open_text(rows[i].level);
        SELECT(CIRCLE);
        if (rows[i].statement == PASTED)
            assert_int_equal(paste_at(rows[i].text, v(5, 0)), -1);
        else
            assert_false(retype(rows[i].statement, rows[i].text));
        assert_error(rows[i].line, rows[i].column, rows[i].message);
        ASSERT_SELECTED(CIRCLE);
        assert_false(edit_is_dirty(s->edit) || edit_can_undo(s->edit));
        assert_level_says(s->level, rows[i].level);
    }
    sm3_vec none = {0, 0, 0};
    assert_int_equal(clip_paste(&sel, s->edit, "circle 1 2 3\n\0", 14, none, &errors), -1);
    assert_error(2, 1, "NUL");
}
