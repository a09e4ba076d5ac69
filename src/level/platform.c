/* Saving: write a temporary file, flush it, rename it, flush the folder. */
#define _XOPEN_SOURCE 700 /* without it glibc hides realpath, which POSIX has since 2008 */

#include "platform.h"

#include <dirent.h>
#ifndef __EMSCRIPTEN__ /* a page starts no programs */
#include <dlfcn.h>
#include <spawn.h>
#include <sys/wait.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

void platform_begin(void) {
    signal(SIGXFSZ,
           SIG_IGN); /* a file over the size limit is a write error, not the end of the program */
}

static volatile sig_atomic_t must_end;

static void note_end(int signal) {
    (void)signal;
    must_end = 1;
}

void platform_catch_end(void) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction old, noted = {.sa_handler = note_end, .sa_flags = SA_RESTART};
    must_end = 0;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &noted, NULL);
}

bool platform_must_end(void) {
    return must_end != 0;
}

int platform_process(void) {
    return (int)getpid();
}

/* ---- What there is ----------------------------------------------------------------------- */

static const char *name_other(mode_t mode) {
    if (S_ISREG(mode))
        return NULL;
    if (S_ISDIR(mode))
        return "a folder";
    return S_ISFIFO(mode) ? "a pipe" : "a device";
}

static bool take_status(bool is_known, const struct stat *s, platform_status *status) {
    *status = (platform_status){0};
    if (is_known)
        *status = (platform_status){.other = name_other(s->st_mode),
                                    .device = (uint64_t)s->st_dev,
                                    .number = (uint64_t)s->st_ino,
                                    .size = (int64_t)s->st_size,
                                    .changed = s->st_mtim,
                                    .is_public = (s->st_mode & S_IWOTH) != 0};
    return is_known;
}

bool platform_look(const char *path, platform_status *status) {
    struct stat s;
    return take_status(stat(path, &s) == 0, &s, status);
}

bool platform_look_at_stream(FILE *stream, platform_status *status) {
    struct stat s;
    return take_status(fstat(fileno(stream), &s) == 0, &s, status);
}

bool platform_exists(const char *path) {
    return access(path, F_OK) == 0;
}

bool platform_is_same(const platform_status *a, const platform_status *b) {
    return a->device == b->device && a->number == b->number;
}

