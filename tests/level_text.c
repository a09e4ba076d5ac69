#include "test.h"

#include "level_text.h"

#include <stdlib.h>
#include <string.h>

level *read_level(const char *text) {
    level_errors errors;
    level *l = level_read(text, strlen(text), &errors);
    if (l == NULL)
        print_error("%d:%d: %s\n", errors.list[0].line, errors.list[0].column,
                    errors.list[0].message);
    assert_non_null(l);
    return l;
}

static void close_sandbox(void *s) {
    sandbox_destroy(s);
}

sandbox *open_sandbox(level *l) {
    assert_non_null(l);
    sandbox *s = sandbox_create(l);
    assert_non_null(s);
    test_at_end(close_sandbox, s);
    return s;
}

sandbox *open_text(const char *text) {
    return open_sandbox(read_level(text));
}

sandbox *open_level_file(const char *path) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL)
        fail_msg("%s:%d: %s", path, errors.list[0].line, errors.list[0].message);
    return open_sandbox(l);
}

void tick_times(sandbox *s, int count, player_input input) {
    for (int i = 0; i < count; i++)
        sandbox_tick(s, &input);
}

char *text_of(const level *l) {
    size_t length;
    char *text = level_write(l, &length);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    return text;
}

void assert_level_says(const level *l, const char *text) {
    char *written = text_of(l);
    assert_string_equal(written, text);
    free(written);
}

void assert_level_holds(const level *l, const char *part) {
    char *written = text_of(l);
    if (strstr(written, part) == NULL)
        fail_msg("expected '%s' in:\n%s", part, written);
    free(written);
}
