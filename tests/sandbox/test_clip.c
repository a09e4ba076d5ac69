/* Shapes to text and back: the clipboard, and typed statements. */
#include "../test.h"

#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../level_text.h"

static const char start[] = "slidemove 1\n"
                            "title A\n"
                            "segment 0 0  +4.0 4 oneway # slanting\n"
                            "player 50 50 radius=1 # me\n"
                            "circle 20 0 2e0\n"
                            "box 0 20 4 2 # last\n";

enum { VERSION, TITLE, SEGMENT, PLAYER, CIRCLE, BOX, COUNT };

static level_errors errors;

static int paste(selection *sel, sandbox *s, const char *text, sm_vec2 offset) {
    return clip_paste(sel, s->edit, text, strlen(text), (sm3_vec){offset.x, offset.y, 0}, &errors);
}

static bool set(sandbox *s, int statement, const char *text) {
    return clip_set_statement(s->edit, statement, text, strlen(text), &errors);
}

static void assert_error(int line, int column, const char *message) {
    assert_true(errors.total >= 1 && errors.count >= 1);
    assert_int_equal(errors.list[0].line, line);
    assert_int_equal(errors.list[0].column, column);
    if (strstr(errors.list[0].message, message) == NULL)
        fail_msg("expected '%s' in: %s", message, errors.list[0].message);
}

static const sm_vec2 nowhere = {0, 0};

TEST(copies_are_lines_in_their_own_spelling) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_null(clip_copy(&sel, s->level));
    assert_true(selection_all(&sel, s->level));
    char *text = clip_copy(&sel, s->level);
    assert_string_equal(text, "segment 0 0  +4.0 4 oneway\ncircle 20 0 2e0\nbox 0 20 4 2\n");
    free(text);
    assert_true(edit_move(s->edit, SEGMENT, (sm3_vec){1, 0, 0}));
    text = clip_copy(&sel, s->level);
    assert_string_equal(text, "segment 1 0 5 4 oneway\ncircle 20 0 2e0\nbox 0 20 4 2\n");
    free(text);
    selection_free(&sel);
}

TEST(what_is_copied_can_be_pasted) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_true(selection_all(&sel, s->level));
    char *text = clip_copy(&sel, s->level);
    assert_int_equal(paste(&sel, s, text, (sm_vec2){0.5f, -1}), 3);
    free(text);
    assert_int_equal(sel.count, 3);
    assert_int_equal(sel.statements[0], COUNT);
    assert_level_holds(s->level, "# last\nsegment 0.5 -1 4.5 3 oneway\ncircle 20.5 -1 2\n"
                                 "box 0.5 19 4 2\n");
    assert_true(edit_undo(s->edit)); /* one step */
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
    selection_free(&sel);
}

TEST(a_whole_level_can_be_pasted) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_int_equal(paste(&sel, s,
                           "\xef\xbb\xbfslidemove 1\r\ntitle B\r\n# note\r\nplayer 1 1\r\n"
                           "chain 1 2 3 4 5 6 # there\r\n",
                           nowhere),
                     1);
    assert_level_holds(s->level, "title A\n");
    assert_level_holds(s->level, "# last\nchain 1 2 3 4 5 6\n");
    assert_int_equal(s->level->player, PLAYER);
    assert_int_equal(paste(&sel, s, "", nowhere), 0);
    assert_int_equal(paste(&sel, s, "# nothing\n\n", nowhere), 0);
    assert_int_equal(paste(&sel, s, "player 3 3", nowhere), 0);
    assert_int_equal(errors.total, 0);
    assert_int_equal(sel.count, 1); /* nothing pasted, nothing else selected */
    assert_true(edit_undo(s->edit));
    assert_false(edit_can_undo(s->edit));
    selection_free(&sel);
}

TEST(an_error_has_its_place_in_the_pasted_text) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_true(selection_add(&sel, CIRCLE));
    assert_int_equal(paste(&sel, s, "circle 1 2 3\n  circle 1 x 3\n", nowhere), -1);
    assert_error(2, 12, "expected a number for Y, found 'x'");
    assert_int_equal(paste(&sel, s, "Dear all,", nowhere), -1);
    assert_error(1, 1, "expected a statement");
    assert_int_equal(paste(&sel, s, "slidemove 2\ncircle 1 2 3\n", nowhere), -1);
    assert_error(1, 11, "this program reads version 1, found 2");
    assert_int_equal(clip_paste(&sel, s->edit, "circle 1 2 3\n\0", 14, (sm3_vec){0, 0, 0}, &errors),
                     -1);
    assert_error(2, 1, "NUL");
    assert_int_equal(paste(&sel, s, "circle 0 0 1\n \tcircle 999999 0 1\n", (sm_vec2){5, 0}), -1);
    assert_error(2, 3, "too far off");
    assert_int_equal(errors.total, 1);
    edit_begin(s->edit);
    assert_int_equal(paste(&sel, s, "circle 1 2 3", nowhere), -1);
    assert_error(1, 1, "held");
    edit_cancel(s->edit);
    assert_false(edit_can_undo(s->edit));
    assert_level_says(s->level, start);
    assert_int_equal(sel.count, 1);
    selection_free(&sel);
}

