/* raster_face: one triangle, by homogeneous edge functions (Olano and Greer, "Triangle scan
 * conversion using 2D homogeneous coordinates", 1997).
 *
 * With corners P, Q, R in view coordinates, a ray d meets the plane where (P x Q) . d, (Q x R) . d
 * and (R x P) . d have one sign inside the triangle: each is the volume of the ray with an edge.
 * The ray is linear in the pixel, so each is a x + b y + c, for corners behind the eye as well:
 * nothing has to be clipped. A shared edge gives its two faces exactly opposite numbers, so between
 * them there is never a gap. */
#include "raster_buffer.h"

/* a x + b y + c, in samples. */
typedef struct plane {
    double a, b, c;
} plane;

/* The samples of one face, whose edge functions are known. */
typedef struct filling {
    extent x, y;
    plane side[3];         /* the edge functions, above 0 inside */
    plane nearness;        /* 1 / depth */
    float lowest, highest; /* nearness of the corners */
    shade surface, stripe; /* stripe: the other colour of a hatched back */
    bool hatched, outlined;
    float steep[3];        /* how much an edge function grows a sample; 0 where no outline runs */
    float outline_half;    /* samples, half the outline's width and half a sample for its border */
    float outline_opacity; /* 0 .. 1 */
    shade outline;
} filling;

/* ---- Rows -------------------------------------------------------------------------------- *
 *
 * A block of samples at a time. A row has a part inside where neither an edge nor the outline is
 * near, found beforehand: there only depths are compared. */

static const int hatch_width = 4;           /* pixels, of a stripe */
static const int narrow = 3 * RASTER_BLOCK; /* samples: such a row has no inside worth finding */

/* What a row's blocks share. */
typedef struct row {
    const filling *f;
    float a[3], c[3];             /* of the edge functions */
    float reach[3], per_steep[3]; /* of the outline in samples, and 1 / steep; 0 where none runs */
    float nearness_a, nearness_c;
    float limit; /* nearness of the near plane */
    int y, samples;
    float *depths;
    uint32_t *colors;
    lanes even; /* the colour where nothing else is */
} row;

/* The edge functions of a block. No array: a compiler would keep that in memory. */
typedef struct sides {
    lanes a, b, c;
} sides;

/* The four colours from `at` on where there is a hatch or an outline. */
static inline lanes decorated(const row *k, int at, sides s) {
    const filling *f = k->f;
    lanes share = lanes_max(
        k->reach[0] - s.a * k->per_steep[0],
        lanes_max(k->reach[1] - s.b * k->per_steep[1], k->reach[2] - s.c * k->per_steep[2]));
    if (!f->hatched && lanes_bits(lanes_at_most(share, lanes_all(0))) == 15)
        return k->even;
    lanes red = lanes_all(f->surface.red), green = lanes_all(f->surface.green),
          blue = lanes_all(f->surface.blue);
    if (f->hatched) {
        lanes period = (centres(at) + (float)k->y) / (float)(hatch_width * k->samples * 2);
        lanes dark = lanes_at_most(lanes_all(0.5f), period - lanes_whole(period));
        red = lanes_where(dark, lanes_all(f->stripe.red), red);
        green = lanes_where(dark, lanes_all(f->stripe.green), green);
        blue = lanes_where(dark, lanes_all(f->stripe.blue), blue);
    }
    share = unit_lanes(share) * f->outline_opacity;
    return packed(mixed(red, f->outline.red, share), mixed(green, f->outline.green, share),
                  mixed(blue, f->outline.blue, share));
}

/* Blocks that an edge or the outline may run through. */
static inline void fill_border(const row *k, int from, int to, bool plain) {
    for (int at = from; at <= to; at += RASTER_BLOCK) {
        lanes x = centres(at);
        sides s = {x * k->a[0] + k->c[0], x * k->a[1] + k->c[1], x * k->a[2] + k->c[2]};
        lanes inside = lanes_at_most(lanes_all(0), lanes_min(lanes_min(s.a, s.b), s.c));
        if (lanes_bits(inside) == 0)
            continue;
        /* On a face seen from its side rounding may leave the face by far. */
        lanes nearness = x * k->nearness_a + k->nearness_c;
        nearness =
            lanes_min(lanes_max(nearness, lanes_all(k->f->lowest)), lanes_all(k->f->highest));
        lanes seen = lanes_both(inside, unhidden(k->depths + at, nearness, k->limit));
        if (lanes_bits(seen) != 0)
            keep(k->depths + at, k->colors + at, seen, nearness,
                 plain ? k->even : decorated(k, at, s));
    }
}

static inline void fill_inside(const row *k, int from, int to) {
    for (int at = from; at <= to; at += RASTER_BLOCK) {
        lanes nearness = centres(at) * k->nearness_a + k->nearness_c;
        keep(k->depths + at, k->colors + at, unhidden(k->depths + at, nearness, k->limit), nearness,
             k->even);
    }
}

/* ---- All rows ---------------------------------------------------------------------------- */

