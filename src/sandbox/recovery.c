#include "recovery.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"
#include "../level/text.h"

#define SUFFIX     ".recovery"
#define NAME_SHOWN 64 /* bytes of the level's name; file systems allow 255 in all */

/* Returns the path of this process's copy of the level, to be freed. */
static char *copy_path(const char *folder, const char *level_path) {
    const char *slash = strrchr(level_path, '/');
    const char *name = slash != NULL ? slash + 1 : level_path[0] != '\0' ? level_path : "untitled";
    const char *dot = strrchr(name, '.');
    size_t length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    char file[NAME_SHOWN + sizeof "-0123456789abcdef-2147483648" SUFFIX];
    snprintf(file, sizeof file, "%.*s-%016" PRIx64 "-%d" SUFFIX,
             (int)(length < NAME_SHOWN ? length : NAME_SHOWN), name,
             level_hash(level_path, strlen(level_path)), platform_process());
    return platform_join(folder, file);
}

/* ---- Keeping ----------------------------------------------------------------------------- */

void recovery_open(recovery *r) {
    *r = (recovery){.folder = platform_state_folder()};
}

static void forget(recovery *r) {
    if (r->file != NULL)
        platform_unlock(r->lock);
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
        remove(r->file);
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
    text_print(&copy, "%s\n", path);
    text_append(&copy, text, *length);
    free(text);
    return text_try_finish(&copy, length);
}

/* Writes a copy, and removes the one before if it is another file. */
static bool write_copy(recovery *r, const sandbox *s, const char *path,
                       char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    int lock;
    char *whole = platform_absolute(path), *file = copy_path(r->folder, whole);
    char *copy = make_copy(s->level, whole, &length);
    bool is_line = strchr(whole, '\n') == NULL;
    snprintf(message, SAVE_MESSAGE_LENGTH, "no recovery copy: %s",
             is_line ? "no memory" : "the level's path has a line break in it");
    platform_make_folder(r->folder);
    bool kept = copy != NULL && is_line && save_file_locked(file, copy, length, &lock, message);
    free(whole);
    free(copy);
    if (!kept) {
        free(file);
        return false;
    }
    if (r->file != NULL && strcmp(r->file, file) != 0)
        remove(r->file);
    char *given = memory_strdup(path); /* `path` may be r->path */
    forget(r);
    r->file = file;
    r->path = given;
    r->lock = lock;
    r->kept_level = s->obstacles->version;
    return true;
}

static bool is_kept(const recovery *r, const sandbox *s, const char *path) {
    return r->file != NULL && r->kept_level == s->obstacles->version && strcmp(r->path, path) == 0;
}

bool recovery_keep_now(recovery *r, const sandbox *s, const char *path,
                       char message[SAVE_MESSAGE_LENGTH]) {
    if (r->folder != NULL)
        return is_kept(r, s, path) || write_copy(r, s, path, message);
    snprintf(message, SAVE_MESSAGE_LENGTH,
             "no recovery copy: neither XDG_STATE_HOME nor HOME says where");
    return false;
}

bool recovery_keep(recovery *r, const sandbox *s, bool is_unsaved, const char *path, double seconds,
                   char message[SAVE_MESSAGE_LENGTH]) {
    if (!is_unsaved)
        recovery_drop(r);
    if (r->folder == NULL || !is_unsaved)
        return true;
    r->waited += seconds;
    if (r->waited < RECOVERY_SECONDS || is_kept(r, s, path))
        return true;
    r->waited = 0;
    bool was_silent = !r->complained;
    r->complained = !write_copy(r, s, path, message);
    return !(r->complained && was_silent);
}

/* ---- Finding ----------------------------------------------------------------------------- */

/* Reads level and path from the bytes of a copy. Returns false when they are no copy. */
static bool parse_copy(char *bytes, size_t size, recovered *copy) {
    level_errors errors;
    char *end = memchr(bytes, '\n', size);
    if (end == NULL)
        return false;
    *end = '\0';
    copy->level = level_read(end + 1, size - (size_t)(end + 1 - bytes), &errors);
    if (copy->level == NULL)
        return false;
    copy->path = memory_strdup(bytes);
    level_load_meshes(copy->level, copy->path, &errors); /* a missing mesh does not stop it */
    return true;
}

static bool is_newer(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Takes the file instead of *best if it is a newer copy, of the level at `path` unless that is
 * NULL.
 */
static void consider(const char *file, const char *path, recovered *best) {
    platform_status status;
    level_file_state state;
    level_errors errors;
    char *bytes = NULL;
    size_t length;
    recovered copy = {.lock = platform_lock(file, &status)};
    if (copy.lock < 0)
        return;
    copy.file = memory_strdup(file);
    copy.written = status.changed;
    bool is_best = (best->file == NULL || is_newer(copy.written, best->written)) &&
                   level_read_file(file, &(level_watcher){0}, &bytes, &length, &state, &errors) &&
                   parse_copy(bytes, length, &copy) &&
                   (path == NULL || strcmp(copy.path, path) == 0);
    free(bytes);
    recovered worse = is_best ? *best : copy;
    if (is_best)
        *best = copy;
    recovered_free(&worse);
}

bool recovery_find(const recovery *r, const char *path, recovered *found) {
    char *whole = path != NULL ? platform_absolute(path) : NULL;
    *found = (recovered){0};
    char **names = r->folder != NULL ? platform_list(r->folder) : NULL;
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *file = text_has_ending(*name, SUFFIX) ? platform_join(r->folder, *name) : NULL;
        bool is_own = file != NULL && r->file != NULL && strcmp(file, r->file) == 0;
        if (file != NULL && !is_own) /* where files have no locks, that is not seen by the lock */
            consider(file, whole, found);
        free(file);
    }
    platform_free_list(names);
    free(whole);
    return found->file != NULL;
}

/* ---- Taking ------------------------------------------------------------------------------ */

bool recovery_take(recovery *r, sandbox *s, recovered *found) {
    char message[SAVE_MESSAGE_LENGTH];
    level *l = found->level;
    found->level = NULL; /* the sandbox frees it if showing it fails */
    if (!sandbox_show(s, l, false))
        return false;
    edit_mark_unsaved(s->edit);
    if (write_copy(r, s, found->path, message) && strcmp(r->file, found->file) != 0)
        remove(found->file);
    return true;
}

void recovery_discard(recovered *found) {
    remove(found->file);
    recovered_free(found);
}

void recovered_free(recovered *found) {
    if (found->file != NULL)
        platform_unlock(found->lock);
    free(found->file);
    free(found->path);
    level_free(found->level);
    *found = (recovered){0};
}
