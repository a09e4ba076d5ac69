/* random: reproducible numbers for tests and measurements, the same from every compiler. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A state from any seed: the finaliser of splitmix64 (Steele, Lea and Flood 2014) spreads seeds
 * that lie close together; one of them in 2^64 would give 0, which is no state. */
static inline uint64_t random_seed(uint64_t seed) {
    uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return z != 0 ? z : 1;
}

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
