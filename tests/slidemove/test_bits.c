/* The same question gives the same bits: with every compiler, on every system, through the plain
 * loop and the worlds, and in the next release. Where a change
 * is meant, `make bits` writes tests/bits.txt anew, and the commit says why. */
#include <inttypes.h>

#include "../bits.h"
#include "../test.h"

typedef struct comparison {
    FILE *table;
    int differences;
} comparison;

static void compare(void *context, const char *name, uint64_t hash, bool same) {
    comparison *c = context;
    char expected[80] = "no such line\n", found[80];
    snprintf(found, sizeof found, "%s %016" PRIx64 "%s\n", name, hash,
             same ? "" : " but another through the index");
    char *line = fgets(expected, sizeof expected, c->table);
    if (line == NULL || strcmp(expected, found) != 0) {
        printf("tests/bits.txt has %sbut this is %s", expected, found);
        c->differences++;
    }
}

TEST(the_library_gives_the_bits_of_the_table) {
    comparison c = {fopen("tests/bits.txt", "r"), 0};
    assert_non_null(c.table);
    bits_of_library(BITS_QUESTIONS, compare, &c);
    fclose(c.table);
    if (c.differences > 0)
        fail_msg("%d ways give other bits; make bits, if that is meant", c.differences);
}
