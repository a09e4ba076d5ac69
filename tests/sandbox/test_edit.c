/* Editing a level: every change and its inverse, byte for byte. */
#include "../test.h"

#include <sys/wait.h>
#include <unistd.h>

#include "../scarce.h"
#define malloc  scarce_malloc
#define realloc scarce_realloc
#include "../../src/level/memory.c"
#undef malloc
#undef realloc
#include "../../src/sandbox/edit.c"

#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../history.h"
#include "../level/levels.h"
#include "../level_text.h"
#include "../random.h"

/* ---- The levels that are edited ---------------------------------------------------------- */

enum { VERSION, TITLE, SEGMENT, PLAYER, CHAIN, LOOP, CIRCLE, CAPSULE, BOX, COUNT };

static const char flat[] =
    "\xef\xbb\xbf# top\r\n  slidemove   1 # first\r\n\r\ntitle   A  title # not a comment \r\n"
    "\tsegment 0 0  +10.000 0e0 oneway radius=.50\t# the floor\r\n"
    "player 1.50 -02 angle=090   radius=5e-1 \r\n# a comment of its own\r\n"
    "chain 0 0 1 0  1 1#close\r\n   \r\nloop 0 0 4 0 4 4 0 4.0\r\n"
    "circle 007 -0.0 1e0  # round\ncapsule 1 2 3 4 0.50\r\n"
    "box 5 -3 4 2   spin=+30   # the end without a line break";

/* In space: every_statement3. */
enum { SPHERE = 3, CAPSULE3, TRIANGLE, BOX3, MESH, SPACED, POINT, AGAIN, COUNT3 };

static void close_edit(void *opened) {
    edit_destroy(opened);
}

/* What it returns is destroyed when the tests have run. */
static edit *open_edit(const char *text) {
    level *l = read_level(text);
    assert_true(level_load_meshes(l, "here.level", &errors));
    edit *e = edit_create(l);
    assert_non_null(e);
    test_at_end(close_edit, e);
    return e;
}

static void assert_text(const edit *e, const char *text) {
    assert_level_says(edit_level(e), text);
}

/* Returns the level's text with one statement in other words. */
static const char *text_with(const edit *e, int statement, const char *words) {
    static char text[4096];
    const char *source = e->level->source;
    const level_statement *s = &e->level->statements[statement];
    snprintf(text, sizeof text, "%.*s%s%s", (int)s->text_start, source, words,
             source + s->text_end);
    return text;
}

/* The one step just made gives `text`; undone and made again it is exact in both directions. */
static void assert_step(edit *e, const char *text) {
    const char *original = e->level->source;
    assert_text(e, text);
    assert_reads_back(e->level);
    assert_true(edit_undo(e));
    assert_false(edit_can_undo(e));
    assert_text(e, original);
    assert_true(edit_redo(e));
    assert_false(edit_can_redo(e));
    assert_text(e, text);
    assert_true(edit_undo(e));
    assert_text(e, original);
}

/* ---- Operations -------------------------------------------------------------------------- */

typedef enum operation { MOVE, MOVE_VERTEX, SPLIT, REVERSE, RADIUS, SIZE, ANGLE, SAY } operation;

typedef struct edit_case {
    operation what;
    int statement, part;
    float x, y;
    const char *words; /* NULL: refused */
} edit_case;

static bool operate(edit *e, const edit_case *c) {
    switch (c->what) {
    case MOVE:
        return edit_move(e, c->statement, (sm3_vec){c->x, c->y, c->x / 10});
    case MOVE_VERTEX:
        return edit_move_vertex(e, c->statement, c->part, (sm3_vec){c->x, c->y, 0});
    case SPLIT:
        return edit_split(e, c->statement, c->part, (sm3_vec){c->x, c->y, 0});
    case REVERSE:
        return edit_reverse(e, c->statement);
    case RADIUS:
        return edit_set_radius(e, c->statement, c->x);
    case SIZE:
        return edit_set_box_size(e, c->statement, c->x, c->y);
    case ANGLE:
        return edit_set_angle(e, c->statement, c->x);
    default:
        return clip_set_statement(e, c->statement, c->words, strlen(c->words), &errors);
    }
}

