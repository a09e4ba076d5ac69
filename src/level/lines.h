/* lines: reads a text line by line and word by word, and adds errors with line and column. */
#ifndef LEVEL_LINES_H
#define LEVEL_LINES_H

#include "text.h"

typedef struct lines {
    const char *text, *end;
    const char *next;                  /* the next line */
    const char *line_start, *line_end; /* the current line, without its line break; */
    const char *at;                    /* the next character to read */
    int line;
    level_errors *errors;
} lines;

/* A word of the current line; empty at the end of the line. */
typedef struct word {
    const char *start, *end;
} word;

static inline size_t word_length(word w) {
    return (size_t)(w.end - w.start);
}

static inline level_quote word_quote(word w) {
    return level_quote_text(w.start, w.end);
}

bool word_is(word w, const char *string);

/* Adds an error at a place in the current line. Returns false, as all functions do that add errors.
 */
__attribute__((format(printf, 3, 4))) bool lines_complain(lines *l, const char *at,
                                                          const char *format, ...);

/* Adds the error that `expected` was expected, but the word `found` was found, or nothing. */
__attribute__((format(printf, 3, 4))) bool lines_expect(lines *l, word found, const char *expected,
                                                        ...);

/* The same when an item of a list was expected (see level_suggest). The message suggests the item
 * that may be meant, or else shows the whole list. */
__attribute__((format(printf, 4, 5))) bool
lines_expect_one_of(lines *l, word found, const char *list, const char *expected, ...);
bool lines_lack_memory(lines *l);

/* ---- Words ------------------------------------------------------------------------------- */

/* Skips blanks. Returns the word that begins there, without reading it. */
word lines_word(lines *l);

/* Reads that word and the blanks behind it. Returns the word. */
word lines_take_word(lines *l);

/* Skips blanks. Returns whether only a comment, or nothing, is left of the line. */
bool lines_at_end(lines *l);

/* Returns whether the line ends here; adds an error otherwise. */
bool lines_expect_end(lines *l);

/* ---- Lines ------------------------------------------------------------------------------- */

/* Returns a reader of the text, before its first line. */
lines lines_of(const char *text, const char *end, level_errors *errors);

/* Goes to the beginning of the next line. Returns false at the end of the text. */
bool lines_take(lines *l);

/* Returns whether the current line is text in UTF-8; adds an error otherwise. */
bool lines_are_text(lines *l);

/* Goes to the first word of the next line that has one. Returns false at the end of the text, or
 * with an error for a line that is no text. */
bool lines_next(lines *l);

/* Adds the error that the text ended before `what`, which ends the block that begins on `line`; 0:
 * the whole text. */
bool lines_end_early(lines *l, const char *what, int line);

/* A block: the lines behind the current one, up to a line with `end`. */
typedef struct lines_block {
    const char *start, *end;
    int line; /* the line before the block */
} lines_block;

/* Reads a block, whatever its lines hold. Returns false with an error when it has no `end`. */
bool lines_take_block(lines *l, lines_block *taken);

/* As lines_next for the lines of the block that begins on `line`. Returns false at its `end`, or
 * with an error when it has none. */
bool lines_next_of_block(lines *l, int line);

/* Adds errors that were found in a part of the text. The part began behind line `line`, `column`
 * characters from the beginning of the line. */
bool lines_take_errors(lines *l, const level_errors *errors, int line, int column);

#endif
