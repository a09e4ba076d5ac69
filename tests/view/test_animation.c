/* Animations, read back with the WebP library. */
#include "../test.h"

#include <webp/demux.h>

#include "../../src/view/animation.h"
#include "../files.h"
#include "picture.h"

TEST_GROUP(make_folder, remove_folder)

enum { WIDTH = 60, HEIGHT = 40, MOST = 16 };

/* What a file shows: the pictures whole, as 0xffRRGGBB. */
typedef struct film {
    int width, height, count, loops; /* loops 0: without end */
    uint32_t pictures[MOST][WIDTH * HEIGHT];
    int milliseconds[MOST];
} film;

static film read_back;

static const film *read_webp(const char *name) {
    static uint8_t bytes[1 << 20];
    WebPAnimDecoderOptions options;
    WebPAnimInfo info;
    WebPData data = {bytes, read_file(path_in(name).at, (char *)bytes, sizeof bytes)};
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_BGRA;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    assert_non_null(decoder);
    WebPAnimDecoderGetInfo(decoder, &info);
    film *f = &read_back;
    *f = (film){.width = (int)info.canvas_width,
                .height = (int)info.canvas_height,
                .loops = (int)info.loop_count};
    for (int before = 0, at; WebPAnimDecoderHasMoreFrames(decoder); before = at) {
        uint8_t *pixels;
        assert_true(f->count < MOST);
        assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &at));
        memcpy(f->pictures[f->count], pixels, sizeof *f->pictures);
        f->milliseconds[f->count++] = at - before;
    }
    WebPAnimDecoderDelete(decoder);
    return f;
}

static animation *begin(const char *name) {
    char message[SAVE_MESSAGE_LENGTH];
    animation *a = animation_begin(path_in(name).at, WIDTH, HEIGHT, message);
    assert_non_null(a);
    return a;
}

static void save(animation *a, const char *name) {
    char message[SAVE_MESSAGE_LENGTH];
    assert_true(animation_save(a, path_in(name).at, message));
}

static canvas *draw_square(int x, color ink) {
    static canvas *c;
    c = c != NULL ? c : black_canvas(WIDTH, HEIGHT);
    canvas_clear(c, 0xff171b22u);
    canvas_fill_rect(c, (canvas_rect){x, 10, 5, 5}, ink);
    return c;
}

TEST(each_picture_is_shown_as_it_was_as_long_as_asked_without_end) {
    animation *a = begin("a.WEBP");
    for (int i = 0; i < 6; i++)
        assert_true(animation_add(a, draw_square(7 * i, 0xfffecc81u), 1 / 30.0));
    assert_true(animation_add(a, draw_square(35, 0xfffecc81u), 1)); /* as the one before */
    save(a, "a.WEBP");
    const film *f = read_webp("a.WEBP");
    assert_int_equal(f->width, WIDTH);
    assert_int_equal(f->height, HEIGHT);
    assert_int_equal(f->loops, 0);
    assert_int_equal(f->count, 6);
    int milliseconds = 0;
    for (int i = 0; i < 6; i++) {
        assert_memory_equal(f->pictures[i], draw_square(7 * i, 0xfffecc81u)->pixels,
                            sizeof *f->pictures);
        milliseconds += f->milliseconds[i];
        assert_in_range(milliseconds, 1000 * (i + 1) / 30 - 1 + (i == 5) * 1000,
                        1000 * (i + 1) / 30 + 1 + (i == 5) * 1000);
    }
}

TEST(what_cannot_be_written_is_said_and_leaves_no_file) {
    static const struct {
        const char *name;
        int width;
        const char *says;
    } cases[] = {
        {"a.gif", 10, "expected a name that ends in .webp, found '"},
        {"webp", 10, "expected a name that ends in .webp"},
        {"a.webp/b", 10, "expected a name that ends in .webp"},
        {"a.webp", 16384, "a WebP has at most 16383 pixels across and down, not 16384 x 1"},
    };
    char message[SAVE_MESSAGE_LENGTH];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(animation_begin(path_in(cases[i].name).at, cases[i].width, 1, message));
        assert_non_null(strstr(message, cases[i].says));
    }
    int files = count_files("");
    animation *a = begin("a.webp");
    assert_true(animation_add(a, draw_square(0, 0xffffffffu), 0.1));
    path_text path = path_in("none/a.webp");
    assert_false(animation_save(a, path.at, message));
    assert_non_null(strstr(message, path.at));
    animation_free(begin("a.webp"));
    assert_int_equal(count_files(""), files);
}
