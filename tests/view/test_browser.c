/* The levels to choose from: what is found, chosen and in sight. */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../../src/view/dialog.h"
#include "../files.h"
#include "picture.h"

TEST_GROUP(make_folder, remove_folder)

static browser b;
static ui u; /* as laid out last */

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
    browser_open(&b, path_in("0.level").at, path_in("5.level").at);
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

/* Seven rows fit, or less with headings. */
static void lay_out(void) {
    ui_begin(&u, u.paint, NULL, 2);
    browser_lay_out(&b, &u, (layout_box){20, 50, 530, 150});
}

static const control *find_level(const char *title) {
    for (int i = 0; i < u.count; i++) {
        const control *c = &u.list[i];
        bool is_seen = c->box.y >= 50 && c->box.y + c->box.height <= 200;
        if (is_seen && c->kind == CONTROL_CHOICE && strcmp(c->label, title) == 0)
            return c;
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
    const control *level = find_level("Number 5");
    assert_non_null(level);
    assert_true(level->on);
    assert_ptr_equal(ui_at(&u, (sm_vec2){level->box.x + 5, level->box.y + 5}), level);
}

OF_TEN(arrows_and_pages_go_through_the_sections_to_the_ends) {
    static const struct {
        int rows, pages, chosen;
    } steps[] = {{-1, 0, 4}, {-1, 0, 3}, {1, 0, 4}, {0, -1, 0}, {-1, 0, 0}, {0, 1, 7}, {0, 1, 9}};
    lay_out();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        browser_step(&b, steps[i].rows, steps[i].pages);
        assert_chosen(steps[i].chosen);
    }
    lay_out();
    assert_non_null(find_level("Number 9"));
}

OF_TEN(what_is_typed_filters_and_chooses_the_best) {
    browser_filter(&b, "corner");
    assert_int_equal(b.count, 4);
    assert_chosen(4);
    browser_filter(&b, "number 9");
    assert_chosen(9);
    browser_filter(&b, "xyzzy");
    assert_null(browser_chosen(&b));
    browser_step(&b, 1, 1);
    lay_out();
    assert_int_equal(u.count, 0);
}

OF_TEN(scrolling_ends_where_the_levels_do) {
    lay_out();
    b.scroll.from = 1e6f;
    lay_out();
    assert_null(find_level("Number 0"));
    assert_non_null(find_level("Number 9"));
}
