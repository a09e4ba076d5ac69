/* meshes: loads a level together with the OBJ files that its statements name. */
#include <stdio.h>
#include <stdlib.h>

#include "svg.h"
#include "text.h"
#include "tiled.h"

#define NAME_SHOWN 64 /* bytes of a mesh's name in a message */

/* ---- Files ------------------------------------------------------------------------------- */

/* Adds an error at the first statement that names the mesh. */
__attribute__((format(printf, 3, 4))) static void
complain_at(const level_mesh *m, level_errors *errors, const char *format, ...) {
    va_list values;
    va_start(values, format);
    level_add_error(errors, m->line, m->column, format, values);
    va_end(values);
}

static void refuse_mesh(const level_mesh *m, const level_error *error, level_errors *errors) {
    const char *name = platform_path_end(m->name, NAME_SHOWN);
    char line[32] = "";
    if (error->line > 0)
        snprintf(line, sizeof line, ", line %d", error->line);
    complain_at(m, errors, "%s %s%s%s: %s", tiled_is_named(m->name) ? "map" : "mesh",
                name != m->name ? "..." : "", name, line, error->message);
}

bool level_is_read_from(const level *l, const platform_status *file) {
    bool found = platform_is_same(&l->file.seen, file);
    for (int i = 0; i < l->mesh_count; i++)
        found = found || platform_is_same(&l->meshes[i].file.seen, file);
    return found;
}

char *level_mesh_path(const level *l, int mesh, const char *path) {
    return platform_path_beside(path, l->meshes[mesh].name);
}

/* Loads one mesh of the level into `loaded`. Returns false when the watcher cancelled. */
static bool load_mesh(level *l, int mesh, const char *level_path, level_watcher watcher,
                      level_mesh *loaded, level_errors *errors) {
    char *path = level_mesh_path(l, mesh, level_path), *text;
    size_t length;
    level_errors of_file, left_out = {.total = 0};
    if (level_read_file(path, &watcher, &text, &length, &loaded->file, &of_file)) {
        if (tiled_is_named(path))
            tiled_read(text, length, path, loaded->keep_seams, &watcher, loaded, &left_out,
                       &of_file);
        else
            obj_read(text, length, &watcher, loaded, &of_file);
        free(text);
    }
    free(path);
    if (!loaded->loaded && of_file.count > 0)
        refuse_mesh(loaded, &of_file.list[0], errors);
    for (int i = 0; loaded->loaded && i < left_out.count; i++)
        refuse_mesh(loaded, &left_out.list[i], &l->left_out);
    return loaded->loaded || of_file.count > 0;
}

/* As level_load_meshes, with progress. When the watcher cancels, the result is false and *errors is
 * empty. */
static bool load_meshes(level *l, const char *path, const level_watcher *watcher,
                        level_errors *errors) {
    errors->count = errors->total = 0;
    for (int i = 0; i < l->mesh_count; i++) {
        if (!l->meshes[i].loaded && !load_mesh(l, i, path, *watcher, &l->meshes[i], errors)) {
            errors->count = errors->total = 0;
            return false;
        }
    }
    return errors->total == 0;
}

bool level_reload_mesh(level *l, int mesh, const char *path, level_errors *errors,
                       sm_progress progress) {
    level_mesh *old = &l->meshes[mesh],
               fresh = {.name = old->name, .line = old->line, .column = old->column};
    level_watcher watcher = {.progress = progress};
    errors->count = errors->total = 0;
    if (!load_mesh(l, mesh, path, watcher, &fresh, errors) || errors->total > 0)
        return false;
    free(old->vertices);
    free(old->faces);
    *old = fresh;
    return true;
}

bool level_load_meshes(level *l, const char *path, level_errors *errors) {
    return load_meshes(l, path, &(level_watcher){0}, errors);
}

/* ---- A level with its meshes ------------------------------------------------------------- */

level *level_load_with(const char *path, level_errors *errors, sm_progress progress) {
    level_watcher watcher = {.progress = progress};
    char *text;
    size_t length;
    level_file_state state;
    level *l;
    if (!level_read_file(path, &watcher, &text, &length, &state, errors))
        return NULL;
    if (svg_is_named(path)) {
        l = svg_read(text, length, &watcher, errors);
        free(text);
    } else {
        l = level_read_owned(text, length, 0, &watcher, errors);
    }
    if (l != NULL)
        l->file = state;
    if (l == NULL || load_meshes(l, path, &watcher, errors))
        return l;
    level_free(l);
    return NULL;
}

level *level_load(const char *path, level_errors *errors) {
    return level_load_with(path, errors, (sm_progress){NULL, NULL});
}
