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

/* ---- Reading ----------------------------------------------------------------------------- */

TEST(texts_take_the_rest_of_their_line_and_names_are_kept_with_single_blanks) {
    static const said statements[] = {
        {LEVEL_VERSION, 1, "slidemove 1", "slidemove 1"},
        {LEVEL_TEXT, 2, "text \tThe first: [Tab] # all of it", "text The first: [Tab] # all of it"},
        {LEVEL_PLAYER, 3, "player 0 0", "player 0 0"},
        {LEVEL_TEXT, 4, "text The second", "text The second"},
        {LEVEL_TRY, 5, "try Hold [D].", "try Hold [D]."},
        {LEVEL_SECTION, 6, "section Wedges", "section Wedges"},
        {LEVEL_CIRCLE, 7, "circle 9 9 1", "circle 9 9 1"},
        {LEVEL_LABEL, 8, "label 1e0 -2.5 3 walls meet", "label 1 -2.5 3 walls meet"},
        {LEVEL_RESOLVER, 9, "resolver \tsweep", "resolver sweep"},
        {LEVEL_GHOSTS, 10, "ghosts last\tfirst", "ghosts last first"},
        {LEVEL_OVERLAYS, 11, "overlays iterations   grid", "overlays iterations grid"},
        {LEVEL_MOVER, 12, "mover capsule", "mover capsule"},
        {LEVEL_SPEED, 13, "speed 0.5", "speed 0.5"},
        {LEVEL_MOMENTUM, 14, "momentum on", "momentum on"},
        {LEVEL_VIEW, 15, "view 1 2 20", "view 1 2 20"},
        {LEVEL_PLAY, 16, "play 1 0 0.5", "play 1 0 0.5"},
        {LEVEL_PLAY, 17, "play 0 -0.5 2", "play 0 -0.5 2"},
        {LEVEL_PAUSED, 18, "paused", "paused"},
        {LEVEL_INSIDE, 19, "inside", "inside"},
    };
    level *l = read_good(lesson);
    assert_int_equal(shapes_of(l).count, 1);
    assert_written(l, lesson);
    assert_written(read_good(lesson3), lesson3);
    assert_said(l, statements, sizeof statements / sizeof *statements);
    char *text = write_text(l);
    level_scene first = level_get_scene(l), again = level_get_scene(read_good(text));
    assert_memory_equal(&first, &again, sizeof first);
    assert_non_null(strstr(text, "\n  resolver sweep   # why\nghosts last first#glued\n"));
    free(text);
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
    assert_string_equal(level_words(l, 2), "a corner");
}

TEST(a_level_that_says_nothing_of_it_sets_nothing_and_inside_is_paused_too) {
    level_scene scene = level_get_scene(read_good("slidemove 1\nplayer 0 0\ncircle 1 1 1\n"));
    static const level_scene nothing;
    assert_memory_equal(&scene, &nothing, sizeof scene);
    scene = level_get_scene(read_good("slidemove 1\nplayer 0 0\ninside\n"));
    assert_true(scene.paused && scene.inside);
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