bool platform_is_unchanged(const platform_status *a, const platform_status *b) {
    return platform_is_same(a, b) && a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

bool platform_is_terminal(FILE *stream) {
    return isatty(fileno(stream)) != 0;
}

/* ---- Reading and locks ------------------------------------------------------------------- */

/* Closes the file, if it is open. Returns -1 and keeps errno. */
static int give_up(int file) {
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return -1;
}

/* Opens a regular file. The status is that of the descriptor, because the path may lead elsewhere a
 * moment later. */
static int open_regular(const char *path, platform_status *status) {
    struct stat s;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_known = take_status(file >= 0 && fstat(file, &s) == 0, &s, status);
    return is_known && status->other == NULL ? file : give_up(file);
}

FILE *platform_open(const char *path, platform_status *status) {
    int file = open_regular(path, status);
    FILE *stream = file >= 0 ? fdopen(file, "r") : NULL;
    if (stream == NULL)
        give_up(file);
    return stream;
}

int platform_lock(const char *path, platform_status *status) {
    int file = open_regular(path, status);
    bool is_held = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return is_held ? give_up(file) : file;
}

void platform_unlock(int lock) {
    if (lock >= 0)
        close(lock);
}

/* ---- Paths and folders ------------------------------------------------------------------- */

/* Returns the first `count` bytes of `text`, with all of `more` and `end` behind them. */
static char *append(const char *text, size_t count, const char *more, const char *end) {
    size_t size = count + strlen(more) + strlen(end) + 1;
    char *all = memory_alloc(size);
    snprintf(all, size, "%.*s%s%s", (int)count, text, more, end);
    return all;
}

char *platform_join(const char *folder, const char *name) {
    return append(folder, strlen(folder), "/", name);
}

/* Returns where the name begins in a path. */
static size_t name_start(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

char *platform_path_beside(const char *path, const char *name) {
    return append(path, name[0] == '/' ? 0 : name_start(path), name, "");
}

const char *platform_path_end(const char *path, size_t max) {
    size_t length = strlen(path);
    if (length <= max)
        return path;
    path += length - max;
    while ((*path & 0xC0) == 0x80)
        path++;
    return path;
}

path_shown platform_show_path(const char *path) {
    path_shown shown;
    const char *end = platform_path_end(path, PATH_SHOWN);
    snprintf(shown.text, sizeof shown.text, "%s%s", end != path ? "..." : "", end);
    return shown;
}

char *platform_absolute(const char *path) {
    char folder[PATH_MAX];
    char *real = path[0] != '\0' ? realpath(path, NULL) : NULL;
    if (real != NULL)
        return real;
    bool is_whole = path[0] == '\0' || path[0] == '/' || getcwd(folder, sizeof folder) == NULL;
    return is_whole ? memory_strdup(path) : platform_join(folder, path);
}

/* The XDG base directory specification wants relative paths ignored. */
char *platform_state_folder(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        return platform_join(state, "slidemove");
    return home != NULL && home[0] == '/' ? platform_join(home, ".local/state/slidemove") : NULL;
}

void platform_make_folder(char *folder) {
    for (char *slash = folder + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    mkdir(folder, 0700);
}

char **platform_list(const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    char **names = memory_calloc((size_t)(count > 0 ? count : 0) + 1, sizeof *names);
    for (int i = 0; i < count; i++) {
        names[i] = memory_strdup(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return names;
}

void platform_free_list(char **names) {
    for (char **name = names; name != NULL && *name != NULL; name++)
        free(*name);
    free(names);
}

/* ---- Saving: what returns false has set errno -------------------------------------------- */

static bool write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written == 0)
            errno = ENOSPC; /* write sets no error then */
        if (written == 0 || (written < 0 && errno != EINTR))
            return false;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool flush(int file) {
    while (fsync(file) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

/* Writes the temporary file and closes it. */
static bool fill(int file, const struct stat *old, const void *bytes, size_t length) {
    bool good = (old == NULL || fchmod(file, old->st_mode & 0777) == 0) &&
                write_all(file, bytes, length) && flush(file);
    if (!good)
        give_up(file);
    /* An interrupted close has closed, and the disk has the bytes already. */
    return good && (close(file) == 0 || errno == EINTR);
}

/* Where there are locks, a lock belongs to the open file: it outlives the first of two descriptors.
 */
static int lock_file(int file) {
    flock(file, LOCK_EX | LOCK_NB);
    return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

static bool replace(const char *target, const struct stat *old, const void *bytes, size_t length,
                    int *lock) {
    char ending[32];
    snprintf(ending, sizeof ending, ".%d.part", (int)getpid());
    char *temporary = append(target, strlen(target), ending, "");
    int file;
    unlink(temporary); /* a killed process with our number may have left one */
    do {
        file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    old != NULL ? old->st_mode & 0777 : 0666);
    } while (file < 0 && errno == EINTR);
    if (file >= 0 && lock != NULL)
        *lock = lock_file(file);
    bool good = file >= 0 && fill(file, old, bytes, length) && rename(temporary, target) == 0;
    int error = errno;
    if (!good && file >= 0)
        unlink(temporary);
    free(temporary);
    errno = error;
    return good;
}

/* ---- Saving ------------------------------------------------------------------------------ */

/* Returns NULL, or why the file is not replaced. */
static const char *save_at(const char *target, const void *bytes, size_t length, int *lock) {
    struct stat old;
    bool exists = stat(target, &old) == 0;
    if (!exists && errno != ENOENT)
        return strerror(errno);
    if (exists && S_ISDIR(old.st_mode))
        return strerror(EISDIR);
    if (exists && !S_ISREG(old.st_mode))
        return "it is a device or a pipe";
    if (exists && access(target, W_OK) != 0) /* a rename ignores the file's permissions */
        return strerror(errno);
    return replace(target, exists ? &old : NULL, bytes, length, lock) ? NULL : strerror(errno);
}

/* Flushes the folder of the file, if it can be opened and the file system can. */
static bool flush_folder(const char *target) {
    size_t length = name_start(target);
    char *path = append(length > 0 ? target : ".", length > 0 ? length : 1, "", "");
    int folder = open(path, O_RDONLY | O_CLOEXEC);
    free(path);
    bool good = folder < 0 || flush(folder) || errno == EINVAL;
    give_up(folder);
    return good;
}

bool save_file_locked(const char *path, const void *bytes, size_t length, int *lock,
                      char message[SAVE_MESSAGE_LENGTH]) {
    if (lock != NULL)
        *lock = -1;
    path_shown shown = platform_show_path(path);
    char *target = realpath(path, NULL);
    if (target == NULL && errno == ENOENT && path[0] != '\0') /* a new file */
        target = memory_strdup(path);
    const char *failure = target != NULL ? save_at(target, bytes, length, lock) : strerror(errno);
    bool is_saved = failure == NULL;
    if (!is_saved) {
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: %s; the file is as it was",
                 shown.text, failure);
    } else if (!flush_folder(target)) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "%s is written, but the disk does not confirm it: %s; save it again", shown.text,
                 strerror(errno));
        is_saved = false;
    }
    free(target);
    if (!is_saved && lock != NULL) {
        platform_unlock(*lock);
        *lock = -1;
    }
    return is_saved;
}

bool save_file(const char *path, const void *bytes, size_t length,
               char message[SAVE_MESSAGE_LENGTH]) {
    return save_file_locked(path, bytes, length, NULL, message);
}

/* ---- Other programs ---------------------------------------------------------------------- */

#ifdef __EMSCRIPTEN__

bool platform_start(const char *const *arguments, bool is_heard, platform_child *child) {
    (void)arguments, (void)is_heard;
    *child = (platform_child){0};
    return false;
}

void *platform_load(const char *path, const char **message) {
    (void)path;
    *message = "a page loads no libraries";
    return NULL;
}

platform_function *platform_find(void *library, const char *name) {
    (void)library, (void)name;
    return NULL;
}

bool platform_end(platform_child *child, char how[CHILD_END_LENGTH]) {
    (void)child;
    how[0] = '\0';
    return false;
}

void platform_limit(unsigned seconds) {
    (void)seconds;
}

#else

extern char **environ;

bool platform_start(const char *const *arguments, bool is_heard, platform_child *child) {
    int ends[2];
    pid_t process = 0;
    posix_spawn_file_actions_t actions;
    *child = (platform_child){0};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    if (ends[1] != PLATFORM_LINK) {
        posix_spawn_file_actions_adddup2(&actions, ends[1], PLATFORM_LINK);
        posix_spawn_file_actions_addclose(&actions, ends[1]);
    }
    if (is_heard)
        posix_spawn_file_actions_adddup2(&actions, PLATFORM_LINK, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    bool good = posix_spawnp(&process, arguments[0], &actions, NULL, (char *const *)arguments,
                             environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (good)
        *child = (platform_child){(int)process, ends[0]};
    else
        close(ends[0]);
    return good;
}

void *platform_load(const char *path, const char **message) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *message = library == NULL ? dlerror() : NULL;
    return library;
}

platform_function *platform_find(void *library, const char *name) {
    void *found = dlsym(library, name);
    platform_function *function;
    memcpy(&function, &found, sizeof function); /* POSIX says that both have the same bits */
    return function;
}

bool platform_end(platform_child *child, char how[CHILD_END_LENGTH]) {
    int status = 0;
    snprintf(how, CHILD_END_LENGTH, "it did not run");
    if (child->process == 0)
        return false;
    close(child->link);
    while (waitpid(child->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(how, CHILD_END_LENGTH, "it did not return in time");
    else if (WIFSIGNALED(status))
        snprintf(how, CHILD_END_LENGTH, "it crashed: %.40s", strsignal(WTERMSIG(status)));
    else
        snprintf(how, CHILD_END_LENGTH, "it ended with status %d", WEXITSTATUS(status));
    *child = (platform_child){0};
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void platform_limit(unsigned seconds) {
    alarm(seconds);
}

#endif

bool platform_send(int link, const void *bytes, size_t length) {
    for (const char *at = bytes; length > 0;) {
        ssize_t sent = send(link, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        at += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* Receives at least one byte. Returns 0 when the other end is gone. */
static size_t receive_some(int link, void *bytes, size_t length) {
    ssize_t got;
    do
        got = recv(link, bytes, length, 0);
    while (got < 0 && errno == EINTR);
    return got > 0 ? (size_t)got : 0;
}

bool platform_receive(int link, void *bytes, size_t length) {
    size_t got = 1;
    for (char *at = bytes; length > 0 && got > 0; at += got, length -= got)
        got = receive_some(link, at, length);
    return length == 0;
}

char *platform_receive_all(int link) {
    size_t length = 0, room = 4096, got;
    char *all = memory_alloc(room);
    while ((got = receive_some(link, all + length, room - 1 - length)) > 0) {
        length += got;
        if (length + 1 == room)
            all = memory_realloc(all, room *= 2);
    }
    all[length] = '\0';
    return all;
}

char *platform_make_temporary(void) {
    const char *folder = getenv("TMPDIR");
    char *path =
        platform_join(folder != NULL && folder[0] == '/' ? folder : "/tmp", "slidemove-XXXXXX");
    if (mkdtemp(path) != NULL)
        return path;
    free(path);
    return NULL;
}

void platform_remove(const char *path) {
    remove(path);
}
