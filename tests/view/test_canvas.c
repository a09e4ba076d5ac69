/* Drawing, against slow references that ask every pixel. */
#include "../test.h"

#include <SDL.h>
#include <SDL_image.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/view/canvas.h"
#include "../files.h"
#include "../plane.h"
#include "../random.h"
#include "picture.h"

static const color black = 0xff000000u, white = 0xffffffffu;

static uint32_t pixel(const canvas *c, int x, int y) {
    return c->pixels[y * c->width + x];
}

/* White on black: what a pixel shows is its coverage, 0 .. 255. */
static int level(const canvas *c, int x, int y) {
    return (int)(pixel(c, x, y) & 0xff);
}

static bool is_black(const canvas *c) {
    for (int i = 0; i < c->width * c->height; i++)
        if (c->pixels[i] != black)
            return false;
    return true;
}

static double total(const canvas *c) {
    double sum = 0;
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++)
            sum += level(c, x, y) / 255.0;
    return sum;
}

/* ---- Colours and pixels ------------------------------------------------------------------ */

TEST(fading_scales_the_alpha_alone) {
    assert_int_equal(color_fade(0xff123456u, 0.5f), 0x80123456u);
    assert_int_equal(color_fade(0x80123456u, 0), 0x00123456u);
    assert_int_equal(color_fade(0x80123456u, 7), 0x80123456u);
    assert_int_equal(color_fade(0x80123456u, -1), 0x00123456u);
    assert_int_equal(color_fade(0x80123456u, NAN), 0x00123456u);
}

TEST(mixing_goes_from_one_colour_to_the_other) {
    assert_int_equal(color_mix(0xff000000u, 0x00ffff10u, 0), 0xff000000u);
    assert_int_equal(color_mix(0xff000000u, 0x00ffff10u, 1), 0x00ffff10u);
    assert_int_equal(color_mix(0xff000000u, 0x00ffff10u, 0.5f), 0x80808008u);
}

static unsigned exact(unsigned under, unsigned over, unsigned alpha) {
    return (unsigned)floor((under * (255.0 - alpha) + over * (double)alpha) / 255 + 0.5);
}

/* A row of six pixels, so that the block of four and the rest are both asked. */
TEST(blending_is_exact_for_every_alpha_and_level) {
    canvas *c = black_canvas(6, 1);
    for (unsigned alpha = 0; alpha <= 255; alpha++) {
        for (unsigned under = 0; under <= 255; under += 3) {
            unsigned over = (under * 7 + alpha) & 255;
            canvas_clear(c, under << 16 | over << 8 | under);
            canvas_rounded_rect(c, 0, 0, 6, 1, 0, alpha << 24 | over << 16 | under << 8 | over);
            uint32_t expected = 0xff000000u | exact(under, over, alpha) << 16 |
                                exact(over, under, alpha) << 8 | exact(under, over, alpha);
            for (int x = 0; x < 6; x++)
                assert_int_equal(pixel(c, x, 0), expected);
        }
    }
}

TEST(a_canvas_has_at_least_one_pixel) {
    assert_null(canvas_create(0, 5));
    assert_null(canvas_create(5, -1));
    canvas *c = black_canvas(3, 2);
    assert_false(canvas_resize(c, 0, 9));
    assert_int_equal(c->width, 3);
    assert_true(canvas_resize(c, 7, 5));
    assert_int_equal(c->clip.width, 7);
    assert_int_equal(c->clip.height, 5);
    canvas_clear(c, white);
    assert_int_equal(pixel(c, 6, 4), white);
    canvas_destroy(NULL);
}

TEST(a_clip_is_cut_to_the_canvas) {
    canvas *c = black_canvas(10, 8);
    canvas_clip(c, (canvas_rect){-5, 3, 8, 100});
    assert_int_equal(c->clip.x, 0);
    assert_int_equal(c->clip.y, 3);
    assert_int_equal(c->clip.width, 3);
    assert_int_equal(c->clip.height, 5);
    canvas_clip(c, (canvas_rect){20, INT32_MIN, INT32_MAX, INT32_MAX});
    assert_int_equal(c->clip.width, 0);
    assert_int_equal(c->clip.height, 0);
    canvas_clip(c, (canvas_rect){2, 2, -4, 3});
    assert_int_equal(c->clip.width, 0);
}

/* ---- Capsules ---------------------------------------------------------------------------- */

