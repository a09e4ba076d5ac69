#include "memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 /* elements */ };

static struct {
    void (*save)(void *context);
    void *context;
    void *reserve; /* freed at the end, so that there is memory to save with */
} at_end;

void memory_on_end(void (*save)(void *context), void *context) {
    at_end.save = save;
    at_end.context = context;
    free(at_end.reserve);
    at_end.reserve = save != NULL ? malloc(MEMORY_RESERVE) : NULL;
}

_Noreturn void memory_end(void) {
    free(at_end.reserve);
    at_end.reserve = NULL;
    fputs("slidemove: out of memory\n", stderr);
    if (at_end.save != NULL)
        at_end.save(at_end.context);
    exit(EXIT_FAILURE);
}

static void *check(void *memory) {
    if (memory == NULL)
        memory_end();
    return memory;
}

/* malloc(0) may return NULL although there is memory. */
static size_t at_least_one(size_t bytes) {
    return bytes > 0 ? bytes : 1;
}

void *memory_alloc(size_t bytes) {
    return check(malloc(at_least_one(bytes)));
}

void *memory_calloc(size_t count, size_t size) {
    return check(calloc(at_least_one(count), at_least_one(size)));
}

void *memory_realloc(void *held, size_t bytes) {
    return check(realloc(held, at_least_one(bytes)));
}

char *memory_strdup(const char *string) {
    size_t size = strlen(string) + 1;
    return memcpy(memory_alloc(size), string, size);
}

bool memory_try_grow(void *array, int *capacity, int count, size_t element_size) {
    if (count < *capacity)
        return true;
    void *larger;
    size_t wanted = *capacity == 0 ? FIRST_CAPACITY : 2 * (size_t)*capacity;
    wanted = (size_t)count < wanted ? wanted : (size_t)count + 1;
    if (wanted > INT_MAX || wanted > SIZE_MAX / element_size)
        return false;
    memcpy(&larger, array, sizeof larger);
    larger = realloc(larger, wanted * element_size);
    if (larger == NULL)
        return false;
    memcpy(array, &larger, sizeof larger);
    *capacity = (int)wanted;
    return true;
}

void memory_grow(void *array, int *capacity, int count, size_t element_size) {
    if (!memory_try_grow(array, capacity, count, element_size))
        memory_end();
}