static void assert_changes(edit *e, const edit_case *changes, size_t count) {
    for (const edit_case *c = changes; c < changes + count; c++) {
        bool made = operate(e, c);
        assert_int_equal(made, c->words != NULL);
        if (made)
            assert_step(e, text_with(e, c->statement, c->words));
    }
    assert_false(edit_can_undo(e));
}

TEST(each_change_gives_its_words_and_is_taken_back_and_others_are_refused) {
    static const edit_case rows[] = {
        {MOVE_VERTEX, SEGMENT, 1, 10, 2.5f, "segment 0 0 10 2.5 radius=0.5 oneway"},
        {MOVE_VERTEX, CHAIN, 2, -1, 1, "chain 0 0 1 0 -1 1"},
        {MOVE_VERTEX, LOOP, 3, 0, 5, "loop 0 0 4 0 4 4 0 5"},
        {MOVE_VERTEX, CAPSULE, 0, 0, 0, "capsule 0 0 3 4 0.5"},
        {MOVE, SEGMENT, 0, 1, -2, "segment 1 -2 11 -2 radius=0.5 oneway"},
        {MOVE, PLAYER, 0, 1, -2, "player 2.5 -4 radius=0.5 angle=90"},
        {MOVE, CHAIN, 0, 1, -2, "chain 1 -2 2 -2 2 -1"},
        {MOVE, LOOP, 0, 1, -2, "loop 1 -2 5 -2 5 2 1 2"},
        {MOVE, CIRCLE, 0, 1, -2, "circle 8 -2 1"},
        {MOVE, CAPSULE, 0, 1, -2, "capsule 2 0 4 2 0.5"},
        {MOVE, BOX, 0, 1, -2, "box 6 -5 4 2 spin=30"},
        {MOVE, VERSION, 0, 1, 1, NULL},
        {MOVE, TITLE, 0, 1, 1, NULL},
        {RADIUS, CIRCLE, 0, 2, 0, "circle 7 -0 2"},
        {RADIUS, CAPSULE, 0, 0, 0, "capsule 1 2 3 4 0"},
        {RADIUS, CHAIN, 0, 0.25f, 0, "chain 0 0 1 0 1 1 radius=0.25"},
        {RADIUS, PLAYER, 0, 0.75f, 0, "player 1.5 -2 radius=0.75 angle=90"},
        {RADIUS, PLAYER, 0, 0, 0, NULL},
        {RADIUS, BOX, 0, 1, 0, NULL},
        {RADIUS, TITLE, 0, 1, 0, NULL},
        {SIZE, BOX, 0, 0, 8, "box 5 -3 0 8 spin=30"},
        {SIZE, BOX, 0, -1, 1, NULL},
        {SIZE, CIRCLE, 0, 1, 1, NULL},
        {ANGLE, BOX, 0, -45, 0, "box 5 -3 4 2 angle=-45 spin=30"},
        {ANGLE, PLAYER, 0, 0, 0, "player 1.5 -2 radius=0.5"},
        {ANGLE, CIRCLE, 0, 1, 0, NULL},
        {SPLIT, SEGMENT, 0, 5, 1, "chain 0 0 5 1 10 0 radius=0.5 oneway"},
        {SPLIT, CHAIN, 1, 2, 2, "chain 0 0 1 0 2 2 1 1"},
        {SPLIT, LOOP, 0, 2, -1, "loop 0 0 2 -1 4 0 4 4 0 4"},
        {SPLIT, LOOP, 3, -1, 2, "loop 0 0 4 0 4 4 0 4 -1 2"},
        {SPLIT, SEGMENT, 1, 5, 1, NULL},
        {SPLIT, CHAIN, 2, 5, 1, NULL},
        {SPLIT, LOOP, 4, 5, 1, NULL},
        {SPLIT, LOOP, -1, 5, 1, NULL},
        {SPLIT, CAPSULE, 0, 5, 1, NULL},
        {REVERSE, SEGMENT, 0, 0, 0, "segment 10 0 0 0 radius=0.5 oneway"},
        {REVERSE, CHAIN, 0, 0, 0, "chain 1 1 1 0 0 0"},
        {REVERSE, LOOP, 0, 0, 0, "loop 0 4 4 4 4 0 0 0"},
        {REVERSE, CAPSULE, 0, 0, 0, NULL},
        {REVERSE, PLAYER, 0, 0, 0, NULL},
    };
    static const edit_case in_space[] = {
        {SAY, SPHERE, 0, 0, 0, "sphere 1 2 3 4"},
        {SAY, CAPSULE3, 0, 0, 0, "capsule 1 2 3 4 5 6 7"},
        {SAY, POINT, 0, 0, 0, "box 1 2 3 4 5 6 twosided"},
        {SAY, PLAYER - 1, 0, 0, 0, "player 7 8 9 length=2"},
        {SAY, MESH, 0, 0, 0, "sphere 1 2 3 4"},
        {SAY, SPHERE, 0, 0, 0, "mesh \"tests/meshes/a cube.obj\""},
        {SAY, SPACED, 0, 0, 0, "mesh tests/meshes/cube.obj"},
        {MOVE, SPHERE, 0, 1, -2, "sphere 1 8 0.6 2"},
        {MOVE, CAPSULE3, 0, 1, -2, "capsule 1 -2 0.1 2 -1 1.1 0.25"},
        {MOVE, MESH, 0, 1, -2, "mesh tests/meshes/cube.obj angle=90 at=11,18,30.1 scale=2"},
        {MOVE, SPACED, 0, 1, -2, "mesh \"tests/meshes/a cube.obj\" at=1,-2,0.1 twosided"},
        {RADIUS, SPHERE, 0, 5, 0, "sphere 0 10 0.5 5"},
        {RADIUS, CAPSULE3, 0, 5, 0, "capsule 0 0 0 1 1 1 5"},
        {RADIUS, TRIANGLE, 0, 5, 0, "triangle 0 0 0 1 0 0 0 1 0 radius=5 onesided"},
        {RADIUS, BOX3, 0, 5, 0, NULL},
        {ANGLE, MESH, 0, 5, 0, "mesh tests/meshes/cube.obj angle=5 at=10,20,30 scale=2"},
        {ANGLE, POINT, 0, 5, 0, "box 0 0 0 0 0 0 angle=5"},
        {ANGLE, SPHERE, 0, 5, 0, NULL},
    };
    edit *e = open_edit(flat), *solid = open_edit(every_statement3);
    assert_changes(e, rows, sizeof rows / sizeof *rows);
    assert_changes(solid, in_space, sizeof in_space / sizeof *in_space);
    assert_true(edit_set_angle(e, BOX, 0)); /* as it is */
    assert_false(edit_can_undo(e));
    assert_false(operate(solid, &(edit_case){SAY, SPACED, 0, 0, 0, "circle 1 2 3"}));
    assert_false(operate(solid, &(edit_case){SAY, SPACED, 0, 0, 0, "mesh gone.obj"}));
    assert_string_equal(errors.list[0].message,
                        "expected a file that the level had when it was opened, found another one");
}

