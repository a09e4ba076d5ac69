/* random: reproducible numbers for tests. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* xorshift64 (Marsaglia 2003); the state must not be 0. */
static inline uint64_t random_bits(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline float random_float(uint64_t *state, float low, float high) {
    return low + (high - low) * (float)(random_bits(state) >> 40) / (float)(1 << 24);
}

/* 0 .. below - 1 */
static inline int random_int(uint64_t *state, int below) {
    return (int)((random_bits(state) >> 33) % (uint64_t)below);
}

#endif
