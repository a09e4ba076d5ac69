#include "meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "obj.h"
#include "text.h"

#define NAME_SHOWN 64 /* bytes of a mesh's name */

/* ---- Names ------------------------------------------------------------------------------- */

static int find_mesh(const level *l, const char *name, size_t length) {
    for (int i = 0; i < l->mesh_count; i++)
        if (strncmp(l->meshes[i].name, name, length) == 0 && l->meshes[i].name[length] == '\0')
            return i;
    return -1;
}

int level_find_mesh(const level *l, const char *name) {
    return find_mesh(l, name, strlen(name));
}

int level_add_mesh(reader *r, const char *name, size_t length) {
    level *l = r->level;
    int found = find_mesh(l, name, length);
    if (found >= 0 || l->mesh_count == LEVEL_MESHES_MAX)
        return found;
    void *meshes = l->meshes;
    char *copy = malloc(length + 1);
    if (copy == NULL || !level_grow(&meshes, &r->mesh_capacity, l->mesh_count, sizeof *l->meshes)) {
        free(copy);
        r->out_of_memory = true;
        return -1;
    }
    memcpy(copy, name, length);
    copy[length] = '\0';
    l->meshes = meshes;
    l->meshes[l->mesh_count] = (level_mesh){.name = copy};
    return l->mesh_count++;
}

void level_free_meshes(level *l) {
    for (int i = 0; i < l->mesh_count; i++) {
        free(l->meshes[i].name);
        free(l->meshes[i].vertices);
        free(l->meshes[i].faces);
    }
    free(l->meshes);
}

/* ---- Files ------------------------------------------------------------------------------- */

/* Returns the first statement of the text that names the mesh, NULL when there is none. */
static const level_statement *find_namer(const level *l, int mesh) {
    for (int i = 0; i < l->statement_count; i++) {
        const level_statement *s = &l->statements[i];
        if (s->kind == LEVEL_MESH && s->mesh == mesh && s->line > 0)
            return s;
    }
    return NULL;
}

static int column_of(const level *l, const level_statement *s) {
    size_t start = s->text_start, mark = strlen(LEVEL_BYTE_ORDER_MARK);
    while (start > 0 && l->source[start - 1] != '\n')
        start--;
    if (start == 0 && strncmp(l->source, LEVEL_BYTE_ORDER_MARK, mark) == 0)
        start = mark;
    return 1 + level_count_characters(l->source + start, l->source + s->text_start);
}

__attribute__((format(printf, 4, 5))) static void
complain_at(const level *l, int mesh, level_errors *errors, const char *format, ...) {
    const level_statement *s = find_namer(l, mesh);
    va_list values;
    va_start(values, format);
    level_add_error(errors, s != NULL ? s->line : 0, s != NULL ? column_of(l, s) : 0, format,
                    values);
    va_end(values);
}

static void refuse_mesh(const level *l, int mesh, const level_error *error, level_errors *errors) {
    const char *name = platform_path_end(l->meshes[mesh].name, NAME_SHOWN);
    char line[32] = "";
    if (error->line > 0)
        snprintf(line, sizeof line, ", line %d", error->line);
    complain_at(l, mesh, errors, "mesh %s%s%s: %s", name != l->meshes[mesh].name ? "..." : "", name,
                line, error->message);
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

/* Loads one mesh of the level into `loaded`. Returns false when the watcher did not want to go on.
 */
static bool load_mesh(const level *l, int mesh, const char *level_path, level_watcher watcher,
                      level_mesh *loaded, level_errors *errors) {
    char *path = level_mesh_path(l, mesh, level_path), *text;
    level_errors of_file;
    level_error error = {.message = "out of memory"};
    size_t length;
    if (path == NULL) {
        refuse_mesh(l, mesh, &error, errors);
        return true;
    }
    level_file_state state;
    bool is_read = level_read_file(path, &watcher, &text, &length, &state, &of_file);
    free(path);
    if (!is_read) {
        if (of_file.count > 0)
            refuse_mesh(l, mesh, &of_file.list[0], errors);
        return of_file.count > 0;
    }
    obj_outcome outcome = obj_read(text, length, &watcher, loaded, &error);
    free(text);
    loaded->file = state;
    if (outcome == OBJ_REFUSED)
        refuse_mesh(l, mesh, &error, errors);
    return outcome != OBJ_CANCELLED;
}

bool level_load_meshes_with(level *l, const char *path, const level_watcher *watcher,
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
    level_mesh *old = &l->meshes[mesh], fresh = {.name = old->name};
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
    return level_load_meshes_with(l, path, &(level_watcher){0}, errors);
}
