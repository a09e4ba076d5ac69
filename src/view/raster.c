#include <stdlib.h>

#include "../level/memory.h"
#include "raster_buffer.h"

/* ---- Life -------------------------------------------------------------------------------- */

enum { THREADS_MAX = 8 };

static const int smooth_obstacles = 5000; /* more are drawn with one sample a pixel */

raster *raster_create(void) {
    raster *r = memory_calloc(1, sizeof *r);
    workers_start(&r->workers, SDL_GetCPUCount() < THREADS_MAX ? SDL_GetCPUCount() : THREADS_MAX);
    return r;
}

void raster_destroy(raster *r) {
    if (r == NULL)
        return;
    workers_stop(&r->workers);
    free(r->inv_depth);
    free(r->colors);
    free(r->rows_of);
    free(r->tiny);
    free(r);
}

int raster_samples(int obstacles) {
    return obstacles > smooth_obstacles ? 1 : 2;
}

/* ---- Begin ------------------------------------------------------------------------------- */

/* Makes room for the samples. A smaller inset of the same canvas keeps the buffers for the next
 * frame; after a larger window they are freed. */
static bool make_room(raster *r, size_t samples) {
    size_t most = (2 * (size_t)r->target->width + RASTER_BLOCK) * 2 * (size_t)r->target->height;
    if (samples <= r->capacity && r->capacity <= most)
        return true;
    free(r->inv_depth);
    free(r->colors);
    r->inv_depth = malloc(samples * sizeof *r->inv_depth);
    r->colors = malloc(samples * sizeof *r->colors);
    bool good = r->inv_depth != NULL && r->colors != NULL;
    r->capacity = good ? samples : 0;
    return good;
}

static void place_eye(raster *r, const camera *from) {
    r->pixel_eye = eye_of_camera(from);
    r->eye = r->pixel_eye;
    r->eye.focal *= r->samples;
    r->eye.per_focal = 1 / r->eye.focal;
    r->eye.middle_x = (r->eye.middle_x - r->x) * r->samples;
    r->eye.middle_y = (r->eye.middle_y - r->y) * r->samples;
    r->slope_x = r->eye.middle_x / r->eye.focal;
    r->slope_y = r->eye.middle_y / r->eye.focal;
    r->steep_x = sqrt(1 + r->slope_x * r->slope_x);
    r->steep_y = sqrt(1 + r->slope_y * r->slope_y);
}

static vec3 seen_direction(const camera_eye *e, vec3 world) {
    return (vec3){vec3_dot(world, e->right), vec3_dot(world, e->up), vec3_dot(world, e->forward)};
}

static const vec3 up = {0, 1, 0};

/* The pattern that the sky's colour is rounded by, in 16 steps from pixel to pixel, so that it has
 * no visible stripes (Bayer 1973). */
