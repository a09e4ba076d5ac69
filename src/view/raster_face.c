/* raster_face: one triangle, by homogeneous edge functions (Olano and Greer, "Triangle scan
 * conversion using 2D homogeneous coordinates", 1997).
 *
 * With corners P, Q, R in view coordinates, a ray d meets the plane where (P x Q) . d, (Q x R) . d
 * and (R x P) . d have one sign inside the triangle: each is the volume of the ray with an edge.
 * The ray is linear in the pixel, so each is a x + b y + c, for corners behind the eye as well, and
 * no face has to be clipped. A shared edge gives its two faces exactly opposite numbers, so between
 * them there is never a gap. */
#include <limits.h>
#include <stdlib.h>

#include "raster_buffer.h"

/* a x + b y + c, in samples. */
typedef struct plane {
    double a, b, c;
} plane;

/* One face with its edge functions. */
typedef struct filling {
    extent x, y;
    plane side[3];         /* the edge functions, above 0 inside */
    plane inv_depth;       /* 1 / depth */
    float lowest, highest; /* inv_depth of the corners */
    lanes surface, stripe; /* channels; stripe: the second colour of a hatched back */
    bool hatched, outlined;
    float reach[3],
        per_steep[3];      /* of the outline in samples, half a sample for its border; and 1 /
                              how much an edge function grows a sample; 0 where none runs */
    float outline_opacity; /* 0 .. 1 */
    lanes outline;         /* channels */
} filling;

/* ---- Rows -------------------------------------------------------------------------------- *
 *
 * A block of samples at a time. */

static const int hatch_width = 4; /* pixels, of a stripe */
static const int narrow =
    3 * RASTER_BLOCK; /* samples: such a row is too short to look for its ends */

/* The values that are the same for all blocks of a row. */
typedef struct row {
    const filling *f;
    float a[3], c[3]; /* of the edge functions */
    float inv_depth_a, inv_depth_c;
    float limit; /* inv_depth of the near plane */
    int y, samples;
    float *depths;
    uint32_t *colors;
    lanes even; /* the colour without outline and hatch */
} row;

/* The edge functions of a block. Not an array, which a compiler would keep in memory. */
typedef struct sides {
    lanes a, b, c;
} sides;

/* Returns the colours of the block at `at`, with hatch and outline. */
static inline lanes decorated(const row *k, int at, sides s) {
    const filling *f = k->f;
    lanes fraction = lanes_max(
        f->reach[0] - s.a * f->per_steep[0],
        lanes_max(f->reach[1] - s.b * f->per_steep[1], f->reach[2] - s.c * f->per_steep[2]));
    if (!f->hatched && lanes_bits(lanes_at_most(fraction, lanes_all(0))) == 15)
        return k->even;
    lanes red = lanes_all(f->surface[0]), green = lanes_all(f->surface[1]),
          blue = lanes_all(f->surface[2]);
    if (f->hatched) {
        lanes period = (centres(at) + (float)k->y) / (float)(hatch_width * k->samples * 2);
        lanes dark = lanes_at_most(lanes_all(0.5f), period - lanes_whole(period));
        red = lanes_where(dark, lanes_all(f->stripe[0]), red);
        green = lanes_where(dark, lanes_all(f->stripe[1]), green);
        blue = lanes_where(dark, lanes_all(f->stripe[2]), blue);
    }
    fraction = unit_lanes(fraction) * f->outline_opacity;
    return packed(mixed(red, f->outline[0], fraction), mixed(green, f->outline[1], fraction),
                  mixed(blue, f->outline[2], fraction));
}

