#include "mesh_watch.h"

#include <stdlib.h>

void mesh_watch_begin(mesh_watch *w, const level *l, const char *path) {
    mesh_watch_end(w);
    if (l->mesh_count == 0)
        return;
    w->files = calloc((size_t)l->mesh_count, sizeof *w->files);
    if (w->files == NULL)
        return;
    w->count = l->mesh_count;
    for (int i = 0; i < w->count; i++) {
        char *mesh_path = level_mesh_path(l, i, path);
        if (mesh_path != NULL)
            live_file_watch(&w->files[i], mesh_path);
        free(mesh_path);
    }
}

void mesh_watch_end(mesh_watch *w) {
    for (int i = 0; i < w->count; i++)
        live_file_forget(&w->files[i]);
    free(w->files);
    *w = (mesh_watch){0};
}

int mesh_watch_changed(mesh_watch *w) {
    for (int i = 0; i < w->count; i++) {
        if (live_file_changed(&w->files[i]))
            return i;
    }
    return -1;
}