static double distance_to_segment(double x, double y, sm_vec2 a, sm_vec2 b) {
    double ax = (double)a.x, ay = (double)a.y;
    double dx = (double)b.x - ax, dy = (double)b.y - ay;
    double squared = dx * dx + dy * dy;
    double t = squared > 0 ? ((x - ax) * dx + (y - ay) * dy) / squared : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(x - (ax + t * dx), y - (ay + t * dy));
}

/* What the header promises of one pixel, 0 .. 255; a line `thickness` wide that is `radius` away
 * from the segment. */
static double promised_level(double x, double y, sm_vec2 a, sm_vec2 b, double radius,
                             double thickness) {
    double aside = fabs(distance_to_segment(x, y, a, b) - fmax(radius, 0));
    double coverage = fmax(thickness, 1) / 2 + 0.5 - aside;
    return 255 * fmin(fmax(coverage, 0), 1) * fmin(fmax(thickness, 0), 1);
}

static void assert_level(const canvas *c, int x, int y, double expected) {
    if (fabs(level(c, x, y) - expected) > 0.75)
        fail_msg("pixel (%d, %d) is %d, expected %.3f", x, y, level(c, x, y), expected);
}

static sm_vec2 random_point(uint64_t *seed, float size) {
    return v(random_float(seed, -0.5f * size, 1.5f * size),
             random_float(seed, -0.5f * size, 1.5f * size));
}

/* Now and then along an axis, on a pixel's middle, or without length: what formulas stumble over.
 */
static void random_segment(uint64_t *seed, float size, sm_vec2 *a, sm_vec2 *b) {
    *a = random_point(seed, size);
    *b = random_point(seed, size);
    int kind = random_int(seed, 10);
    if (kind == 0 || kind == 1)
        b->x = a->x;
    if (kind == 1 || kind == 2)
        b->y = a->y;
    if (kind == 3)
        *b = v(a->x + 1e-4f, a->y + 2e-5f);
    if (kind == 4)
        *a = v(floorf(a->x) + 0.5f, floorf(a->y) + 0.5f);
    if (kind == 5)
        b->y = a->y + 1e-3f;
}

static float random_radius(uint64_t *seed) {
    static const float most[] = {0.6f, 2, 2, 6, 40, 600};
    return random_float(seed, 0, most[random_int(seed, 6)]);
}

/* Draws a capsule, or its outline where there is a thickness, and compares each pixel; a
 * translucent ink shows that each is blended once. */
static void compare_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, const float *thickness,
                            unsigned alpha) {
    color ink = (white & 0xffffffu) | alpha << 24;
    canvas_clear(c, black);
    if (thickness != NULL)
        canvas_capsule_outline(c, a, b, radius, *thickness, ink);
    else
        canvas_capsule(c, a, b, radius, ink);
    double edge = thickness != NULL ? (double)radius : 0;
    double wide = thickness != NULL ? (double)*thickness : 2 * (double)radius;
    for (int k = 0; k < c->width * c->height; k++) {
        int x = k % c->width, y = k / c->width;
        assert_level(c, x, y, promised_level(x + 0.5, y + 0.5, a, b, edge, wide) * alpha / 255);
    }
}

static void compare_with_formula(unsigned alpha, bool outlined, int rounds) {
    uint64_t seed = test_seed(alpha + outlined);
    canvas *c = black_canvas(70, 50);
    for (int n = 0; n < rounds; n++) {
        sm_vec2 a, b;
        random_segment(&seed, 60, &a, &b);
        float radius = random_radius(&seed) - (outlined ? 0.2f : 0);
        float thickness = random_radius(&seed);
        compare_capsule(c, a, b, radius, outlined ? &thickness : NULL, alpha);
    }
}

TEST(capsules_and_outlines_cover_what_the_formula_says) {
    compare_with_formula(255, false, 4000);
    compare_with_formula(255, true, 3000);
    compare_with_formula(0x66, false, 1000);
}

static void fill_rings(canvas *c, const sm_vec2 *points, const int *sizes, int count, bool inside) {
    for (int r = 0; r < count; points += sizes[r++])
        for (int i = 0; i < sizes[r]; i++)
            canvas_edge(c, points[i], points[(i + 1) % sizes[r]]);
    canvas_fill_edges(c, inside, white);
}

/* ---- Hostile coordinates ----------------------------------------------------------------- */

