/* Runs the tests that a file has entered, or the one that is named. */
#include "test.h"

#include "random.h"

enum { TESTS_MAX = 200 };

static struct CMUnitTest tests[TESTS_MAX];
static int lines[TESTS_MAX]; /* where each stands, ascending */
static size_t count;
static CMFixtureFunction group_set_up, group_tear_down;

/* Compilers call constructors in an order of their own, so each test is put where it belongs. */
void test_enter(const struct CMUnitTest *test, int line) {
    if (count == TESTS_MAX)
        abort();
    size_t at = count++;
    for (; at > 0 && lines[at - 1] > line; at--) {
        lines[at] = lines[at - 1];
        tests[at] = tests[at - 1];
    }
    lines[at] = line;
    tests[at] = *test;
}

void test_group(CMFixtureFunction set_up, CMFixtureFunction tear_down) {
    group_set_up = set_up;
    group_tear_down = tear_down;
}

int test_trials(int usual) {
    static double times = -1;
    if (times < 0)
        times = getenv("SLIDEMOVE_TRIALS") != NULL ? atof(getenv("SLIDEMOVE_TRIALS")) : 1;
    return (int)ceil(usual * times);
}

uint64_t test_seed(uint64_t usual) {
    const char *other = getenv("SLIDEMOVE_SEED");
    return other != NULL ? random_seed(usual + random_seed(strtoull(other, NULL, 10))) : usual;
}

/* ---- What they leave --------------------------------------------------------------------- */

typedef struct leftover {
    void (*release)(void *thing);
    void *thing;
} leftover;

static leftover *leftovers;
static size_t leftover_count;

void test_at_end(void (*release)(void *thing), void *thing) {
    leftover *grown = realloc(leftovers, (leftover_count + 1) * sizeof *grown);
    assert_non_null(grown);
    leftovers = grown;
    leftovers[leftover_count++] = (leftover){release, thing};
}

int main(int argc, char **argv) {
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (getenv("SLIDEMOVE_SEED") != NULL)
        printf("SLIDEMOVE_SEED=%s\n", getenv("SLIDEMOVE_SEED"));
    int failed = _cmocka_run_group_tests("tests", tests, count, group_set_up, group_tear_down);
    while (leftover_count > 0) {
        leftover last = leftovers[--leftover_count];
        last.release(last.thing);
    }
    free(leftovers);
    return failed;
}
