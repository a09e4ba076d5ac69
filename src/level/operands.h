/* operands: the numbers and attributes of one statement, and the name of a mesh. */
#ifndef LEVEL_OPERANDS_H
#define LEVEL_OPERANDS_H

#include "reader.h"

/* Reads the name of the file that follows a mesh statement's. Returns false after an error, or when
 * memory ran out. */
bool level_read_mesh_name(reader *r, level_statement *statement);

/* Reads the numbers and attributes that follow a statement's name. Returns false after an error, or
 * when memory ran out. */
bool level_read_operands(reader *r, level_statement *statement);

#endif
