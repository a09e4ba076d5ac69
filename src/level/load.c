/* load: a level from its file, with all that the file names. */
#include <stdlib.h>

#include "meshes.h"
#include "svg.h"

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
        l = level_read_owned(text, length, &watcher, errors);
    }
    if (l != NULL)
        l->file = state;
    if (l == NULL || level_load_meshes_with(l, path, &watcher, errors))
        return l;
    level_free(l);
    return NULL;
}

level *level_load(const char *path, level_errors *errors) {
    return level_load_with(path, errors, (sm_progress){NULL, NULL});
}
