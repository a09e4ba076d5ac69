#include "file.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define FIRST_BYTES 65536 /* at first, when the size of the file is unknown */
#define CANCELLED   (-1)  /* is no errno */

bool level_report(const level_watcher *watcher, size_t loaded, size_t understood) {
    if (watcher->progress.tell == NULL || watcher->total == 0)
        return true;
    size_t done = (loaded + understood) / 2;
    if (done > watcher->total) /* the file has grown */
        done = watcher->total;
    return watcher->progress.tell(watcher->progress.context, done, watcher->total);
}

FILE *level_open_file(const char *path, platform_status *status, level_errors *errors) {
    FILE *file = platform_open(path, status);
    if (file == NULL && status->other != NULL)
        level_refuse_file(errors, "expected a file, found %s", status->other);
    else if (file == NULL)
        level_refuse_file(errors, "cannot open the file: %s", strerror(errno));
    return file;
}

/* ---- Hashes ------------------------------------------------------------------------------ */

/* FNV-1a (Fowler, Noll, Vo), but with eight bytes at a time: it costs next to nothing compared to
 * the reading. */
uint64_t level_hash(const char *bytes, size_t count) {
    const uint64_t prime = UINT64_C(1099511628211);
    uint64_t hash = UINT64_C(14695981039346656037), word;
    for (; count >= sizeof word; count -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 32; /* a product only carries upward */
    }
    for (; count > 0; count--)
        hash = (hash ^ (unsigned char)*bytes++) * prime;
    return hash;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Reads to the end of the file, which may be longer or shorter than its status said, and leaves
 * room for one more byte. Returns 0, an errno or CANCELLED. The caller frees *text in any case. */
static int read_all(FILE *file, const level_watcher *watcher, char **text, size_t *length) {
    int capacity = watcher->total > 0 ? (int)watcher->total + 1 : FIRST_BYTES;
    *length = 0;
    *text = malloc((size_t)capacity);
    if (*text == NULL)
        return ENOMEM;
    while (memory_try_grow(text, &capacity, (int)*length, 1)) {
        size_t room = (size_t)capacity - *length;
        size_t got = fread(*text + *length, 1,
                           room < LEVEL_PROGRESS_STEP ? room : LEVEL_PROGRESS_STEP, file);
        if (got == 0)
            return ferror(file) != 0 ? errno : 0;
        *length += got;
        if (!level_report(watcher, *length, 0))
            return CANCELLED;
    }
    return capacity > INT_MAX / 2 ? EFBIG : ENOMEM;
}

bool level_read_file(const char *path, level_watcher *watcher, char **text, size_t *length,
                     level_file_state *state, level_errors *errors) {
    *state = (level_file_state){.hash = level_hash("", 0)};
    FILE *file = level_open_file(path, &state->seen, errors);
    if (file == NULL)
        return false;
    if (state->seen.size >= INT_MAX) {
        level_refuse_file(errors, "expected less than 2 GiB of text, found %lld bytes",
                          (long long)state->seen.size);
        fclose(file);
        return false;
    }
    watcher->total = (size_t)state->seen.size;
    int error = read_all(file, watcher, text, length);
    fclose(file);
    if (error == 0) {
        state->hash = level_hash(*text, *length);
        return true;
    }
    free(*text);
    if (error == CANCELLED)
        errors->count = errors->total = 0;
    else
        level_refuse_file(errors, "cannot read the file: %s", strerror(error));
    return false;
}

bool level_look_at_file(const char *path, level_file_state *state) {
    level_errors ignored;
    char *text;
    size_t length;
    bool is_read = level_read_file(path, &(level_watcher){0}, &text, &length, state, &ignored);
    if (is_read)
        free(text);
    return is_read;
}

bool level_read_side_file(level_mesh *m, const char *path, const char *name, char **text,
                          size_t *length, level_errors *errors) {
    level_watcher silent = {0};
    errors->count = errors->total = 0;
    if (path == NULL)
        return false;
    level_side_file side = {.path = platform_path_beside(path, name)};
    if (!level_read_file(side.path, &silent, text, length, &side.file, errors)) {
        free(side.path);
        return false;
    }
    memory_grow(&m->side_files, &m->side_file_capacity, m->side_file_count, sizeof side);
    m->side_files[m->side_file_count++] = side;
    return true;
}
