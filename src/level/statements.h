/* statements: what the tables of statements and attributes say, for the reader and the writer. */
#ifndef LEVEL_STATEMENTS_H
#define LEVEL_STATEMENTS_H

#include <stddef.h>

#include "level.h"

#define LEVEL_OPERAND_LENGTH    24 /* room for "X1073741824" and its NUL */
#define LEVEL_ATTRIBUTE_NUMBERS 3  /* the most that one attribute takes */
#define LEVEL_LIST_LENGTH       96 /* room for any of the lists below */

/* Returns the kind of that name, LEVEL_KIND_COUNT when there is none. */
level_kind level_find_statement(const char *name, size_t length);

/* Returns the attribute of that name, NULL when there is none. */
const level_attribute_info *level_find_attribute(const char *name, size_t length);

static inline bool level_is_polyline(level_kind kind) {
    return level_statements[kind].max_numbers < 0;
}

/* A segment, chain or loop: all its numbers are coordinates, of any sign. */
static inline bool level_is_line(level_kind kind) {
    return kind == LEVEL_SEGMENT || level_is_polyline(kind);
}

typedef struct level_operand {
    char name[LEVEL_OPERAND_LENGTH];
} level_operand;

/* Returns what the number at `index` of the attribute is called, of the statement when that is
 * NULL: "Y2", "SECONDS". */
level_operand level_operand_name(level_kind kind, const level_attribute_info *attribute, int index);

/* Points `numbers` at the attribute's numbers. Returns how many it takes. */
int level_attribute_numbers(level_attribute_values *values, unsigned flag,
                            float *numbers[LEVEL_ATTRIBUTE_NUMBERS]);

typedef enum level_least {
    LEVEL_ANY,
    LEVEL_NOT_NEGATIVE,
    LEVEL_POSITIVE,
} level_least;

/* Returns how small the number at `index` of the attribute may be, of the statement when that is
 * NULL. */
level_least level_operand_least(level_kind kind, const level_attribute_info *attribute, int index);

/* Writes the attributes of the set, as "spin=DEG_PER_S, shift=DX,DY,SECONDS". */
void level_list_attributes(unsigned set, char list[LEVEL_LIST_LENGTH]);

/* Writes the statements that may follow the version, as "title, player, segment, ...". */
void level_list_statements(char list[LEVEL_LIST_LENGTH]);

/* Writes the statements that take the attribute, as "segment, chain, loop". */
void level_list_takers(unsigned flag, char list[LEVEL_LIST_LENGTH]);

#endif
