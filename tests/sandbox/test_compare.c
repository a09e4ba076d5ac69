/* What compare costs, and its table. Its figures stand in tests/app/commands.txt. */
#include "../test.h"

#include "../../src/sandbox/compare.h"
#include "../level_text.h"

static const char nothing[] = "slidemove 1\nplayer 0 0 radius=1\n";

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

TEST(the_table_is_aligned_and_has_a_dash_where_there_is_no_value) {
    comparison list[RESOLVERS_MAX] = {0};
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