/* Cuts `x` to where a * x + c >= 0, by its root and the sign of a. `more` samples are added at both
 * ends, since this is rounded. */
static inline void cut_row(extent *x, float a, float root, float more) {
    float first = root - more, last = root + more;
    if (a > 0 && first > (float)x->from)
        x->from = first < (float)x->to + 1 ? (int)first : x->to + 1;
    else if (a < 0 && last < (float)x->to)
        x->to = last > (float)x->from - 1 ? (int)last : x->from - 1;
}

/* The blocks from .. to with all their samples within `x`. */
static inline extent whole_blocks(extent x) {
    extent e = {(x.from + RASTER_BLOCK - 1) & ~(RASTER_BLOCK - 1),
                ((x.to + 1) & ~(RASTER_BLOCK - 1)) - RASTER_BLOCK};
    return e;
}

static inline int first_block(int at) {
    return at & ~(RASTER_BLOCK - 1);
}

/* Samples, beyond a root or within it: half of one to its centre, the rest for rounding. */
static const float outside = 1, inside_of = 1.5f;

static inline void fill_wide_row(const row *k, const float inverse[3], bool plain) {
    const filling *f = k->f;
    extent x = f->x, inside = f->x;
    for (int i = 0; i < 3; i++) {
        cut_row(&x, k->a[i], -k->c[i] * inverse[i], outside);
        float margin = f->steep[i] * k->reach[i];
        cut_row(&inside, k->a[i], (margin - k->c[i]) * inverse[i], -inside_of);
        if (k->a[i] == 0 && k->c[i] < margin)
            inside.to = inside.from - 1;
    }
    x.from = x.from < f->x.from ? f->x.from : x.from;
    x.to = x.to > f->x.to ? f->x.to : x.to;
    inside = whole_blocks(inside);
    if (f->hatched || inside.from > inside.to) {
        fill_border(k, first_block(x.from), x.to, plain);
        return;
    }
    fill_border(k, first_block(x.from), inside.from - 1, plain);
    fill_inside(k, inside.from, inside.to);
    fill_border(k, inside.to + RASTER_BLOCK, x.to, plain);
}

static inline void fill_rows(raster *r, const filling *f, bool plain) {
    row k = {.f = f, .limit = (float)(1 / r->eye.near), .samples = r->samples};
    k.even =
        packed(lanes_all(f->surface.red), lanes_all(f->surface.green), lanes_all(f->surface.blue));
    k.nearness_a = (float)f->nearness.a;
    bool wide = f->x.to - f->x.from > narrow;
    float inverse[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        k.a[i] = (float)f->side[i].a;
        if (wide)
            inverse[i] = 1 / k.a[i];
        if (f->steep[i] > 0) {
            k.reach[i] = f->outline_half;
            k.per_steep[i] = 1 / f->steep[i];
        }
    }
    for (k.y = f->y.from; k.y <= f->y.to; k.y++) {
        double middle = (double)k.y + (double)RASTER_CENTRE;
        for (int i = 0; i < 3; i++)
            k.c[i] = (float)(f->side[i].b * middle + f->side[i].c);
        k.nearness_c = (float)(f->nearness.b * middle + f->nearness.c);
        k.depths = r->nearness + (size_t)k.y * (size_t)r->stride;
        k.colors = r->colors + (size_t)k.y * (size_t)r->stride;
        if (wide)
            fill_wide_row(&k, inverse, plain);
        else
            fill_border(&k, first_block(f->x.from), f->x.to, plain);
    }
}

static void fill(raster *r, const filling *f) {
    if (f->hatched || f->outlined)
        fill_rows(r, f, false);
    else
        fill_rows(r, f, true);
}

static const float back_light = 0.8f;      /* of what a front would have */
static const float hatch_contrast = 0.78f; /* the darker stripes of a back */

/* A corner in the picture, samples. */
typedef struct spot {
    double x, y;
    double nearness; /* INFINITY: not before the near plane, and so nowhere in the picture */
} spot;

static inline spot spot_of(const camera_eye *e, vec3 v) {
    if (v.z < e->near)
        return (spot){0, 0, INFINITY};
    double nearness = 1 / v.z, k = e->focal * nearness;
    return (spot){e->middle_x + k * v.x, e->middle_y - k * v.y, nearness};
}

/* ---- What it covers ---------------------------------------------------------------------- */

