/* Prints tests/bits.txt as this build has it, with QUESTIONS of each kind if that is given: for
 * `make bits`, scripts/check-determinism and scripts/check-portability. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../bits.h"

static void print(void *all_same, const char *name, uint64_t hash, bool same) {
    printf("%s %016" PRIx64 "%s\n", name, hash, same ? "" : " but another through the index");
    *(bool *)all_same &= same;
}

int main(int argc, char **argv) {
    bool all_same = true;
    bits_of_library(argc > 1 ? atoi(argv[1]) : BITS_QUESTIONS, print, &all_same);
    return all_same ? 0 : 1;
}
