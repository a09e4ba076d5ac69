/* memory: allocations that never fail. When memory runs out, the program saves unsaved changes,
 * says so and ends.
 *
 * They are for small things. If a file's size or another number from outside decides how much
 * memory is needed, a failure must refuse the file and change nothing else: use malloc and realloc
 * with a check there, or memory_try_grow. */
#ifndef LEVEL_MEMORY_H
#define LEVEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* As malloc, calloc, realloc and strdup, but they never return NULL. Use free() on the result. */
void *memory_alloc(size_t bytes);
void *memory_calloc(size_t count, size_t size);
void *memory_realloc(void *held, size_t bytes);
char *memory_strdup(const char *string);

/* Makes room for one more element behind the first `count` of an array. `array` is the address of a
 * pointer of any type. */
void memory_grow(void *array, int *capacity, int count, size_t element_size);

/* The same for an array of a size that comes from outside. Returns false, and leaves the array
 * unchanged, when memory runs out. */
bool memory_try_grow(void *array, int *capacity, int count, size_t element_size);

/* `save` is called when memory runs out, before the program ends. It has MEMORY_RESERVE bytes,
 * which are kept for it from now on. NULL: nothing is saved. */
#define MEMORY_RESERVE ((size_t)8 << 20)
void memory_on_end(void (*save)(void *context), void *context);

/* Ends the program as if memory had run out: says so on standard error, calls the function of
 * memory_on_end and exits with status 1. */
_Noreturn void memory_end(void);

#endif
