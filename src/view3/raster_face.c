/* raster_face: one triangle, by homogeneous edge functions (Olano and Greer, "Triangle scan
 * conversion using 2D homogeneous coordinates", 1997).
 *
 * With corners P, Q, R in view coordinates, a ray d meets the plane where (P x Q) . d, (Q x R) . d
 * and (R x P) . d have one sign inside the triangle: each is the volume of the ray with an edge.
 * The ray is linear in the pixel, so each is a x + b y + c, for corners behind the eye as well:
 * nothing has to be clipped. A shared edge gives its two faces exactly opposite numbers, so between
 * them there is never a gap. */
#include <string.h>

#include "raster_buffer.h"

static const float back_light = 0.8f;      /* of what a front would have */
static const float hatch_contrast = 0.82f; /* the darker stripes of a back */
static const int hatch_bits = 2;           /* stripes 2^bits pixels wide */

typedef float lanes __attribute__((vector_size(4 * RASTER_BLOCK)));
typedef int32_t lanes_mask __attribute__((vector_size(4 * RASTER_BLOCK)));

/* a x + b y + c, in samples. */
typedef struct plane {
    double a, b, c;
} plane;

/* What filling needs of a face. */
typedef struct filling {
    extent x, y;
    plane side[3]; /* above 0 inside */
    plane nearness;
    float lowest, highest; /* nearness of the corners */
    float limit;           /* nearness of the near plane */
    shade color, stripe;   /* stripe: the other colour of a hatched back */
    bool hatched;
    bool outlined;
    float pixels[3];  /* from edge function to distance in samples; 0 where there is no edge */
    float away[3];    /* added to it: far where there is no edge */
    float half_width; /* of the outline, plus half a sample */
    float strength;   /* of the outline */
    shade edge;
} filling;

/* ---- Filling ----------------------------------------------------------------------------- */

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

/* The four colours from (x, y) on; `distance` is that to each edge. */
static inline lanes_mask shaded(const filling *f, int x, int y, int samples,
                                const lanes distance[3]) {
    lanes red = spread(f->color.red), green = spread(f->color.green), blue = spread(f->color.blue);
    if (f->hatched) {
        int bits = hatch_bits + (samples > 1);
        lanes_mask at = (lanes_mask){x, x + 1, x + 2, x + 3} + y;
        lanes_mask stripe = (at >> bits & 1) == 1;
        red = chosen(stripe, spread(f->stripe.red), red);
        green = chosen(stripe, spread(f->stripe.green), green);
        blue = chosen(stripe, spread(f->stripe.blue), blue);
    }
    if (f->outlined) {
        lanes nearest = lower(distance[0] * f->pixels[0] + f->away[0],
                              lower(distance[1] * f->pixels[1] + f->away[1],
                                    distance[2] * f->pixels[2] + f->away[2]));
        lanes share = f->half_width - nearest;
        share = higher(lower(share, spread(1)), spread(0)) * f->strength;
        red += (f->edge.red - red) * share;
        green += (f->edge.green - green) * share;
        blue += (f->edge.blue - blue) * share;
    }
    return packed(red, green, blue);
}

/* Cuts `x` to where a * x + c >= 0 may hold; a sample more at both ends, since this is rounded. */
static inline void cut_row(extent *x, float a, float c) {
    if (a == 0)
        return;
    float at = -c / a;
    if (a > 0 && at > (float)x->from)
        x->from = at < (float)x->to + 2 ? (int)at - 1 : x->to + 1;
    else if (a < 0 && at < (float)x->to)
        x->to = at > (float)x->from - 2 ? (int)at + 1 : x->from - 1;
}

static const int narrow = 3 * RASTER_BLOCK; /* samples: not worth cutting */

