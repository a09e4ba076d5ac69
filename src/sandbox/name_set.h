/* name_set: a list of names, as the command line takes it, to a set. */
#ifndef NAME_SET_H
#define NAME_SET_H

#include <stdbool.h>

/* Returns the name of an element, 0 .. count - 1. */
typedef const char *name_of_fn(int index);

/* Parses "all", "none" or names divided by commas into bits, 1 << index, of at most 31 elements.
 * Returns false, and leaves *set alone, at a name that none of them has. */
bool name_set_parse(const char *list, name_of_fn *name_of, int count, unsigned *set);

#endif
