/* Hostile meshes: an OBJ file is refused with a line, or each face has corners that are there and
 * finite. */
#include "fuzz.h"

#include "../src/level/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_mesh mesh = {0};
    level_errors errors;
    bool is_read = obj_read((const char *)data, size, &(level_watcher){0}, &mesh, &errors);
    require(errors.count == !is_read && (is_read || errors.list[0].message[0] != '\0'));
    require_mesh(&mesh, is_read);
    return 0;
}
