/* Tests of the statements that say how a level opens, and what a lesson tells. */
#include "levels.h"

static const char lesson[] = "slidemove 1\n"
                             "text \tThe first: [Tab] # all of it   \n"
                             "player 0 0\n"
                             "text The second\n"
                             "try Hold [D].\n"
                             "section Wedges\n"
                             "circle 9 9 1\n"
                             "label 1e0 -2.5 3 walls meet   \n"
                             "  resolver \tsweep   # why\n"
                             "ghosts last\tfirst#glued\n"
                             "overlays iterations   grid\n"
                             "mover capsule\n"
                             "speed 0.5\n"
                             "momentum on\n"
                             "view 1 2 20\n"
                             "play 1 0 0.5\n"
                             "play 0 -0.5 2\n"
                             "paused\n"
                             "inside # the steps\n";

static const char lesson3[] = "slidemove3 1\n"
                              "player 0 0 0\n"
                              "label 1 2 3 a corner\n"
                              "resolver last\n"
                              "overlays none\n"
                              "mover sphere\n"
                              "gravity off\n"
                              "view 8 6 8 0 1 0\n";

/* Returns the index of the `nth` statement of that kind, from 0. */
static int find(const level *l, level_kind kind, int nth) {
    for (int i = 0; i < l->statement_count; i++)
        if (l->statements[i].kind == kind && nth-- == 0)
            return i;
    fail_msg("there is no such statement");
    return -1;
}

static void assert_words(const level *l, level_kind kind, int nth, const char *words) {
    assert_string_equal(level_words(l, find(l, kind, nth)), words);
}

static void assert_same_scene(const level *a, const level *b) {
    level_scene first = level_get_scene(a), second = level_get_scene(b);
    assert_memory_equal(&first, &second, sizeof first);
}

/* ---- Reading ----------------------------------------------------------------------------- */

TEST(texts_take_the_rest_of_their_line) {
    level *l = read_good(lesson);
    assert_words(l, LEVEL_TEXT, 0, "The first: [Tab] # all of it");
    assert_words(l, LEVEL_TEXT, 1, "The second");
    assert_words(l, LEVEL_TRY, 0, "Hold [D].");
    assert_words(l, LEVEL_SECTION, 0, "Wedges");
    assert_words(l, LEVEL_LABEL, 0, "3 walls meet");
    assert_words(l, LEVEL_CIRCLE, 0, "");
    const level_statement *label = &l->statements[find(l, LEVEL_LABEL, 0)];
    assert_int_equal(label->number_count, 2);
    assert_float_equal(l->numbers[label->first_number], 1, 0);
    assert_float_equal(l->numbers[label->first_number + 1], -2.5, 0);
}

TEST(names_are_kept_with_single_blanks) {
    level *l = read_good(lesson);
    assert_words(l, LEVEL_RESOLVER, 0, "sweep");
    assert_words(l, LEVEL_GHOSTS, 0, "last first");
    assert_words(l, LEVEL_OVERLAYS, 0, "iterations grid");
    assert_words(l, LEVEL_MOMENTUM, 0, "on");
    assert_words(l, LEVEL_PAUSED, 0, "");
}

TEST(a_scene_is_what_the_statements_say) {
    level_scene scene = level_get_scene(read_good(lesson));
    assert_int_equal(scene.present, LEVEL_SETS_RESOLVER | LEVEL_SETS_GHOSTS | LEVEL_SETS_OVERLAYS |
                                        LEVEL_SETS_MOVER | LEVEL_SETS_SPEED | LEVEL_SETS_MOMENTUM |
                                        LEVEL_SETS_VIEW);
    assert_int_equal(scene.resolver, SM_SWEEP);
    assert_int_equal(scene.ghosts, 1 << SM_LAST | 1 << SM_FIRST);
    assert_int_equal(scene.overlays, 1 << OVERLAY_ITERATIONS | 1 << OVERLAY_GRID);
    assert_int_equal(scene.mover, 1);
    assert_float_equal(scene.speed, 0.5, 0);
    assert_true(scene.momentum);
    static const float view[] = {1, 2, 20, 0, 0, 0};
    assert_memory_equal(scene.view, view, sizeof view);
    assert_int_equal(scene.play_count, 2);
    assert_float_equal(scene.plays[0].right, 1, 0);
    assert_float_equal(scene.plays[1].up, -0.5, 0);
    assert_float_equal(scene.plays[1].seconds, 2, 0);
    assert_true(scene.paused && scene.inside);
}

