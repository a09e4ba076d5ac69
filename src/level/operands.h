/* operands: the numbers and attributes of one statement. */
#ifndef LEVEL_OPERANDS_H
#define LEVEL_OPERANDS_H

#include "reader.h"

/* Reads the numbers and attributes that follow a statement's name. Returns false after an error, or
 * when memory ran out. */
bool level_read_operands(reader *r, level_statement *statement);

#endif
