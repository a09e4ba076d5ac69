#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/vec.h"
#include "../tests/random.h"
#include "measure.h"
#include "rival3.h"
#include "scenes3.h"

/* ---- Scenes ------------------------------------------------------------------------------ */

/* Makes the scene, and a world of it. Returns NULL, with the reason told, without memory. */
static sm3_world *open_scene(scene3 *scene, const scene3_kind *kind, int count) {
    sm3_world *world = scene3_make(scene, kind, count)
                           ? sm3_world_create(scene->triangles, scene->count, NULL)
                           : NULL;
    if (world == NULL)
        fputs("bench: no memory for the triangles\n", stderr);
    return world;
}

/* ---- Walks ------------------------------------------------------------------------------- */

/* A mover that wanders in a scene, in this library's world or the rival's. */
typedef struct walker {
    walk3 walk;
    sm3_obstacles obstacles;
    sm_options options;
    sm3_mover mover;
    const rival3 *rival;
    void *level_of_rival;
} walker;

static void one_move(void *context) {
    walker *w = context;
    sm3_vec delta, from = walk3_next(&w->walk, &delta);
    w->walk.position = sm3_slide_move(from, delta, w->mover, w->obstacles, &w->options).position;
}

static void one_move_of_rival(void *context) {
    walker *w = context;
    sm3_vec delta, from = walk3_next(&w->walk, &delta);
    w->walk.position = w->rival->move(w->level_of_rival, from, delta);
}

static double measure_resolver(walker *w, sm_resolver resolver) {
    w->options.resolver = resolver;
    walk3_begin(&w->walk, w->walk.scene);
    return measure_seconds(one_move, w);
}

/* 0 without a rival. */
static double measure_rival(walker *w) {
    if (w->rival == NULL)
        return 0;
    w->rival->set_mover(w->level_of_rival, w->mover);
    walk3_begin(&w->walk, w->walk.scene);
    return measure_seconds(one_move_of_rival, w);
}

static void print_rival(double rival, double sweep) {
    if (rival > 0)
        printf(" %9.0f %8.1f\n", rival * 1e9, rival / sweep);
    else
        printf(" %9s %8s\n", "-", "-");
}

static void bench_movers(const char *name, walker *w) {
    static const struct {
        const char *name;
        const sm3_mover *shape;
    } movers[] = {{"ball", &scene3_ball}, {"capsule", &scene3_upright}};
    for (int i = 0; i < 2; i++) {
        w->mover = *movers[i].shape;
        double deepest = measure_resolver(w, SM_DEEPEST), sweep = measure_resolver(w, SM_SWEEP);
        printf("  %-9s %9d  %-8s %8.0f %8.0f %10.1f", name, w->walk.scene->count, movers[i].name,
               deepest * 1e9, sweep * 1e9, sweep / deepest);
        print_rival(measure_rival(w), sweep);
    }
}

static bool bench_scene(const scene3_kind *kind, int count) {
    scene3 scene;
    walker w = {.walk = {.scene = &scene}};
#if WITH_BULLET
    w.rival = &rival3_bullet;
#endif
    sm3_world *world = open_scene(&scene, kind, count);
    if (world == NULL)
        return false;
    w.obstacles = sm3_obstacles_of_world(world);
    if (w.rival != NULL)
        w.level_of_rival = w.rival->create(scene.triangles, scene.count);
    bench_movers(kind->name, &w);
    if (w.rival != NULL)
        w.rival->destroy(w.level_of_rival);
    sm3_world_destroy(world);
    scene3_free(&scene);
    return true;
}

static bool bench_scenes(void) {
    puts("\nMoves in 3D, ns a move: the same walks through the same triangles");
    puts("  scene     triangles  mover     deepest    sweep  x deepest    Bullet  x sweep");
    bool good = true;
    for (int i = 0; good && i < 3 * scene3_kind_count; i++) {
        const scene3_kind *kind = &scene3_kinds[i / 3];
        good = kind->counts[i % 3] == 0 || bench_scene(kind, kind->counts[i % 3]);
    }
    return good;
}

/* ---- Worlds ------------------------------------------------------------------------------ */

static void build(void *context) {
    const scene3 *s = context;
    sm3_world_destroy(sm3_world_create(s->triangles, s->count, NULL));
}

/* High above everything: what a move costs that meets nothing. */
static void one_far_move(void *context) {
    walker *w = context;
    sm3_vec delta, far = {0, 1e5f, 0};
    walk3_next(&w->walk, &delta);
    sm3_slide_move(far, delta, scene3_ball, w->obstacles, NULL);
}

static bool bench_world(const scene3_kind *kind, int count) {
    scene3 scene;
    sm3_world *world = open_scene(&scene, kind, count);
    if (world == NULL)
        return false;
    double with_world = measure_memory();
    walker w = {.walk = {.scene = &scene}, .mover = scene3_ball};
    const sm3_triangle_array array = {scene.triangles, scene.count};
    w.obstacles = sm3_obstacles_of_world(world);
    double near = measure_resolver(&w, SM_DEEPEST), far = measure_seconds(one_far_move, &w);
    w.obstacles = sm3_obstacles_of_array(&array);
    double loop = measure_resolver(&w, SM_DEEPEST), built = measure_seconds(build, &scene);
    sm3_world_destroy(world);
    double bytes = with_world - measure_memory();
    printf("  %-9s %9d %9.0f %9.0f %12.0f %9.0f %10.1f %11.0f\n", kind->name, scene.count,
           far * 1e9, near * 1e9, loop * 1e9, loop / near, built * 1e3, bytes / scene.count);
    scene3_free(&scene);
    return true;
}

static bool bench_worlds3(void) {
    puts("\nWorlds in 3D, a ball out of the deepest, ns a move");
    puts("  scene     triangles  far away      near   plain loop   x near   build ms  bytes each");
    bool good = true;
    for (int i = 0; good && i < 6; i++) /* terrain and soup */
        good = bench_world(&scene3_kinds[i / 3], scene3_kinds[i / 3].counts[i % 3]);
    return good;
}

/* ---- Crowds ------------------------------------------------------------------------------ */

static sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (sm3_vec){x, y, random_float(random, -size, size)};
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
                    (sm3_vec){random_float(random, -9, 9), 0, 0});
}

static sm3_triangle sliver(int i, uint64_t *random) {
    (void)i;
    sm3_vec far = random_vec(random, 50);
    return sm3_face(sm3_scaled(far, -1), random_vec(random, 1), far);
}

/* The first is as large as all others together. */
static sm3_triangle giant_among_small(int i, uint64_t *random) {
    static const float side = 50;
    if (i == 0)
        return sm3_face((sm3_vec){-side, 0, -side}, (sm3_vec){0, 0, side},
                        (sm3_vec){side, 0, -side});
    sm3_vec at = random_vec(random, side);
    return sm3_face(sm3_offset(at, random_vec(random, 1), 1),
                    sm3_offset(at, random_vec(random, 1), 1),
                    sm3_offset(at, random_vec(random, 1), 1));
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
    sm3_mover ball;
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
    return bench_scenes() && bench_worlds3() && bench_crowds();
}
