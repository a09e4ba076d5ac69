/* fuzz_plane in 3D: any triangles, spheres and capsules, some of which move, and any mover; a sweep
 * looks no more often than it says. */
#include "fuzz.h"

#include "../src/slidemove/lanes.h"
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

/* The plain loop, which counts its looks. */
typedef struct counted_list {
    sm3_obstacle obstacles[TRIANGLES_MAX];
    int count;
    int *looks;
} counted_list;

static void show_all(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const counted_list *list = context;
    (void)region;
    ++*list->looks;
    for (int i = 0; i < list->count; i++)
        sm3_visit(visitor, &list->obstacles[i]);
}

static bool same_vec(sm3_vec a, sm3_vec b) {
    return fuzz_same(a.x, b.x) && fuzz_same(a.y, b.y) && fuzz_same(a.z, b.z);
}

/* Each for itself: the sum of the largest floats is none. */
static bool finite_vec(sm3_vec v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static sm3_vec one_move(fuzz_bytes *b, sm3_vec position, sm3_mover mover, const counted_list *list,
                        sm3_obstacles world) {
    sm3_obstacles loop = {.visit = show_all, .context = list};
    sm_options options = {.resolver = (sm_resolver)(fuzz_byte(b) % SM_RESOLVER_COUNT),
                          .max_pushes = (int)(fuzz_byte(b) % 8)};
    sm3_vec delta = any_vec(b);
    sm3_result moved = sm3_slide_move(position, delta, mover, world, &options);
    require(moved.depth >= 0); /* infinite where two radii add up to more than floats hold */
    require(!finite_vec(position) || finite_vec(moved.position));
    *list->looks = 0;
    sm3_result plain = sm3_slide_move(position, delta, mover, loop, &options);
    require(options.resolver != SM_SWEEP || *list->looks <= SM3_LOOKS_MAX);
    if (b->any_floats) /* slidemove3.h says up to where they are the same */
        return moved.position;
    require(same_vec(plain.position, moved.position) && same_vec(plain.normal, moved.normal));
    require(fuzz_same(plain.depth, moved.depth) && plain.pushes == moved.pushes &&
            plain.status == moved.status);
    return moved.position;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes b = {data, size, false};
    unsigned kind = fuzz_byte(&b);
    b.any_floats = kind % 4 == 0;
    int looks;
    counted_list list = {.count = (int)(fuzz_byte(&b) % (TRIANGLES_MAX + 1)), .looks = &looks};
    sm3_mover mover = {.a = any_vec(&b), .b = {0}, .radius = fuzz_float(&b)};
    mover.b = kind / 16 % 2 == 0 ? mover.a : any_vec(&b);
    if (kind / 32 % 4 == 0) { /* its edges are square to each other */
        sm3_vec half = any_vec(&b);
        mover = sm3_box(mover.a, (sm3_vec){half.x, 0, 0}, (sm3_vec){0, half.y, 0},
                        (sm3_vec){0, 0, half.z}, mover.radius);
    }
    sm3_triangle shapes[TRIANGLES_MAX];
    for (int i = 0; i < list.count; i++) {
        bool moves = fuzz_byte(&b) % 8 == 0;
        shapes[i] = any_triangle(&b);
        list.obstacles[i] = (sm3_obstacle){.shape = shapes[i], .moves = moves, .number = i};
        list.obstacles[i].before = moves ? any_triangle(&b) : shapes[i];
    }
    sm_allow_avx2(kind % 8 >= 4);
    sm3_world *world = sm3_world_create(shapes, list.count, NULL);
    require(world != NULL);
    for (int i = 0; i < list.count; i++)
        require(sm3_world_set(world, i, &list.obstacles[i]) == SM_CHANGED);
    sm3_vec position = any_vec(&b);
    for (int i = 0; i < MOVES_MAX && b.left > 0; i++)
        position = one_move(&b, position, mover, &list, sm3_obstacles_of_world(world));
    sm3_world_destroy(world);
    return 0;
}
