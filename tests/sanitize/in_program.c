/* Linked into the sanitized program only.
 *
 * Libraries that SDL loads at run time stay loaded, so that the leak report can name them: a leak
 * in one that is gone looks like one of ours. And where the environment's SLIDEMOVE_HEAP names a
 * file, a long at its start is at any time the number of bytes that are allocated, for soak to
 * read. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The sanitizer's; gcc 12 has them without a header. */
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                              void (*)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}

static atomic_long *allocated;

static void add(const volatile void *block, size_t size) {
    (void)block;
    *allocated += (long)size;
}

static void subtract(const volatile void *block) {
    if (block != NULL)
        *allocated -= (long)__sanitizer_get_allocated_size(block);
}

__attribute__((constructor)) static void count_allocated(void) {
    const char *path = getenv("SLIDEMOVE_HEAP");
    int file = path != NULL ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    if (ftruncate(file, sizeof *allocated) == 0)
        allocated = mmap(NULL, sizeof *allocated, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (allocated != NULL && allocated != MAP_FAILED)
        __sanitizer_install_malloc_and_free_hooks(add, subtract);
}