static void draw_all_but_rings(canvas *c, sm_vec2 a, sm_vec2 b, float size) {
    canvas_capsule(c, a, b, size, white);
    canvas_capsule_outline(c, a, b, size, 2, white);
    canvas_capsule_outline(c, a, b, 2, size, white);
    canvas_line(c, a, b, size, white);
    canvas_dashes(c, a, b, 1, size, 2, white);
    canvas_dashes(c, a, b, 1, 2, size, white);
    canvas_dashes(c, a, b, size, 3, 4, white);
    canvas_arrow(c, a, b, 2, size, white);
    canvas_arrow(c, a, b, size, 8, white);
    canvas_rounded_rect(c, a.x, a.y, b.x, b.y, size, white);
    canvas_rounded_rect(c, a.x, a.y, size, size, 3, white);
}

static void draw_everything(canvas *c, sm_vec2 a, sm_vec2 b, float size) {
    static const int three[] = {3};
    sm_vec2 ring[] = {a, b, {b.x, a.y}};
    sm_capsule hair = {a, b, size};
    draw_all_but_rings(c, a, b, size);
    canvas_hairlines(c, &hair, NULL, 1, (canvas_map){0, 18, 0.75f}, size > 1 ? white : 0x80ffffffu);
    fill_rings(c, ring, three, 1, true);
}

static void draw_mask(canvas *c, int x, int y) {
    uint8_t mask[64];
    memset(mask, 200, sizeof mask);
    canvas_mask(c, mask, 8, 8, 8, x, y, 0xff40ff80u);
}

TEST(nan_infinity_and_no_thickness_draw_nothing) {
    canvas *c = black_canvas(30, 20);
    const float odd[] = {NAN, INFINITY, -INFINITY};
    sm_capsule hairs[] = {sm_segment(v(NAN, 5), v(6, 6)), sm_segment(v(5, 5), v(6, INFINITY)),
                          sm_segment(v(-INFINITY, 5), v(INFINITY, 5))};
    for (int i = 0; i < 3; i++) {
        draw_everything(c, v(odd[i], 3), v(20, 10), 3);
        draw_everything(c, v(3, odd[i]), v(20, 10), 3);
        draw_everything(c, v(3, 3), v(odd[i], 10), 3);
        draw_everything(c, v(3, 3), v(20, odd[i]), 3);
    }
    canvas_clear(c, black);
    for (int i = 0; i < 3; i++)
        draw_all_but_rings(c, v(1, 1), v(9, 9), odd[i]);
    canvas_line(c, v(2.5f, 10.5f), v(16.5f, 10.5f), 0, white);
    canvas_line(c, v(2.5f, 10.5f), v(16.5f, 10.5f), -3, white);
    canvas_capsule(c, v(5, 5), v(5, 5), 0, white);
    canvas_hairlines(c, hairs, NULL, 3, (canvas_map){0, 20, 1}, white);
    assert_true(is_black(c));
}

static bool is_near(sm_vec2 p) {
    return fabsf(p.x) <= 1e9f && fabsf(p.y) <= 1e9f;
}

/* Draws it at once, and in two parts. */
static void draw_in_parts(canvas *whole, canvas *parts, sm_vec2 a, sm_vec2 b, float size,
                          int border) {
    const canvas_rect sides[] = {{0, 0, border, whole->height},
                                 {border, 0, whole->width - border, whole->height}};
    canvas_clear(whole, black);
    canvas_clear(parts, black);
    draw_everything(whole, a, b, size);
    draw_mask(whole, border - 3, 9);
    for (int i = 0; i < 2; i++) {
        canvas_clip(parts, sides[i]);
        draw_everything(parts, a, b, size);
        draw_mask(parts, border - 3, 9);
        for (int k = 0; i == 0 && k < whole->width * whole->height; k++) {
            if (k % whole->width >= border)
                assert_int_equal(parts->pixels[k], black);
        }
    }
}

/* The clip decides what is looked at, not what is there: a picture drawn in two parts is the
 * picture drawn at once but for rounding. Doubles know where a pixel is up to 1e9 pixels away;
 * beyond, a shape is somewhere, but never outside the clip. */
