/* Hostile maps of Tiled: whatever the bytes are, they are refused where they stand, or they are
 * faces of vertices that are there and that a level may have. The first byte says whether seams are
 * kept.
 */
#include "fuzz.h"

#include "../src/level/tiled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_errors errors, left_out = {.total = 0};
    level_mesh mesh = {.name = NULL};
    bool keeps = size > 0 && data[0] == ' ';
    bool good = tiled_read((const char *)data + keeps, size - keeps, NULL, keeps,
                           &(level_watcher){0}, &mesh, &left_out, &errors);
    require(good == mesh.loaded && good == (errors.total == 0));
    require(good || errors.list[0].message[0] != '\0');
    for (int i = 0; i < mesh.face_count; i++) {
        level_face f = mesh.faces[i];
        require(f.a >= 0 && f.b >= 0 && f.c >= 0 && f.a < mesh.vertex_count &&
                f.b < mesh.vertex_count && f.c < mesh.vertex_count);
    }
    for (int i = 0; i < mesh.vertex_count; i++)
        require(fabsf(mesh.vertices[i].x) <= 2 * LEVEL_NUMBER_MAX &&
                fabsf(mesh.vertices[i].y) <= 2 * LEVEL_NUMBER_MAX);
    level_empty_mesh(&mesh);
    return 0;
}
