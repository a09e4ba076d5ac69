/* bits: a hash of the bits that each way of asking the library gives, in 2D and in 3D: what all
 * compilers, systems and instructions must give alike. tests/bits.txt has what they are today. */
#ifndef TESTS_BITS_H
#define TESTS_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Told of one way: its name, the hash, and whether the plain loop and the worlds gave the same. */
typedef void bits_fn(void *context, const char *name, uint64_t hash, bool same);

#define BITS_QUESTIONS 30 /* of those in tests/bits.txt */

/* Asks so many random questions in each way, for each mover and level. */
void bits_of_library(int questions, bits_fn *told, void *context);

/* The part of it that is places in 3D, and what an index looks at there (bits_places.c). */
void bits_of_places(int questions, bits_fn *told, void *context);

#endif
