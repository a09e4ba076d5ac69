/* memory: what a world holds, in 2D and in 3D, comes through the hooks of its definition and is
 * counted; and which instructions it may use. */
#ifndef SM_MEMORY_H
#define SM_MEMORY_H

#include "slidemove.h"

typedef struct sm_memory {
    sm_world_def def; /* its hooks are never NULL */
    size_t bytes;     /* held */
} sm_memory;

/* NULL: a zeroed definition. */
sm_memory sm_memory_of(const sm_world_def *def);

#define SM_MEMORY_LINE 128 /* bytes; two cache lines, which are fetched as a pair */

/* Returns a piece that begins on such a pair, NULL when there is none. */
void *sm_memory_allocate(sm_memory *memory, size_t bytes);

/* `held` may be NULL. */
void sm_memory_release(sm_memory *memory, void *held);

/* `list` is the address of a pointer to `count` of `*capacity` things of this size: makes it point
 * to a copy with room for `wanted`, where it has not; at least twice as large, so that growing
 * costs little. Returns false when there is no memory: the list is as it was. */
bool sm_memory_grow(sm_memory *memory, void *list, int count, int *capacity, int wanted,
                    size_t size);

/* Returns the instructions wanted, or the widest that this processor has instead. */
sm_simd sm_simd_for(sm_simd wanted);

#endif
