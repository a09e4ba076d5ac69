/* bits: hashes of the bits that the library gives as answers, for each kind of trial (trial.h) and
 * each way of asking, in 2D and in 3D: what all compilers, systems and instructions must give
 * alike. tests/bits.txt has what they are today. */
#ifndef TESTS_BITS_H
#define TESTS_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called with each line of the table, which begins with the names of what is asked; `same` is
 * whether worlds gave the bits of the plain loop. */
typedef void bits_fn(void *context, const char *line, bool same);

#define BITS_TRIALS 15 /* of a kind, in tests/bits.txt */

/* Asks so many trials of each kind. Returns the number of questions. */
long bits_of_library(int trials, bits_fn *visit, void *context);

/* Asks one trial. Returns whether the world gave the bits of the plain loop. */
bool bits_are_same(int kind, bool in_space, uint64_t seed);

#endif
