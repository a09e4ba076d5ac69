#include "bench.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/slidemove3.h"
#include "measure.h"

static const float radius = 0.5f, step = 0.08f, gravity = 0.05f; /* world units a tick */

/* A ball that wanders in a level. */
typedef struct walk {
    sm3_triangle *triangles;
    sm3_triangle_array array;
    sm3_world *world;
    sm3_obstacles obstacles; /* of the array or the world */
    sm_options options;
    sm3_capsule mover;
    float side; /* of the level */
    sm3_vec start, position;
    float heading, fall;
    uint64_t random; /* state of xorshift64 */
} walk;

static float random_between(uint64_t *random, float low, float high) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return low + (high - low) * (float)(*random >> 40) / (float)(1 << 24);
}

/* ---- Levels ------------------------------------------------------------------------------ */

typedef enum kind { TERRAIN, SOUP } kind;

/* Two triangles to each cell of side 1, with random heights. */
static bool make_terrain(walk *w, int count) {
    int side = (int)sqrt(count / 2.0), corners = side + 1;
    float *height = malloc((size_t)corners * (size_t)corners * sizeof *height);
    if (height == NULL)
        return false;
    for (int i = 0; i < corners * corners; i++)
        height[i] = random_between(&w->random, -0.3f, 0.3f);
    w->array.count = 2 * side * side;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, z = i / side;
        sm3_vec p[4];
        for (int k = 0; k < 4; k++) {
            int px = x + (k & 1), pz = z + (k >> 1);
            p[k] = (sm3_vec){(float)px, height[pz * corners + px], (float)pz};
        }
        w->triangles[2 * i] = sm3_face(p[0], p[2], p[1]);
        w->triangles[2 * i + 1] = sm3_face(p[1], p[2], p[3]);
    }
    free(height);
    w->side = (float)side;
    w->start = (sm3_vec){w->side / 2, 1, w->side / 2};
    w->fall = gravity;
    return true;
}

static sm3_vec random_point(walk *w, float low, float high) {
    return (sm3_vec){random_between(&w->random, low, high), random_between(&w->random, low, high),
                     random_between(&w->random, low, high)};
}

/* Random triangles of size 1, one to each cube of side 2. */
static bool make_soup(walk *w, int count) {
    w->side = 2 * cbrtf((float)count);
    w->array.count = count;
    for (int i = 0; i < count; i++) {
        sm3_vec middle = random_point(w, 0, w->side), corner[3];
        for (int k = 0; k < 3; k++) {
            sm3_vec off = random_point(w, -1, 1);
            corner[k] = (sm3_vec){middle.x + off.x, middle.y + off.y, middle.z + off.z};
        }
        w->triangles[i] = sm3_face(corner[0], corner[1], corner[2]);
    }
    w->start = (sm3_vec){w->side / 2, w->side / 2, w->side / 2};
    return true;
}

static void close_walk(walk *w) {
    sm3_world_destroy(w->world);
    free(w->triangles);
}

static bool open_walk(walk *w, kind level, int count) {
    *w = (walk){.random = 88172645463325252u};
    w->triangles = malloc((size_t)count * sizeof *w->triangles);
    w->array.triangles = w->triangles;
    if (w->triangles != NULL && (level == TERRAIN ? make_terrain : make_soup)(w, count))
        w->world = sm3_world_create(w->triangles, w->array.count, NULL);
    w->position = w->start;
    if (w->world == NULL)
        close_walk(w);
    return w->world != NULL;
}

/* ---- What is measured -------------------------------------------------------------------- */

static bool is_near_rim(const walk *w, float x) {
    static const float rim = 3;
    return x < rim || x > w->side - rim;
}

static void one_move(void *context) {
    walk *w = context;
    w->heading += random_between(&w->random, -0.1f, 0.1f);
    float rise = w->fall > 0 ? -w->fall : random_between(&w->random, -0.05f, 0.05f);
    sm3_vec delta = {step * cosf(w->heading), rise, step * sinf(w->heading)};
    w->position = sm3_slide_move(w->position, delta, w->mover, w->obstacles, &w->options).position;
    bool gone = w->fall == 0 && is_near_rim(w, w->position.y);
    if (gone || is_near_rim(w, w->position.x) || is_near_rim(w, w->position.z))
        w->position = w->start;
}

/* High above everything: what a move costs that meets nothing. */
static void one_far_move(void *context) {
    walk *w = context;
    sm3_vec far = {0, 1e5f, 0};
    w->heading += random_between(&w->random, -0.1f, 0.1f);
    sm3_vec delta = {step * cosf(w->heading), 0, step * sinf(w->heading)};
    sm3_capsule ball = sm3_sphere((sm3_vec){0, 0, 0}, radius);
    w->heading += 0 * sm3_slide_move(far, delta, ball, w->obstacles, NULL).position.x;
}

