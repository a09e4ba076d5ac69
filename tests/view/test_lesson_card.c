/* What a lesson shows: its card below the scene, its steps, its labels. */
#include "../test.h"

#include "../../src/app/app.h"
#include "../../src/sandbox/moments.h"
#include "../../src/view/frame.h"
#include "../../src/view/view.h"
#include "../level_text.h"

#define LESSON                                                                                     \
    "slidemove 1\ntitle A lesson\nsection Wedges\n"                                                \
    "text Two walls meet at an angle. The disk is pushed out of the one it is deepest in, which "  \
    "takes it into the other one.\n"                                                               \
    "text Press [Tab] for another resolver.\n"                                                     \
    "try Hold [D] until the disk stops.\ntry Make the disk smaller with [-].\ntry Wait.\n"         \
    "label 0 0 the middle\nplayer -3 0\nloop -9 -5 9 -5 9 5 -9 5\n"

static view v;
static pointer_tool h;

static void open_view(int width, int height) {
    char error[256];
    assert_true(view_open(&v, width, height, 1, &app_commands, NULL, error, sizeof error));
    pointer_tool_init(&h);
    v.pointer_tool = &h;
}

static int close_view(void **state) {
    if (v.canvas != NULL)
        view_close(&v);
    pointer_tool_free(&h);
    h = (pointer_tool){0};
    return 0;
}

#define IN_VIEW(name) TEST_WITH(name, NULL, close_view)

/* Whether it is a paragraph of the lesson. */
static bool is_paragraph(const control *c) {
    return c->kind == CONTROL_WORDS && c->words.has_keys;
}

static int count_paragraphs(void) {
    int count = 0;
    for (int i = 0; i < v.ui.count; i++)
        count += is_paragraph(&v.ui.list[i]);
    return count;
}

static int count_kind(control_kind kind) {
    int count = 0;
    for (int i = 0; i < v.ui.count; i++)
        count += v.ui.list[i].kind == kind;
    return count;
}

static const control *step(int index) {
    return ui_find(&v.ui, command_find(&app_commands, 2, "lesson-step", 0), index);
}

IN_VIEW(the_card_lies_below_the_scene_with_text_and_steps) {
    sandbox *s = open_text(LESSON);
    open_view(1280, 720);
    view_begin(&v, s);
    view_lay_out(&v, s);
    assert_int_equal(count_paragraphs(), 2);
    assert_int_equal(count_kind(CONTROL_STEP), 3);
    assert_true(step(0)->on);
    assert_false(step(1)->on);
    assert_true((float)v.camera.height <= v.lesson.box.y);
    sm_vec2 floor = camera_to_screen(&v.camera, (sm_vec2){0, -5});
    assert_true(floor.y < v.lesson.box.y); /* the scene was fitted above it */
    v.lesson.step = 2;
    view_lay_out(&v, s);
    assert_true(step(2)->on);
}

IN_VIEW(nothing_of_the_card_is_beyond_the_window_at_any_size) {
    static const int sizes[][2] = {{320, 200}, {640, 400}, {1280, 720}, {2560, 1440}};
    static const lesson_fold folds[] = {LESSON_BY_ROOM, LESSON_FOLDED, LESSON_UNFOLDED};
    sandbox *s = open_text(LESSON);
    open_view(100, 100);
    for (int i = 0; i < 12; i++) {
        const int *size = sizes[i / 3];
        assert_true(view_resize(&v, size[0], size[1], 1));
        v.lesson.fold = folds[i % 3];
        view_lay_out(&v, s);
        layout_box b = v.lesson.box;
        assert_true(b.x >= 0 && b.y >= 0);
        assert_true(b.x + b.width <= (float)size[0] && b.y + b.height <= (float)size[1]);
        assert_true(v.camera.height > size[1] / 2);
        for (int k = 0; k < v.ui.count; k++) {
            const control *c = &v.ui.list[k];
            if (!is_paragraph(c) && c->kind != CONTROL_STEP)
                continue;
            assert_true(c->clip.x + c->clip.width <= (float)size[0]);
            assert_true(c->clip.y + c->clip.height <= (float)size[1]);
            assert_true(c->box.x + c->box.width <= b.x + b.width);
        }
    }
}

