/* moves: prints what moves and casts in 2D and in 3D give, as a hash of their bits for each way of
 * moving. scripts/check-determinism compares what builds of different compilers print, and
 * scripts/check-portability those for different systems, which give how many moves each way has.
 *
 * The first moves go through the plain loop and the index; it says so when those differ. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/level/random.h"
#include "../../src/slidemove/slidemove3.h"

enum { TRIANGLES = 400, CAPSULES = 40, MOVES = 600 };

/* A mover, and what it meets: in 3D, or else in 2D, where z is 0. */
typedef struct scene {
    bool in_space;
    sm_hull mover;
    sm_obstacles obstacles;
    sm3_mover mover3;
    sm3_obstacles obstacles3;
} scene;

static sm3_vec random_vec(uint64_t *random, float size) {
    /* One call a line: compilers may choose the order of several in one expression. */
    float x = random_float(random, -size, size);
    float y = random_float(random, -size, size);
    float z = random_float(random, -size, size);
    return (sm3_vec){x, y, z};
}

static sm3_vec sum(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* A third of them faces, one-sided or not, a third rounded, a third capsules. */
static void make_triangles(sm3_triangle *triangles) {
    uint64_t random = random_seed(1);
    for (int i = 0; i < TRIANGLES; i++) {
        sm3_vec a = random_vec(&random, 5);
        sm3_vec b = sum(a, random_vec(&random, 2));
        sm3_vec c = sum(a, random_vec(&random, 2));
        float radius = random_float(&random, 0, 0.3f);
        triangles[i] = sm3_face(a, b, i % 3 == 2 ? b : c);
        triangles[i].radius = i % 3 == 0 ? 0 : radius;
        triangles[i].one_sided = i % 6 == 0;
    }
}

/* FNV-1a (Fowler, Noll and Vo), over the numbers and not the padding between them. */
static void add_bytes(uint64_t *hash, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ byte[i]) * UINT64_C(0x100000001b3);
}

static void add_vec(uint64_t *hash, sm3_vec v) {
    float numbers[] = {v.x, v.y, v.z};
    add_bytes(hash, numbers, sizeof numbers);
}

static void add_result(uint64_t *hash, const sm3_result *r) {
    int numbers[] = {r->pushes, (int)r->status};
    add_vec(hash, r->position);
    add_vec(hash, r->normal);
    add_bytes(hash, &r->depth, sizeof r->depth);
    add_bytes(hash, numbers, sizeof numbers);
}

static const uint64_t empty = UINT64_C(0xcbf29ce484222325);

static sm_vec2 flat(sm3_vec v) {
    return (sm_vec2){v.x, v.y};
}

static sm3_vec raised(sm_vec2 v) {
    return (sm3_vec){v.x, v.y, 0};
}

static sm3_result move(const scene *s, sm3_vec position, sm3_vec delta, const sm_options *options) {
    if (s->in_space)
        return sm3_slide_move(position, delta, s->mover3, s->obstacles3, options);
    sm_result r = sm_slide_move(flat(position), flat(delta), s->mover, s->obstacles, options);
    return (sm3_result){.position = raised(r.position),
                        .normal = raised(r.normal),
                        .depth = r.depth,
                        .pushes = r.pushes,
                        .status = r.status};
}

/* A walk among the obstacles that begins anew near their middle when it gets far out. */
static uint64_t hash_of_moves(const scene *s, sm_resolver resolver, bool both_sides, int count) {
    uint64_t random = random_seed(2), hash = empty;
    sm_options options = {.resolver = resolver, .both_sides = both_sides};
    sm3_vec position = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        sm3_vec delta = random_vec(&random, i % 50 == 0 ? 20 : i % 5 == 0 ? 1 : 0.2f);
        sm3_result r = move(s, position, delta, &options);
        add_result(&hash, &r);
        bool is_near =
            fabsf(r.position.x) < 6 && fabsf(r.position.y) < 6 && fabsf(r.position.z) < 6;
        position = is_near ? r.position : random_vec(&random, 4);
    }
    return hash;
}

