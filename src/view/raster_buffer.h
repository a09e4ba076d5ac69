/* raster_buffer: what the parts of the rasterizer share: the samples, the eye and the light.
 *
 * A sample is a point of the picture with a colour and a depth; a pixel has one or four. Drawing
 * knows samples only: the eye's focal length is in samples. Rows are padded to whole blocks. */
#ifndef RASTER_BUFFER_H
#define RASTER_BUFFER_H

#include <string.h>

#include "camera.h"
#include "canvas.h"
#include "raster_paint.h"

/* Samples handled together: vectors of gcc and clang, as in pixels.h. */
enum { RASTER_BLOCK = 4 };

#define RASTER_CENTRE 0.5f /* how far a sample lies from its corner, samples */

typedef struct raster {
    canvas *target;
    int x, y;                /* of the picture's top left corner in the canvas, pixels */
    int width, height;       /* pixels */
    int samples;             /* to a side of a pixel */
    int columns, rows;       /* samples */
    int stride;              /* samples from row to row */
    float *nearness;         /* 1 / depth, 0 where nothing is */
    uint32_t *colors;        /* 0xFFRRGGBB */
    size_t capacity;         /* samples allocated */
    camera_eye eye;          /* in samples of the picture */
    camera_eye pixel_eye;    /* in pixels of the canvas */
    double slope_x, slope_y; /* |x / z| and |y / z| at the picture's border */
    vec3 light;              /* toward it, a unit vec3 in view coordinates */
    float ambient;
} raster;

/* Returns the pixels of the canvas that may be touched. */
canvas_rect raster_part(const raster *r);

/* A colour's channels as numbers, 0 .. 255. */
typedef struct shade {
    float red, green, blue;
} shade;

static inline shade shade_of(color c) {
    return (shade){(float)(c >> 16 & 0xff), (float)(c >> 8 & 0xff), (float)(c & 0xff)};
}

static inline shade shade_mix(shade from, shade to, float share) {
    return (shade){from.red + (to.red - from.red) * share,
                   from.green + (to.green - from.green) * share,
                   from.blue + (to.blue - from.blue) * share};
}

/* Fractions are cut off. */
static inline color shade_color(shade s) {
    return 0xff000000u | (uint32_t)s.red << 16 | (uint32_t)s.green << 8 | (uint32_t)s.blue;
}

static inline shade shade_scaled(shade s, float k) {
    return (shade){s.red * k, s.green * k, s.blue * k};
}

/* Returns the colour of a surface whose unit normal, in view coordinates, is that.
 *
 * The light is bent around: it fades to nothing only on the side away from it, so that faces in
 * shadow still differ from each other. */
static inline shade raster_lit(const raster *r, color surface, vec3 normal) {
    float toward = 0.5f + 0.5f * (float)vec3_dot(normal, r->light);
    return shade_scaled(shade_of(surface), r->ambient + (1 - r->ambient) * toward * toward);
}

/* Triangles lower than this in the picture, and capsules thinner, have no outline, those higher
 * than the other a full one: else a mesh far away would be nothing but outlines. Pixels. */
#define RASTER_OUTLINE_NONE 3.0
#define RASTER_OUTLINE_FULL 12.0

/* Returns how strong the outline is of what has that size, 0 .. 1. */
static inline double raster_outline_strength(double pixels) {
    double share = (pixels - RASTER_OUTLINE_NONE) / (RASTER_OUTLINE_FULL - RASTER_OUTLINE_NONE);
    return share > 0 ? share < 1 ? share : 1 : 0;
}

/* Samples from .. to of a row or column, both included; from > to: none. */
typedef struct extent {
    int from, to;
} extent;

/* Returns the samples whose centres lie in low .. high, cut to 0 .. count - 1; all where a bound is
 * NaN. */
static inline extent extent_within(double low, double high, int count) {
    low -= (double)RASTER_CENTRE;
    high -= (double)RASTER_CENTRE;
    extent e = {0, count - 1};
    if (low > 0)
        e.from = low < count ? pixels_ceil(low) : count;
    if (high < count - 1)
        e.to = high >= 0 ? (int)high : -1;
    return e;
}

/* ---- A block of samples at a time -------------------------------------------------------- */

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
