/* load: a level from a file.
 *
 * Only regular files are read: a pipe or a device may never end, and opening one must not wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "read.h"

#define FIRST_BYTES 65536 /* where the file does not tell its size */

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

/* Reads to the end of the file, which may have grown or shrunk since its size was asked. Returns
 * the text with a byte to spare, NULL with errno set. */
static char *read_all(int file, size_t size, size_t *length) {
    size_t capacity = size > 0 ? size + 1 : FIRST_BYTES;
    char *text = malloc(capacity);
    *length = 0;
    while (text != NULL) {
        ssize_t got = read_patiently(file, text + *length, capacity - *length);
        if (got == 0)
            return text;
        if (got > 0)
            *length += (size_t)got;
        if (got > 0 && *length < capacity)
            continue;
        char *grown = got > 0 && capacity < INT_MAX / 2 ? realloc(text, capacity * 2) : NULL;
        if (grown == NULL) {
            int reason = got < 0 ? errno : capacity >= INT_MAX / 2 ? EFBIG : ENOMEM;
            free(text);
            errno = reason;
            return NULL;
        }
        text = grown;
        capacity *= 2;
    }
    errno = ENOMEM;
    return NULL;
}

level *level_load(const char *path, level_errors *errors) {
    size_t size, length;
    int file = open_regular(path, &size, errors);
    if (file < 0)
        return NULL;
    char *text = read_all(file, size, &length);
    int reason = errno;
    close(file);
    if (text == NULL) {
        level_refuse_file(errors, "cannot read the file: %s", strerror(reason));
        return NULL;
    }
    return level_read_source(text, length, errors);
}
