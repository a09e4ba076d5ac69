/* What can be pressed, slid and read over a picture, as data. */
#include "../test.h"

#include "../../src/view/overlays.h"
#include "../../src/view/panel.h"
#include "picture.h"

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

TEST(what_is_shown_at_first_is_what_its_rows_say) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        bool is_shown = strstr("closest normals iterations grid", level_overlay_name(i)) != NULL;
        assert_int_equal((overlays_at_start() >> i & 1) != 0, is_shown);
    }
}
