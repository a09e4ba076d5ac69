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
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../history.h"
#include "../level_text.h"
#include "../random.h"

/* ---- The level that is edited ------------------------------------------------------------ */

enum { VERSION, TITLE, SEGMENT, PLAYER, CHAIN, LOOP, CIRCLE, CAPSULE, BOX, COUNT };

#define TOP                                                                                        \
    "\xef\xbb\xbf# top\r\n  slidemove   1 # first\r\n\r\ntitle   A  title # not a comment \r\n"
#define SEGMENT_ "\tsegment 0 0  +10.000 0e0 oneway radius=.50"
#define PLAYER_  "player 1.50 -02 angle=090   radius=5e-1"
#define CHAIN_   "chain 0 0 1 0  1 1"
#define LOOP_    "loop 0 0 4 0 4 4 0 4.0"
#define CIRCLE_  "circle 007 -0.0 1e0"
#define CAPSULE_ "capsule 1 2 3 4 0.50"
#define BOX_     "box 5 -3 4 2   spin=+30"

static const char *const lines[COUNT] = {
    [SEGMENT] = SEGMENT_, [PLAYER] = PLAYER_,   [CHAIN] = CHAIN_, [LOOP] = LOOP_,
    [CIRCLE] = CIRCLE_,   [CAPSULE] = CAPSULE_, [BOX] = BOX_,
};

static const char *const behind[COUNT] = {
    [SEGMENT] = "\t# the floor\r\n",
    [PLAYER] = " \r\n# a comment of its own\r\n",
    [CHAIN] = "#close\r\n   \r\n",
    [LOOP] = "\r\n",
    [CIRCLE] = "  # round\n",
    [CAPSULE] = "\r\n",
    [BOX] = "   # the end without a line break",
};

static char expected[4096];

/* Returns the text with one line's statement replaced. */
static const char *text_with(int statement, const char *words) {
    char *end = expected + sprintf(expected, "%s", TOP);
    for (int i = SEGMENT; i < COUNT; i++)
        end += sprintf(end, "%s%s", i == statement ? words : lines[i], behind[i]);
    return expected;
}

static const char *original(void) {
    return text_with(COUNT, "");
}

static void close_edit(void *opened) {
    edit_destroy(opened);
}

/* What it returns is destroyed when the tests have run. */
static edit *open_edit(void) {
    edit *e = edit_create(read_level(original()));
    assert_non_null(e);
    test_at_end(close_edit, e);
    return e;
}

static void assert_text(const edit *e, const char *text) {
    assert_level_says(edit_level(e), text);
    assert_int_equal(e->level->statements[e->level->player].kind, LEVEL_PLAYER);
}

/* The one step just made gives `text`; undone and made again it is exact in both directions. */
static void assert_step(edit *e, const char *text) {
    assert_text(e, text);
    assert_reads_back(e->level);
    char *kept = text_of(e->level);
    assert_true(edit_undo(e));
    assert_false(edit_can_undo(e));
    assert_text(e, original());
    assert_true(edit_redo(e));
    assert_false(edit_can_redo(e));
    assert_text(e, kept);
    assert_true(edit_undo(e));
    assert_text(e, original());
    free(kept);
}

static void assert_words(edit *e, int statement, const char *words) {
    assert_step(e, text_with(statement, words));
}

/* ---- Operations -------------------------------------------------------------------------- */

typedef enum operation { MOVE, MOVE_VERTEX, SPLIT, REVERSE, RADIUS, SIZE, ANGLE } operation;

static bool operate(edit *e, operation what, int statement, int part, float x, float y) {
    switch (what) {
    case MOVE:
        return edit_move(e, statement, (sm3_vec){x, y, 0});
    case MOVE_VERTEX:
        return edit_move_vertex(e, statement, part, (sm_vec2){x, y});
    case SPLIT:
        return edit_split(e, statement, part, (sm_vec2){x, y});
    case REVERSE:
        return edit_reverse(e, statement);
    case RADIUS:
        return edit_set_radius(e, statement, x);
    case SIZE:
        return edit_set_box_size(e, statement, x, y);
    default:
        return edit_set_angle(e, statement, x);
    }
}

TEST(each_change_gives_its_words_and_is_taken_back_and_others_are_refused) {
    static const struct {
        operation what;
        int statement, part;
        float x, y;
        const char *words; /* NULL: refused */
    } rows[] = {
        {MOVE_VERTEX, SEGMENT, 1, 10, 2.5f, "\tsegment 0 0 10 2.5 radius=0.5 oneway"},
        {MOVE_VERTEX, CHAIN, 2, -1, 1, "chain 0 0 1 0 -1 1"},
        {MOVE_VERTEX, LOOP, 3, 0, 5, "loop 0 0 4 0 4 4 0 5"},
        {MOVE_VERTEX, CAPSULE, 0, 0, 0, "capsule 0 0 3 4 0.5"},
        {MOVE, SEGMENT, 0, 1, -2, "\tsegment 1 -2 11 -2 radius=0.5 oneway"},
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
        {SPLIT, SEGMENT, 0, 5, 1, "\tchain 0 0 5 1 10 0 radius=0.5 oneway"},
        {SPLIT, CHAIN, 1, 2, 2, "chain 0 0 1 0 2 2 1 1"},
        {SPLIT, LOOP, 0, 2, -1, "loop 0 0 2 -1 4 0 4 4 0 4"},
        {SPLIT, LOOP, 3, -1, 2, "loop 0 0 4 0 4 4 0 4 -1 2"},
        {SPLIT, SEGMENT, 1, 5, 1, NULL},
        {SPLIT, CHAIN, 2, 5, 1, NULL},
        {SPLIT, LOOP, 4, 5, 1, NULL},
        {SPLIT, LOOP, -1, 5, 1, NULL},
        {SPLIT, CAPSULE, 0, 5, 1, NULL},
        {REVERSE, SEGMENT, 0, 0, 0, "\tsegment 10 0 0 0 radius=0.5 oneway"},
        {REVERSE, CHAIN, 0, 0, 0, "chain 1 1 1 0 0 0"},
        {REVERSE, LOOP, 0, 0, 0, "loop 0 4 4 4 4 0 0 0"},
        {REVERSE, CAPSULE, 0, 0, 0, NULL},
        {REVERSE, PLAYER, 0, 0, 0, NULL},
    };
    edit *e = open_edit();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool made = operate(e, rows[i].what, rows[i].statement, rows[i].part, rows[i].x, rows[i].y);
        assert_int_equal(made, rows[i].words != NULL);
        if (made)
            assert_words(e, rows[i].statement, rows[i].words);
    }
    assert_true(edit_set_angle(e, BOX, 0)); /* as it is */
    assert_false(edit_can_undo(e));
}

