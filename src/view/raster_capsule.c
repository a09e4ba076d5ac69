/* raster_capsule: a sphere or capsule, each sample by the exact intersection of its ray.
 *
 * The ray is t (u, v, 1), so t is the depth. Its component across the axis meets the capsule's
 * circle where a quadratic in t is 0 (Ericson, Real-Time Collision Detection, 5.3.7), unless that
 * point is past an end of the axis: then the sphere around that end counts.
 *
 * Floats are enough since t starts beside the capsule, and since the distance at which the ray
 * passes the axis is compared with the radius, not squares of distances (Haines, Guenther and
 * Akenine-Moeller, "Precision improvements for ray/sphere intersection", Ray Tracing Gems 2019). */
#include "raster_buffer.h"

static const double thinnest = 1.25; /* pixels, of the radius: thinner ones would hardly be seen */
static const float parallel =
    1e-7f; /* square of a ray's component across the axis; below it the ray is parallel */

/* The values that are the same for all samples. */
typedef struct tube {
    vec3 a, b; /* the ends, in view coordinates */
    double radius;
    double start;  /* depth from which t is counted */
    float axis[3]; /* unit, from a to b */
    float length;
    float light[3];
    float thickness;     /* the radius in samples at depth 1 */
    lanes surface, edge; /* channels, not lit */
    float edge_half;     /* samples, as in a face; 0: no outline */
    float edge_strength;
} tube;