enum { DITHER_SIDE = 4 };
static const float dither[DITHER_SIDE][DITHER_SIDE] = {
    {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

/* Returns the sky's colour as channels. It has one colour a row, that of the direction of the row's
 * middle. */
static lanes sky_at(const raster *r, int row) {
    vec3 ray = eye_ray(&r->eye, r->eye.middle_x, (double)row + (double)RASTER_CENTRE);
    vec3 unit = vec3_unit(ray, (vec3){0, 0, 1});
    float height = 0.5f + 0.5f * (float)vec3_dot(unit, seen_direction(&r->eye, up));
    lanes low = channels_of(r->sky_bottom);
    return low + (channels_of(r->sky_top) - low) * height;
}

static void clear_row(const raster *r, int row) {
    lanes pattern[2], sky = sky_at(r, row); /* two blocks: a period with two to a pixel */
    for (int i = 0; i < 2; i++) {
        float up_by[RASTER_BLOCK];
        for (int k = 0; k < RASTER_BLOCK; k++)
            up_by[k] = dither[row / r->samples % DITHER_SIDE]
                             [(i * RASTER_BLOCK + k) / r->samples % DITHER_SIDE];
        lanes by = lanes_load(up_by) / 16;
        pattern[i] = packed(sky[0] + by, sky[1] + by, sky[2] + by);
    }
    size_t at = (size_t)row * (size_t)r->stride;
    memset(r->inv_depth + at, 0, (size_t)r->stride * sizeof *r->inv_depth);
    for (int x = 0; x < r->stride; x += RASTER_BLOCK)
        lanes_store(r->colors + at + x, pattern[x / RASTER_BLOCK % 2]);
}

/* ---- Bands ------------------------------------------------------------------------------- *
 *
 * The rows of the picture are drawn in bands, more than there are threads. The picture is the same
 * however many threads draw it. */

enum { BANDS = 16, ROWS_MIN = 2 }; /* a multiple of the rows of a pixel */

static extent band_of(const raster *r, int number) {
    int height = (r->rows / BANDS / ROWS_MIN + 1) * ROWS_MIN;
    extent all = {0, r->rows - 1};
    return extent_both((extent){number * height, (number + 1) * height - 1}, all);
}

static void clear_band(void *context, int number, int worker) {
    (void)worker;
    const raster *r = context;
    extent band = band_of(r, number);
    for (int y = band.from; y <= band.to; y++)
        clear_row(r, y);
}

bool raster_begin(raster *r, canvas *target, const camera *from, const raster_look *look) {
    r->samples = look->samples >= 2 ? 2 : 1;
    r->x = from->x;
    r->y = from->y;
    r->width = from->width < target->width ? from->width : target->width;
    r->height = from->height < target->height ? from->height : target->height;
    r->target = target;
    r->columns = r->width * r->samples;
    r->rows = r->height * r->samples;
    r->stride = (r->columns + RASTER_BLOCK - 1) / RASTER_BLOCK * RASTER_BLOCK;
    if (r->width < 1 || r->height < 1 || !make_room(r, (size_t)r->stride * (size_t)r->rows))
        return false;
    place_eye(r, from);
    r->light = seen_direction(&r->eye, vec3_unit(vec3_of(look->light), up));
    r->ambient = clamp(look->ambient, 0, 1);
    r->sky_top = look->sky_top;
    r->sky_bottom = look->sky_bottom;
    r->band = (extent){0, r->rows - 1};
    workers_run(&r->workers, clear_band, r, BANDS);
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

/* Returns the pixels of the canvas that may be drawn. */
static canvas_rect area_of(const raster *r) {
    return canvas_rect_within((canvas_rect){r->x, r->y, r->width, r->height}, r->target->clip);
}

static void show_band(void *context, int number, int worker) {
    (void)worker;
    const raster *r = context;
    extent band = band_of(r, number);
    int top = r->y + band.from / r->samples, bottom = r->y + (band.to + 1) / r->samples;
    canvas_rect rows = {r->x, top, r->width, bottom - top};
    canvas_rect area = canvas_rect_within(rows, area_of(r));
    for (int y = area.y; y < area.y + area.height; y++) {
        uint32_t *to = canvas_row(r->target, y) + area.x;
        const uint32_t *from = r->colors + (size_t)((y - r->y) * r->samples) * (size_t)r->stride +
                               (area.x - r->x) * r->samples;
        if (r->samples == 1) {
            memcpy(to, from, (size_t)area.width * sizeof *to);
            continue;
        }
        const uint32_t *below = from + r->stride;
        for (int x = 0; x < area.width; x++)
            to[x] = mean_of_four(from[2 * x], from[2 * x + 1], below[2 * x], below[2 * x + 1]);
    }
}

void raster_end(raster *r) {
    workers_run(&r->workers, show_band, r, BANDS);
}

/* ---- Obstacles --------------------------------------------------------------------------- *
 *
 * A rounded triangle is the hull of three spheres: its two faces, each moved outward by the radius,
 * and a capsule along every edge. */

static void draw_rounded(raster *r, const raster_face *face, double radius) {
    const vec3 *v = face->corner;
    vec3 normal = vec3_unit(eye_normal(v[0], v[1], v[2]), (vec3){0, 0, 0});
    raster_face moved = *face;
    moved.edges = 0; /* the faces join the capsules smoothly */
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 3; i++)
            moved.corner[i] = vec3_add(v[i], vec3_scale(normal, side * radius));
        raster_fill_face(r, &moved);
    }
    for (int i = 0; i < 3; i++) /* last: much of them is hidden, and need not be shaded */
        raster_fill_capsule(r, v[i], v[(i + 1) % 3], radius, face->fill, face->paint);
}

static void draw_obstacle(raster *r, const sm3_triangle *t, const raster_face *face) {
    const vec3 *v = face->corner;
    vec3 normal = eye_normal(v[0], v[1], v[2]); /* 0: on one line, seen as thin capsules, too */
    double radius = t->radius > 0 ? (double)t->radius : 0;
    if (sm3_same(t->a, t->b))
        raster_fill_capsule(r, v[1], v[2], radius, face->fill, face->paint);
    else if (sm3_same(t->b, t->c) || sm3_same(t->a, t->c))
        raster_fill_capsule(r, v[0], v[1], radius, face->fill, face->paint);
    else if (radius == 0 && vec3_dot(normal, normal) > 0)
        raster_fill_face(r, face);
    else
        draw_rounded(r, face, radius);
}

static raster_face face_of(const raster *r, const sm3_triangle *t, const raster_paint *paint) {
    return (raster_face){
        .corner = {eye_see(&r->eye, t->a), eye_see(&r->eye, t->b), eye_see(&r->eye, t->c)},
        .one_sided = t->one_sided,
        .edges = RASTER_EDGES_ALL,
        .fill = paint->face,
        .paint = paint,
    };
}

/* The arguments of raster_obstacles. */
typedef struct drawing {
    raster *raster;
    const sm3_triangle *triangles;
    const unsigned char *edge_mask;
    const color *colors;
    int count;
    const raster_paint *paint;
} drawing;

enum { GROUP = 256 }; /* obstacles that are culled together */

static void draw_tiny(raster *r, const tiny_triangles *s, int which, color fill) {
    lanes lit = channels_of(fill) * raster_light(r, s->toward_light[which]);
    lanes bits = packed(lanes_all(lit[0]), lanes_all(lit[1]), lanes_all(lit[2]));
    for (int k = 0; k < 4; k++) {
        int y = s->y[which] + (k >> 1);
        size_t at = (size_t)y * (size_t)r->stride + (size_t)(s->x[which] + (k & 1));
        if ((s->covers[k] >> which & 1) == 0 || y < r->band.from || y > r->band.to ||
            s->inv_depth[k][which] < r->inv_depth[at])
            continue;
        r->inv_depth[at] = s->inv_depth[k][which];
        memcpy(&r->colors[at], &bits, sizeof *r->colors);
    }
}

static void draw_group(raster *r, const drawing *d, int from, int to) {
    for (int i = from; i < to; i++) {
        if (r->rows_of[i].from > r->band.to || r->rows_of[i].to < r->band.from)
            continue;
        if (r->rows_of[i].is_tiny) {
            draw_tiny(r, &r->tiny[i / LANES_COUNT], i % LANES_COUNT,
                      d->colors != NULL ? d->colors[i] : d->paint->face);
            continue;
        }
        raster_face face = face_of(r, &d->triangles[i], d->paint);
        if (d->edge_mask != NULL)
            face.edges = d->edge_mask[i];
        if (d->colors != NULL)
            face.fill = d->colors[i];
        draw_obstacle(r, &d->triangles[i], &face);
    }
}

static int group_end(const drawing *d, int group) {
    return d->count - group * GROUP > GROUP ? (group + 1) * GROUP : d->count;
}

static void draw_band(void *context, int number, int worker) {
    (void)worker;
    const drawing *d = context;
    raster banded = *d->raster;
    banded.band = band_of(&banded, number);
    const raster_rows *group = banded.rows_of + d->count;
    for (int i = 0; i * GROUP < d->count; i++) {
        if (group[i].from <= banded.band.to && group[i].to >= banded.band.from)
            draw_group(&banded, d, i * GROUP, group_end(d, i));
    }
}

static void cull_group(void *context, int group, int worker) {
    (void)worker;
    const drawing *d = context;
    raster_rows *rows = d->raster->rows_of;
    int from = group * GROUP;
    rows[d->count + group] = raster_cull(d->raster, d->triangles + from, group_end(d, group) - from,
                                         rows + from, d->raster->tiny + from / LANES_COUNT);
}

/* Makes room for the rows of so many obstacles and of their groups, and for tiny triangles. */
static void make_rows(raster *r, int count) {
    if (count <= r->rows_capacity)
        return;
    free(r->rows_of);
    free(r->tiny);
    r->rows_of = memory_alloc(((size_t)count + (size_t)count / GROUP + 1) * sizeof *r->rows_of);
    r->tiny = memory_alloc(((size_t)count / LANES_COUNT + 1) * sizeof *r->tiny);
    r->rows_capacity = count;
}

void raster_obstacles(raster *r, const sm3_triangle *triangles, const unsigned char *edge_mask,
                      const color *colors, int count, const raster_paint *paint) {
    if (count < 1)
        return;
    drawing d = {r, triangles, edge_mask, colors, count, paint};
    make_rows(r, count);
    workers_run(&r->workers, cull_group, &d, (count + GROUP - 1) / GROUP);
    workers_run(&r->workers, draw_band, &d, BANDS);
}

/* ---- Shadow ------------------------------------------------------------------------------ */

/* Returns the place in the world that a sample shows; infinitely far if it shows none. */
static vec3 place_at(const raster *r, int x, int y) {
    const camera_eye *e = &r->eye;
    vec3 ray = eye_ray(e, x + (double)RASTER_CENTRE, y + (double)RASTER_CENTRE);
    double depth = 1 / (double)r->inv_depth[(size_t)y * (size_t)r->stride + (size_t)x];
    vec3 direction =
        vec3_add(vec3_add(vec3_scale(e->right, ray.x), vec3_scale(e->up, ray.y)), e->forward);
    return vec3_add(e->position, vec3_scale(direction, depth));
}

/* Returns how far a place is from the middle of the mover seen from above, 1 at its border. */
static double from_middle(const sm3_mover *m, sm3_vec place) {
    sm3_vec away = {place.x - m->a.x, 0, place.z - m->a.z};
    float most = 0;
    for (int i = 0; i < 2; i++) {
        sm3_vec side = i == 0 ? m->side : m->front;
        float length = sm3_length(side);
        if (length > 0)
            most = sm_maxf(most, fabsf(sm3_dot(away, side)) / length / (length + m->radius));
    }
    return (double)(sm3_length(m->side) > 0 ? most : sm3_length(away) / m->radius);
}

/* Returns how strong a shadow from above is on a surface: 0 on an upright wall. */
static double lit_from_above(vec3 along, vec3 across) {
    static const double upright = 0.2, lying = 0.45; /* of the normal, up */
    vec3 normal = vec3_cross(along, across);
    double rise = fabs(normal.y) / vec3_length(normal);
    return sm_min(sm_max((rise - upright) / (lying - upright), 0), 1);
}

/* Returns how strong that is on the surface that a sample shows. */
static double lit_at(const raster *r, int x, int y, vec3 place) {
    vec3 along = vec3_sub(place_at(r, x + 1, y), place);
    vec3 across = vec3_sub(place_at(r, x, y + 1), place);
    return lit_from_above(along, across);
}

/* The arguments of raster_tint. */
typedef struct tinting {
    raster *raster;
    raster_ink *ink;
    const void *context;
} tinting;

/* The last row and column have no neighbours, which tell how steep a surface is. */
static void tint_band(void *context, int number, int worker) {
    (void)worker;
    const tinting *t = context;
    raster *r = t->raster;
    extent rows = extent_both(band_of(r, number), (extent){0, r->rows - 2});
    for (int y = rows.from; y <= rows.to; y++) {
        for (int x = 0; x < r->columns - 1; x++) {
            size_t at = (size_t)y * (size_t)r->stride + (size_t)x;
            if (!(r->inv_depth[at] > 0))
                continue;
            vec3 place = place_at(r, x, y);
            color ink = t->ink(t->context, vec3_round(place));
            if (ink >> 24 != 0)
                r->colors[at] = color_mix(r->colors[at], ink | PIXELS_OPAQUE,
                                          (float)(ink >> 24) / 255 * (float)lit_at(r, x, y, place));
        }
    }
}

void raster_tint(raster *r, raster_ink *ink, const void *context) {
    tinting t = {r, ink, context};
    workers_run(&r->workers, tint_band, &t, BANDS);
}

static void darken(raster *r, const sm3_mover *m, float bottom, float strength, int x, int y) {
    static const double rim = 0.3; /* of the radius, in which it fades */
    vec3 place = place_at(r, x, y);
    double most = (1 - from_middle(m, vec3_round(place))) / rim;
    if (!(place.y <= (double)m->a.y && place.y >= (double)bottom && most > 0))
        return;
    double dark = sm_min(most, 1) * lit_at(r, x, y, place) * (double)strength;
    uint32_t *to = &r->colors[(size_t)y * (size_t)r->stride + (size_t)x];
    *to = color_mix(*to, PIXELS_OPAQUE, (float)dark);
}

void raster_shadow(raster *r, const sm3_mover *m, float bottom, float strength) {
    double reach = (double)(sm3_length(m->side) + sm3_length(m->front) + m->radius);
    extent x[2], y[2];
    for (int i = 0; i < 2; i++) {
        sm3_vec end = {m->a.x, i == 0 ? m->a.y : bottom, m->a.z};
        raster_cull_ball(r, eye_see(&r->eye, end), reach, &x[i], &y[i]);
    }
    extent columns = extent_both(extent_around(x[0], x[1]), (extent){0, r->columns - 2});
    extent rows = extent_both(extent_around(y[0], y[1]), (extent){0, r->rows - 2});
    for (int row = rows.from; row <= rows.to; row++)
        for (int column = columns.from; column <= columns.to; column++)
            darken(r, m, bottom, strength, column, row);
}

/* Clears the depths around the body first, so that its pieces hide only each other. Then each
 * sample of the body is kept where it is nearest, and mixed with the sample that hides it
 * elsewhere. */
void raster_body(raster *r, const sm3_triangle *pieces, int count, sm3_vec middle, float reach,
                 const raster_paint *paint, float through) {
    struct sample {
        float inv_depth;
        uint32_t color;
    } * before;
    extent x, y;
    raster_cull_ball(r, eye_see(&r->eye, middle), (double)reach, &x, &y);
    size_t width = x.to < x.from ? 0 : (size_t)(x.to - x.from + 1);
    size_t area = y.to < y.from ? 0 : width * (size_t)(y.to - y.from + 1);
    size_t first = (size_t)y.from * (size_t)r->stride + (size_t)x.from;
    before = memory_alloc(area * sizeof *before);
    for (size_t i = 0; i < area; i++) {
        size_t at = first + i / width * (size_t)r->stride + i % width;
        before[i] = (struct sample){r->inv_depth[at], r->colors[at]};
        r->inv_depth[at] = 0;
    }
    raster_obstacles(r, pieces, NULL, NULL, count, paint);
    for (size_t i = 0; i < area; i++) {
        size_t at = first + i / width * (size_t)r->stride + i % width;
        if (r->inv_depth[at] >= before[i].inv_depth && r->inv_depth[at] > 0)
            continue;
        if (r->inv_depth[at] > 0)
            r->colors[at] = color_mix(before[i].color, r->colors[at], through);
        r->inv_depth[at] = before[i].inv_depth;
    }
    free(before);
}

/* ---- Strokes ----------------------------------------------------------------------------- *
 *
 * They are drawn on the canvas over the finished picture, between the pixels where their ends are
 * seen. A pixel is as hidden as the point of the segment next to it, so that a thick line is
 * hidden across its whole width, not along a ragged border. */

static const double dash = 5, dash_gap = 4; /* pixels, of a hidden stroke */
static const float nearer = 1.001f; /* a face hides strokes that are farther by this factor, so a
                                       line on the face stays visible */

typedef struct occluded {
    const raster *raster;
    eye_spot a, b;
    double length;  /* pixels */
    bool is_dashed; /* where it is hidden */
    color visible, hidden;
} occluded;

static float inv_depth_at(const raster *r, double x, double y) {
    double right = r->width - 1, bottom = r->height - 1;
    x = sm_min(sm_max(x - r->x, 0), right);
    y = sm_min(sm_max(y - r->y, 0), bottom);
    size_t column = (size_t)(x * r->samples), row = (size_t)(y * r->samples);
    return r->inv_depth[row * (size_t)r->stride + column];
}

/* A face that falls away from the eye is nearer at one side of the point and farther at the other,
 * so the farthest of the pixels around it decides. */
static bool is_hidden(const raster *r, eye_spot at) {
    float limit = (float)at.inv_depth * nearer;
    return inv_depth_at(r, at.x, at.y) > limit && inv_depth_at(r, at.x - 1, at.y) > limit &&
           inv_depth_at(r, at.x + 1, at.y) > limit && inv_depth_at(r, at.x, at.y - 1) > limit &&
           inv_depth_at(r, at.x, at.y + 1) > limit;
}

/* The function of a canvas_stroke. */
static color ink_at(const void *context, double along) {
    const occluded *v = context;
    double fraction = v->length > 0 ? sm_min(sm_max(along / v->length, 0), 1) : 0;
    eye_spot at = {v->a.x + (v->b.x - v->a.x) * fraction, v->a.y + (v->b.y - v->a.y) * fraction,
                   v->a.inv_depth + (v->b.inv_depth - v->a.inv_depth) * fraction};
    if (!is_hidden(v->raster, at))
        return v->visible;
    bool in_gap = v->is_dashed && fmod(along + dash, dash + dash_gap) >= dash;
    return in_gap ? 0 : v->hidden;
}

/* Draws the part of a segment that is before the near plane. */
static void draw_stroke(const raster *r, sm3_vec from, sm3_vec to, occluded v, canvas_stroke s) {
    vec3 a = eye_see(&r->eye, from), b = eye_see(&r->eye, to);
    double near = r->eye.near;
    if (!vec3_is_finite(a) || !vec3_is_finite(b) || !(s.width > 0) || !isfinite(s.width) ||
        !isfinite(s.head) || (a.z < near && b.z < near))
        return;
    if (a.z < near)
        a = eye_cut(&r->eye, a, b);
    if (b.z < near) {
        b = eye_cut(&r->eye, a, b);
        s.head = 0;
    }
    v.raster = r;
    v.a = eye_project(&r->pixel_eye, a);
    v.b = eye_project(&r->pixel_eye, b);
    v.length = vec_length((vec){v.b.x - v.a.x, v.b.y - v.a.y});
    v.is_dashed = !s.is_open && v.length > 0;
    s.ink = ink_at;
    s.context = &v;
    canvas_rect clip = r->target->clip;
    r->target->clip = area_of(r);
    canvas_draw_stroke(r->target, &s, (vec){v.a.x, v.a.y}, (vec){v.b.x, v.b.y});
    r->target->clip = clip;
}

void raster_line(raster *r, sm3_vec a, sm3_vec b, float width, float head, color visible,
                 color hidden) {
    draw_stroke(r, a, b, (occluded){.visible = visible, .hidden = hidden},
                (canvas_stroke){.width = (double)width, .head = sm_max((double)head, 0)});
}

void raster_loop(raster *r, const sm3_vec *points, int count, float width, color visible,
                 color hidden) {
    for (int i = 0; i < count; i++)
        draw_stroke(r, points[i], points[(i + 1) % count],
                    (occluded){.visible = visible, .hidden = hidden},
                    (canvas_stroke){.width = (double)width, .is_open = true});
}
