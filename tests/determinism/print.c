/* Prints tests/bits.txt as this build has it, with so many trials of each kind if that is given:
 * for `make bits`, scripts/check-determinism and scripts/check-portability. */
#include <stdio.h>
#include <stdlib.h>

#include "../bits.h"

static void print(void *all_same, const char *line, bool same) {
    printf("%s%s\n", line, same ? "" : " but another through the index");
    *(bool *)all_same &= same;
}

int main(int argc, char **argv) {
    bool all_same = true;
    long asked = bits_of_library(argc > 1 ? atoi(argv[1]) : BITS_TRIALS, print, &all_same);
    if (argc > 1)
        fprintf(stderr, "%ld\n", asked);
    return all_same ? 0 : 1;
}