static void build(void *context) {
    walk *w = context;
    sm3_world_destroy(sm3_world_create(w->triangles, w->array.count, NULL));
}

static double measure_move(walk *w, sm_resolver resolver, sm3_capsule mover,
                           sm3_obstacles obstacles) {
    w->options.resolver = resolver;
    w->mover = mover;
    w->obstacles = obstacles;
    w->position = w->start;
    return measure_seconds(one_move, w);
}

static bool bench_level(kind level, int count) {
    walk w;
    if (!open_walk(&w, level, count)) {
        fputs("bench: no memory for the triangles\n", stderr);
        return false;
    }
    sm3_capsule ball = sm3_sphere((sm3_vec){0, 0, 0}, radius);
    sm3_capsule upright = {{0, -0.4f, 0}, {0, 0.4f, 0}, 0.4f};
    sm3_obstacles index = sm3_obstacles_of_world(w.world);
    double built = measure_seconds(build, &w);
    double near = measure_move(&w, SM_DEEPEST, ball, index);
    double capsule = measure_move(&w, SM_DEEPEST, upright, index);
    double swept = measure_move(&w, SM_SWEEP, ball, index);
    double plain = measure_move(&w, SM_DEEPEST, ball, sm3_obstacles_of_array(&w.array));
    w.obstacles = index;
    double far = measure_seconds(one_far_move, &w);
    printf("  %-8s %9d   %8.0f   %8.0f   %12.0f   %10.0f   %11.0f   %14.0f   %8.0f   %8.0f\n",
           level == TERRAIN ? "terrain" : "soup", w.array.count, far * 1e9, near * 1e9,
           capsule * 1e9, swept * 1e9, plain * 1e9, plain / near, built * 1e3,
           (double)sm3_world_bytes(w.world) / w.array.count);
    close_walk(&w);
    return true;
}

/* ---- Crowds ------------------------------------------------------------------------------ */

static sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (sm3_vec){x, y, random_between(random, -size, size)};
}

static sm3_vec plus(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

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

typedef struct mob {
    sm3_obstacles obstacles;
    sm3_capsule ball;
    uint64_t random;
    float sum; /* so that the moves are needed */
} mob;

static void one_mob_move(void *context) {
    mob *m = context;
    sm3_vec position = random_vec(&m->random, 0.3f), delta = random_vec(&m->random, 0.05f);
    m->sum += sm3_slide_move(position, delta, m->ball, m->obstacles, NULL).position.x;
}

static double measure_mob(sm3_obstacles obstacles, float size) {
    mob m = {obstacles, sm3_sphere((sm3_vec){0, 0, 0}, size), 88172645463325252u, 0};
    return measure_seconds(one_mob_move, &m);
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
    sm3_world *world = triangles != NULL ? sm3_world_create(triangles, c->count, NULL) : NULL;
    if (world == NULL) {
        free(triangles);
        fputs("bench: no memory for the triangles\n", stderr);
        return false;
    }
    double indexed = measure_mob(sm3_obstacles_of_world(world), c->radius);
    static const float way =
        0.4f; /* of one_mob_move: from where it starts, and back after pushes */
    sm3_triangle_array near = {triangles, keep_in_reach(triangles, c->count, c->radius + way)};
    double plain = measure_mob(sm3_obstacles_of_array(&near), c->radius);
    printf("  %-28s %9d   %8d   %10.0f   %10.0f   %14.2f\n", c->name, c->count, near.count,
           indexed * 1e9, plain * 1e9, indexed / plain);
    sm3_world_destroy(world);
    free(triangles);
    return true;
}

static bool bench_crowds(void) {
    puts("\nMoves of a ball in 3D amid crowds, ns a move, beside the plain loop over those in "
         "reach");
    puts("  crowd                        triangles   in reach   with index   plain loop   "
         "index to plain");
    bool good = true;
    for (size_t i = 0; good && i < sizeof crowds / sizeof *crowds; i++)
        good = bench_crowd(&crowds[i]);
    return good;
}

/* ---- All ------------------------------------------------------------------------------------ */

bool bench_moves3(void) {
    static const int counts[] = {1000, 100000, 1000000};
    puts("\nMoves of a ball in 3D, ns a move");
    puts("  level    triangles   far away       near   capsule near   sweep near    plain loop   "
         "x of the index   build ms   bytes each");
    bool good = true;
    for (int i = 0; good && i < 6; i++)
        good = bench_level(i < 3 ? TERRAIN : SOUP, counts[i % 3]);
    return good && bench_crowds();
}
