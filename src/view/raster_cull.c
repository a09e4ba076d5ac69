/* raster_cull: finds which rows of the picture an obstacle may reach, four obstacles at a time.
 *
 * It computes in floats, with a margin for rounding. An obstacle that is outside by more than the
 * margin is culled; the others are drawn exactly, in doubles. A triangle that covers at most two by
 * two samples is drawn from floats as well: a large mesh consists of such tiny triangles. The eye's
 * position is the sum of two floats, so distances from it are as exact far from the origin as near
 * it. */
#include <float.h>

#include "raster_buffer.h"

static const float margin = 1e-5f; /* of a distance: 30 times the rounding of view coordinates */
static const float widest = 8;     /* |x / z|, |y / z|: beyond this, rounding may exceed `slack` */

static const float thinnest = 1e-10f; /* square of the sine of a corner's angle */

/* Four obstacles' corners a, b and c: their x, y and z. */
typedef struct four {
    lanes at[3][3];
} four;

/* Returns the corners of up to four triangles; if there are fewer, the last one again. */
static inline four gather(const sm3_triangle *triangles, int count) {
    four f;
    for (int k = 0; k < LANES_COUNT; k++) {
        const sm3_triangle *t = &triangles[k < count ? k : count - 1];
        const sm3_vec corners[3] = {t->a, t->b, t->c};
        for (int i = 0; i < 3; i++) {
            f.at[i][0][k] = corners[i].x;
            f.at[i][1][k] = corners[i].y;
            f.at[i][2][k] = corners[i].z;
        }
    }
    return f;
}

/* The eye as floats. */
typedef struct near_eye {
    float place[3], rest[3]; /* their sum */
    float right[3], up[3], forward[3];
    float light[3]; /* toward it, in the world */
    float focal, middle_x, middle_y, near, slope_x, slope_y;
    float slack; /* possible error of a place in the picture, samples */
} near_eye;

static void split(vec3 v, float to[3], float rest[3]) {
    double from[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        to[i] = (float)from[i];
        rest[i] = (float)(from[i] - (double)to[i]);
    }
}

static near_eye eye_in_floats(const raster *r) {
    near_eye e = {.focal = (float)r->eye.focal,
                  .middle_x = (float)r->eye.middle_x,
                  .middle_y = (float)r->eye.middle_y,
                  .near = (float)r->eye.near,
                  .slope_x = (float)r->slope_x,
                  .slope_y = (float)r->slope_y,
                  .slack = 0.02f + 2 * widest * 1e-6f * (float)r->eye.focal};
    float none[3];
    split(r->eye.position, e.place, e.rest);
    split(r->eye.right, e.right, none);
    split(r->eye.up, e.up, none);
    split(r->eye.forward, e.forward, none);
    vec3 light = vec3_add(vec3_scale(r->eye.right, r->light.x), vec3_scale(r->eye.up, r->light.y));
    split(vec3_add(light, vec3_scale(r->eye.forward, r->light.z)), e.light, none);
    return e;
}

static inline triple seen_from(const near_eye *e, const four *f, int corner) {
    triple d = {f->at[corner][0] - e->place[0] - e->rest[0],
                f->at[corner][1] - e->place[1] - e->rest[1],
                f->at[corner][2] - e->place[2] - e->rest[2]};
    return (triple){dot_fixed(d, e->right), dot_fixed(d, e->up), dot_fixed(d, e->forward)};
}

/* The normals of four faces, each as long as twice its area. */
typedef struct across {
    triple normal;
    unsigned thin; /* bits of the faces with almost no area, which are drawn as lines */
} across;

static across across_of(const four *f) {
    lanes u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = f->at[1][k] - f->at[0][k];
        v[k] = f->at[2][k] - f->at[0][k];
    }
    lanes x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2],
          z = u[0] * v[1] - u[1] * v[0];
    lanes sides =
        (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    unsigned thin = ~lanes_bits(lanes_not_below(x * x + y * y + z * z, sides * thinnest)) |
                    lanes_bits(lanes_at_most(sides, lanes_all(0)));
    return (across){{x, y, z}, thin};
}

/* The bounds of four obstacles in the picture. */
typedef struct bounds {
    lanes x[3], y[3], inv_depth[3]; /* the corners, samples, where `sure` */
    lanes top, bottom, left, right; /* around them */
    unsigned unseen, sure;          /* bits: beyond a side of the picture; wholly before the eye */
    across across;
} bounds;