/* Whether all corners lie beyond one side of what is seen, or one is not finite. */
static bool is_unseen(const raster *r, const vec3 v[3]) {
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

/* The box around what lies beyond the near plane, in samples. */
typedef struct reach {
    double left, top, right, bottom;
} reach;

static inline void reach_to(reach *box, spot s) {
    box->left = s.x < box->left ? s.x : box->left;
    box->right = s.x > box->right ? s.x : box->right;
    box->top = s.y < box->top ? s.y : box->top;
    box->bottom = s.y > box->bottom ? s.y : box->bottom;
}

/* An edge that crosses the near plane is cut there. */
static void reach_edge(reach *box, const camera_eye *e, vec3 from, vec3 to) {
    if ((from.z < e->near) == (to.z < e->near))
        return;
    double share = (e->near - from.z) / (to.z - from.z);
    vec3 on = vec3_add(from, vec3_scale(vec3_sub(to, from), share));
    on.z = e->near;
    reach_to(box, spot_of(e, on));
}

static const double slack = 0.01; /* samples: the edge functions decide, not the box */

static bool find_extents(const raster *r, const vec3 v[3], const spot s[3], filling *f) {
    reach box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        if (s[i].nearness < INFINITY)
            reach_to(&box, s[i]);
        reach_edge(&box, &r->eye, v[i], v[(i + 1) % 3]);
    }
    f->y = extent_within(box.top - slack, box.bottom + slack, r->rows);
    f->x = extent_within(box.left - slack, box.right + slack, r->columns);
    return f->x.from <= f->x.to && f->y.from <= f->y.to;
}

/* ---- Setup ------------------------------------------------------------------------------- */

/* Returns v . ray as a plane over the picture. */
static inline plane plane_of(const raster *r, vec3 v) {
    plane p = {v.x * r->eye.per_focal, -v.y * r->eye.per_focal, 0};
    p.c = v.z - p.a * r->eye.middle_x - p.b * r->eye.middle_y;
    return p;
}

/* Returns how strong the outline is, 0 .. 1, by the height above its longest side in the picture.
 */
static double outline_strength(const raster *r, const spot s[3]) {
    double longest = 0; /* squared */
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        double length =
            (s[k].x - s[i].x) * (s[k].x - s[i].x) + (s[k].y - s[i].y) * (s[k].y - s[i].y);
        longest = length > longest ? length : longest;
        if (!(s[i].nearness < INFINITY))
            return 1;
    }
    double area = (s[1].x - s[0].x) * (s[2].y - s[0].y) - (s[2].x - s[0].x) * (s[1].y - s[0].y);
    double least = RASTER_OUTLINE_NONE * r->samples; /* samples; area is twice the triangle's */
    if (area * area <= least * least * longest)
        return 0; /* most of a large mesh: saves the root */
    return raster_outline_strength(fabs(area) / sqrt(longest) / r->samples);
}

static void set_outline(const raster *r, filling *f, const raster_face *face, const spot s[3]) {
    const raster_paint *paint = face->paint;
    if (face->edges == 0 || !(paint->edge_width > 0) || pixels_alpha(paint->edge) == 0)
        return;
    double strength = outline_strength(r, s);
    if (strength == 0)
        return;
    f->outlined = true;
    f->outline = shade_of(paint->edge);
    f->outline_opacity = (float)strength * (float)pixels_alpha(paint->edge) / 255;
    f->outline_half = paint->edge_width * 0.5f * (float)r->samples + 0.5f;
    for (int i = 0; i < 3; i++) {
        const plane *p = &f->side[i];
        if ((face->edges >> i & 1) != 0)
            f->steep[i] = (float)sqrt(p->a * p->a + p->b * p->b);
    }
}

static void set_surface(const raster *r, filling *f, const raster_face *face, vec3 normal,
                        bool from_behind) {
    normal = vec3_scale(normal, (from_behind ? -1 : 1) / vec3_length(normal));
    f->hatched = from_behind && face->one_sided;
    f->surface = raster_lit(r, f->hatched ? face->paint->back : face->fill, normal);
    if (!f->hatched)
        return;
    f->surface = shade_scaled(f->surface, back_light);
    f->stripe = shade_scaled(f->surface, hatch_contrast);
}

static void set_nearness(const raster *r, filling *f, const spot s[3], vec3 plane_normal) {
    f->nearness = plane_of(r, plane_normal);
    f->lowest = INFINITY;
    f->highest = 0;
    for (int i = 0; i < 3; i++) {
        float nearness = (float)s[i].nearness;
        f->lowest = nearness < f->lowest ? nearness : f->lowest;
        f->highest = nearness > f->highest ? nearness : f->highest;
    }
}

void raster_fill_face(raster *r, const raster_face *face) {
    const vec3 *v = face->corner;
    if (is_unseen(r, v))
        return;
    filling f;
    spot s[3] = {spot_of(&r->eye, v[0]), spot_of(&r->eye, v[1]), spot_of(&r->eye, v[2])};
    if (!find_extents(r, v, s, &f))
        return;
    vec3 normal = eye_normal(v[0], v[1], v[2]);
    double volume = vec3_dot(normal, v[0]); /* above 0: seen from behind */
    if (volume == 0)
        return;
    double sign = volume > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        f.side[i] = plane_of(r, vec3_scale(vec3_cross(v[i], v[(i + 1) % 3]), sign));
        f.steep[i] = 0;
    }
    f.outlined = false;
    f.outline_half = f.outline_opacity = 0;
    set_nearness(r, &f, s, vec3_scale(normal, 1 / volume));
    set_surface(r, &f, face, normal, volume > 0);
    set_outline(r, &f, face, s);
    fill(r, &f);
}
