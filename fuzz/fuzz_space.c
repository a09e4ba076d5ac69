/* fuzz_plane in 3D: any triangles, spheres and capsules, any capsule as the mover. */
#include "fuzz.h"

#include "../src/slidemove/slidemove3.h"

enum { TRIANGLES_MAX = 24, MOVES_MAX = 16 };

static sm3_vec any_vec(fuzz_bytes *b) {
    float x = fuzz_float(b), y = fuzz_float(b);
    return (sm3_vec){x, y, fuzz_float(b)};
}

/* A quarter has a radius, a quarter is one-sided, one one-way; b, and c with it, may be a. */
static sm3_triangle any_triangle(fuzz_bytes *b) {
    unsigned kind = fuzz_byte(b);
    sm3_triangle t = {.a = any_vec(b), .one_sided = kind / 4 % 4 == 0, .oneway = kind / 4 % 4 == 1};
    t.b = kind / 16 % 4 == 0 ? t.a : any_vec(b);
    t.c = kind / 64 == 0 ? t.b : any_vec(b);
    t.radius = kind % 4 == 0 ? fuzz_float(b) : 0;
    return t;
}

static bool same_vec(sm3_vec a, sm3_vec b) {
    return fuzz_same(a.x, b.x) && fuzz_same(a.y, b.y) && fuzz_same(a.z, b.z);
}

/* Each for itself: the sum of the largest floats is none. */
static bool finite_vec(sm3_vec v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static sm3_vec one_move(fuzz_bytes *b, sm3_vec position, sm3_mover mover, sm3_obstacles loop,
                        sm3_obstacles world) {
    sm_options options = {.resolver = (sm_resolver)(fuzz_byte(b) % SM_RESOLVER_COUNT),
                          .max_pushes = (int)(fuzz_byte(b) % 8)};
    sm3_vec delta = any_vec(b);
    sm3_result moved = sm3_slide_move(position, delta, mover, world, &options);
    require(moved.depth >= 0); /* infinite where two radii add up to more than floats hold */
    require(!finite_vec(position) || finite_vec(moved.position));
    if (b->any_floats) /* slidemove3.h says up to where they are the same */
        return moved.position;
    sm3_result plain = sm3_slide_move(position, delta, mover, loop, &options);
    require(same_vec(plain.position, moved.position) && same_vec(plain.normal, moved.normal));
    require(fuzz_same(plain.depth, moved.depth) && plain.pushes == moved.pushes &&
            plain.status == moved.status);
    return moved.position;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes b = {data, size, false};
    unsigned kind = fuzz_byte(&b);
    b.any_floats = kind % 4 == 0;
    sm3_triangle triangles[TRIANGLES_MAX];
    int count = (int)(fuzz_byte(&b) % (TRIANGLES_MAX + 1));
    sm3_mover mover = {.a = any_vec(&b), .b = {0}, .radius = fabsf(fuzz_float(&b))};
    mover.b = kind / 16 % 2 == 0 ? mover.a : any_vec(&b);
    for (int i = 0; i < count; i++)
        triangles[i] = any_triangle(&b);
    sm3_triangle_array array = {triangles, count};
    sm3_world *world = sm3_world_create(
        triangles, count, &(sm_world_def){.simd = kind % 8 < 4 ? SM_SIMD_NONE : SM_SIMD_BEST});
    require(world != NULL);
    sm3_vec position = any_vec(&b);
    for (int i = 0; i < MOVES_MAX && b.left > 0; i++)
        position = one_move(&b, position, mover, sm3_obstacles_of_array(&array),
                            sm3_obstacles_of_world(world));
    sm3_world_destroy(world);
    return 0;
}
