/* The levels to choose from: what is found, chosen and in sight, and which pictures are missing. */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../../src/view/dialog.h"
#include "../../src/view/view.h"
#include "../files.h"
#include "../level_text.h"
#include "picture.h"

TEST_GROUP(make_folder, remove_folder)

static const picture_look look = {.theme = 0, .scale = 1};
static browser b;
static ui u; /* as laid out last */

/* Of the ten levels one is open. */
static void open_browser(picture_look as) {
    browser_open(&b, path_in("0.level").at, path_in("5.level").at, as);
}

/* Ten levels, in sections of 4, 4 and 2. */
static int open_ten(void **state) {
    static const char *const sections[] = {"Walls", "Corners", "Wedges"};
    for (int i = 0; i < 10; i++) {
        char name[32], words[128];
        snprintf(name, sizeof name, "%d.level", i);
        snprintf(words, sizeof words, "slidemove 1\ntitle Number %d\nsection %s\nplayer 0 0\n", i,
                 sections[i / 4]);
        write_file(name, words);
    }
    open_browser(look);
    ui_begin(&u, (paint){.canvas = black_canvas(600, 400), .theme = themes[0].colors, .scale = 1},
             NULL, 2);
    return 0;
}

static int close_all(void **state) {
    ui_free(&u);
    browser_free(&b);
    return 0;
}

#define OF_TEN(name) TEST_WITH(name, open_ten, close_all)

/* Three tiles fit beside one another. */
static void lay_out(void) {
    ui_begin(&u, u.paint, NULL, 2);
    browser_lay_out(&b, &u, (layout_box){20, 50, 530, 300});
}

static const control *find_tile(const char *title) {
    for (int i = 0; i < u.count; i++) {
        if (u.list[i].kind == CONTROL_TILE && strcmp(u.list[i].label, title) == 0)
            return &u.list[i];
    }
    return NULL;
}

static void assert_chosen(int number) {
    char name[] = {(char)('0' + number), '.', 'l', 'e', 'v', 'e', 'l', 0};
    assert_string_equal(browser_chosen(&b), path_in(name).at);
}

OF_TEN(the_level_that_is_open_is_chosen_and_in_sight) {
    assert_chosen(5);
    lay_out();
    const control *tile = find_tile("Number 5");
    assert_non_null(tile);
    assert_true(tile->on);
    assert_true(tile->box.y >= 50 && tile->box.y + tile->box.height <= 350);
    assert_ptr_equal(ui_at(&u, (sm_vec2){tile->box.x + 5, tile->box.y + 5}), tile);
}

OF_TEN(arrows_go_from_row_to_row_through_the_sections) {
    static const struct {
        int right, down, times, chosen;
    } steps[] = {/* 0 1 2 | 3 | 4 5 6 | 7 | 8 9 */
                 {0, -1, 1, 3}, {0, -1, 1, 0}, {0, -1, 1, 0}, {-1, 0, 1, 0},
                 {1, 0, 2, 2},  {0, 1, 1, 3},  {0, 1, 20, 8}};
    lay_out();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        for (int k = 0; k < steps[i].times; k++)
            browser_step(&b, steps[i].right, steps[i].down);
        assert_chosen(steps[i].chosen);
    }
    browser_step_page(&b, -1);
    assert_chosen(4);
}

OF_TEN(what_is_typed_filters_and_chooses_the_best) {
    browser_filter(&b, "corner");
    assert_int_equal(b.count, 4);
    assert_chosen(4);
    assert_string_equal(browser_say(&b, &u), "4 of 10 levels");
    browser_filter(&b, "number 9");
    assert_chosen(9);
    browser_filter(&b, "xyzzy");
    assert_null(browser_chosen(&b));
    browser_step(&b, 1, 1);
    browser_step_page(&b, 1);
    lay_out();
    assert_int_equal(u.count, 0);
}

OF_TEN(scrolling_ends_where_the_levels_do) {
    b.scroll.from = 1e6f;
    lay_out();
    b.follows_chosen = false;
    b.scroll.from = 1e6f;
    lay_out();
    assert_null(find_tile("Number 0"));
    const control *last = find_tile("Number 9");
    assert_non_null(last);
    assert_true(last->box.y + last->box.height <= 350);
}

static canvas *make_picture(void) {
    canvas *c = canvas_create(4, 4);
    assert_non_null(c);
    return c;
}

OF_TEN(pictures_in_sight_are_drawn_first_and_kept_for_the_next_time) {
    lay_out();                                                /* rows of 4, 5, 6 and of 7 */
    assert_non_null(strstr(browser_missing(&b), "/3.level")); /* a row above is seen in part */
    assert_string_equal(browser_say(&b, &u), "drawing picture 1 of 10");
    assert_null(find_tile("Number 5")->picture);
    for (int i = 0; i < 10; i++) {
        assert_non_null(browser_missing(&b));
        browser_take(&b, path_in(strrchr(browser_missing(&b), '/') + 1).at, look,
                     i < 9 ? make_picture() : NULL);
    }
    lay_out();
    assert_non_null(find_tile("Number 5")->picture);
    assert_null(browser_missing(&b)); /* the last cannot be shown */
    assert_string_equal(browser_say(&b, &u), "10 levels");
    write_file("3.level", "slidemove 1\ntitle Number 3, changed\nsection Walls\nplayer 0 0\n");
    open_browser(look);
    assert_string_equal(browser_say(&b, &u), "drawing picture 10 of 10");
    assert_non_null(strstr(browser_missing(&b), "/3.level"));
    open_browser((picture_look){.theme = 1, .scale = 1});
    const char *missing = browser_missing(&b);
    assert_string_equal(browser_say(&b, &u), "drawing picture 1 of 10");
    browser_take(&b, missing, look, make_picture()); /* asked for before the theme was changed */
    assert_string_equal(browser_missing(&b), missing);
}

/* Counts the pixels that are not the first one's colour. */
static int count_drawn(const canvas *c) {
    int count = 0;
    for (int i = 0; i < c->width * c->height; i++)
        count += c->pixels[i] != c->pixels[0];
    return count;
}

TEST(a_picture_shows_the_level_in_2d_and_3d) {
    const picture_look large = {.theme = 0, .scale = 2};
    sandbox *flat = open_text("slidemove 1\nplayer 0 0\nloop -9 -5 9 -5 9 5 -9 5\n");
    sandbox *solid = open_text("slidemove3 1\nplayer 0 1 0\nbox 0 -1 0 8 1 8\n");
    view v;
    view_open_picture(&v, flat, look);
    canvas *small = view_take_picture(&v, flat);
    view_open_picture(&v, solid, large);
    canvas *twice = view_take_picture(&v, solid);
    assert_int_equal(small->width, BROWSER_PICTURE_WIDTH);
    assert_int_equal(twice->height, 2 * BROWSER_PICTURE_HEIGHT);
    assert_true(count_drawn(small) > 1000);
    assert_true(count_drawn(twice) > 4000);
    canvas_destroy(small);
    canvas_destroy(twice);
}
