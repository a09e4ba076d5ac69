/* characters: UTF-8, and where words begin and end. */
#ifndef LEVEL_CHARACTERS_H
#define LEVEL_CHARACTERS_H

#include <stdbool.h>

#define LEVEL_BYTE_ORDER_MARK "\xef\xbb\xbf" /* may stand at the very beginning of a text */

/* Returns the length in bytes of the well-formed UTF-8 character at `at`, 0 when there is none. */
int level_character_length(const char *at, const char *end);

/* Returns the first place that may not stand in a line: a control character other than tab, or
 * bytes that are no UTF-8. NULL when there is none. */
const char *level_find_foreign(const char *at, const char *end);

/* Returns how many characters there are; a byte that is no UTF-8 counts as one. */
int level_count_characters(const char *at, const char *end);

static inline bool level_is_blank(char c) {
    return c == ' ' || c == '\t';
}

static inline const char *level_skip_blanks(const char *at, const char *end) {
    while (at < end && level_is_blank(*at))
        at++;
    return at;
}

/* A word ends at a blank, a comment or the end of the line. */
static inline const char *level_skip_word(const char *at, const char *end) {
    while (at < end && !level_is_blank(*at) && *at != '#')
        at++;
    return at;
}

#endif
