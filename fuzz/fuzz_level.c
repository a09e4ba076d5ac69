/* Hostile input for src/level: whatever the bytes are, they are read or refused; what is read is
 * written back byte for byte, and means the same when it is written from its numbers. */
#include "fuzz.h"

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
        require_errors(&errors);
        return 0;
    }
    require(errors.count == 0 && errors.total == 0);
    check_unchanged(l, data, size);
    check_shapes(l);
    check_rewritten(l);
    level_free(l);
    return 0;
}