TEST(a_statement_shows_its_text) {
    static const char *const texts[COUNT] = {
        "slidemove 1",           "title A",         "segment 0 0  +4.0 4 oneway",
        "player 50 50 radius=1", "circle 20 0 2e0", "box 0 20 4 2"};
    sandbox *s = open_text(start);
    for (int i = 0; i < COUNT; i++) {
        char *text = level_write_statement(s->level, i);
        assert_string_equal(text, texts[i]);
        free(text);
    }
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    char *text = level_write_statement(s->level, CIRCLE);
    assert_string_equal(text, "circle 21 0 2");
    free(text);
}

TEST(a_typed_statement_replaces_the_old_one) {
    sandbox *s = open_text(start);
    assert_true(set(s, SEGMENT, "circle 1 2 3 spin=4"));
    assert_level_holds(s->level, "circle 1 2 3 spin=4 # slanting\n");
    assert_true(set(s, PLAYER, "  player 1 2 length=3 # no comment\r\n"));
    assert_level_holds(s->level, "player 1 2 length=3 # me\n");
    assert_true(edit_undo(s->edit) && edit_undo(s->edit));
    assert_level_says(s->level, start);
    assert_true(set(s, CIRCLE, "circle 20 0 2")); /* as it is: keeps its spelling */
    assert_false(edit_can_undo(s->edit));
}

TEST(a_bad_typed_statement_changes_nothing) {
    sandbox *s = open_text(start);
    assert_false(set(s, CIRCLE, "circle 1 2"));
    assert_error(1, 11, "found 2 numbers");
    assert_false(set(s, CIRCLE, "circle 1 2 -3"));
    assert_error(1, 12, "0 or more");
    assert_false(set(s, CIRCLE, ""));
    assert_error(1, 1, "expected a statement, found none");
    assert_false(set(s, CIRCLE, "circle 1 2 3\n  box 1 2 3 4"));
    assert_error(2, 3, "expected one statement, found `box`");
    assert_false(set(s, CIRCLE, "player 1 2"));
    assert_error(1, 1, "expected an obstacle, found `player`");
    assert_false(set(s, PLAYER, "circle 1 2 3"));
    assert_error(1, 1, "found `circle`");
    assert_false(set(s, PLAYER, "player 1 2 radius=0"));
    assert_error(1, 19, "more than 0");
    assert_false(set(s, TITLE, "title B"));
    assert_error(1, 1, "expected an obstacle, a label or the player");
    assert_false(set(s, -1, "circle 1 2 3"));
    assert_false(set(s, COUNT, "circle 1 2 3"));
    assert_false(edit_can_undo(s->edit));
    assert_false(edit_is_dirty(s->edit));
    assert_level_says(s->level, start);
}

/* ---- Labels ------------------------------------------------------------------------------ */

static const char lesson[] = "slidemove 1\nplayer 0 0\ntext A lesson\nlabel 1 2 here # 3\n"
                             "circle 5 5 1\nresolver sweep\n";

TEST(labels_are_chosen_moved_and_copied_with_their_words) {
    sandbox *s = open_text(lesson);
    selection sel = {0};
    assert_true(selection_cycle(&sel, s->level, 1));
    assert_int_equal(s->level->statements[sel.statements[0]].kind, LEVEL_LABEL);
    assert_true(selection_move(&sel, s->edit, (sm3_vec){0.5f, 0, 0}));
    assert_true(selection_all(&sel, s->level));
    assert_int_equal(sel.count, 2);
    char *text = clip_copy(&sel, s->level);
    assert_string_equal(text, "label 1.5 2 here # 3\ncircle 5 5 1\n");
    assert_int_equal(paste(&sel, s, text, (sm_vec2){1, 1}), 2);
    free(text);
    assert_level_holds(s->level, "resolver sweep\nlabel 2.5 3 here # 3\ncircle 6 6 1\n");
    assert_true(selection_remove(&sel, s->edit));
    assert_true(edit_undo(s->edit) && edit_undo(s->edit) && edit_undo(s->edit));
    assert_level_says(s->level, lesson);
    selection_free(&sel);
}

TEST(of_a_pasted_lesson_shapes_and_labels_are_taken) {
    sandbox *s = open_text(start);
    selection sel = {0};
    assert_int_equal(paste(&sel, s, lesson, nowhere), 2);
    assert_level_holds(s->level, "# last\nlabel 1 2 here # 3\ncircle 5 5 1\n");
    selection_free(&sel);
}

TEST(a_label_is_typed_anew) {
    sandbox *s = open_text(lesson);
    assert_true(set(s, 3, "label 3 4 there"));
    assert_level_holds(s->level, "\nlabel 3 4 there\n");
    assert_false(set(s, 3, "circle 1 2 3"));
    assert_error(1, 1, "expected label X Y TEXT, found `circle`");
    assert_false(set(s, 4, "label 1 2 x"));
    assert_error(1, 1, "expected an obstacle, found `label`");
    assert_false(set(s, 2, "text Another"));
}
