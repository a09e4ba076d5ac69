/* scarce: memory that can run out. A test compiles a module in, with these for its allocations:
 *
 *     #define realloc scarce_realloc
 *     #include "../src/sandbox/edit.c"
 *     #undef realloc
 */
#ifndef SCARCE_H
#define SCARCE_H

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

static int allocations_left = INT_MAX;

/* Returns whether one more allocation succeeds. */
static inline bool scarce_take(void) {
    if (allocations_left == 0)
        return false;
    allocations_left--;
    return true;
}

static inline void *scarce_malloc(size_t size) {
    return scarce_take() ? malloc(size) : NULL;
}

static inline void *scarce_realloc(void *memory, size_t size) {
    return scarce_take() ? realloc(memory, size) : NULL;
}

static inline void *scarce_calloc(size_t count, size_t size) {
    return scarce_take() ? calloc(count, size) : NULL;
}

#endif
