/* statements: what the tables of statements and attributes say, for the reader and the writer. */
#ifndef LEVEL_STATEMENTS_H
#define LEVEL_STATEMENTS_H

#include <stddef.h>

#include "level.h"

#define LEVEL_OPERAND_LENGTH    24 /* room for "X1073741824" and its NUL */
#define LEVEL_ATTRIBUTE_NUMBERS 3  /* the most that one attribute takes */
#define LEVEL_LIST_LENGTH       96 /* room for any of the lists below */

/* Whether levels of 2 or 3 dimensions have such statements. */
static inline bool level_has_kind(int dimensions, level_kind kind) {
    return (level_statements[kind].dimensions & (dimensions == 3 ? LEVEL_IN_3D : LEVEL_IN_2D)) != 0;
}

static inline bool level_is_version(level_kind kind) {
    return kind == LEVEL_VERSION || kind == LEVEL_VERSION3;
}

static inline bool level_is_player(level_kind kind) {
    return kind == LEVEL_PLAYER || kind == LEVEL_PLAYER3;
}

static inline bool level_is_obstacle(level_kind kind) {
    return kind < LEVEL_KIND_COUNT && kind != LEVEL_TITLE && !level_is_version(kind) &&
           !level_is_player(kind);
}

static inline level_kind level_version_kind(int dimensions) {
    return dimensions == 3 ? LEVEL_VERSION3 : LEVEL_VERSION;
}

static inline level_kind level_player_kind(int dimensions) {
    return dimensions == 3 ? LEVEL_PLAYER3 : LEVEL_PLAYER;
}

/* Returns the kind of that name in levels of 2 or 3 dimensions, LEVEL_KIND_COUNT when there is
 * none. */
level_kind level_find_statement(const char *name, size_t length, int dimensions);

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

/* Writes the statements that may follow the version and take these attributes (0: any), as "title,
 * player, segment, ..."; "" when a level of that kind has none. */
void level_list_statements(int dimensions, unsigned attributes, char list[LEVEL_LIST_LENGTH]);

#endif
