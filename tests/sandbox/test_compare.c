/* The figures of compare, each in a case that can be worked out by hand, and its table. */
#include "../test.h"

#include "../../src/sandbox/compare.h"
#include "../../src/sandbox/simulate.h"
#include "../level_text.h"

static comparison compare_in(const char *level_words, sm_resolver resolver, int pushes,
                             const sm3_vec *moves, int count) {
    sandbox *s = open_text(level_words);
    assert_non_null(s);
    s->player.resolver = resolver;
    sandbox_set(s, SETTING_PUSHES, pushes);
    comparison c = compare_moves(s, moves, count, NULL);
    assert_int_equal(s->tick, count);
    return c;
}

static comparison repeat_in(const char *level_words, sm_resolver resolver, int pushes, sm3_vec move,
                            int count) {
    sm3_vec *moves = malloc((size_t)count * sizeof *moves);
    for (int i = 0; i < count; i++)
        moves[i] = move;
    comparison c = compare_in(level_words, resolver, pushes, moves, count);
    free(moves);
    return c;
}

static const char nothing[] = "slidemove 1\nplayer 0 0 radius=1\n";
static const char flat[] = "slidemove 1\nplayer 0 1 radius=1\nsegment -9 0 99 0\n";
static const char corner[] =
    "slidemove 1\nplayer 0 1 radius=1\nsegment -9 0 9 0\nsegment 9 0 9 9\n";
static const char corridor[] = "slidemove 1\nplayer 0 0.75 radius=1\n"
                               "segment -9 0 9 0\nsegment -9 1.5 9 1.5\n";
static const char pieces[] = "slidemove 1\nplayer 0 1 radius=1\n"
                             "chain -1 0 -0.5 0 0 0 0.5 0 1 0 1.5 0 2 0 2.5 0 3 0\n";

/* ---- Distance ---------------------------------------------------------------------------- */

TEST(in_the_open_all_that_is_wanted_is_made) {
    static const sm3_vec moves[] = {{1, 0, 0}, {0, 0, 0}, {-3, 4, 0}, {0, -0.5f, 0}};
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        comparison c = compare_in(nothing, (sm_resolver)r, 5, moves, 4);
        assert_float_equal(c.wanted, 6.5, 1e-6);
        assert_float_equal(c.made, 6.5, 1e-6);
    }
}

TEST(along_a_wall_the_part_along_it_is_made) {
    comparison c = repeat_in(flat, SM_DEEPEST, 5, (sm3_vec){0.06f, -0.08f, 0}, 100);
    assert_float_equal(c.wanted, 10, 1e-5);
    assert_float_equal(c.made, 3.6f, 1e-4);
    c = repeat_in(flat, SM_DEEPEST, 5, (sm3_vec){0, -0.1f, 0}, 100);
    assert_float_equal(c.made, 0, 1e-6);
}

/* ---- Jitter ------------------------------------------------------------------------------ */

TEST(starting_stopping_striking_and_leaving_a_wall_are_no_jitter) {
    static const sm3_vec walk[] = {{0, 0, 0},        {0.1f, 0, 0}, {0.1f, 0, 0}, {0, 0, 0},
                                   {-0.1f, 0.1f, 0}, {0, 0, 0},    {0, -0.1f, 0}};
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        assert_float_equal(compare_in(nothing, (sm_resolver)r, 5, walk, 7).jitter, 0, 1e-7);
    sm3_vec strike[40];
    for (int i = 0; i < 40; i++)
        strike[i] = (sm3_vec){0.1f, i < 10 ? 0.1f : i < 30 ? -0.1f : 0.1f, 0};
    assert_float_equal(compare_in(flat, SM_DEEPEST, 5, strike, 40).jitter, 0, 1e-7);
    assert_float_equal(compare_in(corner, SM_SWEEP, 5, strike, 40).jitter, 0, 1e-7);
}

/* Pushed up by 0.25, then down and up by 0.5, as the one push a move allows. */
TEST(to_and_fro_by_a_half_each_tick_is_a_jitter_of_a_half) {
    comparison c = repeat_in(corridor, SM_DEEPEST, 1, (sm3_vec){0, 0, 0}, 103);
    assert_float_equal(c.jitter * 103, 0.375 + 100 * 0.5, 1e-5);
    assert_float_equal(c.depth_worst, 0.5, 1e-6);
    assert_float_equal(c.depth_mean, 0.5, 1e-6);
    assert_float_equal(c.wanted, 0, 0);
    assert_float_equal(c.made, 0, 0);
    c = repeat_in(corridor, SM_SWEEP, 1, (sm3_vec){0, 0, 0}, 103);
    assert_float_equal(c.jitter, 0, 1e-6);
}

/* ---- Crossings --------------------------------------------------------------------------- */

static const sm3_vec there_and_back[] = {{4, 0, 0}, {-4, 0, 0}, {4, 0, 0}};

static int crossings_of(const char *statements) {
    char words[256];
    snprintf(words, sizeof words, "slidemove 1\nplayer -2 0 radius=0.4\n%s\n", statements);
    assert_int_equal(compare_in(words, SM_SWEEP, 5, there_and_back, 3).crossings, 0);
    return compare_in(words, SM_DEEPEST, 5, there_and_back, 3).crossings;
}

TEST(each_tick_through_a_wall_counts_once) {
    assert_int_equal(crossings_of("segment 0 -9 0 9"), 3);
    assert_int_equal(crossings_of("segment 0 -9 0 9\nsegment 0.5 9 0.5 -9"), 3);
    assert_int_equal(crossings_of("chain 0 -9 0 0 0 9"), 3); /* where two pieces meet */
    assert_int_equal(crossings_of("segment 0 -9 0 0"), 3);   /* just through its end */
    assert_int_equal(crossings_of("segment 0 -9 0 9 radius=0.3"), 3);
}

