/* Animations, read back with the libraries of their kinds. */
#include "../test.h"

#include <gif_lib.h>
#include <webp/demux.h>

#include "../../src/view/animation.h"
#include "../files.h"

TEST_GROUP(make_folder, remove_folder)

enum { WIDTH = 60, HEIGHT = 40, MOST = 16 };

/* What a file shows: the pictures whole, as 0xffRRGGBB. */
typedef struct film {
    int width, height, count, loops; /* loops 0: without end */
    uint32_t pictures[MOST][WIDTH * HEIGHT];
    int milliseconds[MOST];
    canvas_rect parts[MOST]; /* of a GIF: what is stored of each */
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
    *f = (film){(int)info.canvas_width,
                (int)info.canvas_height,
                0,
                (int)info.loop_count,
                {{0}},
                {0},
                {{0}}};
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

static void paint(film *f, const SavedImage *image, int transparent) {
    const GifImageDesc *d = &image->ImageDesc;
    uint32_t *pixels = f->pictures[f->count];
    if (f->count > 0)
        memcpy(pixels, f->pictures[f->count - 1], sizeof *f->pictures);
    for (int i = 0; i < d->Width * d->Height; i++) {
        if (image->RasterBits[i] == transparent)
            continue;
        GifColorType c = d->ColorMap->Colors[image->RasterBits[i]];
        pixels[(d->Top + i / d->Width) * WIDTH + d->Left + i % d->Width] =
            0xff000000u | (uint32_t)c.Red << 16 | (uint32_t)c.Green << 8 | c.Blue;
    }
    f->parts[f->count] = (canvas_rect){d->Left, d->Top, d->Width, d->Height};
}

static const film *read_gif(const char *name) {
    GifFileType *gif = DGifOpenFileName(path_in(name).at, NULL);
    assert_non_null(gif);
    assert_int_equal(DGifSlurp(gif), GIF_OK);
    film *f = &read_back;
    *f = (film){.width = gif->SWidth, .height = gif->SHeight, .loops = -1};
    const SavedImage *first = gif->SavedImages;
    assert_memory_equal(first->ExtensionBlocks[0].Bytes, "NETSCAPE2.0", 11);
    f->loops = first->ExtensionBlocks[1].Bytes[1] + 256 * first->ExtensionBlocks[1].Bytes[2];
    for (int i = 0; i < gif->ImageCount; i++, f->count++) {
        GraphicsControlBlock block;
        assert_true(i < MOST);
        assert_int_equal(DGifSavedExtensionToGCB(gif, i, &block), GIF_OK);
        f->milliseconds[i] = 10 * block.DelayTime;
        paint(f, &gif->SavedImages[i], block.TransparentColor);
    }
    DGifCloseFile(gif, NULL);
    return f;
}

static const struct {
    const char *name;
    const film *(*read)(const char *name);
} kinds[] = {{"a.gif", read_gif}, {"a.WEBP", read_webp}};

enum { KINDS = 2 };

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
    if (c == NULL) {
        c = canvas_create(WIDTH, HEIGHT);
        test_at_end((void (*)(void *))canvas_destroy, c);
    }
    canvas_clear(c, 0xff171b22u);
    canvas_fill_rect(c, (canvas_rect){x, 10, 5, 5}, ink);
    return c;
}

TEST(both_kinds_show_each_picture_as_it_was_as_long_as_asked_without_end) {
    for (int k = 0; k < KINDS; k++) {
        animation *a = begin(kinds[k].name);
        for (int i = 0; i < 6; i++)
            assert_true(animation_add(a, draw_square(7 * i, 0xfffecc81u), 1 / 30.0));
        assert_true(animation_add(a, draw_square(35, 0xfffecc81u), 1)); /* as the one before */
        save(a, kinds[k].name);
        const film *f = kinds[k].read(kinds[k].name);
        assert_int_equal(f->width, WIDTH);
        assert_int_equal(f->height, HEIGHT);
        assert_int_equal(f->loops, 0);
        assert_int_equal(f->count, 6);
        int milliseconds = 0;
        for (int i = 0; i < 6; i++) {
            assert_memory_equal(f->pictures[i], draw_square(7 * i, 0xfffecc81u)->pixels,
                                sizeof *f->pictures);
            milliseconds += f->milliseconds[i];
            assert_in_range(milliseconds, 1000 * (i + 1) / 30 - 5 + (i == 5) * 1000,
                            1000 * (i + 1) / 30 + 5 + (i == 5) * 1000);
        }
    }
}

TEST(a_gif_stores_only_what_has_changed) {
    animation *a = begin("a.gif");
    assert_true(animation_add(a, draw_square(10, 0xffffffffu), 0.1));
    assert_true(animation_add(a, draw_square(12, 0xffffffffu), 0.1));
    save(a, "a.gif");
    const film *f = read_gif("a.gif");
    assert_int_equal(f->count, 2);
    assert_int_equal(f->parts[0].width * f->parts[0].height, WIDTH * HEIGHT);
    assert_int_equal(f->parts[1].x, 10);
    assert_int_equal(f->parts[1].width, 7);
    assert_int_equal(f->parts[1].height, 5);
}

TEST(of_more_colours_than_a_gif_has_even_areas_stay_exact_and_others_are_near) {
    canvas *c = draw_square(0, 0xffff466du);
    for (int i = 0; i < WIDTH * 20; i++)
        c->pixels[WIDTH * 20 + i] = 0xff000000u | (uint32_t)(i % WIDTH * 4) << 8 | (uint32_t)i / 5;
    animation *a = begin("a.gif");
    assert_true(animation_add(a, c, 0.1));
    save(a, "a.gif");
    const film *f = read_gif("a.gif");
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t is = f->pictures[0][i], was = c->pixels[i];
        if (i < WIDTH * 20)
            assert_int_equal(is, was);
        for (int shift = 0; shift < 24; shift += 8)
            assert_in_range((int)(is >> shift & 255) - (int)(was >> shift & 255) + 20, 0, 40);
    }
}

TEST(what_cannot_be_written_is_said_and_leaves_no_file) {
    static const struct {
        const char *name;
        int width;
        const char *says;
    } cases[] = {
        {"a.png", 10, "expected a name that ends in .gif or .webp"},
        {"gif", 10, "expected a name that ends in .gif or .webp"},
        {"a.gif/b", 10, "expected a name that ends in .gif or .webp"},
        {"a.webp", 16384, "a WebP has at most 16383 pixels across and down, not 16384 x 1"},
        {"a.gif", 65536, "a GIF has at most 65535"},
    };
    char message[SAVE_MESSAGE_LENGTH];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(animation_begin(path_in(cases[i].name).at, cases[i].width, 1, message));
        assert_non_null(strstr(message, cases[i].says));
    }
    int files = count_files("");
    for (int k = 0; k < KINDS; k++) {
        animation *a = begin(kinds[k].name);
        assert_true(animation_add(a, draw_square(0, 0xffffffffu), 0.1));
        path_text path = path_in(k == 0 ? "none/a.gif" : "none/a.webp");
        assert_false(animation_save(a, path.at, message));
        assert_non_null(strstr(message, path.at));
        animation_free(begin(kinds[k].name));
    }
    assert_int_equal(count_files(""), files);
}
