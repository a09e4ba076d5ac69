/* complain: errors, and the words they quote. */
#ifndef LEVEL_COMPLAIN_H
#define LEVEL_COMPLAIN_H

#include <stdarg.h>
#include <stddef.h>

#include "level.h"

#define LEVEL_QUOTE_CHARACTERS 24 /* longer words are cut with "..." */

typedef struct level_quote {
    char text[4 * LEVEL_QUOTE_CHARACTERS + 1]; /* a character takes up to 4 bytes */
} level_quote;

/* Returns the text, which is UTF-8, for quoting in a message. */
level_quote level_quote_text(const char *start, const char *end);

/* Adds an error; beyond LEVEL_ERRORS_MAX it is only counted. */
void level_add_error(level_errors *errors, int line, int column, const char *format,
                     va_list values);

/* Replaces all errors by one about the file itself, line 0. */
__attribute__((format(printf, 2, 3))) void level_refuse_file(level_errors *errors,
                                                             const char *format, ...);

/* Returns the name that `word` may be a typo or the beginning of, NULL when there is none. `names`
 * ends with NULL. */
const char *level_suggest(const char *word, size_t length, const char *const *names);

#endif
