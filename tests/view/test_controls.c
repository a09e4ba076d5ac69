/* What can be pressed and slid, as data. */
#include "../test.h"

#include "../../src/view/overlays.h"
#include "../../src/view/panel.h"

/* Each was once laid out in the place of the last one beyond 200. */
TEST(every_control_is_found_however_many_there_are) {
    enum { MANY = 1000 };
    control_list l = {.count = 0};
    controls_clear(&l, 20, 20 * MANY);
    for (int i = 0; i < MANY; i++)
        controls_add(&l, CONTROL_BUTTON, (layout_box){0, (float)(20 * i), 20, 20}, "", NULL, i);
    assert_int_equal(l.count, MANY);
    assert_false(l.ran_out);
    for (int i = 0; i < MANY; i++) {
        const control *c = controls_at(&l, (sm_vec2){10, (float)(20 * i + 10)});
        assert_non_null(c);
        assert_int_equal(c->argument, i);
    }
    assert_null(controls_at(&l, (sm_vec2){30, 10}));
    controls_free(&l);
}

TEST(what_is_shown_at_first_is_what_its_rows_say) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        bool is_shown = strstr("closest normals iterations grid", level_overlay_name(i)) != NULL;
        assert_int_equal((overlays_at_start() >> i & 1) != 0, is_shown);
    }
}
