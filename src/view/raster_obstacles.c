/* raster_obstacles: what each obstacle is drawn as. A rounded triangle is the hull of three
 * spheres: its two faces, each moved outward by the radius, and a capsule along every edge. */
#include "raster_buffer.h"

static bool is_same(sm3_vec a, sm3_vec b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void draw_rounded(raster *r, const raster_face *face, double radius) {
    const vector *v = face->corner;
    vector normal = vector_unit(eye_normal(v[0], v[1], v[2]), (vector){0, 0, 0});
    raster_face moved = *face;
    moved.edges = 0; /* where they meet the capsules they are smooth */
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 3; i++)
            moved.corner[i] = vector_add(v[i], vector_scale(normal, side * radius));
        raster_fill_face(r, &moved);
    }
    for (int i = 0; i < 3; i++) /* last: much of them is hidden, and need not be shaded */
        raster_fill_capsule(r, v[i], v[(i + 1) % 3], radius, face->fill, face->paint);
}

/* Three corners on one line without a radius are seen as thin capsules, too. */
static bool has_area(const vector v[3]) {
    return vector_dot(eye_normal(v[0], v[1], v[2]), eye_normal(v[0], v[1], v[2])) > 0;
}

static void draw_obstacle(raster *r, const sm3_triangle *t, const raster_face *face) {
    const vector *v = face->corner;
    double radius = t->radius > 0 ? (double)t->radius : 0;
    if (is_same(t->a, t->b))
        raster_fill_capsule(r, v[1], v[2], radius, face->fill, face->paint);
    else if (is_same(t->b, t->c) || is_same(t->a, t->c))
        raster_fill_capsule(r, v[0], v[1], radius, face->fill, face->paint);
    else if (radius == 0 && has_area(v))
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

void raster_obstacles(raster *r, const sm3_triangle *triangles, const unsigned char *edge_mask,
                      const color *colors, int count, const raster_paint *paint) {
    if (r->width < 1)
        return;
    for (int i = 0; i < count; i++) {
        const sm3_triangle *t = &triangles[i];
        raster_face face = face_of(r, t, paint);
        if (edge_mask != NULL)
            face.edges = edge_mask[i];
        if (colors != NULL)
            face.fill = colors[i];
        draw_obstacle(r, t, &face);
    }
}

void raster_capsule(raster *r, sm3_vec a, sm3_vec b, float radius, color fill,
                    const raster_paint *paint) {
    if (r->width > 0)
        raster_fill_capsule(r, eye_see(&r->eye, a), eye_see(&r->eye, b), (double)radius, fill,
                            paint);
}
