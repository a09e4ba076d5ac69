/* raster_capsule: a sphere or capsule, each sample by the exact intersection of its ray.
 *
 * The ray is t (u, v, 1), so t is the depth. It meets the cylinder around the axis where a
 * quadratic in t is 0 (Ericson, Real-Time Collision Detection, 5.3.7), unless that point is past an
 * end of the axis: then the sphere around that end. */
#include "raster_buffer.h"

static const double thinnest =
    0.6; /* pixels, of the radius: thinner ones would fall between samples */

/* What is the same for all samples. */
typedef struct tube {
    vector a, b, axis;
    double axis_square; /* axis . axis */
    double per_axis_square;
    double axis_a;             /* -(axis . a) */
    double a_square, b_square; /* of the ends, less the radius' */
    double gap;                /* the quadratic's constant term */
    double radius, per_radius;
    double thickness; /* the radius in samples at depth 1 */
    color fill;
    shade edge;
    double edge_half; /* samples, as in a face; 0: no outline */
    float edge_strength;
} tube;

typedef struct tube_hit {
    double depth; /* 0: none */
    double along; /* 0 .. 1 of the axis */
} tube_hit;

static inline tube_hit hit_end(vector ray, double ray_square, vector end, double end_square,
                               double along) {
    double toward = vector_dot(ray, end);
    double root = toward * toward - ray_square * end_square;
    return (tube_hit){root >= 0 ? (toward - sqrt(root)) / ray_square : 0, along};
}

static inline tube_hit hit_tube(const tube *t, vector ray) {
    double ray_square = vector_dot(ray, ray);
    if (t->axis_square == 0)
        return hit_end(ray, ray_square, t->a, t->a_square, 0);
    double along = vector_dot(ray, t->axis), toward = vector_dot(ray, t->a);
    double square = t->axis_square * ray_square - along * along;
    double half = t->axis_square * toward + t->axis_a * along; /* minus half the linear term */
    double root = half * half - square * t->gap;
    if (root < 0)
        return (tube_hit){0, 0};
    double depth = square > 0 ? (half - sqrt(root)) / square : 0;
    double at = t->axis_a + depth * along;
    if (square > 0 && at > 0 && at < t->axis_square)
        return (tube_hit){depth, at * t->per_axis_square};
    bool is_a = square > 0 ? at <= 0 : along >= 0; /* along the axis: the end that comes first */
    return is_a ? hit_end(ray, ray_square, t->a, t->a_square, 0)
                : hit_end(ray, ray_square, t->b, t->b_square, 1);
}

static color tube_color(const raster *r, const tube *t, vector ray, tube_hit hit, double nearness) {
    vector middle = vector_add(t->a, vector_scale(t->axis, hit.along));
    vector normal = vector_scale(vector_sub(vector_scale(ray, hit.depth), middle), t->per_radius);
    shade s = raster_lit(r, t->fill, normal);
    /* At the cosine f of normal and sight a sphere's border is about radius * f^2 / 2 away. */
    double facing = vector_dot(normal, ray), ray_square = vector_dot(ray, ray);
    double away = t->thickness * nearness * facing * facing / 2; /* times ray_square */
    if (away < t->edge_half * ray_square) {
        double share = t->edge_half - away / ray_square;
        s = shade_mix(s, t->edge, (float)(share < 1 ? share : 1) * t->edge_strength);
    }
    return shade_color(s);
}

static void fill_tube_row(raster *r, const tube *t, int y, extent x) {
    float *depths = r->nearness + (size_t)y * (size_t)r->stride;
    uint32_t *colors = r->colors + (size_t)y * (size_t)r->stride;
    double middle = (double)y + (double)RASTER_CENTRE;
    for (int at = x.from; at <= x.to; at++) {
        vector ray = eye_ray(&r->eye, (double)at + (double)RASTER_CENTRE, middle);
        tube_hit hit = hit_tube(t, ray);
        if (!(hit.depth >= r->eye.near))
            continue;
        double nearness = 1 / hit.depth;
        if (!((float)nearness >= depths[at]))
            continue;
        depths[at] = (float)nearness;
        colors[at] = tube_color(r, t, ray, hit, nearness);
    }
}

/* ---- What it covers ---------------------------------------------------------------------- */

typedef struct range {
    double low, high;
} range;

/* A sphere before the eye in one direction of the picture: the two tangents from the eye to a
 * circle at (s, z), as s / z. */
static range tangents(double s, double z, double radius) {
    double square = z * z - radius * radius;
    double root = radius * sqrt(s * s + square);
    return (range){(s * z - root) / square, (s * z + root) / square};
}

/* The box around a sphere in the picture, samples. */
typedef struct frame {
    range x, y;
} frame;

