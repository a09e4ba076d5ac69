/* statements: the one table of statements and attributes.
 *
 * The reader checks with it, the writer spells with it, error messages quote it, and help and the
 * document of the format list it.
 */
#include "statements.h"

#include <stdio.h>
#include <string.h>

#define MOVES   (LEVEL_HAS_SPIN | LEVEL_HAS_SHIFT)
#define IS_LINE (LEVEL_HAS_RADIUS | LEVEL_HAS_ONEWAY | MOVES)
#define IS_BODY (LEVEL_HAS_RADIUS | LEVEL_HAS_LENGTH | LEVEL_HAS_ANGLE)

const level_statement_info level_statements[LEVEL_KIND_COUNT] = {
    [LEVEL_VERSION] = {"slidemove", "slidemove 1", "the format and its version, always first",
                       LEVEL_IN_2D, "VERSION", 1, 1, 0},
    [LEVEL_TITLE] = {"title", "title TEXT", "the level's name: all the rest of the line",
                     LEVEL_IN_2D | LEVEL_IN_3D, "", 0, 0, 0},
    [LEVEL_PLAYER] = {"player", "player X Y", "where the player starts, exactly one", LEVEL_IN_2D,
                      "X Y", 2, 2, IS_BODY},
    [LEVEL_SEGMENT] = {"segment", "segment X1 Y1 X2 Y2", "a wall between two points", LEVEL_IN_2D,
                       "X1 Y1 X2 Y2", 4, 4, IS_LINE},
    [LEVEL_CHAIN] = {"chain", "chain X1 Y1 X2 Y2 ... Xn Yn", "walls from point to point",
                     LEVEL_IN_2D, "X Y", 4, -1, IS_LINE},
    [LEVEL_LOOP] = {"loop", "loop X1 Y1 X2 Y2 ... Xn Yn",
                    "walls from point to point and back to the first", LEVEL_IN_2D, "X Y", 6, -1,
                    IS_LINE},
    [LEVEL_CIRCLE] = {"circle", "circle X Y R", "a disk: centre, radius", LEVEL_IN_2D, "X Y R", 3,
                      3, MOVES},
    [LEVEL_CAPSULE] = {"capsule", "capsule X1 Y1 X2 Y2 R", "a segment with a radius", LEVEL_IN_2D,
                       "X1 Y1 X2 Y2 R", 5, 5, MOVES},
    [LEVEL_BOX] = {"box", "box X Y W H", "four walls: centre, width and height", LEVEL_IN_2D,
                   "X Y W H", 4, 4, LEVEL_HAS_ANGLE | MOVES},

    [LEVEL_VERSION3] = {"slidemove3", "slidemove3 1", "the 3D format and its version, always first",
                        LEVEL_IN_3D, "VERSION", 1, 1, 0},
    [LEVEL_PLAYER3] = {"player", "player X Y Z", "where the player's centre starts, exactly one",
                       LEVEL_IN_3D, "X Y Z", 3, 3, IS_BODY},
    [LEVEL_SPHERE] = {"sphere", "sphere X Y Z R", "a ball: centre, radius", LEVEL_IN_3D, "X Y Z R",
                      4, 4, 0},
    [LEVEL_CAPSULE3] = {"capsule", "capsule X1 Y1 Z1 X2 Y2 Z2 R", "a segment with a radius",
                        LEVEL_IN_3D, "X1 Y1 Z1 X2 Y2 Z2 R", 7, 7, 0},
    [LEVEL_TRIANGLE] = {"triangle", "triangle X1 Y1 Z1 X2 Y2 Z2 X3 Y3 Z3",
                        "a face of three corners", LEVEL_IN_3D, "X1 Y1 Z1 X2 Y2 Z2 X3 Y3 Z3", 9, 9,
                        LEVEL_HAS_RADIUS | LEVEL_HAS_ONESIDED},
    [LEVEL_BOX3] = {"box", "box X Y Z W H D", "six sides: centre, and size along x, y and z",
                    LEVEL_IN_3D, "X Y Z W H D", 6, 6, LEVEL_HAS_ANGLE | LEVEL_HAS_TWOSIDED},
    [LEVEL_MESH] = {"mesh", "mesh FILE.obj", "the faces of a Wavefront OBJ file", LEVEL_IN_3D, "",
                    0, 0, LEVEL_HAS_AT | LEVEL_HAS_SCALE | LEVEL_HAS_ANGLE | LEVEL_HAS_TWOSIDED},
};

#define AT(field) offsetof(level_attribute_values, field)