static inline void add_corner(bounds *box, int i, lanes x, lanes y, lanes inv_depth) {
    box->x[i] = x;
    box->y[i] = y;
    box->inv_depth[i] = inv_depth;
    box->left = lanes_min(x, box->left);
    box->right = lanes_max(x, box->right);
    box->top = lanes_min(y, box->top);
    box->bottom = lanes_max(y, box->bottom);
}

static inline bounds bounds_of(const near_eye *e, const four *f) {
    lanes far = lanes_all(1e30f);
    bounds box = {.top = far, .bottom = -far, .left = far, .right = -far};
    box.sure = 15;
    box.across = across_of(f);
    unsigned beyond[5] = {15, 15, 15, 15, 15};
    for (int i = 0; i < 3; i++) {
        triple v = seen_from(e, f, i);
        lanes wide = size_of(v.x) + size_of(v.y);
        lanes by = (wide + size_of(v.z)) * margin;
        lanes x = v.z * e->slope_x + by, y = v.z * e->slope_y + by;
        beyond[0] &= lanes_bits(lanes_at_most(v.z + by, lanes_all(e->near)));
        beyond[1] &= lanes_bits(lanes_at_most(x, v.x));
        beyond[2] &= lanes_bits(lanes_at_most(x, -v.x));
        beyond[3] &= lanes_bits(lanes_at_most(y, v.y));
        beyond[4] &= lanes_bits(lanes_at_most(y, -v.y));
        box.sure &= lanes_bits(lanes_both(lanes_at_most(lanes_all(e->near) + by, v.z),
                                          lanes_at_most(wide, v.z * widest)));
        lanes inv_depth = 1 / v.z, scale = e->focal * inv_depth;
        add_corner(&box, i, e->middle_x + v.x * scale, e->middle_y - v.y * scale, inv_depth);
    }
    box.unseen = beyond[0] | beyond[1] | beyond[2] | beyond[3] | beyond[4];
    return box;
}

/* The samples with centres in low .. high, of 0 .. count - 1. */
typedef struct extents {
    lanes from, to;
} extents;

static inline extents extents_within(lanes low, lanes high, int count) {
    lanes last = lanes_all((float)(count - 1)), none = lanes_all(0), one = lanes_all(1);
    lanes first = lanes_max(low - lanes_all(RASTER_CENTRE), none);
    lanes whole = lanes_whole(lanes_min(first, last + one));
    extents e;
    e.from = whole + lanes_where(lanes_at_most(first, whole), none, one);
    lanes end = high - lanes_all(RASTER_CENTRE);
    e.to = lanes_whole(lanes_min(lanes_max(end, -one), last));
    e.to = lanes_where(lanes_at_most(none, end), e.to, -one);
    return e;
}

/* ---- Tiny triangles ---------------------------------------------------------------------- */

/* In samples, several times the error of floats. A sample that lies less than this beyond an edge
 * counts as covered, so that there is no gap beside a neighbour that is drawn in doubles. */
static const float overlap = 0.001f;

/* Finds which triangles cover the sample at x, y. Returns their inverse depths there. */
static inline lanes cover(const bounds *box, lanes x, lanes y, const lanes edge[3],
                          unsigned *covers) {
    lanes least = lanes_all(INFINITY), most = -least, area = lanes_all(0), sum = area;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3, third = (i + 2) % 3;
        lanes twice = (box->x[i] - x) * (box->y[next] - y) - (box->x[next] - x) * (box->y[i] - y);
        least = lanes_min(twice + edge[i], least);
        most = lanes_max(twice - edge[i], most);
        area = area + twice;
        sum = sum + twice * box->inv_depth[third];
    }
    *covers = lanes_bits(lanes_at_most(lanes_all(0), least)) |
              lanes_bits(lanes_at_most(most, lanes_all(0))); /* clockwise or not */
    const lanes *n = box->inv_depth;
    lanes lowest = lanes_min(lanes_min(n[0], n[1]), n[2]);
    lanes highest = lanes_max(lanes_max(n[0], n[1]), n[2]);
    return lanes_min(lanes_max(sum / area, lowest), highest);
}

/* Sets the four triangles, and the bits of those that are seen from behind. Returns the bits of
 * those that cover a sample. */