TEST(any_finite_coordinates_draw_the_same_in_parts) {
    static const float odd[] = {0,    -0.0f, 1e-45f, -1e-30f, 0.5f,  1e3f,    -1e6f,
                                1e9f, -1e9f, 1e15f,  -1e30f,  1e38f, 3.4e38f, -3.4e38f,
                                7.3f, 12.6f, 3.1f,   -4.7f,   18.2f, 25.5f};
    enum { ODD = sizeof odd / sizeof odd[0], ROUNDS = 5000, ROUNDING = 2 };
    uint64_t seed = test_seed(4);
    canvas *whole = black_canvas(30, 20), *parts = black_canvas(30, 20);
    int drawn = 0;
    for (int n = 0; n < ROUNDS; n++) {
        sm_vec2 a = v(odd[random_int(&seed, ODD)], odd[random_int(&seed, ODD)]);
        sm_vec2 b = v(odd[random_int(&seed, ODD)], odd[random_int(&seed, ODD)]);
        float size = odd[random_int(&seed, ODD)];
        if (n % 2 == 0) {
            random_segment(&seed, 30, &a, &b);
            size = random_radius(&seed);
        }
        draw_in_parts(whole, parts, a, b, size, 1 + random_int(&seed, 29));
        bool exact = is_near(a) && is_near(b) && fabsf(size) <= 1e9f;
        for (int k = 0; k < 30 * 20 && exact; k++) {
            assert_in_range(level(whole, k % 30, k / 30) + ROUNDING, level(parts, k % 30, k / 30),
                            level(parts, k % 30, k / 30) + 2 * ROUNDING);
            drawn += whole->pixels[k] != black;
        }
    }
    assert_true(drawn > 100 * ROUNDS);
}

TEST(a_line_of_1e9_pixels_and_a_disk_of_radius_1e6_are_where_they_should_be) {
    static const float two = 2;
    canvas *c = black_canvas(40, 30);
    sm_vec2 centre = v(20, 1000010);
    compare_capsule(c, v(-1e9f, 10.5f), v(1e9f, 10.5f), 0.5f, NULL, 255);
    compare_capsule(c, v(-1e9f, -1e9f), v(1e9f, 1e9f), 1.5f, NULL, 255);
    compare_capsule(c, centre, centre, 1e6f, NULL, 255);
    compare_capsule(c, centre, centre, 1e6f, &two, 255);
}

/* ---- Dashes and arrows ------------------------------------------------------------------- */

TEST(dashes_begin_at_a_and_keep_their_length) {
    canvas *c = black_canvas(40, 9);
    canvas_dashes(c, v(2, 4.5f), v(31, 4.5f), 1, 4, 3, white);
    for (int x = 0; x < 40; x++) {
        bool in_dash = x >= 2 && x < 31 && (x - 2) % 7 < 4;
        assert_int_equal(level(c, x, 4), in_dash ? 255 : 0);
        assert_int_equal(level(c, x, 3), 0);
    }
}

TEST(dashes_far_from_their_start_keep_their_places) {
    canvas *near = black_canvas(64, 9), *far = black_canvas(64, 9);
    canvas_dashes(near, v(-8, 4.5f), v(200, 4.5f), 1, 4, 4, white);
    canvas_dashes(far, v(-1073741824, 4.5f), v(1e9f, 4.5f), 1, 4, 4, white);
    assert_memory_equal(near->pixels, far->pixels, 64 * 9 * sizeof(uint32_t));
}

TEST(dashes_too_fine_to_see_become_a_fainter_line) {
    canvas *c = black_canvas(40, 9);
    canvas_dashes(c, v(-1e9f, 4.5f), v(1e9f, 4.5f), 1, 1e-6f, 3e-6f, white);
    for (int x = 0; x < 40; x++)
        assert_int_equal(level(c, x, 4), 64);
    canvas_clear(c, black);
    canvas_dashes(c, v(1, 4), v(30, 4), 1, 0, 3, white);
    assert_true(is_black(c));
    canvas_dashes(c, v(1.5f, 4.5f), v(30.5f, 4.5f), 1, 3, 0, white);
    assert_int_equal(level(c, 17, 4), 255);
}

TEST(an_arrow_ends_at_its_tip_and_is_widest_at_its_neck) {
    canvas *c = black_canvas(60, 31);
    canvas_arrow(c, v(5.5f, 15.5f), v(50, 15.5f), 1, 12, white);
    assert_int_equal(level(c, 20, 15), 255);
    assert_int_equal(level(c, 20, 13), 0);
    assert_int_equal(level(c, 45, 15), 255);
    assert_true(level(c, 49, 15) > 100);
    assert_int_equal(level(c, 52, 15), 0);
    assert_int_equal(level(c, 39, 12), 255);
    assert_int_equal(level(c, 36, 12), 0);
    for (int y = 0; y < 15; y++)
        for (int x = 0; x < 60; x++)
            assert_int_equal(level(c, x, y), level(c, x, 30 - y));
}