TEST(past_a_wall_or_along_it_is_no_crossing) {
    assert_int_equal(crossings_of("segment 0 -9 0 -0.001"), 0);
    assert_int_equal(crossings_of("segment -9 -0.4 9 -0.4"), 0);
    assert_int_equal(crossings_of("segment -9 0.5 9 0.41"), 0);
    assert_int_equal(crossings_of("segment 5 -9 5 9"), 0);
}

TEST(a_oneway_wall_is_crossed_from_its_left_side_only) {
    static const char format[] = "slidemove 1\nplayer -2 0 radius=0.4\nsegment %s oneway\n";
    static const struct {
        const char *numbers;
        int crossings;
    } cases[] = {{"0 -9 0 9", 2}, {"0 9 0 -9", 1}}; /* of there, back, there */
    for (int i = 0; i < 2; i++) {
        char words[256];
        snprintf(words, sizeof words, format, cases[i].numbers);
        assert_int_equal(compare_in(words, SM_DEEPEST, 5, there_and_back, 3).crossings,
                         cases[i].crossings);
    }
}

/* The wall passes over a disk that stands still: 1 u a tick, to and fro. */
TEST(a_wall_that_passes_over_the_mover_is_a_crossing_seen_from_the_wall) {
    static const char words[] = "slidemove 1\nplayer 0 0 radius=0.4\n"
                                "segment -6.6 -9 -6.6 9 shift=12,0,0.4\n";
    comparison deepest = repeat_in(words, SM_DEEPEST, 5, (sm3_vec){0, 0, 0}, 24);
    comparison sweep = repeat_in(words, SM_SWEEP, 5, (sm3_vec){0, 0, 0}, 24);
    assert_int_equal(deepest.crossings, 2);
    assert_int_equal(sweep.crossings, 0);
}

/* ---- Snags ------------------------------------------------------------------------------- */

TEST(who_comes_to_a_stop_on_a_wall_of_pieces_snags_while_it_makes_less_than_half) {
    sm3_vec steep = {0.0087f, -0.0996f, 0}; /* 85 degrees into it */
    comparison deepest = repeat_in(pieces, SM_DEEPEST, 5, steep, 100);
    comparison last = repeat_in(pieces, SM_LAST, 5, steep, 100);
    comparison sweep = repeat_in(pieces, SM_SWEEP, 5, steep, 100);
    assert_int_equal(deepest.snags, 0);
    assert_int_equal(sweep.snags, 0);
    assert_int_equal(last.snags, 89); /* from the 12th tick on, as simulate shows */
    assert_true(last.made < deepest.made / 2);
}

TEST(a_wall_that_leaves_no_way_is_no_snag) {
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        assert_int_equal(repeat_in(flat, (sm_resolver)r, 5, (sm3_vec){0, -0.1f, 0}, 50).snags, 0);
        /* into the corner, arriving in the middle of a tick, and on against it */
        assert_int_equal(repeat_in(corner, (sm_resolver)r, 5, (sm3_vec){0.3f, -0.1f, 0}, 60).snags,
                         0);
    }
}

/* ---- In 3D ------------------------------------------------------------------------------- */

TEST(in_3d_all_but_sweep_tunnel_through_a_sheet) {
    static const char sheet[] = "slidemove3 1\nplayer -3 0 0 radius=0.5\n"
                                "triangle 0 -20 -20  0 20 0  0 -20 20\n";
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        comparison c = repeat_in(sheet, (sm_resolver)r, 5, (sm3_vec){2.5f, 0, 0}, 3);
        assert_int_equal(c.crossings, r != SM_SWEEP);
        assert_float_equal(c.made, r != SM_SWEEP ? 7.5 : 2.5, 0.001);
    }
}

/* ---- Cost -------------------------------------------------------------------------------- */

static long clock_calls;

/* 16 microseconds pass between two looks. */
static double slow_clock(void) {
    return (double)clock_calls++ * 16e-6;
}

TEST(the_cost_is_the_median_of_one_move) {
    sm3_vec moves[4000] = {{0.1f, 0, 0}};
    sandbox *s = open_text(nothing);
    assert_float_equal(compare_moves(s, moves, 10, slow_clock).seconds, 1e-6, 1e-12);
    clock_calls = 0;
    assert_float_equal(compare_moves(s, moves, 4000, slow_clock).seconds, 1e-6, 1e-12);
    assert_true(clock_calls <= 2 * 5 * 2000); /* of very many moves only some */
    assert_float_equal(compare_moves(s, moves, 0, slow_clock).seconds, 0, 0);
    assert_float_equal(compare_moves(s, moves, 10, NULL).seconds, 0, 0);
}

/* ---- Table and moves --------------------------------------------------------------------- */

TEST(the_table_is_aligned_and_has_a_dash_where_there_is_no_value) {
    comparison list[SM_RESOLVER_COUNT] = {0};
    list[SM_DEEPEST] = (comparison){10, 9.87654, 0.25, 0.125, 0.0625, 12, 3456, 2e-7};
    list[SM_SWEEP] = (comparison){10, -1, 0, 0, 0, 0, 0, 5e-7};
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    compare_write(out, list);
    fclose(out);
    static const char *const parts[] = {
        "resolver      made_u  made_%  jitter_u   worst_u    mean_u  crossings   snags     ~ns   ",
        "\ndeepest        9.877    98.8      0.25     0.125    0.0625         12    3456  ",
        "\nshallowest     0.000       -         0         0         0          0       0  ",
        "\nsweep         -1.000   -10.0         0         0         0          0       0  ",
        "     200    1.00\n",
        "       -       -\n",
        "     500    2.50\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_non_null(strstr(written, parts[i]));
    free(written);
}
