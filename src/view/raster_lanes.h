/* lanes: a block of samples at a time, in vectors of gcc and clang as in pixels.h. */
#ifndef VIEW3_LANES_H
#define VIEW3_LANES_H

#include <string.h>

#include "raster_buffer.h"

typedef float lanes __attribute__((vector_size(4 * RASTER_BLOCK)));
typedef int32_t lanes_mask __attribute__((vector_size(4 * RASTER_BLOCK)));

static inline lanes spread(float v) {
    return (lanes){v, v, v, v};
}

static inline lanes chosen(lanes_mask mask, lanes yes, lanes no) {
    return (lanes)((mask & (lanes_mask)yes) | (~mask & (lanes_mask)no));
}

static inline lanes lower(lanes a, lanes b) {
    return chosen(a < b, a, b);
}

static inline lanes higher(lanes a, lanes b) {
    return chosen(a > b, a, b);
}

static inline bool is_any(lanes_mask mask) {
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    return (half[0] | half[1]) != 0;
}

static inline lanes_mask packed(lanes red, lanes green, lanes blue) {
    return __builtin_convertvector(red, lanes_mask) << 16 |
           __builtin_convertvector(green, lanes_mask) << 8 |
           __builtin_convertvector(blue, lanes_mask) | (int32_t)PIXELS_OPAQUE;
}

/* The centres of the samples from `at` on. */
static inline lanes centres(int at) {
    return (float)at + (lanes){0.5f, 1.5f, 2.5f, 3.5f};
}

/* Keeps the new depths and colours where `seen`. */
static inline void lanes_store(float *depths, uint32_t *colors, lanes_mask seen, lanes nearness,
                               lanes before, lanes_mask over) {
    nearness = chosen(seen, nearness, before);
    memcpy(depths, &nearness, sizeof nearness);
    lanes_mask under;
    memcpy(&under, colors, sizeof under);
    under = (over & seen) | (under & ~seen);
    memcpy(colors, &under, sizeof under);
}

/* Below 0 counts as 0. */
static inline lanes lanes_root(lanes v) {
    v = higher(v, spread(0));
    return (lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
}

#endif