TEST(a_translucent_arrow_shows_no_joint) {
    canvas *c = black_canvas(80, 60);
    for (int i = 0; i < 60; i++) {
        canvas_clear(c, black);
        canvas_arrow(c, v(40, 30), v(40 + 25 * cosf((float)i), 30 + 25 * sinf((float)i)), 3, 10,
                     0x80ffffffu);
        for (int n = 0; n < 80 * 60; n++)
            assert_in_range(c->pixels[n] & 0xff, 0, 0x80);
    }
}

/* ---- Areas ------------------------------------------------------------------------------- */

static bool is_enclosed(double x, double y, const sm_vec2 *points, const int *sizes, int count) {
    bool inside = false;
    for (int r = 0; r < count; points += sizes[r++]) {
        for (int i = 0; i < sizes[r]; i++) {
            sm_vec2 a = points[i], b = points[(i + 1) % sizes[r]];
            sm_vec2 low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
            double slope = ((double)high.x - (double)low.x) / ((double)high.y - (double)low.y);
            if (((double)a.y > y) != ((double)b.y > y) &&
                (double)low.x + (y - (double)low.y) * slope <= x)
                inside = !inside;
        }
    }
    return inside;
}

static void assert_filled(canvas *c, const sm_vec2 *points, const int *sizes, int count) {
    for (int inside = 0; inside < 2; inside++) {
        canvas_clear(c, black);
        fill_rings(c, points, sizes, count, inside != 0);
        for (int y = 0; y < c->height; y++) {
            for (int x = 0; x < c->width; x++) {
                bool fill = is_enclosed(x + 0.5, y + 0.5, points, sizes, count) == (inside != 0);
                assert_int_equal(pixel(c, x, y), fill ? white : black);
            }
        }
    }
}

TEST(rings_fill_what_they_enclose_an_odd_number_of_times) {
    uint64_t seed = test_seed(6);
    canvas *c = black_canvas(150, 40); /* three words of bits, the last one not full */
    for (int n = 0; n < 300; n++) {
        sm_vec2 points[40];
        int sizes[4], count = 1 + random_int(&seed, 4), used = 0;
        for (int r = 0; r < count; r++) {
            sizes[r] = random_int(&seed, 11);
            for (int i = 0; i < sizes[r]; i++) {
                sm_vec2 p = v(random_float(&seed, -100, 250), random_float(&seed, -30, 70));
                if (random_int(&seed, 3) == 0)
                    p = v(floorf(p.x) + 0.5f, floorf(p.y) + 0.5f); /* through pixel centres */
                points[used++] = p;
            }
        }
        assert_filled(c, points, sizes, count);
    }
}

TEST(rings_beyond_every_side_of_the_clip_count) {
    canvas *c = black_canvas(100, 60);
    static const sm_vec2 around[] = {{-1e9f, -1e9f}, {1e9f, -1e9f}, {1e9f, 1e9f}, {-1e9f, 1e9f}};
    static const int four[] = {4};
    canvas_clip(c, (canvas_rect){30, 20, 40, 20});
    fill_rings(c, around, four, 1, true);
    for (int y = 0; y < 60; y++)
        for (int x = 0; x < 100; x++)
            assert_int_equal(pixel(c, x, y),
                             x >= 30 && x < 70 && y >= 20 && y < 40 ? white : black);
}

TEST(an_edge_with_nan_does_not_count) {
    canvas *c = black_canvas(20, 20);
    const sm_vec2 points[] = {{1, 1}, {19, NAN}, {5, 5}, {15, 5}, {15, 15}, {5, 15}};
    static const int sizes[] = {2, 4};
    fill_rings(c, points, sizes, 2, true);
    assert_float_equal(total(c), 100, 0);
    fill_rings(c, NULL, NULL, 0, false);
    assert_float_equal(total(c), 400, 0);
}

