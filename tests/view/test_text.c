/* Text needs an installed font; which one does not matter here. */
#include "../test.h"

#include <SDL_ttf.h>

#include "picture.h"

enum { WIDTH = 700, HEIGHT = 60 };

static const color black = 0xff000000u, white = 0xffffffffu;
static const char *const sentence = "Deepest penetration first: AVATAR To 0.0125";

static struct {
    text *text;
    canvas *canvas;
} d;

static int open_desk(void **state) {
    d.text = any_font();
    d.canvas = black_canvas(WIDTH, HEIGHT);
    return 0;
}

typedef struct box {
    int left, right, top, bottom; /* right and bottom are the first without ink */
} box;

static box ink_of(const canvas *c) {
    box b = {c->width, 0, c->height, 0};
    for (int y = 0; y < c->height; y++) {
        for (int x = 0; x < c->width; x++) {
            if (c->pixels[y * c->width + x] == black)
                continue;
            b.left = x < b.left ? x : b.left;
            b.right = x >= b.right ? x + 1 : b.right;
            b.top = y < b.top ? y : b.top;
            b.bottom = y + 1;
        }
    }
    return b;
}

static box draw(text_style style, float x, float y, const char *string) {
    canvas_clear(d.canvas, black);
    text_draw(d.text, d.canvas, style, x, y, white, string);
    return ink_of(d.canvas);
}

/* ---- Measures ---------------------------------------------------------------------------- */

#define AT_DESK(name) TEST_WITH(name, open_desk, NULL)

AT_DESK(the_width_measured_is_the_width_drawn) {
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        text_style style = (text_style)i;
        float width = text_width(d.text, style, sentence);
        float drawn = text_draw(d.text, d.canvas, style, 10, 5, white, sentence);
        assert_float_equal(width, drawn, 0);
        box b = draw(style, 10, 5, sentence);
        assert_in_range(b.left, 9, 12);
        assert_true(fabsf((float)b.right - (10 + width)) <= 3);
        assert_true(b.top >= 5);
        assert_true((float)b.bottom <= 5 + text_line_height(d.text, style));
    }
}

AT_DESK(letters_stand_on_the_baseline) {
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        box b = draw((text_style)i, 10, 5, "HIE");
        box small = draw((text_style)i, 10, 5, "nxz");
        assert_in_range(b.bottom - small.bottom + 1, 0, 2);
        assert_true(b.top < small.top);
    }
}

AT_DESK(all_digits_take_the_same_width) {
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        float width = text_width(d.text, (text_style)i, "0000000000");
        assert_float_equal(text_width(d.text, (text_style)i, "1111111111"), width, 0);
        assert_float_equal(text_width(d.text, (text_style)i, "7171717171"), width, 0);
        assert_float_equal(text_width(d.text, (text_style)i, "0123456789"), width, 0);
        assert_float_equal(text_width(d.text, (text_style)i, "x=-1.17 y"),
                           text_width(d.text, (text_style)i, "x=-0.00 y"), 0);
    }
}

AT_DESK(twice_the_scale_is_about_twice_the_size) {
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        text_style style = (text_style)i;
        text_set_scale(d.text, 1);
        float width = text_width(d.text, style, sentence);
        float height = text_line_height(d.text, style);
        text_set_scale(d.text, 2);
        assert_float_equal(text_width(d.text, style, sentence), 2 * width, 0.03 * 2 * width);
        assert_float_equal(text_line_height(d.text, style), 2 * height, 2);
        text_set_scale(d.text, 1);
        assert_float_equal(text_width(d.text, style, sentence), width, 0);
    }
}

AT_DESK(odd_scales_are_brought_into_range) {
    const float odd[] = {0, -3, NAN, 1e30f, INFINITY, 1e-30f};
    for (int i = 0; i < 6; i++) {
        text_set_scale(d.text, odd[i]);
        assert_true(text_width(d.text, TEXT_NORMAL, "abc") > 0);
        draw(TEXT_NORMAL, 5, 5, "abc");
    }
}

/* ---- Drawing ----------------------------------------------------------------------------- */