static inline void fill_row(raster *r, const filling *f, int y, bool plain) {
    double middle = (double)y + (double)RASTER_CENTRE;
    float a[3], c[3];
    for (int i = 0; i < 3; i++) {
        a[i] = (float)f->side[i].a;
        c[i] = (float)(f->side[i].b * middle + f->side[i].c);
    }
    extent x = f->x;
    if (x.to - x.from > narrow) {
        for (int i = 0; i < 3; i++)
            cut_row(&x, a[i], c[i]);
        x.from = x.from < f->x.from ? f->x.from : x.from;
        x.to = x.to > f->x.to ? f->x.to : x.to;
    }
    float nearness_a = (float)f->nearness.a;
    float nearness_c = (float)(f->nearness.b * middle + f->nearness.c);
    float *depths = r->nearness + (size_t)y * (size_t)r->stride;
    uint32_t *colors = r->colors + (size_t)y * (size_t)r->stride;
    lanes_mask even = packed(spread(f->color.red), spread(f->color.green), spread(f->color.blue));
    for (int at = x.from & ~(RASTER_BLOCK - 1); at <= x.to; at += RASTER_BLOCK) {
        lanes centre = (float)at + (lanes){0.5f, 1.5f, 2.5f, 3.5f};
        lanes side[3];
        for (int i = 0; i < 3; i++)
            side[i] = centre * a[i] + c[i];
        lanes_mask seen = (side[0] >= 0) & (side[1] >= 0) & (side[2] >= 0);
        if (!is_any(seen))
            continue;
        lanes nearness = centre * nearness_a + nearness_c;
        nearness = lower(higher(nearness, spread(f->lowest)), spread(f->highest));
        lanes before;
        memcpy(&before, depths + at, sizeof before);
        seen &= (nearness >= before) & (nearness <= f->limit);
        if (!is_any(seen))
            continue;
        nearness = chosen(seen, nearness, before);
        memcpy(depths + at, &nearness, sizeof nearness);
        lanes_mask under;
        memcpy(&under, colors + at, sizeof under);
        lanes_mask over = plain ? even : shaded(f, at, y, r->samples, side);
        under = (over & seen) | (under & ~seen);
        memcpy(colors + at, &under, sizeof under);
    }
}

/* ---- What it covers ---------------------------------------------------------------------- */

/* The box around what lies beyond the near plane, in samples. */
typedef struct reach {
    double left, top, right, bottom;
} reach;

static void reach_to(reach *box, const eye *e, vector v) {
    double k = e->focal / v.z, x = e->middle_x + k * v.x, y = e->middle_y - k * v.y;
    box->left = x < box->left ? x : box->left;
    box->right = x > box->right ? x : box->right;
    box->top = y < box->top ? y : box->top;
    box->bottom = y > box->bottom ? y : box->bottom;
}

/* An edge that crosses the near plane is cut there. */
static void reach_edge(reach *box, const eye *e, vector from, vector to) {
    if ((from.z < e->near) == (to.z < e->near))
        return;
    double share = (e->near - from.z) / (to.z - from.z);
    vector on = vector_add(from, vector_scale(vector_sub(to, from), share));
    on.z = e->near;
    reach_to(box, e, on);
}

static const double slack = 0.01; /* samples: the edge functions decide, not the box */

static bool find_extents(const raster *r, const vector v[3], extent *x, extent *y) {
    reach box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        if (v[i].z >= r->eye.near)
            reach_to(&box, &r->eye, v[i]);
        reach_edge(&box, &r->eye, v[i], v[(i + 1) % 3]);
    }
    *x = extent_within(box.left - slack, box.right + slack, r->columns);
    *y = extent_within(box.top - slack, box.bottom + slack, r->rows);
    return x->from <= x->to && y->from <= y->to;
}

/* Whether all corners lie beyond one side of what is seen, or one is not finite. */
static bool is_unseen(const raster *r, const vector v[3]) {
    unsigned beyond = 31;
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double across = r->slope_x * v[i].z, along = r->slope_y * v[i].z;
        beyond &= (unsigned)(v[i].z < r->eye.near) | (unsigned)(v[i].x > across) << 1 |
                  (unsigned)(v[i].x < -across) << 2 | (unsigned)(v[i].y > along) << 3 |
                  (unsigned)(v[i].y < -along) << 4;
        sum += v[i].x + v[i].y + v[i].z;
    }
    return beyond != 0 || !(sum - sum == 0);
}

/* ---- Setup ------------------------------------------------------------------------------- */

/* Returns v . ray as a plane over the picture. */
static plane plane_of(const eye *e, vector v) {
    plane p = {v.x / e->focal, -v.y / e->focal, 0};
    p.c = v.z - p.a * e->middle_x - p.b * e->middle_y;
    return p;
}