TEST(a_rectangle_on_whole_pixels_is_sharp_and_covers_its_area_elsewhere) {
    canvas *c = black_canvas(40, 30);
    canvas_rounded_rect(c, 3, 4, 20, 10, 0, white);
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 40; x++)
            assert_int_equal(level(c, x, y), x >= 3 && x < 23 && y >= 4 && y < 14 ? 255 : 0);
    uint64_t seed = test_seed(7);
    for (int n = 0; n < 300; n++) {
        float x = random_float(&seed, 1, 8), y = random_float(&seed, 1, 8);
        float width = random_float(&seed, 0, 25), height = random_float(&seed, 0, 18);
        canvas_clear(c, black);
        canvas_rounded_rect(c, x, y, width, height, 0, white);
        assert_float_equal(total(c), width * height, 0.4);
    }
}

TEST(a_rounded_rectangle_is_a_capsule_when_its_radius_is_half_its_height) {
    canvas *rect = black_canvas(60, 30), *capsule = black_canvas(60, 30);
    for (float radius = 0.5f; radius < 14; radius += 0.5f) {
        canvas_clear(rect, black);
        canvas_clear(capsule, black);
        canvas_rounded_rect(rect, 15 - radius, 15 - radius, 30 + 2 * radius, 2 * radius, 99, white);
        canvas_capsule(capsule, v(15, 15), v(45, 15), radius, white);
        for (int i = 0; i < 60 * 30; i++)
            assert_in_range((rect->pixels[i] & 0xff) + 1, capsule->pixels[i] & 0xff,
                            (capsule->pixels[i] & 0xff) + 2);
    }
}

TEST(a_mask_lands_where_it_should_with_its_pitch) {
    canvas *c = black_canvas(4, 3);
    static const uint8_t mask[] = {255, 128, 9, 0, 64, 9};
    canvas_mask(c, mask, 2, 2, 3, 3, 1, white);
    assert_int_equal(level(c, 3, 1), 255);
    assert_int_equal(level(c, 3, 2), 0);
    canvas_mask(c, mask, 2, 2, 3, -1, -1, 0x80ffffffu);
    assert_int_equal(level(c, 0, 0), 32);
    canvas_mask(c, mask, 2, 2, 3, INT32_MAX, INT32_MIN, white);
    canvas_mask(c, mask, 0, 2, 3, 1, 1, white);
    canvas_mask(c, mask, 2, -2, 3, 1, 1, white);
    assert_float_equal(total(c) * 255, 255 + 32, 0.01);
}

/* ---- Pictures ---------------------------------------------------------------------------- */

#define IN_FOLDER(name) TEST_WITH(name, make_folder, remove_folder)

IN_FOLDER(a_saved_picture_loads_as_it_was) {
    canvas *c = black_canvas(37, 23);
    canvas_capsule(c, v(3, 3), v(30, 20), 5, 0xfff5a623u);
    path_text path = path_in("picture.png");
    for (int n = 0; n < 2; n++) /* the second replaces the first */
        assert_null(canvas_save_png(c, path.at));
    assert_int_equal(count_files(folder), 1);
    SDL_Surface *loaded = IMG_Load(path.at);
    assert_non_null(loaded);
    SDL_Surface *s = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_int_equal(s->w, 37);
    assert_int_equal(s->h, 23);
    for (int y = 0; y < s->h; y++)
        assert_memory_equal((const char *)s->pixels + y * s->pitch, c->pixels + y * 37,
                            37 * sizeof(uint32_t));
    SDL_FreeSurface(s);
    SDL_FreeSurface(loaded);
    unlink(path.at);
}

TEST(a_rectangle_fills_its_pixels_and_no_others) {
    canvas *c = canvas_create(16, 12);
    canvas_clear(c, 0xff000000u);
    canvas_clip(c, (canvas_rect){2, 0, 14, 12});
    canvas_fill_rect(c, (canvas_rect){-5, 3, 10, 4}, 0xff00ff00u);
    canvas_fill_rect(c, (canvas_rect){14, 11, 2147483647, 2147483647}, 0x80ffffffu);
    for (int y = 0; y < 12; y++) {
        for (int x = 0; x < 16; x++) {
            bool green = x >= 2 && x < 5 && y >= 3 && y < 7, grey = x >= 14 && y == 11;
            uint32_t expected = green ? 0xff00ff00u : grey ? 0xff808080u : 0xff000000u;
            assert_int_equal(c->pixels[y * 16 + x], expected);
        }
    }
    canvas_destroy(c);
}
