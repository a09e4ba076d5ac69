/* save: write beside, flush, rename, flush the folder.
 *
 * The folder is held open while saving, so that the temporary file can be removed even when the
 * folder has got another name meanwhile. Only the rename goes by path: it has to fail then. */
#include "save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../level/file.h"

static int create(int folder, const char *name, mode_t mode) {
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

static const save_calls system_calls = {create, write, fsync, close, rename};

/* ---- Where it goes ----------------------------------------------------------------------- */

typedef struct place {
    char *target;    /* path of the file itself, behind all links */
    char *temporary; /* path of the temporary file */
    size_t name;     /* where the name begins in both paths */
    DIR *folder;
} place;

/* Not realpath: the file that a link leads to need not exist yet. Returns 0 or an errno. */
static int follow_links(const char *path, char **target) {
    enum { LINKS = 40 }; /* as many as Linux follows */
    char text[PATH_MAX];
    char *at = strdup(path);
    for (int i = 0; at != NULL && i <= LINKS; i++) {
        ssize_t length = readlink(at, text, sizeof text - 1);
        if (length < 0) {
            *target = at;
            return 0;
        }
        text[length] = '\0';
        char *next = level_path_beside(at, text);
        free(at);
        at = next;
    }
    int error = at == NULL ? ENOMEM : ELOOP;
    free(at);
    return error;
}

static DIR *open_folder(const place *p) {
    char *folder = p->name == 0 ? strdup(".") : strndup(p->target, p->name);
    DIR *opened = folder != NULL ? opendir(folder) : NULL;
    int error = folder != NULL ? errno : ENOMEM;
    free(folder);
    errno = error;
    return opened;
}

/* Returns 0 or an errno; close_place in both cases. */
static int open_place(place *p, const char *path) {
    int error = follow_links(path, &p->target);
    if (error != 0)
        return error;
    const char *slash = strrchr(p->target, '/');
    p->name = slash != NULL ? (size_t)(slash - p->target) + 1 : 0;
    size_t size = strlen(p->target) + sizeof ".-2147483648.part";
    p->temporary = malloc(size);
    if (p->temporary == NULL)
        return ENOMEM;
    snprintf(p->temporary, size, "%s.%d.part", p->target, (int)getpid());
    p->folder = open_folder(p);
    return p->folder != NULL ? 0 : errno;
}

static void close_place(place *p) {
    if (p->folder != NULL)
        closedir(p->folder);
    free(p->target);
    free(p->temporary);
}

/* ---- What the killed left ---------------------------------------------------------------- */

/* Returns the process whose temporary file for `target` this is, or 0. */
static pid_t writer_of(const char *name, const char *target) {
    size_t length = strlen(target);
    int pid, end = 0;
    if (strncmp(name, target, length) != 0 || name[length] != '.')
        return 0;
    if (sscanf(name + length, ".%9d.part%n", &pid, &end) != 1 || end == 0)
        return 0;
    return name[length + (size_t)end] == '\0' && pid > 0 ? pid : 0;
}

static bool is_alive(pid_t process) {
    return kill(process, 0) == 0 || errno != ESRCH;
}

/* A file with our own number is from a process that had it before. */
static void remove_leftovers(const place *p) {
    for (const struct dirent *entry; (entry = readdir(p->folder)) != NULL;) {
        pid_t writer = writer_of(entry->d_name, p->target + p->name);
        if (writer != 0 && (writer == getpid() || !is_alive(writer)))
            unlinkat(dirfd(p->folder), entry->d_name, 0);
    }
}

/* ---- Writing ----------------------------------------------------------------------------- */

static int write_all(const save_calls *calls, int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = calls->write(file, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (written == 0) {
            return ENOSPC;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

static int flush(const save_calls *calls, int file) {
    while (calls->fsync(file) != 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

/* Writes the temporary file and closes it. Returns 0 or an errno. */
static int fill(const save_calls *calls, int file, const struct stat *old, const void *bytes,
                size_t length) {
    int error = 0;
    if (old != NULL && fchmod(file, old->st_mode & 0777) != 0)
        error = errno;
    if (error == 0)
        error = write_all(calls, file, bytes, length);
    if (error == 0)
        error = flush(calls, file);
    /* An interrupted close has closed, and the disk has the bytes already. */
    if (calls->close(file) != 0 && errno != EINTR && error == 0)
        error = errno;
    return error;
}

/* The lock belongs to what was opened, so it outlives the first of two descriptors. */
static int lock_file(int file) {
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return -1;
    return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

static int replace(const save_calls *calls, const place *p, const struct stat *old,
                   const void *bytes, size_t length, int *lock) {
    const char *name = p->temporary + p->name;
    int file;
    do {
        file = calls->create(dirfd(p->folder), name, old != NULL ? old->st_mode & 0777 : 0666);
    } while (file < 0 && errno == EINTR);
    if (file < 0)
        return errno;
    if (lock != NULL)
        *lock = lock_file(file);
    int error = fill(calls, file, old, bytes, length);
    if (error == 0 && calls->rename(p->temporary, p->target) != 0)
        error = errno;
    if (error != 0)
        unlinkat(dirfd(p->folder), name, 0);
    return error;
}

/* ---- Saving ------------------------------------------------------------------------------ */

/* Returns NULL, or why the file is not replaced. */
static const char *save_at(const save_calls *calls, const place *p, const void *bytes,
                           size_t length, int *lock) {
    struct stat old;
    bool exists = fstatat(dirfd(p->folder), p->target + p->name, &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return strerror(EISDIR);
    if (exists && !S_ISREG(old.st_mode))
        return "it is a device or a pipe";
    if (exists && access(p->target, W_OK) != 0) /* a rename would not ask */
        return strerror(errno);
    remove_leftovers(p);
    int error = replace(calls, p, exists ? &old : NULL, bytes, length, lock);
    return error != 0 ? strerror(error) : NULL;
}

/* Not every file system can flush a folder; one that cannot says EINVAL. */
static const char *flush_folder(const save_calls *calls, const place *p) {
    int error = flush(calls, dirfd(p->folder));
    return error != 0 && error != EINVAL ? strerror(error) : NULL;
}

/* Returns what of the path fits a message: its end, from the beginning of a character. */
static const char *shown_path(const char *path) {
    size_t length = strlen(path);
    if (length <= SAVE_PATH_SHOWN)
        return path;
    path += length - SAVE_PATH_SHOWN;
    while ((*path & 0xC0) == 0x80)
        path++;
    return path;
}

static bool save(const char *path, const void *bytes, size_t length, const save_calls *calls,
                 int *lock, char message[SAVE_MESSAGE_LENGTH]) {
    place p = {0};
    int error = open_place(&p, path);
    const char *failure = error != 0 ? strerror(error) : save_at(calls, &p, bytes, length, lock);
    const char *doubt = failure == NULL ? flush_folder(calls, &p) : NULL;
    if (failure != NULL)
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: %s; the file is as it was",
                 shown_path(path), failure);
    if (doubt != NULL)
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "%s is written, but the disk does not confirm it: %s; save it again",
                 shown_path(path), doubt);
    close_place(&p);
    return failure == NULL && doubt == NULL;
}

bool save_file(const char *path, const void *bytes, size_t length, const save_calls *calls,
               char message[SAVE_MESSAGE_LENGTH]) {
    return save(path, bytes, length, calls != NULL ? calls : &system_calls, NULL, message);
}

bool save_file_locked(const char *path, const void *bytes, size_t length, int *lock,
                      char message[SAVE_MESSAGE_LENGTH]) {
    *lock = -1;
    bool saved = save(path, bytes, length, &system_calls, lock, message);
    if (!saved && *lock >= 0) {
        close(*lock);
        *lock = -1;
    }
    return saved;
}
