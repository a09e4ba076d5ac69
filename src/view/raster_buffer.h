/* raster_buffer: the state that the files of the rasterizer share: the samples, the eye and the
 * light; and the two shapes that all solids are made of.
 *
 * A sample is a point of the picture with a colour and a depth; a pixel has one or four. All
 * drawing is in samples: the eye's focal length, too. Rows are padded to whole blocks. */
#ifndef RASTER_BUFFER_H
#define RASTER_BUFFER_H

#include <SDL.h>

#include "../slidemove/lanes.h"
#include "raster.h"
#include "workers.h"

enum { RASTER_BLOCK = LANES_COUNT }; /* samples handled together */

#define RASTER_CENTRE 0.5f /* how far a sample lies from its corner, samples */

/* Samples from .. to of a row or column, both included; from > to: none. */
typedef struct extent {
    int from, to;
} extent;

/* First and last row that an obstacle may reach; from > to: none. */
typedef struct raster_rows {
    uint16_t from, to;
    bool is_tiny; /* drawn from its tiny_triangles */
} raster_rows;

/* Four triangles that cover at most two by two samples each. */
typedef struct tiny_triangles {
    float inv_depth[4][LANES_COUNT]; /* of the samples at (x, y), (x + 1, y), (x, y + 1), (x + 1, y
                                        + 1) */
    float toward_light[LANES_COUNT]; /* cosine, of the side that is seen */
    int32_t x[LANES_COUNT], y[LANES_COUNT];
    unsigned char covers[4]; /* for each of these samples, a bit for each triangle */
} tiny_triangles;

struct raster {
    canvas *target;
    int x, y;                /* of the picture's top left corner in the canvas, pixels */
    int width, height;       /* pixels */
    int samples;             /* to a side of a pixel */
    int columns, rows;       /* samples */
    extent band;             /* rows that this thread may write */
    int stride;              /* samples from row to row */
    float *inv_depth;        /* 1 / depth, 0 where nothing is */
    uint32_t *colors;        /* 0xFFRRGGBB */
    size_t capacity;         /* samples allocated */
    camera_eye eye;          /* in samples of the picture */
    camera_eye pixel_eye;    /* in pixels of the canvas */
    double slope_x, slope_y; /* |x / z| and |y / z| at the picture's border */
    double steep_x,
        steep_y; /* how much farther than its radius a ball reaches along x and y there */
    vec3 light;  /* toward it, a unit vec3 in view coordinates */
    float ambient;
    color sky_top, sky_bottom;
    workers workers;
    raster_rows *rows_of; /* of each obstacle, and after them of each group of obstacles */
    tiny_triangles *tiny; /* of each four obstacles of a group */
    int rows_capacity;
};

/* Pixels. Triangles lower than the first in the picture, and capsules thinner than it, have no
 * outline; above the second they have a full one. Otherwise a mesh far away would only be outlines.
 */
#define RASTER_OUTLINE_NONE 3.0
#define RASTER_OUTLINE_FULL 12.0

/* Returns how strong the outline of a shape of that size is, 0 .. 1. */
static inline double raster_outline_strength(double pixels) {
    double fraction = (pixels - RASTER_OUTLINE_NONE) / (RASTER_OUTLINE_FULL - RASTER_OUTLINE_NONE);
    return fraction > 0 ? fraction < 1 ? fraction : 1 : 0;
}

