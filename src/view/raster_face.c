/* raster_face: one triangle, by homogeneous edge functions (Olano and Greer, "Triangle scan
 * conversion using 2D homogeneous coordinates", 1997).
 *
 * With corners P, Q, R in view coordinates, a ray d meets the plane where (P x Q) . d, (Q x R) . d
 * and (R x P) . d have one sign inside the triangle: each is the volume of the ray with an edge.
 * The ray is linear in the pixel, so each is a x + b y + c, for corners behind the eye as well:
 * nothing has to be clipped. A shared edge gives its two faces exactly opposite numbers, so between
 * them there is never a gap. */
#include "raster_filling.h"

static const float back_light = 0.8f;      /* of what a front would have */
static const float hatch_contrast = 0.78f; /* the darker stripes of a back */

/* A corner in the picture, samples. */
typedef struct spot {
    double x, y;
    double nearness; /* INFINITY: not before the near plane, and so nowhere in the picture */
} spot;

static inline spot spot_of(const eye *e, vector v) {
    if (v.z < e->near)
        return (spot){0, 0, INFINITY};
    double nearness = 1 / v.z, k = e->focal * nearness;
    return (spot){e->middle_x + k * v.x, e->middle_y - k * v.y, nearness};
}

/* ---- What it covers ---------------------------------------------------------------------- */

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
static void reach_edge(reach *box, const eye *e, vector from, vector to) {
    if ((from.z < e->near) == (to.z < e->near))
        return;
    double share = (e->near - from.z) / (to.z - from.z);
    vector on = vector_add(from, vector_scale(vector_sub(to, from), share));
    on.z = e->near;
    reach_to(box, spot_of(e, on));
}

static const double slack = 0.01; /* samples: the edge functions decide, not the box */

static bool find_extents(const raster *r, const vector v[3], const spot s[3], raster_filling *f) {
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
static inline plane plane_of(const raster *r, vector v) {
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

static void set_outline(const raster *r, raster_filling *f, const raster_face *face,
                        const spot s[3]) {
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

static void set_surface(const raster *r, raster_filling *f, const raster_face *face, vector normal,
                        bool from_behind) {
    normal = vector_scale(normal, (from_behind ? -1 : 1) / vector_length(normal));
    f->hatched = from_behind && face->one_sided;
    f->surface = raster_lit(r, f->hatched ? face->paint->back : face->fill, normal);
    if (!f->hatched)
        return;
    f->surface = shade_scaled(f->surface, back_light);
    f->stripe = shade_scaled(f->surface, hatch_contrast);
}

static void set_nearness(const raster *r, raster_filling *f, const spot s[3], vector plane_normal) {
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
    const vector *v = face->corner;
    if (is_unseen(r, v))
        return;
    raster_filling f;
    spot s[3] = {spot_of(&r->eye, v[0]), spot_of(&r->eye, v[1]), spot_of(&r->eye, v[2])};
    if (!find_extents(r, v, s, &f))
        return;
    vector normal = eye_normal(v[0], v[1], v[2]);
    double volume = vector_dot(normal, v[0]); /* above 0: seen from behind */
    if (volume == 0)
        return;
    double sign = volume > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) {
        f.side[i] = plane_of(r, vector_scale(vector_cross(v[i], v[(i + 1) % 3]), sign));
        f.steep[i] = 0;
    }
    f.outlined = false;
    f.outline_half = f.outline_opacity = 0;
    set_nearness(r, &f, s, vector_scale(normal, 1 / volume));
    set_surface(r, &f, face, normal, volume > 0);
    set_outline(r, &f, face, s);
    raster_fill(r, &f);
}
