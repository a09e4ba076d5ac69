/* load: a level from a file, with the meshes it names. */
#include "meshes.h"
#include "read.h"

level *level_load_with(const char *path, level_errors *errors, level_progress_fn *progress,
                       void *context) {
    level_watcher watcher = {.progress = progress, .context = context};
    char *text;
    size_t length;
    level_file_state state;
    if (!level_read_file(path, &watcher, &text, &length, &state, errors))
        return NULL;
    level *l = level_read_source(text, length, &watcher, errors);
    if (l != NULL)
        l->file = state;
    if (l == NULL || level_load_meshes_with(l, path, &watcher, errors))
        return l;
    level_free(l);
    return NULL;
}

level *level_load(const char *path, level_errors *errors) {
    return level_load_with(path, errors, NULL, NULL);
}
