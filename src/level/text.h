/* text: UTF-8 characters and words, numbers, errors that quote words, and texts that grow. */
#ifndef LEVEL_TEXT_H
#define LEVEL_TEXT_H

#include <stdarg.h>

#include "level.h"
#include "memory.h"

/* ---- Characters ----------------------------------------------------------------------- */

#define LEVEL_BYTE_ORDER_MARK "\xef\xbb\xbf" /* may begin a text */

/* Returns the length of the byte order mark that begins the text, or 0. */
size_t text_mark_length(const char *text, size_t length);

/* Returns whether the byte is a later byte of a UTF-8 character. */
static inline bool text_is_inside_character(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Returns the length of the well-formed UTF-8 character at `at`, or 0. */
int level_character_length(const char *at, const char *end);

/* Returns the first place with something that no line may have, or NULL: a control character other
 * than tab, or bytes that are no UTF-8. */
const char *level_find_foreign(const char *at, const char *end);

/* Returns the number of characters; a byte that is no UTF-8 counts as one. */
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

/* Returns whether the name has the ending, with something before it, as in "x.level". */
bool text_has_ending(const char *name, const char *ending);

/* ---- Numbers: plain decimals to floats and back, exactly, whatever the locale ---------------- */

#define LEVEL_NUMBER_LENGTH 32 /* room for any printed number and its NUL */

/* Reads the plain decimal that begins at `at`: [+-]digits[.digits][e[+-]digits], where one side of
 * the point may be missing. The result is the float nearest to it (ties to even), infinite when it
 * is too large for a float. Returns where the number ends, which need not be where its word does;
 * NULL, leaving *value alone, when the text does not begin with a number. */
const char *level_scan_number_prefix(const char *at, const char *end, float *value);

/* Reads the whole of [start, end) as a plain decimal. Returns false, and leaves *value alone, when
 * the text is anything else. */
bool level_scan_number(const char *start, const char *end, float *value);

/* Prints the number with the fewest digits that read back as the same float, and from 1e-4 to 1e18
 * of those the nearest to it; without an exponent where people would not use one. Returns the
 * length. */
int level_print_number(float value, char text[LEVEL_NUMBER_LENGTH]);

/* ---- Errors --------------------------------------------------------------------------- */

#define LEVEL_QUOTE_CHARACTERS 24 /* longer words are cut with "..." */

typedef struct level_quote {
    char text[4 * LEVEL_QUOTE_CHARACTERS + 1]; /* a character takes up to 4 bytes */
} level_quote;

/* Returns the text as a message quotes it, with question marks for bytes that are no text. */
level_quote level_quote_text(const char *start, const char *end);

/* Adds an error. Beyond LEVEL_ERRORS_MAX errors are only counted. */
void level_add_error(level_errors *errors, int line, int column, const char *format,
                     va_list values);

/* Replaces all errors by one about the file itself, with line 0. */
__attribute__((format(printf, 2, 3))) void level_refuse_file(level_errors *errors,
                                                             const char *format, ...);

/* Returns "; did you mean `NAME`?" with the name of the list that `word` is a typo or the beginning
 * of, or "". The items of a list are divided by ", ". A name ends with its item or at a '=', as
 * does the word. */
level_quote level_suggest(const char *word, size_t length, const char *list);

/* ---- Texts and arrays that grow ------------------------------------------------------- */

/* Returns a copy with a NUL behind it, to be freed with free(). */
char *text_copy(const char *bytes, size_t length);

typedef struct text_buffer {
    char *text; /* from malloc; text_finish puts a NUL behind it */
    size_t length, capacity;
    bool out_of_memory; /* nothing is appended from then on */
} text_buffer;

/* Starts an empty text with room for `capacity` bytes. */
void text_start(text_buffer *b, size_t capacity);

void text_append(text_buffer *b, const char *bytes, size_t count);
void text_append_string(text_buffer *b, const char *string);

/* Appends what printf would write. */
__attribute__((format(printf, 2, 3))) void text_print(text_buffer *b, const char *format, ...);

/* Appends each number with a blank before it and with the fewest digits. */
void text_append_numbers(text_buffer *b, const float *numbers, int count);

/* Appends `before`, at most LEVEL_NUMBER_LENGTH bytes, and the number with the fewest digits that
 * read back as the same float. */
void text_append_number(text_buffer *b, const char *before, float value);

/* Returns the text with a NUL behind it, to be freed with free(). */
char *text_finish(text_buffer *b);

/* The same for a text that may be large, and its length. Returns NULL when memory ran out. */
char *text_try_finish(text_buffer *b, size_t *length);

/* Decodes base64 into `to`, which has room for its length, up to a '=' or the end; blanks and line
 * breaks are skipped. Returns where another character stands, or NULL. */
const char *text_decode_base64(const char *at, char *to, size_t *length);

/* Returns how many of the ascending numbers are below `number`. */
int level_count_below(const int *numbers, int count, int number);

#endif
