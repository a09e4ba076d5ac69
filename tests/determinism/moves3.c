/* moves3: prints what moves and casts in 3D give, as a hash of their bits for each way of moving.
 * scripts/check-determinism compares what builds of different compilers print.
 *
 * The same moves go through the plain loop and the index; it says so when those differ. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/level/random.h"
#include "../../src/slidemove/slidemove3.h"

enum { TRIANGLES = 400, MOVES = 600, CASTS = 600 };

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

/* A walk among the triangles that begins anew near their middle when it gets far out. */
static uint64_t hash_of_moves(sm3_mover mover, sm_resolver resolver, bool both_sides,
                              sm3_obstacles obstacles) {
    uint64_t random = random_seed(2), hash = empty;
    sm_options options = {.resolver = resolver, .both_sides = both_sides};
    sm3_vec position = {0, 0, 0};
    for (int i = 0; i < MOVES; i++) {
        sm3_vec delta = random_vec(&random, i % 50 == 0 ? 20 : i % 5 == 0 ? 1 : 0.2f);
        sm3_result r = sm3_slide_move(position, delta, mover, obstacles, &options);
        add_result(&hash, &r);
        bool is_near =
            fabsf(r.position.x) < 6 && fabsf(r.position.y) < 6 && fabsf(r.position.z) < 6;
        position = is_near ? r.position : random_vec(&random, 4);
    }
    return hash;
}

static uint64_t hash_of_casts(sm3_mover mover, sm3_obstacles obstacles) {
    uint64_t random = random_seed(3), hash = empty;
    for (int i = 0; i < CASTS; i++) {
        sm3_vec from = random_vec(&random, 6), delta = random_vec(&random, 8);
        sm3_touch t = sm3_cast(from, delta, mover, obstacles, NULL);
        add_bytes(&hash, &t.fraction, sizeof t.fraction);
        add_vec(&hash, t.position);
        add_vec(&hash, t.normal);
        add_vec(&hash, t.point);
        add_bytes(&hash, &t.obstacle, sizeof t.obstacle);
    }
    return hash;
}

static bool print_hash(const char *mover, const char *what, uint64_t plain, uint64_t indexed) {
    printf("%s %s %016" PRIx64 "%s\n", mover, what, plain,
           plain == indexed ? "" : " but another through the index");
    return plain == indexed;
}

static bool print_mover(const char *name, sm3_mover mover, sm3_obstacles plain,
                        sm3_obstacles indexed) {
    bool same = true;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sm_resolver resolver = (sm_resolver)r;
        for (int both = 0; both <= 1; both++)
            same &= print_hash(name, sm_resolver_name(resolver),
                               hash_of_moves(mover, resolver, both, plain),
                               hash_of_moves(mover, resolver, both, indexed));
    }
    return print_hash(name, "cast", hash_of_casts(mover, plain), hash_of_casts(mover, indexed)) &&
           same;
}

int main(void) {
    static sm3_triangle triangles[TRIANGLES];
    make_triangles(triangles);
    sm3_triangle_array array = {triangles, TRIANGLES};
    sm3_world *world = sm3_world_create(triangles, TRIANGLES, NULL);
    if (world == NULL)
        return 1;
    sm3_obstacles plain = sm3_obstacles_of_array(&array), indexed = sm3_obstacles_of_world(world);
    sm3_mover ball = sm3_sphere((sm3_vec){0, 0, 0}, 0.4f);
    sm3_mover upright = {.a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = 0.3f};
    bool same = print_mover("ball", ball, plain, indexed);
    same &= print_mover("capsule", upright, plain, indexed);
    sm3_world_destroy(world);
    return same ? 0 : 1;
}