static inline unsigned set_tiny(const near_eye *e, const four *f, const bounds *box,
                                const extents *columns, const extents *rows, tiny_triangles *s,
                                unsigned *behind) {
    lanes edge[3], x = columns->from, y = rows->from;
    unsigned is_right = lanes_bits(lanes_at_most(x + 1, columns->to)), any = 0;
    unsigned is_below = lanes_bits(lanes_at_most(y + 1, rows->to));
    const unsigned is_there[4] = {15, is_right, is_below, is_right & is_below};
    for (int i = 0; i < 3; i++)
        edge[i] =
            (size_of(box->x[(i + 1) % 3] - box->x[i]) + size_of(box->y[(i + 1) % 3] - box->y[i])) *
            overlap;
    lanes_store(s->x, lanes_to_int32(x));
    lanes_store(s->y, lanes_to_int32(y));
    for (int k = 0; k < 4; k++) {
        unsigned covers;
        lanes_store(s->inv_depth[k], cover(box, x + (RASTER_CENTRE + (float)(k & 1)),
                                           y + (RASTER_CENTRE + (float)(k >> 1)), edge, &covers));
        s->covers[k] = (unsigned char)(covers & is_there[k]);
        any |= s->covers[k];
    }
    const triple *n = &box->across.normal;
    lanes away = n->x * (f->at[0][0] - e->place[0] - e->rest[0]) +
                 n->y * (f->at[0][1] - e->place[1] - e->rest[1]) +
                 n->z * (f->at[0][2] - e->place[2] - e->rest[2]);
    lanes is_front = lanes_at_most(away, lanes_all(0));
    lanes length = lanes_sqrt(n->x * n->x + n->y * n->y + n->z * n->z);
    lanes toward = dot_fixed(*n, e->light) / lanes_max(length, lanes_all(FLT_MIN));
    lanes_store(s->toward_light, lanes_where(is_front, toward, -toward));
    *behind = ~lanes_bits(is_front);
    return any;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* A triangle that covers no sample gets rows 1 to 0. */
static inline void set_rows(const raster *r, const near_eye *e, const sm3_triangle *triangles,
                            int count, raster_rows *rows, tiny_triangles *tiny) {
    four f = gather(triangles, count);
    bounds box = bounds_of(e, &f);
    lanes slack = lanes_all(e->slack), one = lanes_all(1);
    extents y = extents_within(box.top - slack, box.bottom + slack, r->rows);
    extents x = extents_within(box.left - slack, box.right + slack, r->columns);
    unsigned covers =
        lanes_bits(lanes_both(lanes_at_most(x.from, x.to), lanes_at_most(y.from, y.to)));
    unsigned all = box.across.thin | (~box.unseen & ~box.sure);
    unsigned none = (box.unseen | ~covers) & ~all, behind;
    unsigned is_tiny = ~all & ~none &
                       lanes_bits(lanes_both(lanes_at_most(x.to - x.from, one),
                                             lanes_at_most(y.to - y.from, one)));
    if (is_tiny != 0) {
        none |= is_tiny & ~set_tiny(e, &f, &box, &x, &y, tiny, &behind);
        for (int k = 0; k < count; k++) /* a face seen from behind may be hatched */
            is_tiny &= ~((unsigned)triangles[k].one_sided << k & behind);
    }
    int32_t from[LANES_COUNT], to[LANES_COUNT];
    lanes_store(from, lanes_to_int32(y.from));
    lanes_store(to, lanes_to_int32(y.to));
    for (int k = 0; k < count; k++) {
        rows[k] = (raster_rows){(uint16_t)from[k], (uint16_t)to[k], (is_tiny >> k & 1) != 0};
        if ((all >> k & 1) != 0 || triangles[k].radius > 0)
            rows[k] = (raster_rows){0, (uint16_t)(r->rows - 1), false};
        else if ((none >> k & 1) != 0)
            rows[k] = (raster_rows){1, 0, false};
    }
}

raster_rows raster_cull(const raster *r, const sm3_triangle *triangles, int count,
                        raster_rows *rows, tiny_triangles *tiny) {
    near_eye e = eye_in_floats(r);
    raster_rows sum = {(uint16_t)(r->rows - 1), 0, false};
    for (int i = 0; i < count; i += LANES_COUNT) {
        int some = count - i < LANES_COUNT ? count - i : LANES_COUNT;
        set_rows(r, &e, triangles + i, some, rows + i, &tiny[i / LANES_COUNT]);
        for (int k = i; k < i + some; k++) {
            if (rows[k].from > rows[k].to)
                continue;
            sum.from = rows[k].from < sum.from ? rows[k].from : sum.from;
            sum.to = rows[k].to > sum.to ? rows[k].to : sum.to;
        }
    }
    return sum;
}