TEST(the_vertices_are_those_that_move_and_only_items_are_removed) {
    static const int counts[COUNT] = {[SEGMENT] = 2, [CHAIN] = 3, [LOOP] = 4, [CAPSULE] = 2};
    edit *e = open_edit(flat);
    for (int i = -1; i <= COUNT; i++) {
        int count = edit_vertex_count(e->level, i);
        assert_int_equal(count, i >= 0 && i < COUNT ? counts[i] : 0);
        assert_false(edit_move_vertex(e, i, -1, (sm3_vec){1, 2, 0}));
        assert_false(edit_move_vertex(e, i, count, (sm3_vec){1, 2, 0}));
        if (!edit_is_item(e->level, i))
            assert_false(edit_remove(e, i));
    }
    assert_false(edit_can_undo(e));
}

#define HEAD "slidemove 1\nplayer 0 0\n"

TEST(new_statements_get_lines_of_their_own_and_removed_ones_lose_theirs) {
    static const float numbers[] = {9, 8, 7};
    const edit_shape circle = {.kind = LEVEL_CIRCLE, .numbers = numbers, .number_count = 3};
    edit *e = open_edit(HEAD "circle 1 1 1 # first\n\ncircle 2 2 2\n# the end");
    assert_true(edit_insert(e, 4, &circle));
    assert_true(edit_insert(e, 3, &circle));
    assert_text(e, HEAD "circle 1 1 1 # first\ncircle 9 8 7\n\ncircle 2 2 2\n# the end\n"
                        "circle 9 8 7\n");
    e = open_edit(HEAD "# a\ncircle 1 1 1 # gone too\n\ncircle 2 2 2\ncircle 3 3 3");
    assert_true(edit_remove(e, 2) && edit_remove(e, 3));
    assert_text(e, HEAD "# a\n\ncircle 2 2 2\n");
    e = open_edit("\xef\xbb\xbfslidemove 1\r\nplayer 0 0");
    assert_true(edit_insert(e, 2, &circle));
    assert_text(e, "\xef\xbb\xbfslidemove 1\r\nplayer 0 0\r\ncircle 9 8 7\r\n");
}

