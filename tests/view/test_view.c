/* Pictures of levels: what is floor. */
#include "../test.h"

#include "../level_text.h"

#include "../../src/view/view.h"

/* The colour of the picture at a point of the world. */
static color seen_at(const char *words, float x, float y) {
    view v;
    char error[256];
    level_errors errors;
    sandbox *s = sandbox_create(level_read(words, strlen(words), &errors));
    assert_non_null(s);
    assert_true(view_open(&v, 640, 480, 1, NULL, NULL, error, sizeof error));
    v.overlays = 0;
    view_fit(&v, s);
    view_draw(&v, s, 1);
    sm_vec2 p = camera_to_screen(&v.camera, (sm_vec2){x, y});
    color found = v.canvas->pixels[(int)p.y * v.canvas->width + (int)p.x];
    view_close(&v);
    sandbox_destroy(s);
    return found | 0xff000000u;
}

static bool is_floor(const char *words, float x, float y) {
    return seen_at(words, x, y) == (themes[0].colors->floor | 0xff000000u);
}

static bool is_solid(const char *words, float x, float y) {
    return seen_at(words, x, y) == (themes[0].colors->solid | 0xff000000u);
}

TEST(a_loop_around_the_player_is_a_room_also_in_another) {
    static const char words[] = "slidemove 1\nplayer 0 0\n"
                                "loop -4 -4 4 -4 4 4 -4 4\n"
                                "loop -20 -8 20 -8 20 8 -20 8\n"
                                "loop 10 -2 14 -2 14 2 10 2\n";
    assert_true(is_floor(words, 0, 2));
    assert_true(is_floor(words, -8, 0));
    assert_true(is_solid(words, 12, 0)); /* not around it: a block */
    assert_true(is_solid(words, 0, 9));
}

TEST(without_a_loop_around_the_player_all_is_floor_but_blocks) {
    static const char words[] = "slidemove 1\nplayer 0 0\n"
                                "loop 10 -2 14 -2 14 2 10 2\n"
                                "segment -14 -6 -10 6\n";
    assert_true(is_floor(words, 5, 0));
    assert_true(is_solid(words, 12, 0));
}
