/* levels: texts of levels, and checks of what they are read as and written as. */
#ifndef LEVELS_H
#define LEVELS_H

#include "../../src/level/level.h"
#include "../test.h"

/* One statement of each kind, with comments, blanks and spellings that only a copy keeps. */
static const char every_statement[] = "# A comment first\n"
                                      "slidemove 1          # the version\n"
                                      "\n"
                                      "title \tThe #1 level: caf\xc3\xa9, \xc2\xa3 1   \n"
                                      "player 1.50 -2 radius=0.5 length=+2.0 angle=90\n"
                                      "  segment 0 0 1e1 .5 oneway radius=0.25 # thin\n"
                                      "chain 0 0 1 1 2 0 3 1 spin=-45\n"
                                      "loop 0 0 4. 0 4 3 shift=1,-2.5,3e0\n"
                                      "\tcircle\t-3\t4\t0.75\tspin=10#glued\n"
                                      "capsule 0 0 0 2 0.5 shift=0,1,0.5 spin=360\n"
                                      "box 10 20 4 2 angle=90\n"
                                      "box 0 0 0 0\n"
                                      "   # the end";

/* The same in 3D. */
static const char every_statement3[] =
    "# A comment first\n"
    "slidemove3 1          # the version\n"
    "\n"
    "title \tThe #1 level in 3D   \n"
    "player 1.50 -2 +3 radius=0.5 length=+2.0 angle=90\n"
    "  sphere 0 1e1 .5 2 # thin\n"
    "capsule 0 0 0  1 1. 1  0.25\r\n"
    "triangle 0 0 0 1 0 0 0 1 0 onesided radius=1e-1\n"
    "\tbox\t-3\t4\t0.75 2 4 6\tangle=-30 twosided#glued\n"
    "mesh tests/meshes/cube.obj scale=2 at=10,+20,30. angle=90\n"
    "mesh \"tests/meshes/a cube.obj\"   twosided # its name has a blank\n"
    "box 0 0 0 0 0 0\n"
    "mesh tests/meshes/cube.obj\n"
    "   # the end";

static level_errors errors;

static inline level *read_text(const char *text, size_t length) {
    level *l = level_read(text, length, &errors);
    if (l == NULL && errors.count > 0)
        print_message("%d:%d: %s\n", errors.list[0].line, errors.list[0].column,
                      errors.list[0].message);
    return l;
}

static inline void close_level(void *l) {
    level_free(l);
}

/* What it returns is freed when the tests have run. */
static inline level *read_good(const char *text) {
    level *l = read_text(text, strlen(text));
    assert_non_null(l);
    assert_int_equal(errors.count, 0);
    assert_int_equal(errors.total, 0);
    test_at_end(close_level, l);
    return l;
}

static inline void close_shapes(void *shapes) {
    level_free_shapes(shapes);
    free(shapes);
}

/* What it returns is freed when the tests have run. */
static inline level_shapes shapes_of(const level *l) {
    level_shapes *shapes = malloc(sizeof *shapes);
    assert_non_null(shapes);
    assert_true(level_make_shapes(l, shapes));
    test_at_end(close_shapes, shapes);
    return *shapes;
}

/* The text of a statement: as it stands in the source, and written from its numbers. */
typedef struct said {
    level_kind kind;
    int line;
    const char *text, *written;
} said;

static inline void assert_said(level *l, const said *expected, int count) {
    assert_int_equal(l->statement_count, count);
    for (int i = 0; i < count; i++, expected++) {
        level_statement *s = &l->statements[i];
        assert_int_equal(s->kind, expected->kind);
        assert_int_equal(s->line, expected->line);
        assert_false(s->changed);
        assert_int_equal(s->text_end - s->text_start, strlen(expected->text));
        assert_memory_equal(l->source + s->text_start, expected->text, strlen(expected->text));
        s->changed = true;
        char *written = level_write_statement(l, s);
        assert_string_equal(written, expected->written);
        free(written);
    }
}

/* Receives progress, and cancels at a call that is not allowed any more. */
typedef struct watched {
    int calls, calls_allowed;
    size_t done, total;
    bool went_back;
} watched;

static inline bool watch(void *context, size_t done, size_t total) {
    watched *w = context;
    w->went_back = w->went_back || done < w->done || done > total;
    w->done = done;
    w->total = total;
    return ++w->calls < w->calls_allowed;
}

static inline char *write_text(const level *l) {
    size_t length;
    char *text = level_write(l, &length);
    assert_non_null(text);
    assert_int_equal(length, strlen(text));
    return text;
}

static inline void assert_written(const level *l, const char *expected) {
    char *text = write_text(l);
    assert_string_equal(text, expected);
    free(text);
}

#endif