IN_VIEW(a_level_seen_whole_lies_beside_the_tools_in_low_windows_too) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nloop -20 -2 20 -2 20 2 -20 2\n");
    open_view(640, 400);
    view_begin(&v, s);
    view_lay_out(&v, s);
    assert_true(v.tools > 64); /* two columns */
    assert_true(camera_to_screen(&v.camera, (sm_vec2){-20, 0}).x > v.tools);
    v.camera.height = 190; /* inside a move: margins leave half of that */
    camera_fit(&v.camera, (level_box){{-2, -20}, {2, 20}}, v.tools);
    assert_float_equal(40 * v.camera.zoom, 95, 0.1);
}

IN_VIEW(in_a_low_window_the_card_is_one_line_until_it_is_asked_for) {
    sandbox *s = open_text(LESSON);
    open_view(640, 400);
    view_lay_out(&v, s);
    frame f = view_frame(&v, s, 1);
    assert_true(lesson_card_is_folded(&v.lesson, &f));
    assert_int_equal(count_kind(CONTROL_STEP), 1);
    assert_non_null(step(0)); /* a press on the line ticks it off */
    int height = v.camera.height;
    v.lesson.fold = LESSON_UNFOLDED;
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 3);
    assert_int_equal(v.camera.height, height); /* it lies over the scene */
    v.lesson.scroll.from = 1e6f;
    view_lay_out(&v, s);
    assert_true(step(2)->box.y + step(2)->box.height <= v.lesson.box.y + v.lesson.box.height);
}

/* Presses keys by their names in the texts, a letter each, and lets them go. */
static void press(const sandbox *s, const char *keys) {
    for (; *keys != '\0'; keys++)
        lesson_card_press(&v.lesson, s, (char[]){*keys, '\0'});
    lesson_card_let_go(&v.lesson, s);
    view_lay_out(&v, s);
}

IN_VIEW(a_step_is_ticked_off_once_all_its_keys_were_pressed_or_by_a_click) {
    sandbox *s =
        open_text("slidemove 1\ntry Hold [S] and [D].\ntry [W] or [A] ([E] or [Q]) for [[].\n"
                  "try Wait.\nplayer 0 0\n");
    open_view(1280, 720);
    view_lay_out(&v, s);
    press(s, "AWE");
    press(s, "S");
    assert_true(step(0)->on);
    assert_string_equal(step(0)->value, "1");
    press(s, "D");
    assert_string_equal(step(0)->value, "");
    assert_true(step(1)->on);
    press(s, "AQ");
    assert_true(step(1)->on);
    press(s, "[");
    assert_true(step(2)->on);
    press(s, "SD[");
    assert_true(step(2)->on); /* it names no key */
    lesson_card_choose(&v.lesson, s, 2);
    view_lay_out(&v, s);
    assert_string_equal(step(2)->value, "");
    assert_true(step(0)->on);
    assert_string_equal(step(0)->value, ""); /* a second time */
}

IN_VIEW(a_level_without_a_lesson_has_no_card) {
    sandbox *s = open_text("slidemove 1\nlabel 0 0 words\nplayer 0 0\n");
    open_view(1280, 720);
    view_lay_out(&v, s);
    assert_int_equal(count_paragraphs(), 0);
    assert_float_equal(v.lesson.box.height, 0, 0);
    assert_int_equal(v.camera.height, 720);
}

IN_VIEW(the_card_follows_what_is_edited_and_another_level) {
    sandbox *s = open_text(LESSON);
    open_view(1280, 720);
    view_lay_out(&v, s);
    v.lesson.step = 1;
    edit_shape another = {.kind = LEVEL_TRY, .words = "One more.", .mesh = -1};
    assert_true(edit_insert(s->edit, s->level->statement_count, &another));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 4);
    assert_true(step(1)->on);
    assert_true(edit_undo(s->edit));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 3);
    assert_true(sandbox_show(s, read_level("slidemove 1\ntry Only.\nplayer 0 0\n"), false));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 1);
    assert_true(step(0)->on);
}

