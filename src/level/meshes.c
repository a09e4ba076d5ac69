/* meshes: loads a level together with the files that its statements name, or a level around such a
 * file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf.h"
#include "svg.h"
#include "text.h"
#include "tiled.h"

#define NAME_SHOWN 64 /* bytes of a mesh's name in a message */

/* ---- Files ------------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static void add(level_errors *errors, int line, int column,
                                                      const char *format, ...) {
    va_list values;
    va_start(values, format);
    level_add_error(errors, line, column, format, values);
    va_end(values);
}

/* Adds an error of the file. Without a statement that names the mesh, the file is all there is. */
static void refuse_mesh(const level_mesh *m, const level_error *error, level_errors *errors) {
    if (m->line == 0) {
        add(errors, error->line, error->column, "%s", error->message);
        return;
    }
    const char *name = platform_path_end(m->name, NAME_SHOWN);
    char line[32] = "";
    if (error->line > 0)
        snprintf(line, sizeof line, ", line %d", error->line);
    add(errors, m->line, m->column, "%s %s%s%s: %s", tiled_is_named(m->name) ? "map" : "mesh",
        name != m->name ? "..." : "", name, line, error->message);
}

bool level_is_read_from(const level *l, const platform_status *file) {
    bool found = platform_is_same(&l->file.seen, file);
    for (int i = 0; i < l->mesh_count && !found; i++) {
        const level_mesh *m = &l->meshes[i];
        found = platform_is_same(&m->file.seen, file);
        for (int k = 0; k < m->side_file_count && !found; k++)
            found = platform_is_same(&m->side_files[k].file.seen, file);
    }
    return found;
}

char *level_mesh_path(const level *l, int mesh, const char *path) {
    return platform_path_beside(path, l->meshes[mesh].name);
}

static bool keep_all_seams;

void level_keep_all_seams(bool keep) {
    keep_all_seams = keep;
}

/* Loads one mesh of the level into `loaded`. Returns false when the watcher cancelled. */
static bool load_mesh(level *l, int mesh, const char *level_path, level_watcher watcher,
                      level_mesh *loaded, level_errors *errors) {
    char *path = level_mesh_path(l, mesh, level_path), *text;
    size_t length;
    level_errors of_file, left_out = {.total = 0};
    if (level_read_file(path, &watcher, &text, &length, &loaded->file, &of_file)) {
        if (tiled_is_named(path))
            tiled_read(text, length, path, loaded->keep_seams || keep_all_seams, &watcher, loaded,
                       &left_out, &of_file);
        else if (gltf_is_named(path))
            gltf_read(text, length, path, &watcher, loaded, &left_out, &of_file);
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

/* Drops what was said of a mesh, before it is read again. Of a bare file that is all there is. */
static void forget_left_out(level_errors *left_out, const level_mesh *m) {
    int kept = 0;
    for (int i = 0; i < left_out->count; i++) {
        const level_error *e = &left_out->list[i];
        if (m->line > 0 && (e->line != m->line || e->column != m->column))
            left_out->list[kept++] = *e;
    }
    left_out->total -= left_out->count - kept;
    left_out->count = kept;
}

bool level_reload_mesh(level *l, int mesh, const char *path, level_errors *errors,
                       sm_progress progress) {
    level_mesh *old = &l->meshes[mesh], fresh = {.name = old->name,
                                                 .keep_seams = old->keep_seams,
                                                 .line = old->line,
                                                 .column = old->column};
    level_watcher watcher = {.progress = progress};
    level_errors before = l->left_out;
    errors->count = errors->total = 0;
    forget_left_out(&l->left_out, old);
    if (!load_mesh(l, mesh, path, watcher, &fresh, errors) || errors->total > 0) {
        l->left_out = before;
        return false;
    }
    level_empty_mesh(old);
    *old = fresh;
    return true;
}

bool level_load_meshes(level *l, const char *path, level_errors *errors) {
    return load_meshes(l, path, &(level_watcher){0}, errors);
}

/* ---- Bare files -------------------------------------------------------------------------- */

#define BEFORE_MESH "slidemove3 1\nplayer 0 0 0 radius=0.4 length=1\nmesh"
#define BEFORE_MAP  "slidemove 1\nplayer 0 0 radius=0.4\nmap"

/* One row for each kind of file that is opened as if it were a level. */
static const struct {
    const char *ending, *before; /* the text of the level before its name */
} bare_files[] = {
    {".obj", BEFORE_MESH}, {".gltf", BEFORE_MESH}, {".glb", BEFORE_MESH}, {".tmx", BEFORE_MAP}};

static const char *find_before(const char *path) {
    for (size_t i = 0; i < sizeof bare_files / sizeof *bare_files; i++)
        if (text_has_ending(path, bare_files[i].ending))
            return bare_files[i].before;
    return NULL;
}

bool level_is_bare(const char *path) {
    return find_before(path) != NULL;
}

bool level_is_around_file(const level *l) {
    return l->mesh_count > 0 && l->meshes[0].line == 0;
}

/* Places the player where the map says, or over the middle of the mesh; in an empty one it stays at
 * the origin. */
static void place_player(level *l) {
    level_statement *s = &l->statements[l->player];
    level_player player = level_get_player(l);
    const level_mesh *m = &l->meshes[0];
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < m->vertex_count; i++)
        level_box3_include(
            &box, &(sm3_triangle){.a = m->vertices[i], .b = m->vertices[i], .c = m->vertices[i]});
    if (m->vertex_count == 0 && !m->has_start)
        return;
    float *n = l->numbers + s->first_number;
    sm3_vec above = {(box.min.x + box.max.x) / 2,
                     fminf(box.max.y + player.radius + player.length / 2, LEVEL_NUMBER_MAX),
                     (box.min.z + box.max.z) / 2};
    sm3_vec place = m->has_start ? m->start : above;
    n[0] = place.x, n[1] = place.y;
    if (l->dimensions == 3)
        n[2] = place.z;
    s->changed = true;
}

/* Loads a level around the file. Its errors have lines of the file. */
static level *load_bare(const char *path, level_watcher watcher, level_errors *errors) {
    const char *slash = strrchr(path, '/');
    text_buffer words;
    text_start(&words, 256);
    text_print(&words, "%s \"%s\"\nresolver sweep\n", find_before(path),
               slash != NULL ? slash + 1 : path);
    level *l = level_read_owned(text_finish(&words), words.length, 0, &(level_watcher){0}, errors);
    if (l == NULL)
        return NULL;
    l->meshes[0].line = 0;
    if (load_meshes(l, path, &watcher, errors)) {
        l->file = l->meshes[0].file;
        place_player(l);
        return l;
    }
    level_free(l);
    return NULL;
}

/* ---- A level with its meshes ------------------------------------------------------------- */

level *level_load_with(const char *path, level_errors *errors, sm_progress progress) {
    level_watcher watcher = {.progress = progress};
    char *text;
    size_t length;
    level_file_state state;
    level *l;
    if (level_is_bare(path))
        return load_bare(path, watcher, errors);
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
