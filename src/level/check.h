/* check: prints the errors of a level file, or statistics of a good one. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include "level.h"

/* Prints `name:line:column: message`, or `name: message` for an error of the file itself. */
void check_print_error(FILE *out, const char *name, const level_error *error);

/* Prints every error that is kept, and how many more there were. */
void check_print_errors(FILE *out, const char *name, const level_errors *errors);

/* Reads the level and prints its errors or its statistics. Returns whether it is good. */
bool check_level(const char *path, FILE *out);

#endif
