/* The same question gives the same bits: with every compiler, on every system, through the plain
 * loop and the worlds, and in the next release. Where a change is meant, `make bits` writes
 * tests/bits.txt anew, and the commit says why. */
#include "../bits.h"
#include "../test.h"
#include "../trial.h"

enum { LINE = 512 };

typedef struct comparison {
    FILE *table;
    char names[LINE]; /* of what is asked: the table's first line */
    int differences;
} comparison;

/* Prints which ways of asking a kind give other hashes. */
static void print_differences(const comparison *c, char *expected, char *found) {
    char names[LINE], *at[3], *word[3] = {strcpy(names, c->names), expected, found};
    for (int i = 0; i < 3; i++)
        word[i] = strtok_r(word[i], " \n", &at[i]);
    printf("%s:", word[2]);
    while (word[0] != NULL && word[1] != NULL && word[2] != NULL) {
        if (strcmp(word[1], word[2]) != 0)
            printf(" %s is %s, not %s;", word[0], word[2], word[1]);
        for (int i = 0; i < 3; i++)
            word[i] = strtok_r(NULL, " \n", &at[i]);
    }
    putchar('\n');
}

static void compare(void *context, const char *line, bool same) {
    comparison *c = context;
    char expected[LINE] = "", found[LINE];
    snprintf(found, sizeof found, "%s\n", line);
    bool is_there = fgets(expected, sizeof expected, c->table) != NULL;
    if (c->names[0] == '\0')
        strcpy(c->names, found);
    if (is_there && same && strcmp(expected, found) == 0)
        return;
    c->differences++;
    if (!same)
        printf("a world gives other bits than the loop: %s", found);
    else
        print_differences(c, expected, found);
}

TEST(the_library_gives_the_bits_of_the_table) {
    comparison c = {.table = fopen("tests/bits.txt", "r")};
    assert_non_null(c.table);
    bits_of_library(BITS_TRIALS, compare, &c);
    fclose(c.table);
    if (c.differences > 0)
        fail_msg("%d kinds give other bits; make bits, if that is meant", c.differences);
}

static bool is_same(int kind, bool in_space, uint64_t seed) {
    bool same = bits_are_same(kind, in_space, seed);
    if (!same)
        printf("%dd-%s %llu: a world gives other bits than the loop\n", in_space ? 3 : 2,
               trial_name(kind), (unsigned long long)seed);
    return same;
}

TEST(a_world_gives_the_bits_of_the_loop_in_trials_that_are_not_in_the_table) {
    static const struct {
        const char *kind;
        uint64_t seed;
    } once_others[] = {/* in space */
                       {"plane", 1989}, {"plane", 2104},   {"cubes", 634},
                       {"cubes", 2794}, {"terrain", 6406}, {"odd", 4064},
                       {"plane", 4333}, {"cubes", 6156},   {"cubes", 12861}};
    bool same = true;
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < sizeof once_others / sizeof *once_others; i++)
            same &= strcmp(once_others[i].kind, trial_name(kind)) != 0 ||
                    is_same(kind, true, once_others[i].seed);
        for (int i = 0; i < test_trials(10); i++)
            same &= is_same(kind, i % 2, test_seed(1000000) + (uint64_t)i);
    }
    assert_true(same);
}
