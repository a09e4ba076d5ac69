/* Hostile glTF files: each is refused with a message, or each face has corners that are there and
 * finite. */
#include "fuzz.h"

#include "../src/level/gltf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_mesh mesh = {0};
    level_errors errors, left_out;
    bool is_read =
        gltf_read((const char *)data, size, NULL, &(level_watcher){0}, &mesh, &left_out, &errors);
    require(errors.count == !is_read && (is_read || errors.list[0].message[0] != '\0'));
    require_mesh(&mesh, is_read);
    return 0;
}
