/* Hostile lists of moves, for 2D and 3D: a line is refused with its place, or is a finite delta. */
#define _XOPEN_SOURCE 700
#include "fuzz.h"

#include "../src/sandbox/simulate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    FILE *file = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r");
    require(file != NULL);
    sm3_vec *moves;
    int count;
    level_errors errors;
    if (!moves_read_all(file, 2 + data[0] % 2, &moves, &count, &errors))
        require(errors.list[0].line >= 1 && errors.list[0].column >= 1 &&
                errors.list[0].message[0] != '\0');
    for (int i = 0; i < count; i++)
        require(isfinite(moves[i].x) && isfinite(moves[i].y) && isfinite(moves[i].z));
    free(moves);
    fclose(file);
    return 0;
}