/* Returns how strong the outline is, 0 .. 1, by the height above its longest side in the picture.
 */
static double outline_strength(const raster *r, const vector v[3]) {
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        if (v[i].z < r->eye.near)
            return 1;
        x[i] = r->pixel_eye.focal * v[i].x / v[i].z;
        y[i] = r->pixel_eye.focal * v[i].y / v[i].z;
    }
    double longest = 0; /* squared */
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        double length = (x[k] - x[i]) * (x[k] - x[i]) + (y[k] - y[i]) * (y[k] - y[i]);
        longest = length > longest ? length : longest;
    }
    double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]); /* twice */
    if (area * area <= RASTER_OUTLINE_NONE * RASTER_OUTLINE_NONE * longest)
        return 0; /* most of a large mesh: saves the root */
    return raster_outline_strength(fabs(area) / sqrt(longest));
}

static void set_outline(const raster *r, filling *f, const raster_face *face) {
    const raster_paint *paint = face->paint;
    if (face->edges == 0 || !(paint->edge_width > 0) || pixels_alpha(paint->edge) == 0)
        return;
    double strength = outline_strength(r, face->corner);
    if (strength == 0)
        return;
    const float none = 1e9f; /* samples */
    f->outlined = true;
    f->edge = shade_of(paint->edge);
    f->strength = (float)strength * (float)pixels_alpha(paint->edge) / 255;
    f->half_width = paint->edge_width * 0.5f * (float)r->samples + 0.5f;
    for (int i = 0; i < 3; i++) {
        const plane *p = &f->side[i];
        double steep = sqrt(p->a * p->a + p->b * p->b);
        bool drawn = (face->edges >> i & 1) != 0 && steep > 0;
        f->pixels[i] = drawn ? (float)(1 / steep) : 0;
        f->away[i] = drawn ? 0 : none;
    }
}

static void set_color(const raster *r, filling *f, const raster_face *face, vector normal,
                      bool from_behind) {
    double length = vector_length(normal);
    normal = vector_scale(normal, (from_behind ? -1 : 1) / length);
    f->hatched = from_behind && face->one_sided;
    f->color = raster_lit(r, f->hatched ? face->paint->back : face->fill, normal);
    if (!f->hatched)
        return;
    f->color =
        (shade){f->color.red * back_light, f->color.green * back_light, f->color.blue * back_light};
    f->stripe = (shade){f->color.red * hatch_contrast, f->color.green * hatch_contrast,
                        f->color.blue * hatch_contrast};
}

static void set_nearness(const raster *r, filling *f, const vector v[3], vector normal,
                         double volume) {
    f->nearness = plane_of(&r->eye, vector_scale(normal, 1 / volume));
    f->limit = (float)(1 / r->eye.near);
    f->lowest = INFINITY;
    f->highest = 0;
    for (int i = 0; i < 3; i++) {
        bool before = v[i].z >= r->eye.near;
        float nearness = before ? (float)(1 / v[i].z) : INFINITY;
        f->lowest = nearness < f->lowest ? nearness : f->lowest;
        f->highest = nearness > f->highest ? nearness : f->highest;
    }
}

void raster_fill_face(raster *r, const raster_face *face) {
    const vector *v = face->corner;
    filling f = {0};
    if (is_unseen(r, v) || !find_extents(r, v, &f.x, &f.y))
        return;
    vector normal = eye_normal(v[0], v[1], v[2]);
    double volume = vector_dot(normal, v[0]); /* above 0: seen from behind */
    if (volume == 0)
        return;
    double sign = volume > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        f.side[i] = plane_of(&r->eye, vector_scale(vector_cross(v[i], v[(i + 1) % 3]), sign));
    set_nearness(r, &f, v, normal, volume);
    set_color(r, &f, face, normal, volume > 0);
    set_outline(r, &f, face);
    bool plain = !f.hatched && !f.outlined;
    for (int y = f.y.from; y <= f.y.to; y++) {
        if (plain)
            fill_row(r, &f, y, true);
        else
            fill_row(r, &f, y, false);
    }
}