const level_attribute_info level_attributes[LEVEL_ATTRIBUTE_COUNT] = {
    {"radius", "radius=R", "rounds the shape, in world units", LEVEL_HAS_RADIUS, 1, AT(radius)},
    {"length", "length=L", "makes the player a capsule: its inner segment's length",
     LEVEL_HAS_LENGTH, 1, AT(length)},
    {"angle", "angle=DEG", "turns the shape counter-clockwise, in degrees", LEVEL_HAS_ANGLE, 1,
     AT(angle_degrees)},
    {"oneway", "oneway", "collides only from its left side", LEVEL_HAS_ONEWAY, 0, 0},
    {"spin", "spin=DEG_PER_S", "turns about its centroid, counter-clockwise, in degrees a second",
     LEVEL_HAS_SPIN, 1, AT(spin)},
    {"shift", "shift=DX,DY,SECONDS", "moves that far and back in that many seconds",
     LEVEL_HAS_SHIFT, 3, AT(shift)},
    {"at", "at=X,Y,Z", "where the file's origin stands, in world units", LEVEL_HAS_AT, 3, AT(at)},
    {"scale", "scale=S", "makes it that many times as large", LEVEL_HAS_SCALE, 1, AT(scale)},
    {"onesided", "onesided", "collides only from its front", LEVEL_HAS_ONESIDED, 0, 0},
    {"twosided", "twosided", "collides from behind, too", LEVEL_HAS_TWOSIDED, 0, 0},
};

/* The first letters tell most names apart, at a tenth of a call's price. */
static bool is_named(const char *known, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (known[i] == '\0' || known[i] != name[i])
            return false;
    return known[length] == '\0';
}

level_kind level_find_statement(const char *name, size_t length, int dimensions) {
    int kind = 0;
    while (kind < LEVEL_KIND_COUNT && !(is_named(level_statements[kind].name, name, length) &&
                                        level_has_kind(dimensions, (level_kind)kind)))
        kind++;
    return (level_kind)kind;
}

const level_attribute_info *level_find_attribute(const char *name, size_t length) {
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++)
        if (is_named(level_attributes[i].name, name, length))
            return &level_attributes[i];
    return NULL;
}

/* ---- Operands ---------------------------------------------------------------------------- */

/* Finds the name at `index` of "X Y R" or of "DX,DY,SECONDS". */
static const char *find_name(const char *names, int index, size_t *length) {
    for (; index > 0 && *names != '\0'; names++)
        index -= *names == ' ' || *names == ',';
    *length = strcspn(names, " ,");
    return names;
}

static const char *find_operand(level_kind kind, const level_attribute_info *attribute, int index,
                                size_t *length) {
    if (attribute == NULL)
        return find_name(level_statements[kind].operands,
                         level_is_polyline(kind) ? index % 2 : index, length);
    const char *equals = strchr(attribute->usage, '=');
    return find_name(equals != NULL ? equals + 1 : "", index, length);
}

level_operand level_operand_name(level_kind kind, const level_attribute_info *attribute,
                                 int index) {
    size_t length;
    const char *name = find_operand(kind, attribute, index, &length);
    level_operand operand;
    if (attribute == NULL && level_is_polyline(kind))
        snprintf(operand.name, sizeof operand.name, "%.*s%d", (int)length, name, index / 2 + 1);
    else
        snprintf(operand.name, sizeof operand.name, "%.*s", (int)length, name);
    return operand;
}

level_least level_operand_least(level_kind kind, const level_attribute_info *attribute, int index) {
    static const struct {
        const char *operand;
        level_least least;
    } rules[] = {{"R", LEVEL_NOT_NEGATIVE},  {"L", LEVEL_NOT_NEGATIVE}, {"W", LEVEL_NOT_NEGATIVE},
                 {"H", LEVEL_NOT_NEGATIVE},  {"D", LEVEL_NOT_NEGATIVE}, {"S", LEVEL_POSITIVE},
                 {"SECONDS", LEVEL_POSITIVE}};

    size_t length;
    const char *name = find_operand(kind, attribute, index, &length);
    if (level_is_player(kind) && is_named("R", name, length))
        return LEVEL_POSITIVE;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (is_named(rules[i].operand, name, length))
            return rules[i].least;
    return LEVEL_ANY;
}

int level_attribute_numbers(level_attribute_values *values, unsigned flag,
                            float *numbers[LEVEL_ATTRIBUTE_NUMBERS]) {
    int i = 0;
    while (i < LEVEL_ATTRIBUTE_COUNT && level_attributes[i].flag != flag)
        i++;
    int count = i < LEVEL_ATTRIBUTE_COUNT ? level_attributes[i].numbers : 0;
    for (int k = 0; k < count; k++)
        numbers[k] = (float *)((char *)values + level_attributes[i].place) + k;
    return count;
}

/* ---- Lists for messages ------------------------------------------------------------------ */

static void append_item(char list[LEVEL_LIST_LENGTH], const char *item) {
    size_t length = strlen(list);
    snprintf(list + length, LEVEL_LIST_LENGTH - length, "%s%s", length > 0 ? ", " : "", item);
}

void level_list_attributes(unsigned set, char list[LEVEL_LIST_LENGTH]) {
    list[0] = '\0';
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++)
        if (set & level_attributes[i].flag)
            append_item(list, level_attributes[i].usage);
}

void level_list_statements(int dimensions, unsigned attributes, char list[LEVEL_LIST_LENGTH]) {
    list[0] = '\0';
    for (int kind = 0; kind < LEVEL_KIND_COUNT; kind++)
        if (level_has_kind(dimensions, (level_kind)kind) && !level_is_version((level_kind)kind) &&
            (level_statements[kind].attributes & attributes) == attributes)
            append_item(list, level_statements[kind].name);
}
