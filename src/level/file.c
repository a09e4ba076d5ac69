/* file: all bytes of a file.
 *
 * Only regular files are read: a pipe or a device may never end, and opening one must not wait.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"

#define FIRST_BYTES 65536 /* where the file does not tell its size */
#define CANCELLED   (-1)  /* no errno */

bool level_tell(const level_watcher *watcher, size_t loaded, size_t understood) {
    if (watcher->progress == NULL || watcher->total == 0)
        return true;
    size_t done = (loaded + understood) / 2;
    if (done > watcher->total) /* the file grew meanwhile */
        done = watcher->total;
    return watcher->progress(watcher->context, done, watcher->total);
}

static const char *name_file_type(mode_t mode) {
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

/* Returns the descriptor, -1 after an error. */
static int open_regular(const char *path, size_t *size, level_errors *errors) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        level_refuse_file(errors, "cannot open the file: %s", strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        level_refuse_file(errors, "expected a file, found %s", name_file_type(status.st_mode));
    } else if (status.st_size >= INT_MAX) {
        level_refuse_file(errors, "expected less than 2 GiB of text, found %lld bytes",
                          (long long)status.st_size);
    } else {
        *size = (size_t)status.st_size;
        return file;
    }
    if (file >= 0)
        close(file);
    return -1;
}

static ssize_t read_patiently(int file, char *bytes, size_t count) {
    ssize_t got;
    do
        got = read(file, bytes, count);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Returns 0 or an errno. */
static int grow(char **text, size_t *capacity) {
    if (*capacity >= INT_MAX / 2)
        return EFBIG;
    char *grown = realloc(*text, *capacity * 2);
    if (grown == NULL)
        return ENOMEM;
    *text = grown;
    *capacity *= 2;
    return 0;
}

/* Reads to the end of the file, which may have grown or shrunk since its size was asked; leaves a
 * byte to spare. Returns 0, an errno, or CANCELLED; frees nothing. */
static int read_all(int file, const level_watcher *watcher, char **text, size_t *length) {
    size_t capacity = watcher->total > 0 ? watcher->total + 1 : FIRST_BYTES;
    *length = 0;
    *text = malloc(capacity);
    int error = *text != NULL ? 0 : ENOMEM;
    while (error == 0) {
        size_t room = capacity - *length;
        ssize_t got = read_patiently(file, *text + *length,
                                     room < LEVEL_PROGRESS_STEP ? room : LEVEL_PROGRESS_STEP);
        if (got <= 0)
            return got < 0 ? errno : 0;
        *length += (size_t)got;
        if (!level_tell(watcher, *length, 0))
            error = CANCELLED;
        else if (*length == capacity)
            error = grow(text, &capacity);
    }
    return error;
}

bool level_read_file(const char *path, level_watcher *watcher, char **text, size_t *length,
                     level_errors *errors) {
    int file = open_regular(path, &watcher->total, errors);
    if (file < 0)
        return false;
    int error = read_all(file, watcher, text, length);
    close(file);
    if (error == 0)
        return true;
    free(*text);
    if (error == CANCELLED)
        errors->count = errors->total = 0;
    else
        level_refuse_file(errors, "cannot read the file: %s", strerror(error));
    return false;
}
