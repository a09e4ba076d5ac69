/* world: the life of a world, and its changes. */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise; where another file came first, it is done without */
#endif

#include "world.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

/* ---- Memory ------------------------------------------------------------------------------ */

#ifdef MADV_HUGEPAGE
/* Disks that are far from each other read a large world at random. In pages of 2 MiB that takes
 * fewer look-ups of addresses. Where the system has none to give, nothing is lost. */
static void ask_for_large_pages(void *memory, size_t bytes) {
    const uintptr_t page = 4096;
    uintptr_t first = ((uintptr_t)memory + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)memory + bytes) / page * page;
    (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}
#else
static void ask_for_large_pages(void *memory, size_t bytes) {
    (void)memory;
    (void)bytes;
}
#endif

static void *from_malloc(void *context, size_t bytes) {
    (void)context;
    const size_t large = (size_t)4 << 20; /* bytes; in less there are few pages of that size */
    void *memory = malloc(bytes);
    if (memory != NULL && bytes >= large)
        ask_for_large_pages(memory, bytes);
    return memory;
}

static void to_free(void *context, void *memory) {
    (void)context;
    free(memory);
}

/* ---- Instructions ------------------------------------------------------------------------ */

static sm_simd widest_simd(void) {
#if SM_HAS_X86
    return __builtin_cpu_supports("avx2") ? SM_SIMD_AVX2 : SM_SIMD_NONE;
#else
    return SM_SIMD_NONE;
#endif
}

static sm_simd simd_for(sm_simd wanted) {
    sm_simd widest = widest_simd();
    bool is_known = (int)wanted > (int)SM_SIMD_BEST && wanted <= SM_SIMD_AVX2;
    return is_known && wanted < widest ? wanted : widest;
}

static search_fn *search_for(sm_simd simd) {
#if SM_HAS_X86
    if (simd == SM_SIMD_AVX2)
        return sm_search_avx2;
#endif
    (void)simd;
    return sm_search_lanes;
}

/* ---- Life -------------------------------------------------------------------------------- */

static size_t capsule_bytes(int capacity) {
    return (size_t)capacity * sizeof(sm_capsule);
}

static bool grow_capsules(sm_world *world, int capacity) {
    sm_capsule *capsules = sm_index_allocate(world, capsule_bytes(capacity));
    if (capsules == NULL)
        return false;
    if (world->count > 0)
        memcpy(capsules, world->capsules, capsule_bytes(world->count));
    sm_index_release(world, world->capsules, capsule_bytes(world->capacity));
    world->capsules = capsules;
    world->capacity = capacity;
    return true;
}

static sm_world *make_world(const sm_world_def *def) {
    sm_world_def used = def != NULL ? *def : (sm_world_def){0};
    assert((used.allocate == NULL) == (used.release == NULL));
    if (used.allocate == NULL || used.release == NULL) {
        used.allocate = from_malloc;
        used.release = to_free;
    }
    sm_world *world = used.allocate(used.context, sizeof *world);
    if (world == NULL)
        return NULL;
    sm_simd simd = simd_for(used.simd);
    *world =
        (sm_world){.def = used, .simd = simd, .search = search_for(simd), .bytes = sizeof *world};
    return world;
}

sm_world *sm_world_create(const sm_capsule *obstacles, int count, const sm_world_def *def) {
    assert(count <= 0 || obstacles != NULL);
    if (count < 0 || obstacles == NULL)
        count = 0;
    sm_world *world = make_world(def);
    if (world == NULL)
        return NULL;
    if (!grow_capsules(world, count > 0 ? count : 1)) {
        sm_world_destroy(world);
        return NULL;
    }
    if (count > 0)
        memcpy(world->capsules, obstacles, capsule_bytes(count));
    world->count = count;
    if (!sm_index_build(world)) {
        sm_world_destroy(world);
        return NULL;
    }
    world->def.progress.tell = NULL; /* later changes are short, or cannot be given up */
    return world;
}

void sm_world_destroy(sm_world *world) {
    if (world == NULL)
        return;
    sm_index_destroy(world);
    sm_index_release(world, world->capsules, capsule_bytes(world->capacity));
    assert(world->bytes == sizeof *world);
    sm_world_def def = world->def;
    def.release(def.context, world);
}

int sm_world_count(const sm_world *world) {
    return world->count;
}

const sm_capsule *sm_world_capsules(const sm_world *world) {
    return world->capsules;
}

size_t sm_world_bytes(const sm_world *world) {
    return world->bytes;
}

sm_simd sm_world_simd(const sm_world *world) {
    return world->simd;
}

static bool is_number(const sm_world *world, int obstacle) {
    return obstacle >= 0 && obstacle < world->count;
}

static const sm_capsule hole = {{NAN, NAN}, {NAN, NAN}, NAN};

sm_capsule sm_world_get(const sm_world *world, int obstacle) {
    return is_number(world, obstacle) ? world->capsules[obstacle] : hole;
}

/* ---- Changes ----------------------------------------------------------------------------- */

/* Taking the new shape back leaves at least the memory that the old one had, so putting the old one
 * back needs none. */
sm_change sm_world_set(sm_world *world, int obstacle, sm_capsule shape) {
    if (!is_number(world, obstacle))
        return SM_NO_SUCH_THING;
    sm_capsule old = world->capsules[obstacle];
    sm_index_erase(world, 0, obstacle);
    world->capsules[obstacle] = shape;
    if (sm_index_insert(world, 0, obstacle)) {
        sm_index_split_crowded(world, 0, obstacle);
        return SM_CHANGED;
    }
    world->capsules[obstacle] = old;
    bool restored = sm_index_insert(world, 0, obstacle);
    assert(restored);
    (void)restored;
    return SM_NO_MEMORY;
}

sm_change sm_world_remove(sm_world *world, int obstacle) {
    return sm_world_set(world, obstacle, hole);
}

/* Out of memory leaves the old index, which is right, only slower. */
static void rebuild_index(sm_world *world) {
    const sm_world old = *world;
    world->grids = (grids){0};
    world->blocks = (blocks){0};
    const bool built = sm_index_build(world);
    const sm_world fresh = *world;
    const sm_world *kept = built ? &fresh : &old, *dropped = built ? &old : &fresh;
    world->grids = dropped->grids;
    world->blocks = dropped->blocks;
    sm_index_destroy(world);
    world->grids = kept->grids;
    world->blocks = kept->blocks;
}

int sm_world_add(sm_world *world, sm_capsule shape) {
    const int first_capacity = 16;
    bool is_full = world->count == world->capacity;
    if (is_full) {
        if (world->capacity > INT32_MAX / 2)
            return SM_NO_OBSTACLE;
        int doubled = world->capacity < first_capacity ? first_capacity : 2 * world->capacity;
        if (!grow_capsules(world, doubled))
            return SM_NO_OBSTACLE;
        rebuild_index(world);
    }
    int obstacle = world->count;
    world->capsules[obstacle] = shape;
    if (!sm_index_insert(world, 0, obstacle))
        return SM_NO_OBSTACLE;
    world->count++;
    sm_index_split_crowded(world, 0, obstacle);
    return obstacle;
}
