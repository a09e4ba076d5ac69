/* Hostile meshes: an OBJ file is refused with a line, or each face has corners that are there and
 * finite. */
#include "fuzz.h"

#include "../src/level/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_mesh mesh = {0};
    level_errors errors;
    bool is_read = obj_read((const char *)data, size, &(level_watcher){0}, &mesh, &errors);
    require(errors.count == !is_read && (is_read || errors.list[0].message[0] != '\0'));
    require(is_read || (mesh.face_count == 0 && mesh.vertices == NULL));
    for (int i = 0; i < mesh.face_count; i++) {
        const level_face *f = &mesh.faces[i];
        int low = f->a < f->b ? f->a : f->b, high = f->a > f->b ? f->a : f->b;
        require(low >= 0 && f->c >= 0 && high < mesh.vertex_count && f->c < mesh.vertex_count);
    }
    for (int i = 0; i < mesh.vertex_count; i++)
        require(isfinite(mesh.vertices[i].x) && isfinite(mesh.vertices[i].y) &&
                isfinite(mesh.vertices[i].z));
    free(mesh.vertices);
    free(mesh.faces);
    return 0;
}