static inline void fill_row(const row *k, int from, int to, bool plain) {
    for (int at = from; at <= to; at += RASTER_BLOCK) {
        lanes x = centres(at);
        sides s = {x * k->a[0] + k->c[0], x * k->a[1] + k->c[1], x * k->a[2] + k->c[2]};
        lanes inside = lanes_at_most(lanes_all(0), lanes_min(lanes_min(s.a, s.b), s.c));
        if (lanes_bits(inside) == 0)
            continue;
        /* On a face seen from its side rounding may leave the face by far. */
        lanes inv_depth = x * k->inv_depth_a + k->inv_depth_c;
        inv_depth =
            lanes_min(lanes_max(inv_depth, lanes_all(k->f->lowest)), lanes_all(k->f->highest));
        lanes seen = lanes_both(inside, visible_lanes(k->depths + at, inv_depth, k->limit));
        if (lanes_bits(seen) != 0)
            keep(k->depths + at, k->colors + at, seen, inv_depth,
                 plain ? k->even : decorated(k, at, s));
    }
}

/* ---- All rows ---------------------------------------------------------------------------- */

/* Cuts `x` to where a * x + c >= 0, by its root and the sign of a, with one sample more at both
 * ends because of rounding. */
static inline void cut_row(extent *x, float a, float root) {
    float first = root - 1, last = root + 1;
    if (a > 0 && first > (float)x->from)
        x->from = first < (float)x->to + 1 ? (int)first : x->to + 1;
    else if (a < 0 && last < (float)x->to)
        x->to = last > (float)x->from - 1 ? (int)last : x->from - 1;
}

/* Takes a copy of the face, which the compiler can keep in registers: no write of a sample can
 * change it. */
static inline void fill_rows(raster *r, const filling face, bool plain) {
    const filling *f = &face;
    row k = {.f = f, .limit = (float)(1 / r->eye.near), .samples = r->samples};
    k.even = packed(lanes_all(f->surface[0]), lanes_all(f->surface[1]), lanes_all(f->surface[2]));
    k.inv_depth_a = (float)f->inv_depth.a;
    bool wide = f->x.to - f->x.from > narrow;
    float inverse[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        k.a[i] = (float)f->side[i].a;
        if (wide)
            inverse[i] = 1 / k.a[i];
    }
    for (k.y = f->y.from; k.y <= f->y.to; k.y++) {
        double middle = (double)k.y + (double)RASTER_CENTRE;
        for (int i = 0; i < 3; i++)
            k.c[i] = (float)(f->side[i].b * middle + f->side[i].c);
        k.inv_depth_c = (float)(f->inv_depth.b * middle + f->inv_depth.c);
        k.depths = r->inv_depth + (size_t)k.y * (size_t)r->stride;
        k.colors = r->colors + (size_t)k.y * (size_t)r->stride;
        extent x = f->x;
        for (int i = 0; i < 3 && wide; i++)
            cut_row(&x, k.a[i], -k.c[i] * inverse[i]);
        fill_row(&k, x.from & ~(RASTER_BLOCK - 1), x.to, plain);
    }
}

static void fill(raster *r, const filling *f) {
    if (f->hatched || f->outlined)
        fill_rows(r, *f, false);
    else
        fill_rows(r, *f, true);
}

static const float back_light = 0.8f;      /* of the light of a front */
static const float hatch_contrast = 0.78f; /* the darker stripes of a back */

/* A corner in the picture, in samples; inv_depth is INFINITY where it is behind the near plane. */
static inline eye_spot spot_of(const camera_eye *e, vec3 v) {
    return v.z < e->near ? (eye_spot){0, 0, INFINITY} : eye_project(e, v);
}

/* ---- What it covers ---------------------------------------------------------------------- */

static const double slack = 0.01; /* samples: the edge functions decide, not the box */

/* Finds the box of a face in the picture. A face that is partly behind the near plane may cover any
 * sample. */