/* ---- Steps ------------------------------------------------------------------------------- */

TEST(a_drag_is_one_step_and_does_not_grow) {
    edit *e = open_edit(flat);
    int changes = 0, numbers = 0;
    for (int i = 1; i <= 1000; i++) {
        if (i > 1)
            edit_rollback(e); /* as drags do */
        edit_begin(e);
        assert_true(edit_move(e, CIRCLE, (sm3_vec){(float)i, 0, 0}));
        assert_true(edit_move(e, LOOP, (sm3_vec){0, (float)i, 0}));
        assert_true(edit_move_vertex(e, LOOP, 1, (sm3_vec){4, (float)-i, 0}));
        if (i == 1) {
            changes = e->count;
            numbers = e->level->number_count;
        }
        assert_true(edit_end(e, true));
        assert_false(edit_redo(e));
    }
    assert_int_equal(e->count, changes);
    assert_int_equal(e->level->number_count, numbers);
    assert_int_equal(e->step_count, 2);
    assert_int_equal(e->count, 3);
    char *text = text_of(e->level);
    assert_non_null(strstr(text, "circle 1007 0 1  # round\n"));
    assert_non_null(strstr(text, "loop 0 1000 4 -1000 4 1004 0 1004\r\n"));
    assert_step(e, text);
    free(text);
}

TEST(a_step_whose_change_was_taken_back_leaves_no_trace) {
    edit *e = open_edit(flat);
    assert_true(edit_remove(e, BOX));
    assert_true(edit_undo(e));
    int numbers = e->level->number_count;
    edit_begin(e);
    assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
    assert_true(edit_is_dirty(e));
    assert_false(edit_end(e, false));
    for (int i = 0; i < 2; i++) {
        assert_false(edit_is_dirty(e));
        assert_text(e, flat);
        assert_false(edit_can_undo(e));
        assert_true(edit_can_redo(e));
        assert_int_equal(e->level->number_count, numbers);
        assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
        edit_rollback(e);
    }
}

/* What is done meanwhile by others, and taken back, does not make it anyone's to drop. */
TEST(a_step_that_something_was_made_after_stays_when_it_is_dropped) {
    edit *e = open_edit(flat);
    assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
    assert_true(edit_remove(e, BOX));
    char *text = text_of(e->level);
    int place = edit_pin(e);
    assert_true(edit_undo(e));
    edit_rollback(e);
    assert_text(e, flat);
    assert_true(edit_move(e, PLAYER, (sm3_vec){2, 2, 0}));
    edit_checkout(e, place);
    assert_text(e, text);
    free(text);
}

TEST(of_what_is_dropped_only_so_much_is_kept) {
    edit *e = open_edit(flat);
    for (int i = 0; i < 2 * EDIT_PINNED_MAX + 2; i++) {
        assert_true(edit_move(e, CIRCLE, (sm3_vec){1, 0, 0}));
        assert_int_equal(edit_pin(e), i <= EDIT_PINNED_MAX ? i + 1 : -1);
        edit_rollback(e);
    }
    assert_true(e->count <= EDIT_PINNED_MAX + 2);
    assert_true(edit_move(e, CIRCLE, (sm3_vec){1, 0, 0}));
    assert_int_equal(edit_pin(e), -1);
    edit_commit(e);
    assert_int_equal(edit_pin(e), edit_place(e));
}

/* Changes, inserts and removes, until all arrays have grown, as one step. */
static void make_large_step(edit *e) {
    edit_begin(e);
    for (int i = 0; i < 100; i++) {
        assert_true(edit_move(e, CIRCLE, (sm3_vec){1, 0, 0}));
        edit_shape circle = edit_get(e->level, CIRCLE);
        assert_true(edit_insert(e, COUNT, &circle));
        assert_true(i % 2 == 0 || edit_remove(e, COUNT - 1));
    }
    edit_end(e, true);
}