TEST(a_scene_of_a_3d_level_has_an_eye_and_gravity) {
    level *l = read_good(lesson3);
    level_scene scene = level_get_scene(l);
    assert_int_equal(scene.present, LEVEL_SETS_RESOLVER | LEVEL_SETS_OVERLAYS | LEVEL_SETS_MOVER |
                                        LEVEL_SETS_GRAVITY | LEVEL_SETS_VIEW);
    assert_int_equal(scene.resolver, SM_LAST);
    assert_int_equal(scene.overlays, 0);
    assert_int_equal(scene.mover, 0);
    assert_false(scene.gravity || scene.paused || scene.inside);
    static const float view[] = {8, 6, 8, 0, 1, 0};
    assert_memory_equal(scene.view, view, sizeof view);
    assert_words(l, LEVEL_LABEL3, 0, "a corner");
}

TEST(a_level_that_says_nothing_of_it_sets_nothing) {
    level_scene scene = level_get_scene(read_good("slidemove 1\nplayer 0 0\ncircle 1 1 1\n"));
    static const level_scene nothing;
    assert_memory_equal(&scene, &nothing, sizeof scene);
}

TEST(inside_is_paused_too) {
    level_scene scene = level_get_scene(read_good("slidemove 1\nplayer 0 0\ninside\n"));
    assert_true(scene.paused && scene.inside);
}

TEST(they_are_no_obstacles) {
    level *l = read_good(lesson);
    level_shapes shapes = shapes_of(l);
    assert_int_equal(shapes.count, 1);
}

TEST(the_last_of_the_wishes_that_fit_is_read_and_one_more_refused) {
    char text[2048];
    int length = sprintf(text, "slidemove 1\nplayer 0 0\n");
    for (int i = 0; i < LEVEL_PLAYS_MAX; i++)
        length += sprintf(text + length, "play 0 1 %d\n", i + 1);
    level_scene scene = level_get_scene(read_good(text));
    assert_int_equal(scene.play_count, LEVEL_PLAYS_MAX);
    assert_float_equal(scene.plays[LEVEL_PLAYS_MAX - 1].seconds, LEVEL_PLAYS_MAX, 0);
    length += sprintf(text + length, "play 0 1 1\n");
    assert_null(level_read(text, (size_t)length, &errors));
    assert_int_equal(errors.list[0].line, 3 + LEVEL_PLAYS_MAX);
}

TEST(a_fragment_may_hold_them) {
    static const char text[] = "label 1 2 here\nresolver sweep\n";
    level *l = level_read_fragment(text, sizeof text - 1, 2, &errors);
    assert_non_null(l);
    assert_words(l, LEVEL_LABEL, 0, "here");
    level_free(l);
}

TEST(every_name_that_there_is_is_read) {
    for (int kind = LEVEL_TEXT; kind < LEVEL_KIND_COUNT; kind++) {
        const level_statement_info *info = &level_statements[kind];
        for (int i = 0; info->choice != NULL && info->choice(i) != NULL; i++) {
            char text[256];
            bool in_2d = (info->dimensions & LEVEL_IN_2D) != 0;
            snprintf(text, sizeof text, "%s\n%s %s\n",
                     in_2d ? "slidemove 1\nplayer 0 0" : "slidemove3 1\nplayer 0 0 0", info->name,
                     info->choice(i));
            assert_string_equal(level_words(read_good(text), 2), info->choice(i));
        }
    }
}

/* ---- Writing ----------------------------------------------------------------------------- */

TEST(unchanged_they_keep_their_spelling) {
    assert_written(read_good(lesson), lesson);
    assert_written(read_good(lesson3), lesson3);
}

TEST(changed_they_are_written_in_the_one_way_and_mean_the_same) {
    const char *texts[] = {lesson, lesson3};
    for (int i = 0; i < 2; i++) {
        level *l = read_good(texts[i]);
        for (int k = 0; k < l->statement_count; k++)
            l->statements[k].changed = true;
        char *text = write_text(l);
        level *again = read_good(text);
        assert_same_scene(l, again);
        for (int k = 0; k < l->statement_count; k++)
            assert_string_equal(level_words(l, k), level_words(again, k));
        if (i == 0) {
            assert_non_null(strstr(text, "\ntext The first: [Tab] # all of it   \n"));
            assert_non_null(strstr(text, "\nlabel 1 -2.5 3 walls meet   \n"));
            assert_non_null(strstr(text, "\n  resolver sweep   # why\nghosts last first#glued\n"));
            assert_non_null(strstr(text, "\npaused\ninside # the steps\n"));
        }
        free(text);
    }
}