/* How many pixels around a place are nearly as bright as words. */
static int count_ink(sm_vec2 at) {
    int count = 0;
    for (int y = (int)at.y - 12; y < (int)at.y + 12; y++) {
        for (int x = (int)at.x - 30; x < (int)at.x + 30; x++)
            count += (canvas_row(v.canvas, y)[x] >> 8 & 0xff) > 200;
    }
    return count;
}

IN_VIEW(labels_stand_at_their_places_in_2d_and_3d) {
    sandbox *flat = open_text("slidemove 1\nlabel 4 2 words here\nplayer 0 0\nbox 0 0 12 8\n");
    sandbox *solid = open_text("slidemove3 1\nlabel 2 1 2 words\nplayer 0 3 0\nbox 0 -1 0 8 2 8\n");
    open_view(800, 500);
    view_begin(&v, flat);
    view_draw(&v, flat, 1);
    assert_true(count_ink(camera_to_screen(&v.camera, (sm_vec2){4, 2})) > 20);
    view_begin(&v, solid);
    view_draw(&v, solid, 1);
    sm_vec2 p;
    assert_true(camera_see(&v.camera, (sm3_vec){2, 1, 2}, &p));
    assert_true(count_ink(p) > 20);
}

static float height_of(const frame *f, const char *words, float width) {
    paint p = frame_paint(f);
    return prose_size(&p, (prose){.width = width, .has_keys = true}, words).y;
}

IN_VIEW(sentences_are_broken_between_words_and_keys_stay_whole) {
    sandbox *s = open_text(LESSON);
    open_view(400, 300);
    frame f = view_frame(&v, s, 1);
    float line = height_of(&f, "x", 300);
    assert_float_equal(height_of(&f, "Hold [W] and [D], or [[] and []].", 390), line, 0.01f);
    assert_float_equal(height_of(&f, "one two", 40), 2 * line, 0.01f);
    assert_float_equal(height_of(&f, "[Left drag]", 20), line, 0.01f);
    assert_float_equal(height_of(&f, "[ no key", 390), line, 0.01f);
    assert_float_equal(height_of(&f, "", 390), line, 0.01f);
}

IN_VIEW(a_word_wider_than_a_line_is_broken_between_characters) {
    sandbox *s = open_text(LESSON);
    open_view(400, 300);
    frame f = view_frame(&v, s, 1);
    paint p = frame_paint(&f);
    char words[2401] = "";
    for (int i = 0; i < 600; i++)
        strcat(words, "/\xe2\x82\xac");
    prose how = {.width = 200}, narrow = {.width = -1};
    float line = prose_size(&p, how, "x").y;
    float fit = floorf(200 / text_width(v.text, how.style, "/\xe2\x82\xac")); /* pairs */
    sm_vec2 size = prose_size(&p, how, words);
    assert_true(size.x <= 200);
    assert_true(size.y >= 600 / (fit + 1) * line && size.y <= (600 / fit + 1) * line);
    assert_float_equal(prose_size(&p, narrow, "abc").y, 3 * line, 0.01f);
}

IN_VIEW(while_a_move_is_looked_into_the_card_stands_beside_the_table) {
    sandbox *s = open_text(LESSON);
    open_view(1280, 720);
    sandbox_tick(s, &(player_input){.walk = {1, 0}});
    assert_true(moments_step(s, 1, false));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 3);
    assert_true(v.lesson.box.x + v.lesson.box.width < v.inspector.box.x);
    assert_true(view_resize(&v, 800, 600, 1));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 1);
    assert_true(v.lesson.box.y > (float)v.camera.height - 20);
    assert_true(v.lesson.box.x + v.lesson.box.width < v.inspector.box.x);
    moments_leave(s);
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 3);
    assert_true(view_resize(&v, 640, 400, 1));
    assert_true(moments_step(s, 1, false));
    view_lay_out(&v, s);
    assert_int_equal(count_kind(CONTROL_STEP), 0); /* the scene has all the room there is */
}