/* Called in a child process when memory has run out. */
static void look_at_level(void *of) {
    edit *e = of;
    allocations_left = INT_MAX;
    edit_take_back_open(e);
    _exit(strcmp(text_of(e->level), flat) == 0 ? 0 : 1);
}

TEST(memory_that_runs_out_in_a_step_leaves_the_level_from_before_it) {
    int status = 0, ran_out = 0;
    for (; status == 0; ran_out++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            edit *e = open_edit(flat);
            memory_on_end(look_at_level, e);
            allocations_left = ran_out;
            make_large_step(e);
            _exit(2); /* there was enough */
        }
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_true(ran_out > 4);
}

TEST(dirty_is_relative_to_the_saved_state) {
    edit *e = open_edit(flat);
    assert_false(edit_is_dirty(e));
    assert_true(edit_move(e, BOX, (sm3_vec){1, 1, 0}));
    assert_true(edit_is_dirty(e));
    assert_true(edit_undo(e));
    assert_false(edit_is_dirty(e));
    assert_true(edit_redo(e));
    edit_mark_saved(e);
    assert_false(edit_is_dirty(e));
    assert_true(edit_undo(e));
    assert_true(edit_is_dirty(e));
    assert_true(edit_redo(e));
    assert_false(edit_is_dirty(e));
    assert_true(edit_undo(e));
    assert_true(edit_move(e, BOX, (sm3_vec){2, 2, 0})); /* the saved state is out of reach */
    assert_true(edit_is_dirty(e));
    assert_true(edit_undo(e));
    assert_true(edit_is_dirty(e));
    edit_mark_saved(e);
    edit_begin(e);
    assert_false(edit_is_dirty(e));
    assert_true(edit_remove(e, BOX));
    assert_true(edit_is_dirty(e));
    edit_end(e, false);
    assert_false(edit_is_dirty(e));
    assert_true(edit_remove(e, BOX));
    edit_mark_saved(e);
    edit_rollback(e);
    assert_true(edit_remove(e, CIRCLE)); /* in its stead */
    assert_true(edit_is_dirty(e));
}

static void assert_statement(const edit *e, int statement, const char *text) {
    char *written = level_write_statement(e->level, &e->level->statements[statement]);
    assert_string_equal(written, text);
    free(written);
}

/* ---- Refusals ---------------------------------------------------------------------------- */

static void assert_refused(edit *e, int statement, edit_shape shape) {
    int count = e->level->statement_count;
    assert_false(edit_set(e, statement, &shape));
    if (statement != e->level->player)
        assert_false(edit_insert(e, count, &shape));
    assert_false(edit_can_undo(e));
}

TEST(counts_kinds_and_attributes_are_checked) {
    static const float n[8] = {1, 1, 2, 2, 3, 3, 4, 4};
    edit *e = open_edit(flat);
    for (int kind = LEVEL_SEGMENT; kind <= LEVEL_BOX; kind++) {
        const level_statement_info *info = &level_statements[kind];
        edit_shape shape = {.kind = (level_kind)kind, .numbers = n};
        for (shape.number_count = -1; shape.number_count < info->numbers; shape.number_count++)
            assert_refused(e, CHAIN, shape);
        shape.number_count++; /* odd for a polyline, too many for the others */
        assert_refused(e, CHAIN, shape);
        shape.number_count = info->numbers;
        for (unsigned bit = 0; bit < 32; bit++) {
            shape.attributes =
                (level_attribute_values){.present = 1u << bit, .radius = 1, .shift_seconds = 1};
            if ((info->attributes & shape.attributes.present) == 0)
                assert_refused(e, CHAIN, shape);
        }
        shape.attributes = (level_attribute_values){.present = LEVEL_HAS_SHIFT};
        assert_refused(e, CHAIN, shape); /* 0 seconds */
        shape.attributes = (level_attribute_values){.present = LEVEL_HAS_SPIN, .spin = NAN};
        assert_refused(e, CHAIN, shape);
    }
    edit_shape moved = {.kind = LEVEL_PLAYER, .numbers = n, .number_count = 2};
    assert_refused(e, CHAIN, moved);
    moved.attributes = (level_attribute_values){.present = LEVEL_HAS_RADIUS};
    assert_refused(e, PLAYER, moved);
    moved.attributes = (level_attribute_values){.present = LEVEL_HAS_LENGTH, .length = -1};
    assert_refused(e, PLAYER, moved);
    assert_refused(e, PLAYER, (edit_shape){.kind = LEVEL_CIRCLE, .numbers = n, .number_count = 3});
    assert_refused(e, CHAIN, (edit_shape){.kind = LEVEL_VERSION, .numbers = n, .number_count = 1});
    assert_refused(e, CHAIN, (edit_shape){.kind = LEVEL_TITLE});
    assert_refused(e, CHAIN, (edit_shape){.kind = LEVEL_KIND_COUNT, .numbers = n});
    assert_false(edit_set(e, VERSION,
                          &(edit_shape){.kind = LEVEL_VERSION, .numbers = n, .number_count = 1}));
    edit_shape circle = {.kind = LEVEL_CIRCLE, .numbers = n, .number_count = 3};
    for (int at = -1; at <= COUNT + 1; at += at == 0 ? COUNT + 1 : 1)
        assert_false(edit_insert(e, at, &circle));
    assert_text(e, flat);
}

