#include "live_file.h"

#include <stdlib.h>
#include <string.h>

/* Seconds. Coarser than the time stamps of the file systems in use (FAT: 2 s). */
static const double stamp_resolution = 2;

static bool is_fresh(const struct stat *s) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    double age = (double)(now.tv_sec - s->st_mtim.tv_sec) +
                 (double)(now.tv_nsec - s->st_mtim.tv_nsec) * 1e-9;
    return age >= 0 && age < stamp_resolution;
}

static void look(live_file *f) {
    f->exists = stat(f->path, &f->seen) == 0;
    f->settling = f->exists && is_fresh(&f->seen);
}

void live_file_watch(live_file *f, const char *path) {
    char *copy = strdup(path);
    live_file_forget(f);
    f->path = copy;
    if (copy != NULL)
        look(f);
}

void live_file_forget(live_file *f) {
    free(f->path);
    *f = (live_file){0};
}

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_size == b->st_size && a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

bool live_file_changed(live_file *f) {
    if (f->path == NULL)
        return false;
    live_file before = *f;
    look(f);
    if (!f->exists)
        return false;
    if (!before.exists || !is_same(&before.seen, &f->seen))
        return true;
    return before.settling && !f->settling; /* once more when it can no longer change unseen */
}
