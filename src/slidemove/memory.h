/* memory: allocates and counts the memory of a world, in 2D and in 3D, through the functions of its
 * definition. */
#ifndef SM_MEMORY_H
#define SM_MEMORY_H

#include "slidemove.h"

typedef struct sm_memory {
    sm_world_def def; /* its functions are never NULL */
    size_t bytes;     /* allocated and not released */
} sm_memory;

/* Returns no memory yet, of this definition; NULL: of a zeroed one. */
sm_memory sm_memory_of(const sm_world_def *def);

#define SM_MEMORY_LINE 128 /* bytes; two cache lines, which are fetched as a pair */

/* Returns a block that begins on such a pair; NULL without memory. */
void *sm_memory_allocate(sm_memory *memory, size_t bytes);

/* Releases a block; NULL is allowed. */
void sm_memory_release(sm_memory *memory, void *held);

/* `list` is the address of a pointer to `count` of `*capacity` elements of this size. If there is
 * no room for `wanted`, makes it point to a copy that is at least twice as large, so that growing
 * costs little. Returns false without memory; the list is then as it was. */
bool sm_memory_grow(sm_memory *memory, void *list, int count, int *capacity, int wanted,
                    size_t size);

#endif
