/* operands: the state of one reading, and what a statement says behind its name: numbers,
 * attributes, the name of a mesh. read.c takes the text line by line and asks for these. */
#ifndef LEVEL_OPERANDS_H
#define LEVEL_OPERANDS_H

#include "lines.h"

typedef struct reader {
    lines in;
    level *level;
    int statement_capacity, number_capacity, mesh_capacity;

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

/* Reads what follows a statement's name: that of a mesh, numbers, attributes, words. Returns false
 * after an error, or when memory ran out. */
bool level_read_operands(reader *r, level_statement *statement);

#endif
