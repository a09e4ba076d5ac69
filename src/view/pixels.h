/* pixels: what every shape of the canvas ends in, a run of pixels in one row.
 *
 * Blending is exact: each channel is the true (under * (255 - a) + over * a) / 255, rounded to
 * nearest, so a full alpha gives the ink itself and a zero one leaves the pixel. */
#ifndef PIXELS_H
#define PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t color; /* 0xAARRGGBB, alpha not multiplied in */

/* Returns the colour with its alpha scaled by `opacity` (0 .. 1, clamped). */
color color_fade(color c, float opacity);

/* Returns the colour `amount` (0 .. 1, clamped) of the way from `from` to `to`. */
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

/* Returns `alpha` (0 .. 255) of the ink, whose own alpha is ignored, over an opaque pixel. */
static inline uint32_t pixels_blend(uint32_t under, color ink, unsigned alpha) {
    uint32_t red_blue = pixels_mix_pair(under & 0x00ff00ffu, ink & 0x00ff00ffu, alpha);
    uint32_t green = pixels_mix_pair(under >> 8 & 0xffu, ink >> 8 & 0xffu, alpha);
    return PIXELS_OPAQUE | red_blue | green << 8;
}

/* Pixels handled together. */
enum { PIXELS_BLOCK = 4 };

/* Vectors of gcc and clang: one instruction for many channels where the CPU has it, plain code
 * where it has not, the same result everywhere. */
typedef uint32_t pixels_block __attribute__((vector_size(4 * PIXELS_BLOCK)));
typedef uint8_t pixels_bytes __attribute__((vector_size(4 * PIXELS_BLOCK)));
typedef uint16_t pixels_channels __attribute__((vector_size(8 * PIXELS_BLOCK)));

/* pixels_blend for a block, with an alpha for each pixel. */
static inline void pixels_blend_block(uint32_t *at, color ink, const uint32_t alpha[PIXELS_BLOCK]) {
    pixels_block pixels, share;
    memcpy(&pixels, at, sizeof pixels);
    memcpy(&share, alpha, sizeof share);
    share |= share << 8;
    share |= share << 16;
    pixels_block inks = (ink | PIXELS_OPAQUE) - (pixels_block){0};
    pixels_channels under = __builtin_convertvector((pixels_bytes)pixels, pixels_channels);
    pixels_channels over = __builtin_convertvector((pixels_bytes)inks, pixels_channels);
    pixels_channels a = __builtin_convertvector((pixels_bytes)share, pixels_channels);
    pixels_channels v = under * (255 - a) + over * a + 128;
    v = (v + (v >> 8)) >> 8;
    pixels = (pixels_block) __builtin_convertvector(v, pixels_bytes);
    memcpy(at, &pixels, sizeof pixels);
}

/* A whole number of doubles that lie well within int; floor() is a call on CPUs without SSE4. */
static inline int pixels_ceil(double v) {
    int whole = (int)v;
    return whole + (v > whole);
}

/* Returns the first pixel of low .. high whose centre is at `edge` or beyond, `high` when none is.
 * NaN gives `low`. */
static inline int pixels_from(double edge, int low, int high) {
    edge -= PIXELS_CENTRE;
    if (!(edge > low))
        return low;
    return edge > high ? high : pixels_ceil(edge);
}

/* Blends the ink, whose own alpha is ignored, onto x0 <= x < x1 of a row. The caller has clipped.
 */
void pixels_fill(uint32_t *row, int x0, int x1, color ink, unsigned alpha);

#endif
