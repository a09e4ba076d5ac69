#include "bench_three_crowds.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/slidemove3.h"
#include "measure.h"

static float random_between(uint64_t *random, float low, float high) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return low + (high - low) * (float)(*random >> 40) / (float)(1 << 24);
}

static sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (sm3_vec){x, y, random_between(random, -size, size)};
}

static sm3_vec plus(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* ---- Levels ------------------------------------------------------------------------------ */

static sm3_triangle one_spot(int i, uint64_t *random) {
    (void)i;
    return sm3_face(random_vec(random, 1), random_vec(random, 1), random_vec(random, 1));
}

static sm3_triangle identical(int i, uint64_t *random) {
    (void)i;
    (void)random;
    return sm3_face((sm3_vec){-1, 0, -1}, (sm3_vec){0, 0.2f, 1}, (sm3_vec){1, 0, -1});
}

static sm3_triangle in_one_plane(int i, uint64_t *random) {
    sm3_triangle t = one_spot(i, random);
    t.a.y = t.b.y = t.c.y = 0;
    return t;
}

static sm3_triangle on_one_line(int i, uint64_t *random) {
    float x = 0.001f * (float)i - 0.5f;
    return sm3_face((sm3_vec){x, 0, 0}, (sm3_vec){x + 0.001f, 0, 0},
                    (sm3_vec){random_between(random, -9, 9), 0, 0});
}

static sm3_triangle sliver(int i, uint64_t *random) {
    (void)i;
    sm3_vec far = random_vec(random, 50);
    return sm3_face((sm3_vec){-far.x, -far.y, -far.z}, random_vec(random, 1), far);
}

/* The first is as large as all others together. */
static sm3_triangle giant_among_small(int i, uint64_t *random) {
    static const float side = 50;
    if (i == 0)
        return sm3_face((sm3_vec){-side, 0, -side}, (sm3_vec){0, 0, side},
                        (sm3_vec){side, 0, -side});
    sm3_vec at = random_vec(random, side);
    return sm3_face(plus(at, random_vec(random, 1)), plus(at, random_vec(random, 1)),
                    plus(at, random_vec(random, 1)));
}

typedef struct crowd {
    const char *name;
    sm3_triangle (*make)(int i, uint64_t *random);
    int count;
    float radius; /* of the ball */
} crowd;

static const crowd crowds[] = {
    {"all on one spot", one_spot, 1000, 0.5f},
    {"all identical", identical, 1000, 0.5f},
    {"all in one plane", in_one_plane, 1000, 0.5f},
    {"all on one line", on_one_line, 1000, 0.5f},
    {"long slivers", sliver, 1000, 0.5f},
    {"a giant among small ones", giant_among_small, 100000, 0.5f},
    {"a ball larger than the level", one_spot, 1000, 30},
    {"a tiny ball", one_spot, 1000, 1e-4f},
};

/* ---- What is measured -------------------------------------------------------------------- */

typedef struct mob {
    sm3_obstacles obstacles;
    sm3_capsule ball;
    uint64_t random;
    float sum; /* so that the moves are needed */
} mob;

static void one_move(void *context) {
    mob *m = context;
    sm3_vec position = random_vec(&m->random, 0.3f), delta = random_vec(&m->random, 0.05f);
    m->sum += sm3_slide_move(position, delta, m->ball, m->obstacles, NULL).position.x;
}

static double measure(sm3_obstacles obstacles, float radius) {
    mob m = {obstacles, sm3_sphere((sm3_vec){0, 0, 0}, radius), 88172645463325252u, 0};
    return measure_seconds(one_move, &m);
}

static bool spans_reach(float a, float b, float c, float reach) {
    return fminf(a, fminf(b, c)) <= reach && fmaxf(a, fmaxf(b, c)) >= -reach;
}

/* Keeps what the ball may meet from where it moves. Returns how many those are. */
static int keep_in_reach(sm3_triangle *triangles, int count, float reach) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const sm3_triangle *t = &triangles[i];
        if (spans_reach(t->a.x, t->b.x, t->c.x, reach) &&
            spans_reach(t->a.y, t->b.y, t->c.y, reach) &&
            spans_reach(t->a.z, t->b.z, t->c.z, reach))
            triangles[kept++] = *t;
    }
    return kept;
}

static bool bench_crowd(const crowd *c) {
    uint64_t random = 88172645463325252u;
    sm3_triangle *triangles = malloc((size_t)c->count * sizeof *triangles);
    for (int i = 0; triangles != NULL && i < c->count; i++)
        triangles[i] = c->make(i, &random);
    sm3_world *world = triangles != NULL ? sm3_world_create(triangles, c->count) : NULL;
    if (world == NULL) {
        free(triangles);
        fputs("slidemove: no memory for the triangles\n", stderr);
        return false;
    }
    double indexed = measure(sm3_obstacles_of_world(world), c->radius);
    static const float way = 0.4f; /* of one_move: from where it starts, and back after pushes */
    sm3_triangle_array near = {triangles, keep_in_reach(triangles, c->count, c->radius + way)};
    double plain = measure(sm3_obstacles_of_array(&near), c->radius);
    printf("  %-28s %9d   %8d   %10.0f   %10.0f   %14.2f\n", c->name, c->count, near.count,
           indexed * 1e9, plain * 1e9, indexed / plain);
    sm3_world_destroy(world);
    free(triangles);
    return true;
}

bool bench_three_crowds(void) {
    puts("\nMoves of a ball in 3D amid crowds, ns a move, beside the plain loop over those in "
         "reach");
    puts("  crowd                        triangles   in reach   with index   plain loop   "
         "index to plain");
    bool good = true;
    for (size_t i = 0; good && i < sizeof crowds / sizeof *crowds; i++)
        good = bench_crowd(&crowds[i]);
    return good;
}
