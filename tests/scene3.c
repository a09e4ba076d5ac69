#include "scene3.h"

#include <assert.h>
#include <math.h>

#include "random.h"

static point3 combined(const frame3 *f, point3 d) {
    return (point3){f->x.x * d.x + f->y.x * d.y + f->z.x * d.z,
                    f->x.y * d.x + f->y.y * d.y + f->z.y * d.z,
                    f->x.z * d.x + f->y.z * d.y + f->z.z * d.z};
}

static double dot(point3 a, point3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

sm3_vec frame3_direction(const frame3 *f, point3 d) {
    point3 r = combined(f, d);
    return (sm3_vec){(float)r.x, (float)r.y, (float)r.z};
}

sm3_vec frame3_point(const frame3 *f, point3 p) {
    point3 r = combined(f, p);
    return (sm3_vec){(float)(r.x + f->origin.x), (float)(r.y + f->origin.y),
                     (float)(r.z + f->origin.z)};
}

point3 frame3_local(const frame3 *f, sm3_vec p) {
    point3 d = {(double)p.x - f->origin.x, (double)p.y - f->origin.y, (double)p.z - f->origin.z};
    return (point3){dot(d, f->x), dot(d, f->y), dot(d, f->z)};
}

frame3 frame3_plain(void) {
    return (frame3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
}

static double random_double(uint64_t *random) {
    return (double)random_float(random, -1, 1);
}

static point3 scaled(point3 a, double k) {
    return (point3){a.x * k, a.y * k, a.z * k};
}

frame3 frame3_random(uint64_t *random) {
    frame3 f = {.origin = {random_double(random), random_double(random), random_double(random)}};
    do {
        f.x = (point3){random_double(random), random_double(random), random_double(random)};
        f.y = (point3){random_double(random), random_double(random), random_double(random)};
        f.x = scaled(f.x, 1 / sqrt(dot(f.x, f.x)));
        double along = dot(f.x, f.y);
        f.y = (point3){f.y.x - along * f.x.x, f.y.y - along * f.x.y, f.y.z - along * f.x.z};
    } while (!(dot(f.y, f.y) > 0.1));
    f.y = scaled(f.y, 1 / sqrt(dot(f.y, f.y)));
    f.z = (point3){f.x.y * f.y.z - f.x.z * f.y.y, f.x.z * f.y.x - f.x.x * f.y.z,
                   f.x.x * f.y.y - f.x.y * f.y.x};
    return f;
}

void scene3_begin(scene3 *s, frame3 frame) {
    s->frame = frame;
    s->count = 0;
}

sm3_obstacles scene3_obstacles(scene3 *s) {
    s->array = (sm3_triangle_array){s->triangles, s->count};
    return sm3_obstacles_of_array(&s->array);
}

void scene3_add_face(scene3 *s, point3 a, point3 b, point3 c) {
    assert(s->count < SCENE3_TRIANGLES);
    s->triangles[s->count++] = sm3_face(frame3_point(&s->frame, a), frame3_point(&s->frame, b),
                                        frame3_point(&s->frame, c));
}

void scene3_add_quad(scene3 *s, point3 a, point3 b, point3 c, point3 d) {
    scene3_add_face(s, a, b, c);
    scene3_add_face(s, a, c, d);
}

void scene3_add_box(scene3 *s, point3 m, point3 h, bool inward) {
    static const int quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    point3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (point3){m.x + (i & 1 ? h.x : -h.x), m.y + (i & 2 ? h.y : -h.y),
                             m.z + (i & 4 ? h.z : -h.z)};
    for (int i = 0; i < 6; i++) {
        const int *q = quads[i];
        if (inward)
            scene3_add_quad(s, corner[q[3]], corner[q[2]], corner[q[1]], corner[q[0]]);
        else
            scene3_add_quad(s, corner[q[0]], corner[q[1]], corner[q[2]], corner[q[3]]);
    }
}

double scene3_depth(const scene3 *s, sm3_capsule mover, sm3_vec position) {
    double deepest = -INFINITY;
    for (int i = 0; i < s->count; i++)
        deepest = fmax(deepest, (double)sm3_collide(sm3_capsule_at(mover, position),
                                                    s->triangles[i], (sm3_vec){0, 0, 0})
                                    .depth);
    return deepest;
}
