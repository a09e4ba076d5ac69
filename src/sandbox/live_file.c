#include "live_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"

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

/* A file that cannot be read has the hash of an empty one. */
static uint64_t hash_content(const char *path) {
    uint64_t hash = HASH_START;
    unsigned char block[65536];
    size_t length;
    FILE *file = fopen(path, "rb");
    while (file != NULL && (length = fread(block, 1, sizeof block, file)) > 0)
        hash = hash_bytes(hash, block, length);
    if (file != NULL)
        fclose(file);
    return hash;
}

void live_file_watch(live_file *f, const char *path) {
    char *copy = strdup(path);
    live_file_forget(f);
    f->path = copy;
    if (copy != NULL) {
        look(f);
        f->content = hash_content(copy);
    }
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
    bool settled = before.settling && !f->settling; /* it can no longer change unseen */
    if (before.exists && is_same(&before.seen, &f->seen) && !settled)
        return false;
    f->content = hash_content(f->path);
    return f->content != before.content;
}
