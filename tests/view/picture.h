/* picture: what tests draw on and write with. It is freed when the tests have run. */
#ifndef PICTURE_H
#define PICTURE_H

#include "../../src/view/canvas.h"
#include "../../src/view/text.h"
#include "../test.h"

static inline void free_canvas(void *c) {
    canvas_destroy(c);
}

static inline void free_text(void *t) {
    text_close(t);
}

static inline canvas *black_canvas(int width, int height) {
    canvas *c = canvas_create(width, height);
    assert_non_null(c);
    canvas_clear(c, 0xff000000u);
    test_at_end(free_canvas, c);
    return c;
}

/* Any installed font will do. */
static inline text *any_font(void) {
    char error[512];
    text *t = text_open(NULL, error, sizeof error);
    if (t == NULL)
        fail_msg("%s", error);
    test_at_end(free_text, t);
    return t;
}

#endif