TEST(the_vertices_are_those_that_move_and_only_items_are_removed) {
    static const int counts[COUNT] = {[SEGMENT] = 2, [CHAIN] = 3, [LOOP] = 4, [CAPSULE] = 2};
    edit *e = open_edit();
    for (int i = -1; i <= COUNT; i++) {
        int count = edit_vertex_count(e->level, i);
        assert_int_equal(count, i >= 0 && i < COUNT ? counts[i] : 0);
        assert_false(edit_move_vertex(e, i, -1, (sm_vec2){1, 2}));
        assert_false(edit_move_vertex(e, i, count, (sm_vec2){1, 2}));
        if (!edit_is_item(e->level, i))
            assert_false(edit_remove(e, i));
    }
    assert_false(edit_can_undo(e));
}

/* ---- Steps ------------------------------------------------------------------------------- */

TEST(a_drag_is_one_step_and_does_not_grow) {
    edit *e = open_edit();
    int changes = 0, numbers = 0;
    for (int i = 1; i <= 1000; i++) {
        if (i > 1)
            edit_rollback(e); /* as drags do */
        edit_begin(e);
        assert_true(edit_move(e, CIRCLE, (sm3_vec){(float)i, 0, 0}));
        assert_true(edit_move(e, LOOP, (sm3_vec){0, (float)i, 0}));
        assert_true(edit_move_vertex(e, LOOP, 1, (sm_vec2){4, (float)-i}));
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
    edit *e = open_edit();
    assert_true(edit_remove(e, BOX));
    assert_true(edit_undo(e));
    int numbers = e->level->number_count;
    edit_begin(e);
    assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
    assert_true(edit_is_dirty(e));
    assert_false(edit_end(e, false));
    for (int i = 0; i < 2; i++) {
        assert_false(edit_is_dirty(e));
        assert_text(e, original());
        assert_false(edit_can_undo(e));
        assert_true(edit_can_redo(e));
        assert_int_equal(e->level->number_count, numbers);
        assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
        edit_rollback(e);
    }
}

/* What is done meanwhile by others, and taken back, does not make it anyone's to drop. */
TEST(a_step_that_something_was_made_after_stays_when_it_is_dropped) {
    edit *e = open_edit();
    assert_true(edit_move(e, PLAYER, (sm3_vec){1, 1, 0}));
    assert_true(edit_remove(e, BOX));
    char *text = text_of(e->level);
    int place = edit_pin(e);
    assert_true(edit_undo(e));
    edit_rollback(e);
    assert_text(e, original());
    assert_true(edit_move(e, PLAYER, (sm3_vec){2, 2, 0}));
    edit_checkout(e, place);
    assert_text(e, text);
    free(text);
}

TEST(of_what_is_dropped_only_so_much_is_kept) {
    edit *e = open_edit();
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
    _exit(strcmp(text_of(e->level), original()) == 0 ? 0 : 1);
}

TEST(memory_that_runs_out_in_a_step_leaves_the_level_from_before_it) {
    int status = 0, ran_out = 0;
    for (; status == 0; ran_out++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            edit *e = open_edit();
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
    edit *e = open_edit();
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

/* ---- Refusals ---------------------------------------------------------------------------- */

static void assert_refused(edit *e, int statement, edit_shape shape) {
    assert_false(edit_set(e, statement, &shape));
    if (statement != PLAYER)
        assert_false(edit_insert(e, COUNT, &shape));
    assert_false(edit_can_undo(e));
}

TEST(counts_kinds_and_attributes_are_checked) {
    static const float n[8] = {1, 1, 2, 2, 3, 3, 4, 4};
    edit *e = open_edit();
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
    assert_text(e, original());
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

static void assert_statement(const edit *e, int statement, const char *text) {
    char *written = level_write_statement(e->level, &e->level->statements[statement]);
    assert_string_equal(written, text);
    free(written);
}

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

TEST(more_changes_than_are_remembered_are_followed) {
    const int changes = 40000; /* NEWS_MAX is 2^14 */
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\ncircle 4 4 1\n");
    uint64_t random = random_seed(test_seed(1));
    editor follows = {.s = s, .random = &random};
    unsigned before = s->obstacles->version;
    for (int i = 0; i < changes; i++)
        assert_true(edit_move(s->edit, 2 + i % 2, (sm3_vec){i % 4 < 2 ? 0.5f : -0.25f, 0, 0}));
    float numbers[] = {1, 2, 3, 4};
    assert_true(edit_insert(
        s->edit, 2, &(edit_shape){.kind = LEVEL_SEGMENT, .numbers = numbers, .number_count = 4}));
    editor_check(&follows);
    editor_free(&follows);
    int list[PLANE_CHANGES];
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), before, list), -1);
}