static bool find_extents(const raster *r, const eye_spot s[3], filling *f) {
    double left = INFINITY, top = left, right = -left, bottom = right;
    bool is_whole = true;
    for (int i = 0; i < 3; i++) {
        left = sm_min(s[i].x, left);
        right = sm_max(s[i].x, right);
        top = sm_min(s[i].y, top);
        bottom = sm_max(s[i].y, bottom);
        is_whole = is_whole && s[i].inv_depth < INFINITY;
    }
    f->x = (extent){0, r->columns - 1};
    f->y = r->band;
    if (is_whole) {
        f->y = extent_both(extent_within(top - slack, bottom + slack, r->rows), r->band);
        f->x = extent_within(left - slack, right + slack, r->columns);
    }
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
static double outline_strength(const raster *r, const eye_spot s[3]) {
    double longest = 0; /* squared */
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        double length =
            (s[k].x - s[i].x) * (s[k].x - s[i].x) + (s[k].y - s[i].y) * (s[k].y - s[i].y);
        longest = length > longest ? length : longest;
        if (!(s[i].inv_depth < INFINITY))
            return 1;
    }
    double area = (s[1].x - s[0].x) * (s[2].y - s[0].y) - (s[2].x - s[0].x) * (s[1].y - s[0].y);
    double least = RASTER_OUTLINE_NONE * r->samples; /* samples; area is twice the triangle's */
    if (area * area <= least * least * longest)
        return 0; /* most faces of a large mesh: the square root is saved */
    return raster_outline_strength(fabs(area) / sqrt(longest) / r->samples);
}

static void set_outline(const raster *r, filling *f, const raster_face *face, const eye_spot s[3]) {
    const raster_paint *paint = face->paint;
    if (face->edges == 0 || !(paint->edge_width > 0) || pixels_alpha(paint->edge) == 0)
        return;
    double strength = outline_strength(r, s);
    if (strength == 0)
        return;
    f->outlined = true;
    f->outline = channels_of(paint->edge);
    f->outline_opacity = (float)strength * (float)pixels_alpha(paint->edge) / 255;
    for (int i = 0; i < 3; i++) {
        const plane *p = &f->side[i];
        double steep = sqrt(p->a * p->a + p->b * p->b);
        if ((face->edges >> i & 1) != 0 && steep > 0) {
            f->reach[i] = paint->edge_width * 0.5f * (float)r->samples + 0.5f;
            f->per_steep[i] = (float)(1 / steep);
        }
    }
}

static void set_surface(const raster *r, filling *f, const raster_face *face, vec3 normal,
                        bool from_behind) {
    normal = vec3_scale(normal, (from_behind ? -1 : 1) / vec3_length(normal));
    f->hatched = from_behind && face->one_sided;
    f->surface = channels_of(f->hatched ? face->paint->back : face->fill) *
                 raster_light(r, (float)vec3_dot(normal, r->light));
    if (!f->hatched)
        return;
    f->surface = f->surface * back_light;
    f->stripe = f->surface * hatch_contrast;
}

static void set_inv_depth(const raster *r, filling *f, const eye_spot s[3], vec3 plane_normal) {
    f->inv_depth = plane_of(r, plane_normal);
    f->lowest = INFINITY;
    f->highest = 0;
    for (int i = 0; i < 3; i++) {
        float inv_depth = (float)s[i].inv_depth;
        f->lowest = inv_depth < f->lowest ? inv_depth : f->lowest;
        f->highest = inv_depth > f->highest ? inv_depth : f->highest;
    }
}

void raster_fill_face(raster *r, const raster_face *face) {
    const vec3 *v = face->corner;
    if (raster_is_unseen(r, v, 3, 0))
        return;
    filling f = {.outlined = false};
    eye_spot s[3] = {spot_of(&r->eye, v[0]), spot_of(&r->eye, v[1]), spot_of(&r->eye, v[2])};
    if (!find_extents(r, s, &f))
        return;
    vec3 normal = eye_normal(v[0], v[1], v[2]);
    double volume = vec3_dot(normal, v[0]); /* above 0: seen from behind */
    if (volume == 0)
        return;
    double sign = volume > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        f.side[i] = plane_of(r, vec3_scale(vec3_cross(v[i], v[(i + 1) % 3]), sign));
    set_inv_depth(r, &f, s, vec3_scale(normal, 1 / volume));
    set_surface(r, &f, face, normal, volume > 0);
    set_outline(r, &f, face, s);
    fill(r, &f);
}

