/* lines: a text of statements, one a line, as it is read: where one is in it, and what is wrong
 * there, told as of a level. */
#ifndef LEVEL_LINES_H
#define LEVEL_LINES_H

#include "text.h"

typedef struct lines {
    const char *text, *end;
    const char *next;                  /* the line to be read next */
    const char *line_start, *line_end; /* the present one, without what ends it; */
    const char *at;                    /* what was read of it so far */
    int line;
    level_errors *errors;
} lines;

/* A part of the present line; empty where nothing more is said. */
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

/* Adds an error at a place in the present line. Returns false, as all that tell of errors do. */
__attribute__((format(printf, 3, 4))) bool lines_complain(lines *l, const char *at,
                                                          const char *format, ...);

/* Adds the error that something was expected, and that this was found, or nothing. */
__attribute__((format(printf, 3, 4))) bool lines_expect(lines *l, word found, const char *expected,
                                                        ...);

/* The same for one of the items of a list (see level_suggest): says which of them may be meant, or
 * else lists all. */
__attribute__((format(printf, 4, 5))) bool
lines_expect_one_of(lines *l, word found, const char *list, const char *expected, ...);
bool lines_lack_memory(lines *l);

/* ---- Words ------------------------------------------------------------------------------- */

/* Skips blanks. Returns the word that begins there. */
word lines_word(lines *l);

/* Goes behind it, and behind the blanks that follow. Returns it. */
word lines_take_word(lines *l);

/* Whether only blanks and a comment are left; skips the blanks. */
bool lines_at_end(lines *l);

/* Whether nothing else is left, which is an error. */
bool lines_expect_end(lines *l);

/* ---- Lines ------------------------------------------------------------------------------- */

/* Returns the lines of a text, before the first of them. */
lines lines_of(const char *text, const char *end, level_errors *errors);

/* Goes to the next line, to its beginning. Returns false where there is none. */
bool lines_take(lines *l);

/* Whether the present line is nothing but text: otherwise there is an error. */
bool lines_are_text(lines *l);

/* Goes to the next line that says something, and to its first word. Returns false where there is
 * none, and with an error for one that is no text. */
bool lines_next(lines *l);

/* Adds the error that the text ends before `what`, of what begins on that line; 0: of all. */
bool lines_end_early(lines *l, const char *what, int line);

/* The lines behind the present one, up to one that says `end`. */
typedef struct lines_block {
    const char *start, *end;
    int line; /* the one before them */
} lines_block;

/* Takes them, whatever they say. */
bool lines_take_block(lines *l, lines_block *taken);

/* As lines_next, but false at the `end` of the block that begins on that line; without one there
 * is an error. */
bool lines_next_of_block(lines *l, int line);

/* Adds errors that were found in a text of its own, which began `column` characters behind the
 * beginning of the line after that one. */
bool lines_take_errors(lines *l, const level_errors *errors, int line, int column);

#endif
