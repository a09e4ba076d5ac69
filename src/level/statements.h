/* statements: looks up the tables of statements and attributes, for the reader and the writer. */
#ifndef LEVEL_STATEMENTS_H
#define LEVEL_STATEMENTS_H

#include <limits.h>
#include <stddef.h>

#include "text.h"

#define LEVEL_NONE "none" /* the name for no overlays */

/* Returns whether levels of 2 or 3 dimensions have statements of this kind. */
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

/* Returns whether the statement names a file with its shapes. */
static inline bool level_names_file(level_kind kind) {
    return kind == LEVEL_MESH || kind == LEVEL_MAP;
}

/* Returns whether statements of this kind describe the opening scene. */
static inline bool level_is_of_scene(level_kind kind) {
    return kind >= LEVEL_TEXT && kind < LEVEL_KIND_COUNT;
}

/* Returns whether an exploration looks at this place: a box, or with one size alone a ball. */
static inline bool level_is_zone(level_kind kind) {
    return kind >= LEVEL_BOUNDS && kind < LEVEL_KIND_COUNT;
}

static inline bool level_is_label(level_kind kind) {
    return kind == LEVEL_LABEL || kind == LEVEL_LABEL3;
}

/* Returns whether it is a start or a zone of an exploration. */
static inline bool level_is_of_exploration(level_kind kind) {
    return kind >= LEVEL_START && kind < LEVEL_KIND_COUNT;
}

/* Returns how many statements of this kind a level may have. */
static inline int level_max_statements(level_kind kind) {
    if (level_is_obstacle(kind) || kind == LEVEL_TEXT || kind == LEVEL_TRY ||
        level_is_label(kind) || level_is_of_exploration(kind))
        return INT_MAX;
    return kind == LEVEL_PLAY ? LEVEL_PLAYS_MAX : 1;
}

static inline level_kind level_version_kind(int dimensions) {
    return dimensions == 3 ? LEVEL_VERSION3 : LEVEL_VERSION;
}

/* Returns the kind with that name in levels of 2 or 3 dimensions, or LEVEL_KIND_COUNT. */
level_kind level_find_statement(const char *name, size_t length, int dimensions);

/* Returns the attribute with that name that statements of this kind may have, or NULL. */
const level_attribute_info *level_find_attribute(level_kind kind, const char *name, size_t length);

/* Returns whether the statement takes any number of points. */
static inline bool level_is_polyline(level_kind kind) {
    return kind == LEVEL_CHAIN || kind == LEVEL_LOOP;
}

/* Returns whether all numbers of the statement are coordinates of any sign. */
static inline bool level_is_line(level_kind kind) {
    return kind == LEVEL_SEGMENT || level_is_polyline(kind);
}

/* Returns the name of the number at `index` of an attribute, or of the statement when `attribute`
 * is NULL: "Y2", "SECONDS". The number must exist. */
level_quote level_operand_name(level_kind kind, const level_attribute_info *attribute, int index);

/* Returns how many points stand at the beginning of the numbers of an obstacle, a label or the
 * player. */
int level_count_points(level_kind kind, int number_count);

/* Returns the numbers of an attribute. */
static inline float *level_attribute_numbers(level_attribute_values *values,
                                             const level_attribute_info *attribute) {
    return (float *)((char *)values + attribute->place);
}

/* The range of a number: from `min` to `max`; with `above` it must be greater than `min`. */
typedef struct level_range {
    float min, max;
    bool above;
} level_range;

/* Returns the range of the number at `index` of an attribute, or of the statement when `attribute`
 * is NULL. */
level_range level_operand_range(level_kind kind, const level_attribute_info *attribute, int index);

static inline bool level_is_in_range(level_range range, float value) {
    return (range.above ? value > range.min : value >= range.min) && value <= range.max;
}

/* Returns the range in words: "from 0.1 to 10" or "more than 0, at most 60". */
level_quote level_describe_range(level_range range);

/* Items divided by ", ", for messages and level_suggest. */
typedef struct level_items {
    char text[256];
} level_items;

level_items level_list_attributes(level_kind kind); /* their usage: "spin=DEG_PER_S, ..." */
level_items level_list_statements(int dimensions);  /* all but the version */
level_items level_list_names(level_kind kind);      /* the possible words of such a statement */

/* Returns the index of a name in that list, or -1. */
int level_find_name(level_kind kind, const char *name, size_t length);

/* Returns whether a statement of this kind may have these words, written as the reader keeps them.
 */
bool level_are_good_words(level_kind kind, const char *words);

/* Stores `length` bytes of words in the level, unless they are in level.words already. Returns
 * where they begin in level.words, -1 when memory ran out. */
int level_keep_words(level *level, const char *words, size_t length);

#endif
