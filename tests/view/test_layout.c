/* What stands over the scene: places for boxes and labels, and controls. */
#include "../test.h"

#include "../../src/view/frame.h"
#include "../../src/view/ui.h"
#include "picture.h"

static layout begin(void) {
    layout l;
    layout_begin(&l, (layout_box){10, 10, 600, 380}, 5);
    return l;
}

static bool overlap(layout_box a, layout_box b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

TEST(a_box_stands_in_its_corner_while_that_is_free) {
    static const struct {
        layout_corner corner;
        float x, y;
    } wanted[] = {{LAYOUT_TOP_LEFT, 10, 10},   {LAYOUT_TOP, 260, 10},
                  {LAYOUT_TOP_RIGHT, 510, 10}, {LAYOUT_BOTTOM_LEFT, 10, 340},
                  {LAYOUT_BOTTOM, 260, 340},   {LAYOUT_BOTTOM_RIGHT, 510, 340}};
    for (int i = 0; i < 6; i++) {
        layout l = begin();
        layout_box b;
        assert_true(layout_place(&l, wanted[i].corner, 100, 50, &b));
        assert_float_equal(b.x, wanted[i].x, 0);
        assert_float_equal(b.y, wanted[i].y, 0);
        assert_false(layout_is_free(&l, b));
    }
}

TEST(a_box_stands_beside_what_was_there_before_with_a_gap) {
    layout l = begin();
    layout_box tools = {0, 0, 60, 400}, first, second;
    layout_take(&l, tools);
    assert_true(layout_place(&l, LAYOUT_BOTTOM_LEFT, 150, 90, &first));
    assert_float_equal(first.x, 65, 0);
    assert_float_equal(first.y, 300, 0);
    assert_true(layout_place(&l, LAYOUT_BOTTOM_LEFT, 150, 90, &second));
    assert_float_equal(second.x, 65, 0);
    assert_float_equal(second.y, 300 - 5 - 90, 0);
}

/* Of many boxes each has a place of its own in the room, or none. */
TEST(no_box_stands_over_another_or_out_of_the_room) {
    layout l = begin();
    layout_box placed[40];
    int count = 0, refused = 0;
    for (int i = 0; i < 40; i++) {
        float width = 60 + (float)(i * 37 % 90), height = 20 + (float)(i * 53 % 70);
        if (!layout_place(&l, (layout_corner)(i % 6), width, height, &placed[count])) {
            refused++;
            continue;
        }
        layout_box b = placed[count];
        assert_true(b.x >= 10 && b.y >= 10 && b.x + b.width <= 611 && b.y + b.height <= 391);
        for (int k = 0; k < count; k++)
            assert_false(overlap(b, placed[k]));
        count++;
    }
    assert_true(count > 15);
    assert_true(refused > 0); /* the room is full by then */
}

TEST(what_does_not_fit_takes_nothing) {
    layout l = begin();
    layout_box b;
    assert_false(layout_place(&l, LAYOUT_TOP, 700, 20, &b));
    assert_false(layout_place(&l, LAYOUT_TOP, 20, 500, &b));
    assert_int_equal(l.count, 0);
}

/* ---- Labels ------------------------------------------------------------------------------ */

typedef struct paper {
    frame frame;
    label_list labels;
    layout room;
} paper;

static paper p;

static int open_paper(void **state) {
    p = (paper){.room = begin(),
                .frame = {.canvas = black_canvas(620, 400),
                          .text = any_font(),
                          .theme = themes[0].colors,
                          .scale = 1,
                          .labels = &p.labels}};
    return 0;
}

static void add(float x, float y, const char *words) {
    frame_label(&p.frame, x, y, 0xffffffffu, words);
}

static void draw(void) {
    frame_draw_labels_in(&p.frame, &p.room);
}

#define ON_PAPER(name) TEST_WITH(name, open_paper, NULL)

ON_PAPER(labels_at_one_place_stand_beside_one_another) {
    layout_box box = {250, 150, 100, 60};
    layout_take(&p.room, box);
    for (int i = 0; i < 20; i++)
        add(300, 220, "0.125 u");
    draw();
    assert_true(p.room.count > 15); /* the box, and nearly all of them */
    for (int i = 0; i < p.room.count; i++) {
        for (int k = 0; k < i; k++)
            assert_false(overlap(p.room.taken[i], p.room.taken[k]));
    }
    assert_int_equal(p.labels.count, 0);
}

ON_PAPER(a_label_alone_stands_where_it_wants_to) {
    add(300, 200, "alone");
    draw();
    assert_int_equal(p.room.count, 1);
    layout_box b = p.room.taken[0];
    assert_float_equal(b.x + b.width / 2, 300, 0.01);
    assert_float_equal(b.y + b.height / 2, 200, 0.01);
}

ON_PAPER(a_label_that_was_moved_has_a_line_to_where_it_belongs) {
    layout_take(&p.room, (layout_box){280, 201, 40, 40});
    add(300, 200, "moved");
    draw();
    assert_int_not_equal(p.frame.canvas->pixels[200 * 620 + 300], 0xff000000u);
}

ON_PAPER(what_lies_under_a_box_has_no_label) {
    layout_take(&p.room, (layout_box){280, 180, 40, 40});
    add(300, 200, "covered");
    draw();
    assert_int_equal(p.room.count, 1);
    assert_int_equal(p.frame.canvas->pixels[200 * 620 + 300], 0xff000000u);
}

ON_PAPER(bare_labels_are_left_out_where_something_else_stands) {
    layout_take(&p.room, (layout_box){100, 100, 50, 50});
    frame_label_bare(&p.frame, 110, 110, 0xffffffffu, "10");
    frame_label_bare(&p.frame, 210, 110, 0xffffffffu, "15");
    draw();
    assert_int_equal(p.room.count, 2);
    assert_float_equal(p.room.taken[1].x, 210, 0);
}

/* ---- Controls ---------------------------------------------------------------------------- */

/* Each was once laid out in the place of the last one beyond 200. */
TEST(every_control_is_found_however_many_there_are) {
    enum { MANY = 1000 };
    ui u = {.count = 0};
    paint on = {.canvas = black_canvas(20, 20 * MANY), .scale = 1};
    ui_begin(&u, on, NULL, 2);
    for (int i = 0; i < MANY; i++)
        ui_add(&u, CONTROL_BUTTON, (layout_box){0, (float)(20 * i), 20, 20}, "", NULL, i);
    assert_int_equal(u.count, MANY);
    for (int i = 0; i < MANY; i++) {
        const control *found = ui_at(&u, (sm_vec2){10, (float)(20 * i + 10)});
        assert_non_null(found);
        assert_int_equal(found->argument, i);
    }
    assert_null(ui_at(&u, (sm_vec2){30, 10}));
    ui_free(&u);
}

TEST(words_stay_until_the_next_layout_however_many_there_are) {
    enum { MANY = 5000 };
    static const char *words[MANY];
    ui u = {.count = 0};
    paint on = {.canvas = black_canvas(20, 20), .scale = 1};
    for (int layouts = 0; layouts < 2; layouts++) {
        ui_begin(&u, on, NULL, 2);
        for (int i = 0; i < MANY; i++)
            words[i] = ui_print(&u, "%*d", i % 100 == 99 ? 20000 : 1, i);
        for (int i = 0; i < MANY; i++)
            assert_int_equal(atoi(words[i]), i);
    }
    ui_free(&u);
}
