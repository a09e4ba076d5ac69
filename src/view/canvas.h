/* canvas: anti-aliased drawing into memory.
 *
 * As in the physics, every shape is a capsule: the coverage of a pixel is how far its centre lies
 * inside the capsule, clamp(radius + 1/2 - distance to the inner segment, 0, 1). Lines, disks,
 * rings, dots and strokes are cases of it, so the window, a screenshot and `render` show the same
 * pixels everywhere, with or without a GPU.
 *
 * Coordinates are pixels, y down, (0, 0) the corner of the first pixel; its centre is (0.5, 0.5).
 * Everything is clipped; NaN or infinite coordinates draw nothing.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../slidemove/vec.h"

/* NaN counts as `low`. */
static inline float clamp(float value, float low, float high) {
    return fminf(fmaxf(value, low), high);
}

/* ---- Pixels: every shape is drawn as runs of pixels, each in one row ----------------------- *
 *
 * Blending is exact: each channel is the true (under * (255 - a) + over * a) / 255, rounded to
 * nearest, so a full alpha gives the ink itself and a zero one leaves the pixel. */

typedef uint32_t color; /* 0xAARRGGBB, alpha not multiplied in */

/* Returns the colour with its alpha scaled by `opacity` (0 .. 1, clamped). */
color color_fade(color c, float opacity);

/* Returns the mixed colour: `amount` 0 is `from`, 1 is `to`; it is clamped. */
color color_mix(color from, color to, float amount);

#define PIXELS_OPAQUE 0xff000000u

/* How far a pixel centre lies from the pixel's corner. */
#define PIXELS_CENTRE 0.5

static inline unsigned pixels_alpha(color c) {
    return c >> 24;
}

/* Returns the product of two alphas, 255 being one. */
static inline unsigned pixels_scale_alpha(unsigned a, unsigned b) {
    unsigned v = a * b + 128u;
    return (v + (v >> 8)) >> 8;
}

/* Two channels at once, 16 bits apart: with 128 added, (v + v / 256) / 256 is v / 255 rounded. */
static inline uint32_t pixels_mix_pair(uint32_t under, uint32_t over, unsigned alpha) {
    uint32_t v = under * (255u - alpha) + over * alpha + 0x00800080u;
    return (v + (v >> 8 & 0x00ff00ffu)) >> 8 & 0x00ff00ffu;
}

/* Returns `alpha` (0 .. 255) of the ink over an opaque pixel; the ink's own alpha is ignored. */
static inline uint32_t pixels_blend(uint32_t under, color ink, unsigned alpha) {
    uint32_t red_blue = pixels_mix_pair(under & 0x00ff00ffu, ink & 0x00ff00ffu, alpha);
    uint32_t green = pixels_mix_pair(under >> 8 & 0xffu, ink >> 8 & 0xffu, alpha);
    return PIXELS_OPAQUE | red_blue | green << 8;
}

/* Pixels handled together. */
enum { PIXELS_BLOCK = 4 };

/* Vectors of gcc and clang: one instruction for many channels if the CPU has it, else plain code
 * with the same result. */
typedef uint32_t pixels_block __attribute__((vector_size(4 * PIXELS_BLOCK)));
typedef uint8_t pixels_bytes __attribute__((vector_size(4 * PIXELS_BLOCK)));
typedef uint16_t pixels_channels __attribute__((vector_size(8 * PIXELS_BLOCK)));

/* pixels_blend for a block, with an alpha for each pixel. */
static inline void pixels_blend_block(uint32_t *at, color ink, const uint32_t alpha[PIXELS_BLOCK]) {
    pixels_block pixels, alphas;
    memcpy(&pixels, at, sizeof pixels);
    memcpy(&alphas, alpha, sizeof alphas);
    alphas |= alphas << 8;
    alphas |= alphas << 16;
    pixels_block inks = (ink | PIXELS_OPAQUE) - (pixels_block){0};
    pixels_channels under = __builtin_convertvector((pixels_bytes)pixels, pixels_channels);
    pixels_channels over = __builtin_convertvector((pixels_bytes)inks, pixels_channels);
    pixels_channels a = __builtin_convertvector((pixels_bytes)alphas, pixels_channels);
    pixels_channels v = under * (255 - a) + over * a + 128;
    v = (v + (v >> 8)) >> 8;
    pixels = (pixels_block) __builtin_convertvector(v, pixels_bytes);
    memcpy(at, &pixels, sizeof pixels);
}

/* Rounds a double well within int upward. Faster than ceil(), which is a call without SSE4. */
static inline int pixels_ceil(double v) {
    int whole = (int)v;
    return whole + (v > whole);
}

/* Returns the first pixel of low .. high with its centre at `edge` or beyond, `high` when none is.
 * NaN gives `low`. */
static inline int pixels_from(double edge, int low, int high) {
    edge -= PIXELS_CENTRE;
    if (!(edge > low))
        return low;
    return edge > high ? high : pixels_ceil(edge);
}

typedef struct interval {
    double low, high; /* empty when low > high */
} interval;

/* By the method of Liang and Barsky: returns the interval of t in which start + t * step lies in
 * low .. high. */
