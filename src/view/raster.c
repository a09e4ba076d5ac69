#include "raster.h"

#include <stdlib.h>
#include <string.h>

#include "pixels.h"
#include "raster_buffer.h"

static const int smooth_obstacles = 5000; /* more are drawn with one sample a pixel */

raster *raster_create(void) {
    return calloc(1, sizeof(raster));
}

static void free_samples(raster *r) {
    free(r->nearness);
    free(r->colors);
    r->nearness = NULL;
    r->colors = NULL;
    r->capacity = 0;
}

void raster_destroy(raster *r) {
    if (r == NULL)
        return;
    free_samples(r);
    free(r);
}

int raster_samples(int obstacles) {
    return obstacles > smooth_obstacles ? 1 : 2;
}

/* ---- Begin ------------------------------------------------------------------------------- */

static bool make_room(raster *r, size_t samples) {
    if (samples <= r->capacity)
        return true;
    free_samples(r);
    r->nearness = malloc(samples * sizeof *r->nearness);
    r->colors = malloc(samples * sizeof *r->colors);
    if (r->nearness == NULL || r->colors == NULL) {
        free_samples(r);
        return false;
    }
    r->capacity = samples;
    return true;
}

static void place_eye(raster *r, const camera3 *camera) {
    r->pixel_eye = eye_of_camera(camera);
    r->eye = r->pixel_eye;
    r->eye.focal *= r->samples;
    r->eye.per_focal = 1 / r->eye.focal;
    r->eye.middle_x *= r->samples;
    r->eye.middle_y *= r->samples;
    r->slope_x = r->eye.middle_x / r->eye.focal;
    r->slope_y = r->eye.middle_y / r->eye.focal;
}

static vector seen_direction(const eye *e, vector world) {
    return (vector){vector_dot(world, e->right), vector_dot(world, e->up),
                    vector_dot(world, e->forward)};
}

static const vector up = {0, 1, 0};

static void place_light(raster *r, const raster_look *look) {
    vector from = vector_unit(vector_of(look->light), up);
    r->light = seen_direction(&r->eye, from);
    r->ambient = fminf(fmaxf(look->ambient, 0), 1);
}

/* What the sky's colour is rounded by, in 16 steps from pixel to pixel, so that it has no visible
 * stripes (Bayer 1973). */
enum { DITHER_SIDE = 4 };
static const float dither[DITHER_SIDE][DITHER_SIDE] = {
    {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

/* The sky has one colour a row, that of the direction in which its middle looks. */
static shade sky_at(const raster *r, const raster_look *look, int row) {
    vector ray = eye_ray(&r->eye, r->eye.middle_x, (double)row + (double)RASTER_CENTRE);
    vector unit = vector_unit(ray, (vector){0, 0, 1});
    float height = 0.5f + 0.5f * (float)vector_dot(unit, seen_direction(&r->eye, up));
    return shade_mix(shade_of(look->sky_bottom), shade_of(look->sky_top), height);
}

static void clear_row(raster *r, const raster_look *look, int row) {
    enum { PATTERN = 2 * DITHER_SIDE }; /* samples: a period with two to a pixel, two with one */
    uint32_t pattern[PATTERN];
    shade sky = sky_at(r, look, row);
    for (int i = 0; i < PATTERN; i++) {
        float up_by = dither[row / r->samples % DITHER_SIDE][i / r->samples % DITHER_SIDE] / 16;
        pattern[i] = shade_color((shade){sky.red + up_by, sky.green + up_by, sky.blue + up_by});
    }
    size_t at = (size_t)row * (size_t)r->stride;
    memset(r->nearness + at, 0, (size_t)r->stride * sizeof *r->nearness);
    for (int x = 0; x < r->stride; x++)
        r->colors[at + (size_t)x] = pattern[x % PATTERN];
}

bool raster_begin(raster *r, canvas *target, const camera3 *camera, const raster_look *look) {
    r->samples = look->samples >= 2 ? 2 : 1;
    r->width = camera->width < target->width ? camera->width : target->width;
    r->height = camera->height < target->height ? camera->height : target->height;
    r->target = target;
    if (r->width < 1 || r->height < 1) {
        r->width = r->height = 0;
        return false;
    }
    r->columns = r->width * r->samples;
    r->rows = r->height * r->samples;
    r->stride = (r->columns + RASTER_BLOCK - 1) / RASTER_BLOCK * RASTER_BLOCK;
    if (!make_room(r, (size_t)r->stride * (size_t)r->rows)) {
        r->width = r->height = 0;
        return false;
    }
    place_eye(r, camera);
    place_light(r, look);
    for (int y = 0; y < r->rows; y++)
        clear_row(r, look, y);
    return true;
}

/* ---- End --------------------------------------------------------------------------------- */

/* The mean of four colours, rounded: two channels at once, 16 bits apart. */
static inline uint32_t mean_of_four(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t pair = 0x00ff00ffu, half = 0x00020002u;
    uint32_t low = (a & pair) + (b & pair) + (c & pair) + (d & pair) + half;
    uint32_t high = (a >> 8 & pair) + (b >> 8 & pair) + (c >> 8 & pair) + (d >> 8 & pair) + half;
    return (low >> 2 & pair) | (high >> 2 & pair) << 8;
}

void raster_end(raster *r) {
    if (r->width < 1)
        return;
    canvas_rect clip = r->target->clip;
    int x1 = clip.x + clip.width < r->width ? clip.x + clip.width : r->width;
    int y1 = clip.y + clip.height < r->height ? clip.y + clip.height : r->height;
    for (int y = clip.y; y < y1 && clip.x < x1; y++) {
        uint32_t *to = pixels_row(r->target, y);
        const uint32_t *from = r->colors + (size_t)(y * r->samples) * (size_t)r->stride;
        if (r->samples == 1) {
            memcpy(to + clip.x, from + clip.x, (size_t)(x1 - clip.x) * sizeof *to);
            continue;
        }
        const uint32_t *below = from + r->stride;
        for (int x = clip.x; x < x1; x++)
            to[x] = mean_of_four(from[2 * x], from[2 * x + 1], below[2 * x], below[2 * x + 1]);
    }
}

float raster_depth_at(const raster *r, float x, float y) {
    if (!(x >= 0 && x < (float)r->width && y >= 0 && y < (float)r->height))
        return INFINITY;
    size_t column = (size_t)(x * (float)r->samples), row = (size_t)(y * (float)r->samples);
    float nearness = r->nearness[row * (size_t)r->stride + column];
    return nearness > 0 ? 1 / nearness : INFINITY;
}
