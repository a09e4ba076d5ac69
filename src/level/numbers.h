/* numbers: plain decimals to floats and back, exactly, whatever the locale. */
#ifndef LEVEL_NUMBERS_H
#define LEVEL_NUMBERS_H

#include <stdbool.h>

#define LEVEL_NUMBER_LENGTH 32 /* room for any printed number and its NUL */

/* Reads the plain decimal that begins at `at`: [+-]digits[.digits][e[+-]digits], where one side of
 * the point may be missing. The result is the float nearest to it (ties to even), infinite when it
 * is too large for a float. Returns where the number ends, which need not be where its word does;
 * NULL, leaving *value alone, when the text does not begin with a number. */
const char *level_scan_number_prefix(const char *at, const char *end, float *value);

/* Reads the whole of [start, end) as a plain decimal. Returns false, and leaves *value alone, when
 * the text is anything else. */
bool level_scan_number(const char *start, const char *end, float *value);

/* Prints the number with the fewest digits that read back as the same float, and of those the
 * nearest to it; without an exponent where people would not use one. Returns the length. */
int level_print_number(float value, char text[LEVEL_NUMBER_LENGTH]);

#endif
