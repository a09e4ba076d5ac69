/* The levels to choose from: what is found, chosen and in sight, and whose pictures are missing. */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../../src/view/browser.h"
#include "../../src/view/view.h"
#include "../files.h"
#include "../level_text.h"

TEST_GROUP(make_folder, remove_folder)

static const picture_look look = {.theme = 0, .scale = 1};

/* Ten levels, in sections of 4, 4 and 2. */
static browser open_ten(void) {
    static const char *const sections[] = {"Walls", "Corners", "Wedges"};
    browser b = {.count = 0};
    for (int i = 0; i < 10; i++) {
        char name[32], words[128];
        snprintf(name, sizeof name, "%d.level", i);
        snprintf(words, sizeof words, "slidemove 1\ntitle Number %d\nsection %s\nplayer 0 0\n", i,
                 sections[i / 4]);
        write_file(name, words);
    }
    assert_true(browser_open(&b, path_in("0.level").at, path_in("5.level").at, look));
    return b;
}

/* Three tiles fit beside one another. */
static control_list lay_out(browser *b) {
    control_list l = {.count = 0};
    controls_clear(&l, 600, 400);
    browser_lay_out(b, (control_box){20, 50, 530, 300}, 1, &l);
    return l;
}

static const control *find_tile(const control_list *l, const char *title) {
    for (int i = 0; i < l->count; i++) {
        if (l->list[i].kind == CONTROL_TILE && strcmp(l->list[i].label, title) == 0)
            return &l->list[i];
    }
    return NULL;
}

static void assert_chosen(const browser *b, int number) {
    assert_string_equal(
        browser_chosen(b),
        path_in((char[]){(char)('0' + number), '.', 'l', 'e', 'v', 'e', 'l', 0}).at);
}

TEST(the_level_that_is_open_is_chosen_and_in_sight) {
    browser b = open_ten();
    assert_chosen(&b, 5);
    control_list l = lay_out(&b);
    const control *tile = find_tile(&l, "Number 5");
    assert_non_null(tile);
    assert_true(tile->on);
    assert_true(tile->box.y >= 50 && tile->box.y + tile->box.height <= 350);
    assert_ptr_equal(controls_at(&l, (sm_vec2){tile->box.x + 5, tile->box.y + 5}), tile);
    controls_free(&l);
    browser_free(&b);
}

TEST(arrows_go_from_row_to_row_through_the_sections) {
    browser b = open_ten();
    control_list l = lay_out(&b);
    /* 0 1 2 | 3 | 4 5 6 | 7 | 8 9 */
    browser_step(&b, 0, -1);
    assert_chosen(&b, 3);
    browser_step(&b, 0, -1);
    assert_chosen(&b, 0);
    browser_step(&b, 0, -1);
    assert_chosen(&b, 0);
    browser_step(&b, -1, 0);
    assert_chosen(&b, 0);
    browser_step(&b, 1, 0);
    browser_step(&b, 1, 0);
    assert_chosen(&b, 2);
    browser_step(&b, 0, 1);
    assert_chosen(&b, 3);
    for (int i = 0; i < 20; i++)
        browser_step(&b, 0, 1);
    assert_chosen(&b, 8);
    browser_step_page(&b, -1);
    assert_chosen(&b, 4);
    controls_free(&l);
    browser_free(&b);
}

TEST(what_is_typed_filters_and_chooses_the_best) {
    browser b = open_ten();
    browser_filter(&b, "corner");
    assert_int_equal(b.count, 4);
    assert_chosen(&b, 4);
    assert_string_equal(browser_say(&b), "4 of 10 levels");
    browser_filter(&b, "number 9");
    assert_chosen(&b, 9);
    browser_filter(&b, "xyzzy");
    assert_null(browser_chosen(&b));
    browser_step(&b, 1, 1);
    browser_step_page(&b, 1);
    control_list l = lay_out(&b);
    assert_int_equal(l.count, 0);
    controls_free(&l);
    browser_free(&b);
}

TEST(scrolling_ends_where_the_levels_do) {
    browser b = open_ten();
    browser_scroll(&b, 1e6f);
    control_list l = lay_out(&b);
    b.follows_chosen = false;
    browser_scroll(&b, 1e6f);
    controls_free(&l);
    l = lay_out(&b);
    assert_null(find_tile(&l, "Number 0"));
    const control *last = find_tile(&l, "Number 9");
    assert_non_null(last);
    assert_true(last->box.y + last->box.height <= 350);
    controls_free(&l);
    browser_free(&b);
}

static canvas *make_picture(void) {
    canvas *c = canvas_create(4, 4);
    assert_non_null(c);
    return c;
}

TEST(pictures_in_sight_are_drawn_first_and_kept_for_the_next_time) {
    browser b = open_ten();
    const char *paths[16];
    control_list l = lay_out(&b); /* rows of 4, 5, 6 and of 7 */
    assert_int_equal(browser_missing(&b, paths, 16), 10);
    assert_non_null(strstr(paths[0], "/3.level")); /* a row above is seen in part */
    assert_string_equal(browser_say(&b), "drawing picture 1 of 10");
    assert_null(find_tile(&l, "Number 5")->picture);
    for (int i = 0; i < 10; i++)
        browser_take(&b, path_in(strrchr(paths[i], '/') + 1).at, look,
                     i < 9 ? make_picture() : NULL);
    controls_free(&l);
    l = lay_out(&b);
    assert_non_null(find_tile(&l, "Number 5")->picture);
    assert_int_equal(browser_missing(&b, paths, 16), 0); /* the last cannot be shown */
    assert_string_equal(browser_say(&b), "10 levels");
    write_file("3.level", "slidemove 1\ntitle Number 3, changed\nsection Walls\nplayer 0 0\n");
    assert_true(browser_open(&b, path_in("0.level").at, path_in("5.level").at, look));
    assert_int_equal(browser_missing(&b, paths, 16), 1);
    assert_non_null(strstr(paths[0], "/3.level"));
    const picture_look light = {.theme = 1, .scale = 1};
    assert_true(browser_open(&b, path_in("0.level").at, path_in("5.level").at, light));
    assert_int_equal(browser_missing(&b, paths, 16), 10);
    browser_take(&b, paths[0], look, make_picture()); /* asked for before the theme was changed */
    assert_int_equal(browser_missing(&b, paths, 16), 10);
    controls_free(&l);
    browser_free(&b);
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
    assert_true(view_open_picture(&v, flat, look));
    canvas *a = view_take_picture(&v, flat);
    assert_true(view_open_picture(&v, solid, large));
    canvas *b = view_take_picture(&v, solid);
    assert_int_equal(a->width, BROWSER_PICTURE_WIDTH);
    assert_int_equal(b->height, 2 * BROWSER_PICTURE_HEIGHT);
    assert_true(count_drawn(a) > 1000);
    assert_true(count_drawn(b) > 4000);
    canvas_destroy(a);
    canvas_destroy(b);
}