static frame frame_of(const eye *e, vector centre, double radius) {
    range x = tangents(centre.x, centre.z, radius), y = tangents(centre.y, centre.z, radius);
    return (frame){{e->middle_x + e->focal * x.low, e->middle_x + e->focal * x.high},
                   {e->middle_y - e->focal * y.high, e->middle_y - e->focal * y.low}};
}

static double between(double from, double to, double share) {
    return from + (to - from) * share;
}

/* Cuts `share` to where between(from, to, share) <= limit. */
static void cut_share(range *share, double from, double to, double limit) {
    double at = (limit - from) / (to - from);
    if (to > from)
        share->high = at < share->high ? at : share->high;
    else if (to < from)
        share->low = at > share->low ? at : share->low;
    else if (from > limit)
        share->high = -1;
}

/* In the picture a capsule lies within the boxes of the spheres along its axis, which change evenly
 * from a's to b's: those that hold the row say how far it reaches there. */
static extent row_extent(const raster *r, const frame *a, const frame *b, int y) {
    double above = (double)y, below = (double)y + 1;
    range share = {0, 1};
    cut_share(&share, a->y.low, b->y.low, below);
    cut_share(&share, -a->y.high, -b->y.high, -above);
    if (share.low > share.high)
        return (extent){0, -1};
    double left =
        fmin(between(a->x.low, b->x.low, share.low), between(a->x.low, b->x.low, share.high));
    double right =
        fmax(between(a->x.high, b->x.high, share.low), between(a->x.high, b->x.high, share.high));
    return extent_within(left - 1, right + 1, r->columns);
}

static void fill_tube(raster *r, const tube *t) {
    bool before = t->a.z > t->radius && t->b.z > t->radius;
    if (!before) {
        for (int y = 0; y < r->rows; y++)
            fill_tube_row(r, t, y, (extent){0, r->columns - 1});
        return;
    }
    frame a = frame_of(&r->eye, t->a, t->radius), b = frame_of(&r->eye, t->b, t->radius);
    extent y = extent_within(fmin(a.y.low, b.y.low) - 1, fmax(a.y.high, b.y.high) + 1, r->rows);
    for (int row = y.from; row <= y.to; row++)
        fill_tube_row(r, t, row, row_extent(r, &a, &b, row));
}

/* ---- Setup ------------------------------------------------------------------------------- */

/* Whether both ends lie beyond one side of what is seen by more than the radius. */
static bool is_tube_unseen(const raster *r, vector a, vector b, double radius) {
    double nearest = fmax(a.z, b.z) + radius;
    double reach_x = radius * sqrt(1 + r->slope_x * r->slope_x);
    double reach_y = radius * sqrt(1 + r->slope_y * r->slope_y);
    double xa = fabs(a.x) - r->slope_x * a.z, xb = fabs(b.x) - r->slope_x * b.z;
    double ya = fabs(a.y) - r->slope_y * a.z, yb = fabs(b.y) - r->slope_y * b.z;
    return nearest < r->eye.near || (xa > reach_x && xb > reach_x && a.x * b.x > 0) ||
           (ya > reach_y && yb > reach_y && a.y * b.y > 0);
}

/* The depth at which the capsule is nearest to the eye: what its size in the picture goes by. */
static double nearest_depth(const raster *r, vector a, vector b) {
    return fmax(fmin(a.z, b.z), r->eye.near);
}

static void set_tube_edge(const raster *r, tube *t, const raster_paint *paint) {
    if (paint == NULL || !(paint->edge_width > 0))
        return;
    double pixels = 2 * t->radius * r->pixel_eye.focal / nearest_depth(r, t->a, t->b); /* across */
    t->edge = shade_of(paint->edge);
    t->edge_half = (double)paint->edge_width * 0.5 * r->samples + 0.5;
    t->edge_strength = (float)(raster_outline_strength(pixels) * pixels_alpha(paint->edge) / 255);
}

void raster_fill_capsule(raster *r, vector a, vector b, double radius, color fill,
                         const raster_paint *paint) {
    if (!vector_is_finite(a) || !vector_is_finite(b) || !isfinite(radius))
        return;
    radius = fmax(radius, thinnest * nearest_depth(r, a, b) / r->pixel_eye.focal);
    if (is_tube_unseen(r, a, b, radius))
        return;
    tube t = {.a = a, .b = b, .axis = vector_sub(b, a), .radius = radius, .fill = fill};
    t.axis_square = vector_dot(t.axis, t.axis);
    t.per_axis_square = t.axis_square > 0 ? 1 / t.axis_square : 0;
    t.per_radius = 1 / radius;
    t.axis_a = -vector_dot(t.axis, a);
    t.a_square = vector_dot(a, a) - radius * radius;
    t.b_square = vector_dot(b, b) - radius * radius;
    t.gap = t.axis_square * t.a_square - t.axis_a * t.axis_a;
    t.thickness = radius * r->eye.focal;
    set_tube_edge(r, &t, paint);
    fill_tube(r, &t);
}
