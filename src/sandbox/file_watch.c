#include "file_watch.h"

#include <stdlib.h>

#include "../level/file.h"
#include "../level/text.h"

/* Seconds. Coarser than the time stamps of the file systems in use (FAT: 2 s). */
static const double stamp_resolution = 2;

static bool is_fresh(const platform_status *s) {
    double age = difftime(time(NULL), s->changed.tv_sec);
    return age >= 0 && age <= stamp_resolution;
}

/* Reads the file's status, not its content. */
static void look(file_watch *w) {
    platform_status *seen = &w->state.seen;
    w->exists = platform_look(w->path, seen) && seen->other == NULL;
    w->settling = w->exists && is_fresh(seen);
}

/* A file that cannot be read has the hash of an empty one. */
static uint64_t hash_content(const char *path) {
    level_file_state now;
    level_look_at_file(path, &now);
    return now.hash;
}

void file_watch_begin(file_watch *w, const char *path, const level_file_state *known) {
    char *copy = memory_strdup(path);
    file_watch_end(w);
    w->path = copy;
    look(w);
    if (known->hash == 0) {
        w->state.hash = hash_content(copy);
        return;
    }
    w->state = *known;
    w->exists = true;   /* it did when it was read; FILE_GONE is reported if it no longer does */
    w->settling = true; /* it may have changed since, within the same time stamp */
}

void file_watch_end(file_watch *w) {
    free(w->path);
    *w = (file_watch){0};
}

file_news file_watch_look(file_watch *w) {
    if (w->path == NULL)
        return FILE_SAME;
    file_watch before = *w;
    look(w);
    if (!w->exists)
        return before.exists ? FILE_GONE : FILE_SAME;
    /* A further change would now have another time stamp. */
    bool settled = before.settling && !w->settling;
    if (before.exists && platform_is_unchanged(&before.state.seen, &w->state.seen) && !settled)
        return FILE_SAME;
    w->state.hash = hash_content(w->path);
    return w->state.hash != before.state.hash ? FILE_CHANGED : FILE_SAME;
}

/* ---- The meshes of a level --------------------------------------------------------------- */

static void add_watch(mesh_watch *w, int mesh, const char *path, const level_file_state *known) {
    int capacity = w->capacity;
    memory_grow(&w->meshes, &capacity, w->count, sizeof *w->meshes);
    memory_grow(&w->files, &w->capacity, w->count, sizeof *w->files);
    w->files[w->count] = (file_watch){0};
    w->meshes[w->count] = mesh;
    file_watch_begin(&w->files[w->count++], path, known);
}

void mesh_watch_begin(mesh_watch *w, const level *l, const char *path) {
    mesh_watch_end(w);
    for (int i = 0; i < l->mesh_count; i++) {
        const level_mesh *m = &l->meshes[i];
        char *mesh_path = level_mesh_path(l, i, path);
        add_watch(w, i, mesh_path, &m->file);
        free(mesh_path);
        for (int k = 0; k < m->side_file_count; k++)
            add_watch(w, i, m->side_files[k].path, &m->side_files[k].file);
    }
}

void mesh_watch_end(mesh_watch *w) {
    for (int i = 0; i < w->count; i++)
        file_watch_end(&w->files[i]);
    free(w->files);
    free(w->meshes);
    *w = (mesh_watch){0};
}

int mesh_watch_look(mesh_watch *w, file_news *news) {
    *news = FILE_SAME;
    for (int i = 0; i < w->count; i++) {
        *news = file_watch_look(&w->files[i]);
        if (*news != FILE_SAME)
            return w->meshes[i];
    }
    return -1;
}