static inline interval interval_cut(interval t, double start, double step, double low,
                                    double high) {
    if (step == 0)
        return start >= low && start <= high ? t : (interval){INFINITY, -INFINITY};
    double t1 = (low - start) / step, t2 = (high - start) / step;
    return (interval){sm_max(t.low, sm_min(t1, t2)), sm_min(t.high, sm_max(t1, t2))};
}

/* Blends the ink, without its own alpha, onto x0 <= x < x1 of a row. The caller has clipped. */
void pixels_fill(uint32_t *row, int x0, int x1, color ink, unsigned alpha);

/* ---- The canvas -------------------------------------------------------------------------- */

typedef struct canvas_rect {
    int x, y, width, height;
} canvas_rect;

typedef struct canvas {
    int width, height;
    uint32_t *pixels;    /* 0xFFRRGGBB, row by row, no padding */
    canvas_rect clip;    /* only pixels inside are touched; always within the canvas */
    uint64_t *crossings; /* where edges not yet filled cross rows */
} canvas;

/* Returns a row of its pixels. */
static inline uint32_t *canvas_row(const canvas *c, int y) {
    return c->pixels + (size_t)y * (size_t)c->width;
}

/* Returns a canvas, contents undefined until canvas_clear; NULL when memory ran out or a size is
 * < 1. */
canvas *canvas_create(int width, int height);
void canvas_destroy(canvas *c); /* NULL is fine */

/* Changes the size. Returns false, and leaves the canvas as it was, when memory ran out. */
bool canvas_resize(canvas *c, int width, int height);

/* Returns the intersection of both rectangles. */
canvas_rect canvas_rect_within(canvas_rect rect, canvas_rect limit);

/* Limits drawing to the rectangle (cut to the canvas); canvas_unclip lifts the limit. */
void canvas_clip(canvas *c, canvas_rect rect);
void canvas_unclip(canvas *c);

void canvas_clear(canvas *c, color background); /* ignores the clip */

/* Filled capsule; a = b is a disk. A radius below half a pixel fades instead of vanishing. */
void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill);

/* The capsule's outline, `thickness` wide, centred on its edge. a = b is a ring. */
void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke);

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke); /* round ends */

/* Maps the plane of what is drawn to pixels, with y turned over. */
typedef struct canvas_map {
    float x, y; /* the pixel of the plane's (0, 0) */
    float zoom;
} canvas_map;

/* Draws the inner segments of many capsules as lines a pixel wide without smooth edges: fast, for
 * lines of a few pixels. A shorter line than a pixel is a dot, and the fainter the shorter it is.
 * `which` has the indices of the `count` capsules to draw; NULL: the first `count`. Returns the
 * largest radius among them, at least 0. */
float canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                       canvas_map map, color stroke);

/* A line of dashes `dash` long, round ends included, with gaps `gap` between them, beginning with a
 * dash at a. Where dash + gap is less than the thickness or a pixel, it draws a fainter line
 * without gaps. */
void canvas_dashes(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float dash, float gap,
                   color stroke);

/* A line with a filled, anti-aliased head of length `head` and its tip at b. A shaft shorter than
 * the head shrinks the head to fit. Drawn in one pass, so that a translucent arrow shows no joint.
 */
void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke);

/* A line with an ink for each pixel: `along` is how far from the line's start the pixel lies, in
 * pixels. */
typedef struct canvas_stroke {
    double width, head; /* pixels; head: as an arrow's, 0: none */
    bool is_open;       /* its ends are not round, because other strokes continue it */
    color (*ink)(const void *context, double along);
    const void *context;
} canvas_stroke;

/* Draws the stroke between two points, which must be finite; they may lie anywhere. */
void canvas_draw_stroke(canvas *c, const canvas_stroke *stroke, vec a, vec b);

/* Adds an edge of the closed rings that canvas_fill_edges fills next; the clip must stay the same
 * until then. An edge that is not finite is ignored. */
void canvas_edge(canvas *c, sm_vec2 a, sm_vec2 b);

/* Fills the area inside the rings by the even-odd rule, or with `inside` false the area outside. A
 * pixel is filled if its centre is inside; edges are not smooth, so draw a line over them. */
void canvas_fill_edges(canvas *c, bool inside, color fill);

/* Fills whole pixels; no edge is smoothed. */
void canvas_fill_rect(canvas *c, canvas_rect rect, color fill);

/* Rectangles with corners rounded by `radius` (0: sharp), edges anti-aliased. */
void canvas_rounded_rect(canvas *c, float x, float y, float width, float height, float radius,
                         color fill);

/* Blends `ink` through an 8-bit coverage mask; its top left pixel lands on (x, y). */
void canvas_mask(canvas *c, const uint8_t *mask, int width, int height, int pitch, int x, int y,
                 color ink);

/* Writes a PNG: a temporary file in the same folder, then a rename, so the picture is whole or not
 * there. Returns NULL, or a message that says what failed, valid until the next call; an older file
 * of that name is then unchanged. */
const char *canvas_save_png(const canvas *c, const char *path);

#endif
