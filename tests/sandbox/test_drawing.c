/* Making shapes click by click. */
#include "../test.h"

#include "../../src/sandbox/drawing.h"
#include "../level_text.h"
#include "../plane.h"

static const char start[] = "slidemove 1\nplayer 0 0 # here\n";

static sandbox *s;
static drawing d;

static int set_up(void **state) {
    s = open_text(start);
    return 0;
}

static int tear_down(void **state) {
    drawing_free(&d);
    return 0;
}

#define IN_LEVEL(name) TEST_WITH(name, set_up, tear_down)

static const drawing_settings fine = {.snap = {.step = 0.01f}, .slack = 0.2f};

/* The drawing's last point, `last`, makes `line`; undone and redone to the byte. */
static void assert_made(sm_vec2 last, const char *line) {
    edit_shape preview;
    assert_true(drawing_shape(&d, last, &fine, &preview));
    assert_int_equal(drawing_add(&d, s->edit, last, &fine), DRAWING_DONE);
    assert_int_equal(s->level->statements[s->level->statement_count - 1].kind, preview.kind);
    char expected[256];
    snprintf(expected, sizeof expected, "%s%s\n", start, line);
    assert_level_says(s->level, expected);
    assert_int_equal(d.count, 0);
    assert_true(edit_undo(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
}

static void add(float x, float y) {
    assert_int_equal(drawing_add(&d, s->edit, v(x, y), &fine), DRAWING_TAKEN);
}

static void assert_refused(float x, float y) {
    int count = d.count;
    assert_int_equal(drawing_add(&d, s->edit, v(x, y), &fine), DRAWING_REFUSED);
    assert_int_equal(d.count, count);
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
}

IN_LEVEL(each_tool_makes_its_shape) {
    drawing_begin(&d, DRAWING_SEGMENT);
    add(1, 2.5f);
    assert_made(v(3, 4), "segment 1 2.5 3 4");
    add(5, 5); /* the tool stays */
    assert_made(v(6, 6), "segment 5 5 6 6");
    drawing_begin(&d, DRAWING_CIRCLE);
    add(1, 1);
    assert_made(v(2, 2), "circle 1 1 1.41");
    drawing_begin(&d, DRAWING_CAPSULE);
    add(0, 0);
    add(4, 0);
    assert_made(v(2, -0.5f), "capsule 0 0 4 0 0.5");
    drawing_begin(&d, DRAWING_BOX);
    add(3, 1.1f);
    assert_made(v(1, 4.2f), "box 2 2.65 2 3.1");
}

IN_LEVEL(a_chain_ends_when_it_is_finished) {
    drawing_begin(&d, DRAWING_CHAIN);
    assert_int_equal(drawing_finish(&d, s->edit), DRAWING_REFUSED);
    add(0, 0);
    assert_int_equal(drawing_finish(&d, s->edit), DRAWING_REFUSED);
    add(1, 0);
    add(1, 1);
    assert_int_equal(drawing_finish(&d, s->edit), DRAWING_DONE);
    assert_level_holds(s->level, "# here\nchain 0 0 1 0 1 1\n");
    assert_int_equal(d.count, 0);
}

IN_LEVEL(a_click_on_the_first_point_closes_it) {
    drawing_begin(&d, DRAWING_CHAIN);
    add(0, 0);
    add(4, 0);
    add(0.1f, 0); /* too early to close */
    assert_true(drawing_drop_last(&d));
    add(4, 4);
    edit_shape shape;
    assert_true(drawing_shape(&d, v(2, 2), &fine, &shape));
    assert_int_equal(shape.kind, LEVEL_CHAIN);
    assert_int_equal(shape.number_count, 8);
    assert_true(drawing_shape(&d, v(0.1f, 0.1f), &fine, &shape));
    assert_int_equal(shape.kind, LEVEL_LOOP);
    assert_int_equal(shape.number_count, 6);
    assert_made(v(0.1f, 0.1f), "loop 0 0 4 0 4 4");
}

IN_LEVEL(what_has_no_size_is_refused_and_its_point_stays_to_be_set) {
    assert_refused(1, 1); /* no tool */
    drawing_begin(&d, DRAWING_SEGMENT);
    add(1, 1);
    assert_refused(1, 1);
    assert_made(v(2, 1), "segment 1 1 2 1");
    drawing_begin(&d, DRAWING_CHAIN);
    add(1, 1);
    assert_refused(1, 1);
    drawing_begin(&d, DRAWING_CIRCLE);
    add(1, 1);
    assert_refused(1.001f, 1); /* less than half a step */
    assert_made(v(2, 1), "circle 1 1 1");
    drawing_begin(&d, DRAWING_CAPSULE);
    add(1, 1);
    assert_refused(1, 1);
    add(3, 1);
    assert_refused(2, 1); /* on the inner segment */
    assert_made(v(2, 2), "capsule 1 1 3 1 1");
    drawing_begin(&d, DRAWING_BOX);
    add(1, 1);
    assert_refused(1, 5);
    assert_refused(5, 1);
    assert_made(v(5, 5), "box 3 3 4 4");
}

IN_LEVEL(what_no_level_takes_is_refused) {
    for (int tool = DRAWING_SEGMENT; tool < DRAWING_TOOL_COUNT; tool++) {
        drawing_begin(&d, (drawing_tool)tool);
        assert_refused(NAN, 0);
        assert_refused(0, 2 * LEVEL_NUMBER_MAX);
        add(-LEVEL_NUMBER_MAX, 0);
        assert_refused(INFINITY, 0);
    }
    drawing_begin(&d, DRAWING_BOX);
    add(-LEVEL_NUMBER_MAX, 0);
    assert_refused(LEVEL_NUMBER_MAX, 5); /* too wide */
}

IN_LEVEL(the_preview_is_what_the_next_click_would_make) {
    edit_shape shape;
    drawing_begin(&d, DRAWING_CAPSULE);
    assert_false(drawing_shape(&d, v(1, 1), &fine, &shape));
    add(0, 0);
    assert_true(drawing_shape(&d, v(4, 0), &fine, &shape));
    assert_float_equal(shape.numbers[2], 4, 0);
    assert_float_equal(shape.numbers[4], 0, 0);
    drawing_settings grid = fine;
    grid.snap.grid = 2;
    drawing_begin(&d, DRAWING_CIRCLE);
    add(0, 0);
    assert_true(drawing_shape(&d, v(3.3f, 0), &grid, &shape));
    assert_float_equal(shape.numbers[2], 4, 0);
    drawing_begin(&d, DRAWING_BOX);
    add(0, 0);
    assert_true(drawing_shape(&d, v(-3, 0), &fine, &shape)); /* a box without height, to be shown */
    assert_float_equal(shape.numbers[0], -1.5f, 0);
    assert_float_equal(shape.numbers[2], 3, 0);
    assert_float_equal(shape.numbers[3], 0, 0);
}

IN_LEVEL(directions_are_measured_from_the_point_before) {
    sm_vec2 anchor;
    drawing_begin(&d, DRAWING_CHAIN);
    assert_false(drawing_anchor(&d, &anchor));
    add(1, 2);
    add(3, 4);
    assert_true(drawing_anchor(&d, &anchor));
    assert_float_equal(anchor.x, 3, 0);
    drawing_begin(&d, DRAWING_CAPSULE);
    add(1, 2);
    assert_true(drawing_anchor(&d, &anchor));
    add(3, 4);
    assert_false(drawing_anchor(&d, &anchor)); /* now it is the radius */
    drawing_begin(&d, DRAWING_BOX);
    add(1, 2);
    assert_false(drawing_anchor(&d, &anchor));
}