AT_DESK(text_far_away_or_clipped_draws_nothing) {
    const float odd[] = {1e9f, -1e9f, 1e38f, NAN, INFINITY, -INFINITY, -100000};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(draw(TEXT_NORMAL, odd[i], 5, sentence).right, 0);
        assert_int_equal(draw(TEXT_NORMAL, 5, odd[i], sentence).right, 0);
    }
    canvas_clip(d.canvas, (canvas_rect){40, 15, 30, 5});
    box b = draw(TEXT_TITLE, 5, 5, sentence);
    assert_in_range(b.left, 40, 45);
    assert_in_range(b.right, 65, 70);
    assert_int_equal(b.top, 15);
    assert_int_equal(b.bottom, 20);
}

AT_DESK(the_ink_gives_the_colour) {
    text_draw(d.text, d.canvas, TEXT_TITLE, 5, 5, 0xff00ff00u, "HHH");
    uint32_t seen = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        seen |= d.canvas->pixels[i];
    assert_int_equal(seen, 0xff00ff00u);
    canvas_clear(d.canvas, black);
    text_draw(d.text, d.canvas, TEXT_TITLE, 5, 5, 0x00ffffffu, "HHH");
    assert_int_equal(ink_of(d.canvas).right, 0);
}

/* ---- Characters -------------------------------------------------------------------------- */

AT_DESK(bytes_that_are_no_utf8_show_as_something) {
    static const char *const bad[] = {
        "\xff",         "\xc3",         "\xe2\x82",         "\xf0\x9f\x98",        "\xc0\x80",
        "\xed\xa0\x80", "\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"};
    for (int i = 0; i < 9; i++) {
        assert_true(text_width(d.text, TEXT_NORMAL, bad[i]) > 0);
        assert_true(draw(TEXT_NORMAL, 5, 5, bad[i]).right > 0);
    }
    assert_float_equal(text_width(d.text, TEXT_NORMAL, "\xff"),
                       text_width(d.text, TEXT_NORMAL, "\x80"), 0);
    char string[4] = {0};
    for (int first = 1; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            string[0] = (char)first;
            string[1] = (char)second;
            assert_true(text_width(d.text, TEXT_SMALL, string) >= 0);
        }
    }
}

AT_DESK(characters_of_several_bytes_are_one_glyph) {
    float a = text_width(d.text, TEXT_NORMAL, "a");
    float umlaut = text_width(d.text, TEXT_NORMAL, "\xc3\xa4");
    assert_float_equal(umlaut, a, 1);
    assert_true(text_width(d.text, TEXT_NORMAL, "\xe2\x80\x94") > a); /* a long dash */
    assert_float_equal(text_width(d.text, TEXT_NORMAL, "\t"), text_width(d.text, TEXT_NORMAL, " "),
                       0);
}

/* ---- Fonts ------------------------------------------------------------------------------- */

TEST(a_font_that_cannot_be_opened_is_named) {
    char error[512] = "";
    assert_null(text_open("/no/such/font.ttf", error, sizeof error));
    assert_non_null(strstr(error, "/no/such/font.ttf"));
    assert_null(text_open("Makefile", error, sizeof error));
    assert_non_null(strstr(error, "Makefile"));
    char little[8];
    assert_null(text_open("/no/such/font.ttf", little, sizeof little));
    assert_int_equal(strlen(little), 7);
    text_close(NULL);
}

TEST(without_a_font_the_error_says_what_to_install) {
    text_fonts files;
    char error[512] = "";
    assert_false(text_find_fonts("/no/such/folder", &files, error, sizeof error));
    assert_non_null(strstr(error, "apt-get install fonts-inter"));
    assert_non_null(strstr(error, "--font FILE"));
}

TEST(one_file_serves_all_styles) {
    text_fonts files;
    char error[512] = "";
    assert_true(text_find_fonts(TEXT_FONTS_FOLDER, &files, error, sizeof error));
    text *t = text_open(files.regular, error, sizeof error);
    assert_non_null(t);
    assert_true(text_width(t, TEXT_TITLE, "abc") > text_width(t, TEXT_NORMAL, "abc"));
    assert_float_equal(text_width(t, TEXT_BOLD, "111"), text_width(t, TEXT_BOLD, "000"), 0);
    text_close(t);
}

TEST(closing_leaves_the_font_library_to_others) {
    char error[512];
    int before = TTF_WasInit();
    text *first = text_open(NULL, error, sizeof error);
    text *second = text_open(NULL, error, sizeof error);
    assert_non_null(first);
    assert_non_null(second);
    text_close(first);
    assert_int_equal(TTF_WasInit(), before + 1);
    assert_true(text_width(second, TEXT_NORMAL, "abc") > 0);
    text_close(second);
    assert_int_equal(TTF_WasInit(), before);
}
