/* memory: large pages are asked for where the system has them. */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE) && !defined(SM_PORTABLE)
#define _DEFAULT_SOURCE /* madvise; where another file came first, it is done without */
#endif

#include "memory.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"

#if defined(__linux__) && !defined(SM_PORTABLE)
#include <sys/mman.h>
#endif

#ifdef MADV_HUGEPAGE
/* Movers that are far from each other read a large world at random. In pages of 2 MiB that takes
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

sm_memory sm_memory_of(const sm_world_def *def) {
    sm_memory memory = {.def = def != NULL ? *def : (sm_world_def){0}};
    assert((memory.def.allocate == NULL) == (memory.def.release == NULL));
    if (memory.def.allocate == NULL || memory.def.release == NULL) {
        memory.def.allocate = from_malloc;
        memory.def.release = to_free;
    }
    return memory;
}

/* Before each piece. */
typedef struct piece_head {
    void *taken; /* what was allocated, of */
    size_t bytes;
} piece_head;

void *sm_memory_allocate(sm_memory *memory, size_t bytes) {
    size_t all = bytes + sizeof(piece_head) + SM_MEMORY_LINE;
    unsigned char *taken = memory->def.allocate(memory->def.context, all);
    if (taken == NULL)
        return NULL;
    unsigned char *piece = taken + sizeof(piece_head);
    piece += SM_MEMORY_LINE - (uintptr_t)piece % SM_MEMORY_LINE;
    ((piece_head *)(void *)piece)[-1] = (piece_head){taken, all};
    memory->bytes += all;
    return piece;
}

void sm_memory_release(sm_memory *memory, void *held) {
    if (held == NULL)
        return;
    piece_head head = ((piece_head *)held)[-1];
    memory->bytes -= head.bytes;
    memory->def.release(memory->def.context, head.taken);
}

bool sm_memory_grow(sm_memory *memory, void *list, int count, int *capacity, int wanted,
                    size_t size) {
    if (wanted <= *capacity)
        return true;
    int room = *capacity <= INT_MAX / 2 && 2 * *capacity > wanted ? 2 * *capacity : wanted;
    void *grown = sm_memory_allocate(memory, (size_t)room * size);
    if (grown == NULL)
        return false;
    void *held;
    memcpy(&held, list, sizeof held);
    if (count > 0)
        memcpy(grown, held, (size_t)count * size);
    sm_memory_release(memory, held);
    memcpy(list, &grown, sizeof grown);
    *capacity = room;
    return true;
}

/* ---- Kernels ------------------------------------------------------------------------------ */

#if SM_HAS_X86

bool sm_uses_avx2;

void sm_allow_avx2(bool allowed) {
    sm_uses_avx2 = allowed && __builtin_cpu_supports("avx2");
}

__attribute__((constructor)) static void choose_kernels(void) {
    __builtin_cpu_init(); /* this may run before the compiler's own constructors */
    sm_allow_avx2(true);
}

#else

void sm_allow_avx2(bool allowed) {
    (void)allowed;
}

#endif
