/* Hostile drawings: whatever the bytes are, they are refused where they stand, or they are a level
 * that is written as a drawing and comes back with as many statements. */
#include "fuzz.h"

#include "../src/level/svg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_errors errors;
    size_t length;
    level *l = svg_read((const char *)data, size, &(level_watcher){0}, &errors);
    if (l == NULL) {
        require(errors.count >= 1 && errors.list[0].message[0] != '\0');
        return 0;
    }
    require(errors.total == 0);
    char *text = svg_write(l, &length);
    require(text != NULL);
    level *again = svg_read(text, length, &(level_watcher){0}, &errors);
    require(again != NULL && again->left_out.total == 0 && again->is_all_of_drawing);
    require(again->statement_count == l->statement_count);
    level_free(again);
    level_free(l);
    free(text);
    return 0;
}