TEST(a_mesh_that_the_level_does_not_have_is_refused) {
    edit *e = open_edit(every_statement3);
    edit_shape shape = edit_get(edit_level(e), MESH);
    shape.mesh = 1;
    assert_true(edit_set(e, MESH, &shape));
    assert_statement(e, MESH, "mesh \"tests/meshes/a cube.obj\" angle=90 at=10,20,30 scale=2");
    assert_true(edit_undo(e));
    static const int refused[] = {-1, 2, 1000};
    for (int i = 0; i < 3; i++) {
        shape.mesh = refused[i];
        assert_refused(e, MESH, shape);
    }
    assert_text(e, every_statement3);
}

TEST(what_would_not_read_back_is_refused) {
    edit *e = open_edit(every_statement3);
    static const float n[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, -1};
    static const struct {
        edit_shape shape;
        int statement;
    } refused[] = {
        {{.kind = LEVEL_SPHERE, .numbers = n, .number_count = 3}, SPHERE},
        {{.kind = LEVEL_SPHERE, .numbers = n + 6, .number_count = 4}, SPHERE},
        {{.kind = LEVEL_BOX3, .numbers = n + 4, .number_count = 6}, BOX3},
        {{.kind = LEVEL_CIRCLE, .numbers = n, .number_count = 3}, SPHERE}, /* 2D */
        {{.kind = LEVEL_BOX, .numbers = n, .number_count = 4}, BOX3},
        {{.kind = LEVEL_PLAYER, .numbers = n, .number_count = 2}, PLAYER - 1},
        {{.kind = LEVEL_PLAYER3, .numbers = n, .number_count = 3}, SPHERE},
        {{.kind = LEVEL_VERSION3, .numbers = n, .number_count = 1}, SPHERE},
        {{.kind = LEVEL_MESH, .attributes = {.present = LEVEL_HAS_SCALE}}, MESH}, /* 0 times */
        {{.kind = LEVEL_MESH, .attributes = {.present = LEVEL_HAS_AT, .at = {NAN, 0, 0}}}, MESH},
        {{.kind = LEVEL_MESH, .attributes = {.present = LEVEL_HAS_SHIFT}}, MESH},
        {{.kind = LEVEL_BOX3,
          .numbers = n,
          .number_count = 6,
          .attributes = {.present = LEVEL_HAS_ONESIDED}},
         BOX3},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_refused(e, refused[i].statement, refused[i].shape);
    assert_text(e, every_statement3);
    assert_refused(open_edit(flat), CIRCLE, refused[1].shape);
}

/* ---- Properties --------------------------------------------------------------------------- */

TEST(properties_are_those_of_the_statement) {
    edit *e = open_edit(every_statement3);
    property list[PROPERTY_MAX];
    int statement = TRIANGLE;
    int count = property_list(edit_level(e), &statement, 1, list);
    assert_int_equal(count, 15);
    assert_string_equal(list[8].name, "Z3");
    assert_string_equal(list[14].name, "onesided");
    assert_true(property_set(e, &statement, 1, list[8].id, "7", &errors));
    assert_statement(e, TRIANGLE, "triangle 0 0 0 1 0 0 0 1 7 radius=0.1 onesided");
    statement = MESH;
    count = property_list(edit_level(e), &statement, 1, list);
    assert_int_equal(count, 8);
    assert_string_equal(list[4].name, "shift");
    assert_string_equal(list[5].name, "at");
    assert_string_equal(list[5].text, "10,20,30");
    assert_true(property_set(e, &statement, 1, list[5].id, "1,2,3", &errors));
    assert_false(property_set(e, &statement, 1, list[6].id, "0", &errors));
    assert_statement(e, MESH, "mesh tests/meshes/cube.obj angle=90 at=1,2,3 scale=2");
}

/* ---- Statements with words --------------------------------------------------------------- */

static edit *open_lesson(void) {
    edit *e = edit_create(read_level("slidemove 1\nplayer 0 0\ntext  A # b  \nlabel 1 2 here # 3\n"
                                     "resolver  last # why\npaused\ncircle 1 1 1\n"));
    assert_non_null(e);
    test_at_end(close_edit, e);
    return e;
}

enum { TEXT = 2, LABEL, RESOLVER, PAUSED, LESSON_CIRCLE };

static void assert_lesson(const edit *e, const char *text) {
    assert_text(e, text);
    assert_reads_back(e->level);
}

static bool set_words(edit *e, int statement, const char *words) {
    edit_shape shape = edit_get(e->level, statement);
    shape.words = words;
    return edit_set(e, statement, &shape);
}

TEST(words_are_set_and_taken_back) {
    edit *e = open_lesson();
    char *before = text_of(e->level);
    assert_true(set_words(e, TEXT, "Another # one"));
    assert_statement(e, TEXT, "text Another # one");
    assert_true(set_words(e, RESOLVER, "sweep"));
    assert_lesson(e, "slidemove 1\nplayer 0 0\ntext Another # one  \nlabel 1 2 here # 3\n"
                     "resolver sweep # why\npaused\ncircle 1 1 1\n");
    assert_true(edit_undo(e) && edit_undo(e));
    assert_text(e, before);
    assert_true(edit_redo(e) && edit_redo(e));
    assert_statement(e, RESOLVER, "resolver sweep");
    free(before);
}

TEST(words_that_would_not_read_back_are_refused) {
    edit *e = open_lesson();
    static const char *const bad_texts[] = {"", " a", "a ", "a\nb", "a\npaused", "\xff", "\t"};
    static const char *const bad_names[] = {"", "swep", "last first", "last ", "none"};
    static const char *const bad_sets[] = {"", "grid grid", "none grid", "grid none", "grid  ray"};
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        assert_false(set_words(e, TEXT, bad_texts[i]));
        assert_false(set_words(e, LABEL, bad_texts[i]));
    }
    for (size_t i = 0; i < sizeof bad_names / sizeof *bad_names; i++)
        assert_false(set_words(e, RESOLVER, bad_names[i]));
    for (size_t i = 0; i < sizeof bad_sets / sizeof *bad_sets; i++)
        assert_false(
            edit_insert(e, 2, &(edit_shape){.kind = LEVEL_OVERLAYS, .words = bad_sets[i]}));
    assert_false(set_words(e, PAUSED, "now"));
    assert_false(set_words(e, LESSON_CIRCLE, "round"));
    assert_false(edit_insert(e, 2, &(edit_shape){.kind = LEVEL_PAUSED}));
    assert_false(edit_insert(e, 2, &(edit_shape){.kind = LEVEL_MOVER3, .words = "sphere"}));
    assert_false(edit_is_dirty(e));
}

/* ---- Obstacles that follow ---------------------------------------------------------------- */

TEST(obstacles_follow_very_many_changes) {
    const int changes = 40000;
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\ncircle 4 4 1\n");
    uint64_t random = random_seed(test_seed(1));
    editor follows = {.s = s, .random = &random};
    for (int i = 0; i < changes; i++)
        assert_true(edit_move(s->edit, 2 + i % 2, (sm3_vec){i % 4 < 2 ? 0.5f : -0.25f, 0, 0}));
    float numbers[] = {1, 2, 3, 4};
    assert_true(edit_insert(
        s->edit, 2, &(edit_shape){.kind = LEVEL_SEGMENT, .numbers = numbers, .number_count = 4}));
    editor_check(&follows);
    editor_free(&follows);
}
