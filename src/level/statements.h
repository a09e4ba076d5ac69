/* statements: what the tables of statements and attributes say, for the reader and the writer. */
#ifndef LEVEL_STATEMENTS_H
#define LEVEL_STATEMENTS_H

#include <limits.h>
#include <stddef.h>

#include "text.h"

#define LEVEL_NONE "none" /* among the names of overlays: no overlay */

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
    return kind < LEVEL_TEXT && kind != LEVEL_TITLE && !level_is_version(kind) &&
           !level_is_player(kind);
}

/* Whether it says something of the scene that the level opens with. */
static inline bool level_is_of_scene(level_kind kind) {
    return kind >= LEVEL_TEXT && kind < LEVEL_KIND_COUNT;
}

static inline bool level_is_label(level_kind kind) {
    return kind == LEVEL_LABEL || kind == LEVEL_LABEL3;
}

/* How often such a statement may stand in a level. */
static inline int level_most_statements(level_kind kind) {
    if (level_is_obstacle(kind) || kind == LEVEL_TEXT || kind == LEVEL_TRY || level_is_label(kind))
        return INT_MAX;
    return kind == LEVEL_PLAY ? LEVEL_PLAYS_MAX : 1;
}

static inline level_kind level_version_kind(int dimensions) {
    return dimensions == 3 ? LEVEL_VERSION3 : LEVEL_VERSION;
}

/* Returns the kind of that name in levels of 2 or 3 dimensions, LEVEL_KIND_COUNT when there is
 * none. */
level_kind level_find_statement(const char *name, size_t length, int dimensions);

/* Returns the attribute of that name that such statements take, NULL when there is none. */
const level_attribute_info *level_find_attribute(level_kind kind, const char *name, size_t length);

/* Its numbers have no end, but they come in pairs. */
static inline bool level_is_polyline(level_kind kind) {
    return kind == LEVEL_CHAIN || kind == LEVEL_LOOP;
}

/* A segment, chain or loop: all its numbers are coordinates, of any sign. */
static inline bool level_is_line(level_kind kind) {
    return kind == LEVEL_SEGMENT || level_is_polyline(kind);
}

/* Returns what the number at `index` of the attribute is called, of the statement when that is
 * NULL: "Y2", "SECONDS". There must be one. */
level_quote level_operand_name(level_kind kind, const level_attribute_info *attribute, int index);

/* Returns how many points come first among so many numbers of an obstacle, a label or the player:
 * as many as have an X. */
int level_count_points(level_kind kind, int number_count);

/* Returns the first of the attribute's numbers, which stand in a row. */
static inline float *level_attribute_numbers(level_attribute_values *values,
                                             const level_attribute_info *attribute) {
    return (float *)((char *)values + attribute->place);
}

/* What a number may be: from `least`, itself excluded where it must be `above` it, to `most`. */
typedef struct level_range {
    float least, most;
    bool above;
} level_range;

/* Returns the range of the number at `index` of the attribute, of the statement when that is NULL.
 */
level_range level_operand_range(level_kind kind, const level_attribute_info *attribute, int index);

static inline bool level_is_in_range(level_range range, float value) {
    return (range.above ? value > range.least : value >= range.least) && value <= range.most;
}

/* Returns what the range asks for, as "from 0.1 to 10" or "more than 0, at most 60". */
level_quote level_describe_range(level_range range);

/* Items divided by ", ", for messages and level_suggest. */
typedef struct level_items {
    char text[192];
} level_items;

level_items level_list_attributes(level_kind kind); /* their usage, "spin=DEG_PER_S, ..." */
level_items level_list_statements(int dimensions);  /* that may follow the version */
level_items level_list_names(level_kind kind);      /* that the words of such a statement may be */

/* Returns the number of a name among those, -1 when it is none. */
int level_find_name(level_kind kind, const char *name, size_t length);

/* Whether such a statement may have these words, in the one way in which they are kept; false when
 * memory ran out, too. */
bool level_are_good_words(level_kind kind, const char *words);

/* Keeps `length` bytes as words; those of another statement of the level are not kept twice.
 * Returns where they begin in level.words, -1 when memory ran out. */
int level_keep_words(level *level, const char *words, size_t length);

#endif