static inline lanes dot(triple a, triple b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline triple add_scaled(triple a, lanes k, triple b) {
    return (triple){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}

static inline triple less_along(triple a, lanes k, const float axis[3]) {
    return (triple){a.x - k * axis[0], a.y - k * axis[1], a.z - k * axis[2]};
}

typedef struct tube_hit {
    lanes hit;     /* a mask */
    lanes depth;   /* beyond the start */
    triple normal; /* times the radius */
} tube_hit;

/* Returns where the ray, which starts at `from`, enters the ball around the origin; `square` is the
 * square of the ray's length. */
static inline lanes enter(triple from, triple ray, lanes square, float radius, lanes *hit) {
    lanes nearest = -dot(from, ray) / square;
    triple passed = add_scaled(from, nearest, ray);
    lanes room = radius * radius - dot(passed, passed);
    *hit = lanes_at_most(lanes_all(0), room);
    return nearest - lanes_sqrt(lanes_max(room / square, lanes_all(0)));
}

static inline tube_hit hit_ball(const tube *t, triple from, triple ray) {
    tube_hit h;
    h.depth = enter(from, ray, dot(ray, ray), (float)t->radius, &h.hit);
    h.normal = add_scaled(from, h.depth, ray);
    return h;
}

/* `from`: the ray at the start, seen from end a. */
static inline tube_hit hit_tube(const tube *t, triple from, triple ray) {
    lanes ray_along = dot_fixed(ray, t->axis), from_along = dot_fixed(from, t->axis);
    triple ray_across = less_along(ray, ray_along, t->axis);
    triple from_across = less_along(from, from_along, t->axis);
    lanes across_square = dot(ray_across, ray_across);
    lanes low = lanes_all(0), high = lanes_all(t->length);
    tube_hit h;
    h.depth = enter(from_across, ray_across, across_square, (float)t->radius, &h.hit);
    lanes past = from_along + h.depth * ray_along; /* along the axis, where it enters */
    /* A ray along the axis meets the end that comes first; the quadratic does not count there. */
    lanes is_along = lanes_at_most(across_square, lanes_all(parallel));
    h.hit = lanes_where(is_along, is_along, h.hit);
    past =
        lanes_where(is_along, lanes_where(lanes_at_most(ray_along, low), high + 1, low - 1), past);
    if (lanes_bits(h.hit) == 0)
        return h;
    lanes on_axis = lanes_max(lanes_min(past, high), low);
    lanes is_beside = lanes_both(lanes_at_most(low, past), lanes_at_most(past, high));
    if ((lanes_bits(h.hit) & ~lanes_bits(is_beside)) != 0) {
        tube_hit end = hit_ball(t, less_along(from, on_axis, t->axis), ray);
        h.hit = lanes_both(h.hit, lanes_where(is_beside, h.hit, end.hit));
        h.depth = lanes_where(is_beside, h.depth, end.depth);
    }
    h.normal = less_along(add_scaled(from, h.depth, ray), on_axis, t->axis);
    return h;
}

static inline lanes tube_colors(const raster *r, const tube *t, triple ray, lanes inv_depth,
                                triple normal) {
    lanes toward = 0.5f + 0.5f * dot_fixed(normal, t->light);
    lanes light = r->ambient + (1 - r->ambient) * toward * toward;
    lanes red = t->surface[0] * light, green = t->surface[1] * light, blue = t->surface[2] * light;
    /* At the cosine f of normal and sight a sphere's border is about radius * f^2 / 2 away. */
    lanes facing = dot(normal, ray);
    lanes away = t->thickness * inv_depth * facing * facing / (2 * dot(ray, ray));
    if (lanes_bits(lanes_not_below(away, lanes_all(t->edge_half))) != 15) {
        lanes fraction = unit_lanes(t->edge_half - away) * t->edge_strength;
        red = mixed(red, t->edge[0], fraction);
        green = mixed(green, t->edge[1], fraction);
        blue = mixed(blue, t->edge[2], fraction);
    }
    return packed(red, green, blue);
}

static void fill_tube_row(raster *r, const tube *t, int y, extent x) {
    float *depths = r->inv_depth + (size_t)y * (size_t)r->stride;
    uint32_t *colors = r->colors + (size_t)y * (size_t)r->stride;
    const camera_eye *e = &r->eye;
    float step = (float)e->per_focal, start = (float)t->start;
    float per_radius = (float)(1 / t->radius), limit = (float)(1 / e->near);
    vec3 left = eye_ray(e, 0, (double)y + (double)RASTER_CENTRE);
    float from_y = (float)(left.y * t->start - t->a.y), from_z = (float)(t->start - t->a.z);
    for (int at = x.from & ~(RASTER_BLOCK - 1); at <= x.to; at += RASTER_BLOCK) {
        lanes centre = centres(0) * step;
        double u = left.x + at * e->per_focal;
        triple ray = {(float)u + centre, lanes_all((float)left.y), lanes_all(1)};
        triple from = {(float)(u * t->start - t->a.x) + centre * start, lanes_all(from_y),
                       lanes_all(from_z)};
        tube_hit h = t->length > 0 ? hit_tube(t, from, ray) : hit_ball(t, from, ray);
        if (lanes_bits(h.hit) == 0)
            continue;
        lanes inv_depth = 1 / (start + h.depth);
        lanes seen = lanes_both(h.hit, visible_lanes(depths + at, inv_depth, limit));
        if (lanes_bits(seen) == 0)
            continue;
        triple normal = {h.normal.x * per_radius, h.normal.y * per_radius, h.normal.z * per_radius};
        keep(depths + at, colors + at, seen, inv_depth, tube_colors(r, t, ray, inv_depth, normal));
    }
}

/* ---- What it covers ---------------------------------------------------------------------- */

/* Returns the extent of a sphere in one direction of the picture: the two tangents from the eye to
 * a circle at (s, z), as s / z. */
static interval tangents(double s, double z, double radius) {
    double square = z * z - radius * radius;
    double root = radius * sqrt(s * s + square);
    return (interval){(s * z - root) / square, (s * z + root) / square};
}

/* The box around a sphere in the picture, samples. */
typedef struct frame {
    interval x, y;
} frame;

static frame frame_of(const camera_eye *e, vec3 centre, double radius) {
    interval x = tangents(centre.x, centre.z, radius), y = tangents(centre.y, centre.z, radius);
    return (frame){{e->middle_x + e->focal * x.low, e->middle_x + e->focal * x.high},
                   {e->middle_y - e->focal * y.high, e->middle_y - e->focal * y.low}};
}

static double between(double from, double to, double fraction) {
    return from + (to - from) * fraction;
}

/* Returns the columns that a capsule may cover in a row. In the picture it lies within the boxes of
 * the spheres along its axis, which change linearly from a's to b's. */
static extent row_extent(const raster *r, const frame *a, const frame *b, int y) {
    interval fraction = {0, 1}; /* of the axis: where its spheres overlap the row */
    fraction = interval_cut(fraction, a->y.low, b->y.low - a->y.low, -INFINITY, y + 1);
    fraction = interval_cut(fraction, a->y.high, b->y.high - a->y.high, y, INFINITY);
    if (fraction.low > fraction.high)
        return (extent){0, -1};
    double left =
        fmin(between(a->x.low, b->x.low, fraction.low), between(a->x.low, b->x.low, fraction.high));
    double right = fmax(between(a->x.high, b->x.high, fraction.low),
                        between(a->x.high, b->x.high, fraction.high));
    return extent_within(left - 1, right + 1, r->columns);
}

void raster_cull_ball(const raster *r, vec3 centre, double radius, extent *x, extent *y) {
    *x = (extent){0, r->columns - 1};
    *y = (extent){0, r->rows - 1};
    if (!(centre.z > radius))
        return;
    frame f = frame_of(&r->eye, centre, radius);
    *x = extent_within(f.x.low - 1, f.x.high + 1, r->columns);
    *y = extent_within(f.y.low - 1, f.y.high + 1, r->rows);
}

static void fill_tube(raster *r, const tube *t) {
    bool before = t->a.z > t->radius && t->b.z > t->radius;
    if (!before) {
        for (int y = r->band.from; y <= r->band.to; y++)
            fill_tube_row(r, t, y, (extent){0, r->columns - 1});
        return;
    }
    frame a = frame_of(&r->eye, t->a, t->radius), b = frame_of(&r->eye, t->b, t->radius);
    extent y = extent_both(
        extent_within(fmin(a.y.low, b.y.low) - 1, fmax(a.y.high, b.y.high) + 1, r->rows), r->band);
    for (int row = y.from; row <= y.to; row++)
        fill_tube_row(r, t, row, row_extent(r, &a, &b, row));
}

/* ---- Setup ------------------------------------------------------------------------------- */

/* Returns the least depth of the capsule, which decides its size in the picture. */
static double nearest_depth(const raster *r, vec3 a, vec3 b) {
    return fmax(fmin(a.z, b.z), r->eye.near);
}

static void set_tube_edge(const raster *r, tube *t, const raster_paint *paint) {
    if (!(paint->edge_width > 0))
        return;
    double pixels = 2 * t->radius * r->pixel_eye.focal / nearest_depth(r, t->a, t->b); /* across */
    t->edge = channels_of(paint->edge);
    t->edge_half = paint->edge_width * 0.5f * (float)r->samples + 0.5f;
    t->edge_strength = (float)(raster_outline_strength(pixels) * pixels_alpha(paint->edge) / 255);
}

void raster_fill_capsule(raster *r, vec3 a, vec3 b, double radius, color fill,
                         const raster_paint *paint) {
    radius = sm_max(thinnest * nearest_depth(r, a, b) / r->pixel_eye.focal, radius);
    if (raster_is_unseen(r, (vec3[]){a, b}, 2, radius))
        return;
    vec3 axis = vec3_sub(b, a), unit = vec3_unit(axis, (vec3){0, 0, 0});
    tube t = {.a = a,
              .b = b,
              .radius = radius,
              .start = nearest_depth(r, a, b),
              .axis = {(float)unit.x, (float)unit.y, (float)unit.z},
              .length = (float)vec3_length(axis),
              .light = {(float)r->light.x, (float)r->light.y, (float)r->light.z},
              .thickness = (float)(radius * r->eye.focal),
              .surface = channels_of(fill)};
    set_tube_edge(r, &t, paint);
    fill_tube(r, &t);
}
