/* The picture of the whole, drawn without a window. */
#include <stdlib.h>
#include <string.h>

#include "../../src/view/view.h"
#include "../level_text.h"
#include "../test.h"

enum { WIDTH = 400, HEIGHT = 300 };

static const char in_plane[] = "slidemove 1\nplayer 0 0\nsegment -3 -2 5 -1 oneway\n"
                               "loop 6 6 -6 6 -6 -6 6 -6\ncapsule 2 1 3 4 0.5\nbox -3 3 1 2\n";
static const char in_space[] = "slidemove3 1\nplayer 0 2 0\nbox 0 0 0 8 1 8\nsphere 2 2 2 1\n"
                               "triangle -3 3 -3 -1 3 -3 -3 4 1\n";

static void open_picture(view *v, const sandbox *s, int width, int height) {
    char error[256];
    assert_true(view_open(v, width, height, 1, NULL, NULL, error, sizeof error));
    view_begin(v, s);
}

static int difference(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int by = abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        most = by > most ? by : most;
    }
    return most;
}

static bool is_within(canvas_rect r, int x, int y) {
    return x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height;
}

/* An inset shows what a picture of its size does that looks there; around it nothing changes. */
static void check_inset(const char *words, canvas_rect part, float span) {
    sandbox *s = open_text(words);
    view whole, small;
    open_picture(&whole, s, WIDTH, HEIGHT);
    open_picture(&small, s, part.width, part.height);
    view_focus(&small, s, span);
    frame f = view_frame(&small, s, 1);
    f.inset = true;
    assert_true(view_draw_scene(&small, &f));

    view_draw(&whole, s, 1);
    static uint32_t before[WIDTH * HEIGHT];
    memcpy(before, whole.canvas->pixels, sizeof before);
    canvas_clip(whole.canvas, part);
    f = view_frame_inset(&whole, s, 1, part, s->player.position, span);
    assert_true(view_draw_scene(&whole, &f));
    int changed = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t now = canvas_row(whole.canvas, y)[x], was = before[y * WIDTH + x];
            if (!is_within(part, x, y))
                assert_int_equal(now, was);
            else
                assert_in_range(difference(now, canvas_row(small.canvas, y - part.y)[x - part.x]),
                                0, 2);
            changed += now != was;
        }
    }
    assert_true(changed > part.width * part.height / 8);
    view_close(&whole);
    view_close(&small);
}

TEST(an_inset_of_the_plane_is_a_picture_of_its_own) {
    check_inset(in_plane, (canvas_rect){231, 17, 120, 91}, 3);
}

TEST(an_inset_of_space_is_a_picture_of_its_own) {
    check_inset(in_space, (canvas_rect){33, 141, 110, 120}, 4);
}