/* Returns the samples with centres in low .. high, cut to 0 .. count - 1; all where a bound is
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

/* Returns the samples that lie in both. */
static inline extent extent_both(extent a, extent b) {
    return (extent){a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

/* Returns the samples that lie in either, or between them. */
static inline extent extent_around(extent a, extent b) {
    return (extent){a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to};
}

/* Sets which rows each triangle may reach, and the tiny triangles among them. Returns the rows that
 * any of them may reach. */
raster_rows raster_cull(const raster *r, const sm3_triangle *triangles, int count,
                        raster_rows *rows, tiny_triangles *tiny);

/* Whether all of the points are beyond one side of the view by more than the radius, or one is not
 * finite. */
static inline bool raster_is_unseen(const raster *r, const vec3 *v, int count, double radius) {
    double reach_x = radius * r->steep_x, reach_y = radius * r->steep_y;
    unsigned beyond = 31;
    double sum = radius;
    for (int i = 0; i < count; i++) {
        double x = r->slope_x * v[i].z + reach_x, y = r->slope_y * v[i].z + reach_y;
        beyond &= (unsigned)(v[i].z + radius < r->eye.near) | (unsigned)(v[i].x > x) << 1 |
                  (unsigned)(v[i].x < -x) << 2 | (unsigned)(v[i].y > y) << 3 |
                  (unsigned)(v[i].y < -y) << 4;
        sum += v[i].x + v[i].y + v[i].z;
    }
    return beyond != 0 || !(sum - sum == 0);
}

/* ---- Colours ----------------------------------------------------------------------------- */

/* Returns red, green and blue, 0 .. 255. */
static inline lanes channels_of(color c) {
    return (lanes){(float)(c >> 16 & 0xff), (float)(c >> 8 & 0xff), (float)(c & 0xff), 0};
}

/* Returns the fraction of its colour that a surface shows; `toward` is the cosine of the angle
 * between its normal and the light.
 *
 * The light is bent around: it fades to nothing only on the side away from it, so that faces in
 * shadow still differ from each other. */
static inline float raster_light(const raster *r, float toward) {
    float bent = 0.5f + 0.5f * toward;
    return r->ambient + (1 - r->ambient) * bent * bent;
}

/* ---- A block of samples at a time -------------------------------------------------------- */

/* The centres of the samples from `at` on. */
static inline lanes centres(int at) {
    return (float)at + (lanes){0.5f, 1.5f, 2.5f, 3.5f};
}

/* Three coordinates of a block. */
typedef struct triple {
    lanes x, y, z;
} triple;

static inline lanes dot_fixed(triple a, const float b[3]) {
    return a.x * b[0] + a.y * b[1] + a.z * b[2];
}

static inline lanes size_of(lanes v) {
    return lanes_max(v, -v);
}

static inline lanes mixed(lanes from, float to, lanes fraction) {
    return from + (to - from) * fraction;
}

static inline lanes unit_lanes(lanes v) {
    return lanes_max(lanes_min(v, lanes_all(1)), lanes_all(0));
}

/* Returns the bits of colours of these channels, fractions cut off. */
static inline lanes packed(lanes red, lanes green, lanes blue) {
    lanes rgb = lanes_whole(red) * 65536 + lanes_whole(green) * 256 + lanes_whole(blue);
    return lanes_to_int32(rgb - 16777216); /* exact; this sets the bits of PIXELS_OPAQUE */
}

/* Returns which samples of a block are visible: at least as near as the sample there, and not
 * before the near plane, which has the inverse depth `limit`. */
static inline lanes visible_lanes(const float *depths, lanes inv_depth, float limit) {
    return lanes_both(lanes_at_most(lanes_load(depths), inv_depth),
                      lanes_at_most(inv_depth, lanes_all(limit)));
}

/* Stores the new depths and colours where `seen`. */
static inline void keep(float *depths, uint32_t *colors, lanes seen, lanes inv_depth, lanes over) {
    lanes_store(depths, lanes_where(seen, inv_depth, lanes_load(depths)));
    lanes_store(colors, lanes_where(seen, over, lanes_load(colors)));
}

/* ---- Shapes ------------------------------------------------------------------------------ */

/* A face with corners in view coordinates. */
typedef struct raster_face {
    vec3 corner[3];
    bool one_sided;
    unsigned edges; /* RASTER_EDGE_... */
    color fill;
    const raster_paint *paint;
} raster_face;

void raster_fill_face(raster *r, const raster_face *face);

/* A capsule with its ends in view coordinates. */
void raster_fill_capsule(raster *r, vec3 a, vec3 b, double radius, color fill,
                         const raster_paint *paint);

/* Finds the samples that a ball in view coordinates may cover. */
void raster_cull_ball(const raster *r, vec3 centre, double radius, extent *x, extent *y);

#endif