static void add_cast(uint64_t *hash, const scene *s, sm3_vec from, sm3_vec delta) {
    if (s->in_space) {
        sm3_touch t = sm3_cast(from, delta, s->mover3, s->obstacles3, NULL);
        add_bytes(hash, &t.fraction, sizeof t.fraction);
        add_vec(hash, t.position);
        add_vec(hash, t.normal);
        add_vec(hash, t.point);
        add_bytes(hash, &t.obstacle, sizeof t.obstacle);
    } else {
        sm_touch t = sm_shapecast(flat(from), flat(delta), s->mover, s->obstacles, NULL);
        add_bytes(hash, &t.fraction, sizeof t.fraction);
        add_vec(hash, raised(t.normal));
        add_vec(hash, raised(t.point));
        add_bytes(hash, &t.obstacle, sizeof t.obstacle);
    }
}

static uint64_t hash_of_casts(const scene *s, int count) {
    uint64_t random = random_seed(3), hash = empty;
    for (int i = 0; i < count; i++) {
        sm3_vec from = random_vec(&random, 6), delta = random_vec(&random, 8);
        add_cast(&hash, s, from, delta);
    }
    return hash;
}

/* Prints the hashes of a mover among plain obstacles and among the same with an index. Returns
 * whether both gave the same. */
static bool print_mover(const char *name, const scene *plain, const scene *indexed, int count) {
    bool all_same = true;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sm_resolver resolver = (sm_resolver)r;
        for (int both = 0; both <= (plain->in_space ? 1 : 0); both++) {
            bool same = hash_of_moves(plain, resolver, both, MOVES) ==
                        hash_of_moves(indexed, resolver, both, MOVES);
            printf("%s %s %016" PRIx64 "%s\n", name, sm_resolver_name(resolver),
                   hash_of_moves(indexed, resolver, both, count),
                   same ? "" : " but another through the index");
            all_same &= same;
        }
    }
    bool same = hash_of_casts(plain, MOVES) == hash_of_casts(indexed, MOVES);
    printf("%s cast %016" PRIx64 "%s\n", name, hash_of_casts(indexed, count),
           same ? "" : " but another through the index");
    return all_same && same;
}

static bool print_space(const sm3_triangle *triangles, int count) {
    sm3_triangle_array array = {triangles, TRIANGLES};
    sm3_world *world = sm3_world_create(triangles, TRIANGLES, NULL);
    if (world == NULL)
        return false;
    static const char *const names[] = {"ball", "capsule3", "box3"};
    const sm3_mover movers[] = {sm3_sphere((sm3_vec){0, 0, 0}, 0.4f),
                                {.a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = 0.3f},
                                sm3_box((sm3_vec){0, 0, 0}, (sm3_vec){0.3f, 0, 0},
                                        (sm3_vec){0, 0.4f, 0}, (sm3_vec){0, 0, 0.2f}, 0.1f)};
    bool same = true;
    for (size_t i = 0; i < sizeof movers / sizeof *movers; i++) {
        scene plain = {.in_space = true, .mover3 = movers[i]}, indexed = plain;
        plain.obstacles3 = sm3_obstacles_of_array(&array);
        indexed.obstacles3 = sm3_obstacles_of_world(world);
        same &= print_mover(names[i], &plain, &indexed, count);
    }
    sm3_world_destroy(world);
    return same;
}

static bool print_plane(const sm3_triangle *triangles, int count) {
    sm_capsule capsules[CAPSULES];
    for (int i = 0; i < CAPSULES; i++)
        capsules[i] = (sm_capsule){flat(triangles[i].a), flat(triangles[i].b), triangles[i].radius};
    sm_capsule_array array = {capsules, CAPSULES};
    sm_world *world = sm_world_create(capsules, CAPSULES, NULL);
    if (world == NULL)
        return false;
    static const char *const names[] = {"disk", "capsule", "box"};
    const sm_hull movers[] = {sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.4f)),
                              sm_hull_of_capsule((sm_capsule){{0, -0.4f}, {0, 0.4f}, 0.3f}),
                              sm_hull_of_box(0.8f, 0.5f)};
    bool same = true;
    for (size_t i = 0; i < sizeof movers / sizeof *movers; i++) {
        scene plain = {.mover = movers[i]}, indexed = plain;
        plain.obstacles = sm_obstacles_of_array(&array);
        indexed.obstacles = sm_obstacles_of_world(world);
        same &= print_mover(names[i], &plain, &indexed, count);
    }
    sm_world_destroy(world);
    return same;
}

int main(int argc, char **argv) {
    static sm3_triangle triangles[TRIANGLES];
    int count = argc > 1 ? atoi(argv[1]) : MOVES;
    make_triangles(triangles);
    bool same = print_plane(triangles, count);
    same &= print_space(triangles, count);
    return same ? 0 : 1;
}
