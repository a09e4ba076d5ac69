/* operands: the state of one reading, and what a statement says behind its name: numbers,
 * attributes, the name of a mesh. read.c takes the text line by line and asks for these. */
#ifndef LEVEL_OPERANDS_H
#define LEVEL_OPERANDS_H

#include "level.h"

typedef struct reader {
    level *level;
    level_errors *errors;
    int statement_capacity, number_capacity, mesh_capacity;

    int line;
    const char *line_start, *line_end; /* of the present line, its LF or CRLF excluded */
    const char *at;                    /* what was read of it so far */

    bool fragment;                      /* need not begin with the version nor hold a player */
    int seen_on_line[LEVEL_KIND_COUNT]; /* where the first statement of each kind stands; 0: none
                                           yet */
    bool first_statement_passed;
    bool misspelt_player;  /* not missing, then */
    bool had_foreign_text; /* a line that could not be read may have held any statement */
    bool other_version;    /* nothing more can be understood */
    bool out_of_memory;
    bool cancelled; /* whoever is told of the progress did not want to go on */
} reader;

/* Adds an error at a place in the present line. Returns false. */
__attribute__((format(printf, 3, 4))) bool level_complain(reader *r, const char *at,
                                                          const char *format, ...);

/* Returns whether only blanks and a comment are left; skips the blanks. */
bool level_at_end(reader *r);

/* Reads what follows a statement's name: that of a mesh, numbers, attributes, words. Returns false
 * after an error, or when memory ran out. */
bool level_read_operands(reader *r, level_statement *statement);

#endif