/* ---- Which edges are edges of the shape -------------------------------------------------- *
 *
 * A hash table finds edges with equal ends. Where two faces in one plane meet at an edge from
 * different sides, the edge is left out. */

static const double flat =
    0.99999; /* cosine: faces that turn by less than 0.26 degrees are in one plane */

/* Only so many faces at one edge are compared, because a fan of very many would take too long. */
static const int faces_at_edge = 8;

typedef struct edge_table {
    const sm3_triangle *triangles;
    int *slots; /* 3 * triangle + edge, or free */
    size_t mask;
} edge_table;

static const int slot_free = -1;

static sm3_vec corner(const sm3_triangle *t, int i) {
    return i == 0 ? t->a : i == 1 ? t->b : t->c;
}

typedef struct edge {
    sm3_vec from, to;
} edge;

static edge edge_at(const edge_table *table, int number) {
    const sm3_triangle *t = &table->triangles[number / 3];
    return (edge){corner(t, number % 3), corner(t, (number + 1) % 3)};
}

static uint64_t hash_of_corner(sm3_vec v) {
    float parts[3] = {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; /* -0 is 0 */
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &parts[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio (Knuth, 6.4) */
        hash ^= hash >> 29;
    }
    return hash;
}

/* Returns the slot of an edge, the same for both directions. */
static size_t slot_of(const edge_table *table, edge e) {
    uint64_t sum = hash_of_corner(e.from) + hash_of_corner(e.to);
    return (size_t)(sum * UINT64_C(0x9e3779b97f4a7c15) >> 20) & table->mask;
}

static vec3 unit_normal(const sm3_triangle *t) {
    return vec3_unit(eye_normal(vec3_of(t->a), vec3_of(t->b), vec3_of(t->c)), (vec3){0, 0, 0});
}

/* Whether two faces with a common edge lie in one plane, on different sides of the edge: then they
 * run along the edge in opposite directions. */
static bool is_flat(const edge_table *table, int first, int second) {
    const sm3_triangle *t = &table->triangles[first / 3], *u = &table->triangles[second / 3];
    if (t->one_sided != u->one_sided || t->radius > 0 || u->radius > 0)
        return false;
    bool opposite = sm3_same(edge_at(table, first).from, edge_at(table, second).to);
    if (!opposite && t->one_sided)
        return false; /* a front beside a back */
    double cosine = vec3_dot(unit_normal(t), unit_normal(u));
    return (opposite ? cosine : -cosine) > flat;
}

static void add_edge(edge_table *table, int number, unsigned char *mask) {
    edge e = edge_at(table, number);
    size_t slot = slot_of(table, e);
    int met = 0;
    for (; table->slots[slot] != slot_free; slot = (slot + 1) & table->mask) {
        int other = table->slots[slot];
        edge o = edge_at(table, other);
        bool shared = (sm3_same(e.from, o.from) && sm3_same(e.to, o.to)) ||
                      (sm3_same(e.from, o.to) && sm3_same(e.to, o.from));
        if (!shared)
            continue;
        if (is_flat(table, other, number)) {
            mask[number / 3] &= (unsigned char)~(1u << number % 3);
            mask[other / 3] &= (unsigned char)~(1u << other % 3);
        }
        if (++met == faces_at_edge)
            return;
    }
    table->slots[slot] = number;
}

bool raster_find_edges(const sm3_triangle *triangles, int count, unsigned char *mask) {
    memset(mask, RASTER_EDGES_ALL, (size_t)count);
    if (count > INT_MAX / 3)
        return false;
    size_t size = 8;
    while (size < 5 * (size_t)count) /* at most 3/5 full; the edges of a mesh are shared by two
                                        faces and need less */
        size *= 2;
    edge_table table = {triangles, malloc(size * sizeof *table.slots), size - 1};
    if (table.slots == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        table.slots[i] = slot_free;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            add_edge(&table, 3 * i + k, mask);
    }
    free(table.slots);
    return true;
}
