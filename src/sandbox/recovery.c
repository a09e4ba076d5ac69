#define _XOPEN_SOURCE 700 /* without it glibc hides realpath, which POSIX has since 2008 */

#include "recovery.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../level/file.h"
#include "../level/text.h"

#define SUFFIX     ".recovery"
#define NAME_SHOWN 64 /* bytes of the level's name; file systems allow 255 in all */

/* ---- Paths ------------------------------------------------------------------------------- */

/* Returns `folder`, a slash and `name`, to be freed; NULL when memory ran out. */
static char *join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *joined = malloc(size);
    if (joined != NULL)
        snprintf(joined, size, "%s/%s", folder, name);
    return joined;
}

/* Returns the path as seen from the root, to be freed; NULL when memory ran out. The file need not
 * exist. "" stays. */
static char *absolute(const char *path) {
    char folder[PATH_MAX];
    if (path[0] == '\0')
        return strdup(path);
    char *real = realpath(path, NULL);
    if (real != NULL)
        return real;
    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL)
        return strdup(path);
    return join(folder, path);
}

/* The XDG base directory specification wants relative paths ignored. */
static char *find_folder(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        return join(state, "slidemove");
    return home != NULL && home[0] == '/' ? join(home, ".local/state/slidemove") : NULL;
}

/* Makes the folder and those above it. What went wrong shows when the file is written. */
static void make_folder(char *folder) {
    for (char *slash = folder + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    mkdir(folder, 0700);
}

/* Returns the path of this process's copy of the level, to be freed. */
static char *copy_path(const char *folder, const char *level_path) {
    const char *slash = strrchr(level_path, '/');
    const char *name = slash != NULL ? slash + 1 : level_path[0] != '\0' ? level_path : "untitled";
    const char *dot = strrchr(name, '.');
    size_t length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    char file[NAME_SHOWN + sizeof "-0123456789abcdef-2147483648" SUFFIX];
    snprintf(file, sizeof file, "%.*s-%016" PRIx64 "-%d" SUFFIX,
             (int)(length < NAME_SHOWN ? length : NAME_SHOWN), name,
             level_hash(level_path, strlen(level_path)), (int)getpid());
    return join(folder, file);
}

/* ---- Keeping ----------------------------------------------------------------------------- */

void recovery_open(recovery *r) {
    *r = (recovery){.folder = find_folder()};
}

char *recovery_path(const recovery *r, const char *name) {
    if (r->folder == NULL)
        return NULL;
    make_folder(r->folder);
    return join(r->folder, name);
}

static void forget(recovery *r) {
    if (r->file != NULL && r->lock >= 0)
        close(r->lock);
    free(r->file);
    free(r->path);
    r->file = r->path = NULL;
}

void recovery_close(recovery *r) {
    forget(r);
    free(r->folder);
    *r = (recovery){0};
}

void recovery_drop(recovery *r) {
    if (r->file != NULL)
        unlink(r->file);
    forget(r);
    r->waited = 0;
}

/* Returns the bytes of a copy, to be freed; NULL when memory ran out. */
static char *make_copy(const level *l, const char *path, size_t *length) {
    text_buffer copy;
    char *text = level_write(l, length);
    if (text == NULL)
        return NULL;
    text_start(&copy, strlen(path) + *length + 2);
    text_append_string(&copy, path);
    text_append_string(&copy, "\n");
    text_append(&copy, text, *length);
    free(text);
    return text_finish(&copy, length);
}

/* Holds the new copy instead of the one before, which goes if it is another file. */
static bool hold(recovery *r, const sandbox *s, const char *path, char *file, int lock) {
    char *path_copy = strdup(path);
    if (path_copy == NULL) {
        if (lock >= 0)
            close(lock);
        return false;
    }
    if (r->file != NULL && strcmp(r->file, file) != 0)
        unlink(r->file);
    forget(r);
    r->file = file;
    r->path = path_copy;
    r->lock = lock;
    r->kept_level = s->obstacles->version;
    return true;
}

static bool write_copy(recovery *r, const sandbox *s, const char *path,
                       char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    char *whole = absolute(path);
    char *file = whole != NULL ? copy_path(r->folder, whole) : NULL;
    char *copy = file != NULL ? make_copy(s->level, whole, &length) : NULL;
    bool kept = false;
    snprintf(message, SAVE_MESSAGE_LENGTH, "no recovery copy: no memory");
    if (copy != NULL && strchr(whole, '\n') != NULL) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "no recovery copy: the level's path has a line break in it");
    } else if (copy != NULL) {
        make_folder(r->folder);
        int lock;
        kept = save_file_locked(file, copy, length, &lock, message) && hold(r, s, path, file, lock);
    }
    if (!kept)
        free(file);
    free(whole);
    free(copy);
    return kept;
}

