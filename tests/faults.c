#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

static fault_kind failing;
static int fail_at;
static bool fails_on;
static atomic_int calls;
static const char *failed = "nothing";
static FILE *broken; /* whose reading failed */

void faults_begin(fault_kind kind, int at, bool on) {
    fail_at = at;
    fails_on = on;
    calls = 0;
    failed = "nothing";
    failing = kind;
}

void faults_rest(void) {
    failing = 0;
    broken = NULL;
}

int faults_end(void) {
    faults_rest();
    return calls;
}

const char *faults_failed(void) {
    return failed;
}

static bool fails(fault_kind kind, const char *name) {
    if (failing != kind)
        return false;
    int call = atomic_fetch_add(&calls, 1) + 1;
    bool now = call == fail_at || (fails_on && fail_at > 0 && call > fail_at);
    if (call == fail_at)
        failed = name;
    if (now)
        errno = kind == FAULT_MEMORY ? ENOMEM : EIO;
    return now;
}

/* A function that the linker puts in the place of another one, which it calls unless it is to fail.
 */
#define FAULT(kind, failure, type, name, parameters, arguments)                                    \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails(kind, #name) ? failure : __real_##name arguments;                             \
    }

FAULT(FAULT_MEMORY, NULL, void *, malloc, (size_t size), (size))
FAULT(FAULT_MEMORY, NULL, void *, calloc, (size_t count, size_t size), (count, size))
FAULT(FAULT_MEMORY, NULL, void *, realloc, (void *old, size_t size), (old, size))
FAULT(FAULT_MEMORY, NULL, char *, strdup, (const char *string), (string))
FAULT(FAULT_MEMORY, NULL, char *, strndup, (const char *string, size_t size), (string, size))
FAULT(FAULT_MEMORY, NULL, char *, SDL_strdup, (const char *string), (string))

FAULT(FAULT_FILE, -1, int, open, (const char *path, int flags, mode_t mode), (path, flags, mode))
FAULT(FAULT_FILE, -1, int, openat, (int at, const char *path, int flags, mode_t mode),
      (at, path, flags, mode))
FAULT(FAULT_FILE, NULL, FILE *, fopen, (const char *path, const char *mode), (path, mode))
FAULT(FAULT_FILE, NULL, FILE *, fdopen, (int file, const char *mode), (file, mode))
FAULT(FAULT_FILE, -1, int, stat, (const char *path, struct stat *s), (path, s))
FAULT(FAULT_FILE, -1, int, fstat, (int file, struct stat *s), (file, s))
FAULT(FAULT_FILE, -1, int, fstatat, (int at, const char *path, struct stat *s, int flags),
      (at, path, s, flags))
FAULT(FAULT_FILE, -1, int, access, (const char *path, int mode), (path, mode))
FAULT(FAULT_FILE, -1, ssize_t, readlink, (const char *path, char *text, size_t size),
      (path, text, size))
FAULT(FAULT_FILE, NULL, char *, realpath, (const char *path, char *text), (path, text))
FAULT(FAULT_FILE, NULL, char *, getcwd, (char *text, size_t size), (text, size))
FAULT(FAULT_FILE, NULL, DIR *, opendir, (const char *path), (path))
FAULT(FAULT_FILE, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
FAULT(FAULT_FILE, -1, ssize_t, write, (int file, const void *bytes, size_t size),
      (file, bytes, size))
FAULT(FAULT_FILE, -1, int, fsync, (int file), (file))
FAULT(FAULT_FILE, -1, int, fchmod, (int file, mode_t mode), (file, mode))
FAULT(FAULT_FILE, -1, int, flock, (int file, int how), (file, how))
FAULT(FAULT_FILE, -1, int, rename, (const char *from, const char *to), (from, to))
FAULT(FAULT_FILE, -1, int, scandir,
      (const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
       int (*order)(const struct dirent **, const struct dirent **)),
      (path, list, wanted, order))

/* What is closed is closed, whatever is said of it. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) {
    bool is_bad = fails(FAULT_FILE, "close");
    int error = errno;
    int closed = __real_close(file);
    if (is_bad)
        errno = error;
    return is_bad ? -1 : closed;
}

/* Reading by a stream that failed once goes on failing. */
static bool breaks(FILE *stream, const char *name) {
    if (fails(FAULT_FILE, name))
        broken = stream;
    return broken == stream;
}

size_t __real_fread(void *bytes, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *stream) {
    return breaks(stream, "fread") ? 0 : __real_fread(bytes, size, count, stream);
}

int __real_getc(FILE *stream);
int __wrap_getc(FILE *stream);
int __wrap_getc(FILE *stream) {
    return breaks(stream, "getc") ? EOF : __real_getc(stream);
}

int __real_ferror(FILE *stream);
int __wrap_ferror(FILE *stream);
int __wrap_ferror(FILE *stream) {
    return broken == stream || __real_ferror(stream);
}

int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream) {
    if (broken == stream)
        broken = NULL;
    return __real_fclose(stream);
}
