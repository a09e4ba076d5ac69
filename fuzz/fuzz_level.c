/* Hostile input for src/level: whatever the bytes are, they are read or refused; what is read is
 * written back byte for byte, and means the same when it is written from its numbers.
 *
 *     clang -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -fsanitize=fuzzer,address,undefined \
 *         -fno-sanitize-recover=all -o build/fuzz_level fuzz/fuzz_level.c \
 *         $(find src/level src/slidemove -name '*.c') -lm
 *     build/fuzz_level -max_total_time=60 build/fuzz_corpus tests/bad_levels levels
 *
 * (The first folder, which must exist, takes what the fuzzer finds; the others are read.)
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/level/level.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition)
        abort();
}

static void check_errors(const level_errors *errors) {
    require(errors->count >= 1 && errors->count <= LEVEL_ERRORS_MAX);
    require(errors->total >= errors->count);
    for (int i = 0; i < errors->count; i++) {
        const level_error *error = &errors->list[i];
        require(error->line >= 1 && error->column >= 1);
        require(i == 0 || errors->list[i - 1].line <= error->line);
        require(strlen(error->message) < LEVEL_MESSAGE_LENGTH - 1);
    }
}

static void check_shapes(const level *l) {
    level_shapes shapes;
    require(level_make_shapes(l, &shapes));
    level_box3 box = level_bounds(l, &shapes);
    require(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
    level_free_shapes(&shapes);
}

static void check_unchanged(const level *l, const void *data, size_t size) {
    size_t length;
    char *text = level_write(l, &length);
    require(text != NULL && length == size && (size == 0 || memcmp(text, data, size) == 0));
    free(text);
}

static void check_same(const level *a, const level *b) {
    require(a->statement_count == b->statement_count && a->number_count == b->number_count);
    require(a->player == b->player && strcmp(level_title(a), level_title(b)) == 0);
    require(memcmp(a->numbers, b->numbers, (size_t)a->number_count * sizeof *a->numbers) == 0);
    for (int i = 0; i < a->statement_count; i++)
        require(memcmp(&a->statements[i].attributes, &b->statements[i].attributes,
                       sizeof a->statements[i].attributes) == 0 &&
                strcmp(level_words(a, i), level_words(b, i)) == 0);
    level_scene scene_a = level_get_scene(a), scene_b = level_get_scene(b);
    require(memcmp(&scene_a, &scene_b, sizeof scene_a) == 0);
}

static void check_rewritten(level *l) {
    for (int i = 0; i < l->statement_count; i++)
        l->statements[i].changed = true;
    size_t length;
    char *text = level_write(l, &length);
    require(text != NULL);
    level_errors errors;
    level *again = level_read(text, length, &errors);
    require(again != NULL);
    check_same(l, again);
    level_free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_errors errors;
    level *l = level_read((const char *)data, size, &errors);
    if (l == NULL) {
        check_errors(&errors);
        return 0;
    }
    require(errors.count == 0 && errors.total == 0);
    check_unchanged(l, data, size);
    check_shapes(l);
    check_rewritten(l);
    level_free(l);
    return 0;
}