bool recovery_keep(recovery *r, const sandbox *s, bool is_unsaved, const char *path, double seconds,
                   char message[SAVE_MESSAGE_LENGTH]) {
    if (r->folder == NULL)
        return true;
    if (!is_unsaved) {
        recovery_drop(r);
        return true;
    }
    r->waited += seconds;
    bool is_held =
        r->file != NULL && r->kept_level == s->obstacles->version && strcmp(r->path, path) == 0;
    if (is_held || r->waited < RECOVERY_SECONDS || edit_is_open(s->edit))
        return true;
    r->waited = 0;
    bool was_silent = !r->complained;
    r->complained = !write_copy(r, s, path, message);
    return !(r->complained && was_silent);
}

/* ---- Finding ----------------------------------------------------------------------------- */

/* Whether the name is a copy's: before the ending a process has its number. */
static bool is_copy_name(const char *name) {
    const char *dash = strrchr(name, '-');
    char *end;
    long process = dash != NULL ? strtol(dash + 1, &end, 10) : 0;
    return process > 0 && process <= INT_MAX && strcmp(end, SUFFIX) == 0;
}

/* Returns a descriptor that holds the lock of a copy that nobody holds, -1 where somebody does or
 * there is no regular file. Where there are no locks, nobody holds any. */
static int lock_left_over(const char *path, struct stat *status) {
    level_errors errors;
    int file = level_open_file(path, status, &errors);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(file);
        file = -1;
    }
    return file;
}

/* Makes what it says of the bytes. Returns false when they are no copy, or one of another level. */
static bool parse_copy(char *bytes, size_t size, const char *path, recovered *copy) {
    char *end = memchr(bytes, '\n', size);
    if (end == NULL)
        return false;
    *end = '\0';
    if (path != NULL && strcmp(bytes, path) != 0)
        return false;
    level_errors errors;
    const char *text = end + 1;
    copy->level = level_read(text, size - (size_t)(text - bytes), &errors);
    copy->path = copy->level != NULL ? strdup(bytes) : NULL;
    if (copy->path != NULL) /* what is lost of its meshes is not lost of the level */
        level_load_meshes(copy->level, copy->path, &errors);
    return copy->path != NULL;
}

static bool is_newer(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Takes the file instead of *best if it is a newer copy. */
static void consider(const char *file, const char *path, recovered *best) {
    struct stat status;
    level_file_state state;
    level_errors errors;
    char *bytes = NULL;
    size_t length;
    recovered copy = {.lock = lock_left_over(file, &status)};
    if (copy.lock < 0)
        return;
    copy.file = strdup(file);
    if (copy.file == NULL)
        close(copy.lock);
    copy.written = status.st_mtim;
    bool is_best = copy.file != NULL &&
                   (best->file == NULL || is_newer(copy.written, best->written)) &&
                   level_read_file(file, &(level_watcher){0}, &bytes, &length, &state, &errors) &&
                   parse_copy(bytes, length, path, &copy);
    free(bytes);
    recovered worse = is_best ? *best : copy;
    if (is_best)
        *best = copy;
    recovered_free(&worse);
}

static void consider_all(const recovery *r, DIR *folder, const char *path, recovered *best) {
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char *file = is_copy_name(entry->d_name) ? join(r->folder, entry->d_name) : NULL;
        if (file != NULL)
            consider(file, path, best);
        free(file);
    }
}

bool recovery_find(const recovery *r, const char *path, recovered *found) {
    *found = (recovered){0};
    char *whole = path != NULL ? absolute(path) : NULL;
    DIR *folder = r->folder != NULL ? opendir(r->folder) : NULL;
    if (folder != NULL) {
        if (path == NULL || whole != NULL)
            consider_all(r, folder, whole, found);
        closedir(folder);
    }
    free(whole);
    return found->file != NULL;
}

/* ---- Taking ------------------------------------------------------------------------------ */

bool recovery_take(recovery *r, sandbox *s, recovered *found) {
    char message[SAVE_MESSAGE_LENGTH];
    level *l = found->level;
    found->level = NULL; /* the sandbox frees it if it cannot show it */
    if (!sandbox_show(s, l, false))
        return false;
    edit_mark_unsaved(s->edit);
    if (write_copy(r, s, found->path, message) && strcmp(r->file, found->file) != 0)
        unlink(found->file);
    return true;
}

void recovery_discard(recovered *found) {
    unlink(found->file);
    recovered_free(found);
}

void recovered_free(recovered *found) {
    if (found->file != NULL)
        close(found->lock);
    free(found->file);
    free(found->path);
    level_free(found->level);
    *found = (recovered){0};
}
