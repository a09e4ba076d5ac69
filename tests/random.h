/* random: reproducible numbers for tests: those that levels are generated from, and some more. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <math.h>
#include <stdbool.h>

#include "../src/level/random.h"

/* From low to high, in steps of 2^-53 of the difference. */
static inline double random_double(uint64_t *random, double low, double high) {
    return low + (high - low) * (double)(random_bits(random) >> 11) / 9007199254740992.0;
}

/* Each order of magnitude is as likely. */
static inline double random_magnitude(uint64_t *random, double low, double high) {
    return low * pow(high / low, random_double(random, 0, 1));
}

static inline bool random_one_in(uint64_t *random, int count) {
    return random_int(random, count) == 0;
}

#endif
