/* check: what a person wants to know of level files: every error, or statistics of a good one. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include "level.h"

/* Prints `name:line:column: message`, or `name: message` when it is about the file itself. */
void check_print_error(FILE *out, const char *name, const level_error *error);

/* Prints every error kept, and how many more there are. */
void check_print_errors(FILE *out, const char *name, const level_errors *errors);

/* Reads the level and prints its errors or its statistics. Returns whether it is good. */
bool check_level(const char *path, FILE *out);

#endif
