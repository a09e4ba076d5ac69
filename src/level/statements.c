/* statements: the tables of statements and attributes, and the scene that statements describe.
 *
 * The reader checks against the tables, the writer writes from them, error messages quote them, and
 * help and the document of the format list them.
 */
#include "statements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES   (LEVEL_HAS_SPIN | LEVEL_HAS_SHIFT)
#define MOVES3  (LEVEL_HAS_SPIN | LEVEL_HAS_AXIS | LEVEL_HAS_SHIFT3)
#define IS_LINE (LEVEL_HAS_RADIUS | LEVEL_HAS_ONEWAY | MOVES)
#define IN_BOTH (LEVEL_IN_2D | LEVEL_IN_3D)
#define IS_BODY (LEVEL_HAS_RADIUS | LEVEL_HAS_LENGTH | LEVEL_HAS_ANGLE)

#define SETS(name, field) .sets = LEVEL_SETS_##name, .place = offsetof(level_scene, field)

/* ---- Names ------------------------------------------------------------------------------- */

#define OVERLAY_NAME(id, name) [OVERLAY_##id] = name,
static const char *const overlay_names[OVERLAY_COUNT] = {LEVEL_OVERLAYS_EACH(OVERLAY_NAME)};

const char *level_overlay_name(int overlay) {
    return (unsigned)overlay < OVERLAY_COUNT ? overlay_names[overlay] : NULL;
}

static const char *overlay_choice(int index) {
    return index == OVERLAY_COUNT ? LEVEL_NONE : level_overlay_name(index);
}

const char *level_mover_name(int dimensions, int mover) {
    static const char *const names[] = {"disk", "capsule", "box"};
    if ((unsigned)mover >= 3)
        return NULL;
    return dimensions == 3 && mover == 0 ? "sphere" : names[mover];
}

static const char *mover_name(int index) {
    return level_mover_name(2, index);
}

static const char *mover3_name(int index) {
    return level_mover_name(3, index);
}

static const char *resolver_name(int index) {
    return sm_resolver_name((sm_resolver)index);
}

static const char *switch_name(int index) {
    static const char *const names[] = {"off", "on", NULL};
    return names[index];
}

/* ---- The tables -------------------------------------------------------------------------- */

const level_statement_info level_statements[LEVEL_KIND_COUNT] = {
    [LEVEL_VERSION] = {"slidemove", "slidemove 1", "the format and its version, always first",
                       LEVEL_IN_2D, .numbers = 1},
    [LEVEL_TITLE] = {"title", "title TEXT", "the level's name: all the rest of the line", IN_BOTH,
                     .words = LEVEL_FREE_TEXT},
    [LEVEL_PLAYER] = {"player", "player X Y", "where the player starts, exactly one", LEVEL_IN_2D,
                      2, .attributes = IS_BODY},
    [LEVEL_SEGMENT] = {"segment", "segment X1 Y1 X2 Y2", "a wall between two points", LEVEL_IN_2D,
                       4, .attributes = IS_LINE},
    [LEVEL_CHAIN] = {"chain", "chain X1 Y1 X2 Y2 ... Xn Yn", "walls from point to point",
                     LEVEL_IN_2D, 4, .attributes = IS_LINE},
    [LEVEL_LOOP] = {"loop", "loop X1 Y1 X2 Y2 ... Xn Yn",
                    "walls from point to point and back to the first", LEVEL_IN_2D, 6,
                    .attributes = IS_LINE},
    [LEVEL_CIRCLE] = {"circle", "circle X Y R", "a disk: centre, radius", LEVEL_IN_2D, 3,
                      .attributes = MOVES},
    [LEVEL_CAPSULE] = {"capsule", "capsule X1 Y1 X2 Y2 R", "a segment with a radius", LEVEL_IN_2D,
                       5, .attributes = MOVES},
    [LEVEL_BOX] = {"box", "box X Y W H", "four walls: centre, width and height", LEVEL_IN_2D, 4,
                   .attributes = LEVEL_HAS_ANGLE | MOVES},
    [LEVEL_MAP] = {"map", "map FILE.tmx", "what collides in a map of Tiled", LEVEL_IN_2D, 0,
                   .attributes = LEVEL_HAS_PLACE | LEVEL_HAS_SCALE | LEVEL_HAS_SEAMS},

    [LEVEL_VERSION3] = {"slidemove3", "slidemove3 1", "the 3D format and its version, always first",
                        LEVEL_IN_3D, .numbers = 1},
    [LEVEL_PLAYER3] = {"player", "player X Y Z", "where the player's centre starts, exactly one",
                       LEVEL_IN_3D, 3, .attributes = IS_BODY},
    [LEVEL_SPHERE] = {"sphere", "sphere X Y Z R", "a ball: centre, radius", LEVEL_IN_3D, 4,
                      .attributes = MOVES3},
    [LEVEL_CAPSULE3] = {"capsule", "capsule X1 Y1 Z1 X2 Y2 Z2 R", "a segment with a radius",
                        LEVEL_IN_3D, 7, .attributes = MOVES3},
    [LEVEL_TRIANGLE] = {"triangle", "triangle X1 Y1 Z1 X2 Y2 Z2 X3 Y3 Z3",
                        "a face of three corners", LEVEL_IN_3D, 9,
                        .attributes =
                            LEVEL_HAS_RADIUS | LEVEL_HAS_ONESIDED | LEVEL_HAS_ONEWAY | MOVES3},
    [LEVEL_BOX3] = {"box", "box X Y Z W H D", "six sides: centre, and size along x, y and z",
                    LEVEL_IN_3D, 6, .attributes = LEVEL_HAS_ANGLE | LEVEL_HAS_TWOSIDED | MOVES3},
    [LEVEL_MESH] = {"mesh", "mesh FILE.obj", "the faces of a Wavefront OBJ or glTF file",
                    LEVEL_IN_3D, 0,
                    .attributes = LEVEL_HAS_AT | LEVEL_HAS_SCALE | LEVEL_HAS_ANGLE |
                                  LEVEL_HAS_TWOSIDED | LEVEL_HAS_ONEWAY | MOVES3},

    [LEVEL_TEXT] = {"text", "text TEXT", "a paragraph of the lesson", IN_BOTH,
                    .words = LEVEL_FREE_TEXT},
    [LEVEL_TRY] = {"try", "try TEXT", "a step of the lesson: something to try", IN_BOTH,
                   .words = LEVEL_FREE_TEXT},
    [LEVEL_SECTION] = {"section", "section TEXT", "under which heading the level is listed",
                       IN_BOTH, .words = LEVEL_FREE_TEXT},
    [LEVEL_LABEL] = {"label", "label X Y TEXT", "words at a place", LEVEL_IN_2D, 2,
                     .words = LEVEL_FREE_TEXT},
    [LEVEL_LABEL3] = {"label", "label X Y Z TEXT", "words at a place", LEVEL_IN_3D, 3,
                      .words = LEVEL_FREE_TEXT},
    [LEVEL_RESOLVER] = {"resolver", "resolver NAME", "the resolver it opens with", IN_BOTH,
                        .words = LEVEL_ONE_NAME, .choice = resolver_name, SETS(RESOLVER, resolver)},
    [LEVEL_GHOSTS] = {"ghosts", "ghosts NAME ...", "which resolvers run beside the player's",
                      IN_BOTH, .words = LEVEL_SOME_NAMES, .choice = resolver_name,
                      SETS(GHOSTS, ghosts)},
    [LEVEL_OVERLAYS] = {"overlays", "overlays NAME ...", "exactly these overlays, or `none`",
                        IN_BOTH, .words = LEVEL_SOME_NAMES, .choice = overlay_choice,
                        SETS(OVERLAYS, overlays)},
    [LEVEL_MOVER] = {"mover", "mover NAME", "the player's shape: disk, capsule or box", LEVEL_IN_2D,
                     .words = LEVEL_ONE_NAME, .choice = mover_name, SETS(MOVER, mover)},
    [LEVEL_MOVER3] = {"mover", "mover NAME", "the player's shape: sphere, capsule or box",
                      LEVEL_IN_3D, .words = LEVEL_ONE_NAME, .choice = mover3_name,
                      SETS(MOVER, mover)},
    [LEVEL_SPEED] = {"speed", "speed FACTOR", "how many times as fast the player walks", IN_BOTH, 1,
                     SETS(SPEED, speed)},
    [LEVEL_MOMENTUM] = {"momentum", "momentum SWITCH",
                        "whether thrust accelerates the player: on or off", LEVEL_IN_2D,
                        .words = LEVEL_ONE_NAME, .choice = switch_name, SETS(MOMENTUM, momentum)},
    [LEVEL_GRAVITY] = {"gravity", "gravity SWITCH", "whether the player falls: on or off", IN_BOTH,
                       .words = LEVEL_ONE_NAME, .choice = switch_name, SETS(GRAVITY, gravity)},
    [LEVEL_VIEW] = {"view", "view X Y WIDTH", "what is seen: its middle, how much across",
                    LEVEL_IN_2D, 3, SETS(VIEW, view)},
    [LEVEL_VIEW3] = {"view", "view X Y Z TO_X TO_Y TO_Z", "where the eye is, what it looks at",
                     LEVEL_IN_3D, 6, SETS(VIEW, view)},
    [LEVEL_PLAY] = {"play", "play RIGHT UP SECONDS", "walks so at first, as if keys were held",
                    IN_BOTH, .numbers = 3},
    [LEVEL_PAUSED] = {"paused", "paused", "opens paused, or pauses when all is played", IN_BOTH,
                      .numbers = 0},
    [LEVEL_INSIDE] = {"inside", "inside", "as `paused`, and shows the last move's steps", IN_BOTH,
                      .numbers = 0},
    [LEVEL_STEP] = {"step", "step HEIGHT", "the highest step that the player walks up; 0: none",
                    IN_BOTH, 1, SETS(STEP, step)},
    [LEVEL_SLOPE] = {"slope", "slope STEEPEST", "the steepest floor that it stands on, in degrees",
                     IN_BOTH, 1, SETS(SLOPE, slope)},
    [LEVEL_SNAP] = {"snap", "snap HEIGHT",
                    "how far the floor may fall away below it; 0: not at all", IN_BOTH, 1,
                    SETS(SNAP, snap)},
    [LEVEL_JUMP] = {"jump", "jump HEIGHT", "how high it jumps; 0: not at all", IN_BOTH, 1,
                    SETS(JUMP, jump)},
    [LEVEL_START] = {"start", "start X Y", "where an exploration starts, too", LEVEL_IN_2D, 2,
                     .attributes = 0},
    [LEVEL_START3] = {"start", "start X Y Z", "where an exploration starts, too", LEVEL_IN_3D, 3,
                      .attributes = 0},
    [LEVEL_BOUNDS] = {"bounds", "bounds X Y W H TEXT",
                      "a box that the player must not leave; of several it must stay in one",
                      LEVEL_IN_2D, 4, .words = LEVEL_FREE_TEXT},
    [LEVEL_BOUNDS3] = {"bounds", "bounds X Y Z W H D TEXT",
                       "a box that the player must not leave; of several it must stay in one",
                       LEVEL_IN_3D, 6, .words = LEVEL_FREE_TEXT},
    [LEVEL_FORBID] = {"forbid", "forbid X Y W H TEXT", "a box that the player must not get to",
                      LEVEL_IN_2D, 4, .words = LEVEL_FREE_TEXT},
    [LEVEL_FORBID3] = {"forbid", "forbid X Y Z W H D TEXT", "a box that the player must not get to",
                       LEVEL_IN_3D, 6, .words = LEVEL_FREE_TEXT},
    [LEVEL_KILL] = {"kill", "kill X Y W H TEXT",
                    "a box that ends a try of an exploration: to fall there is no fault",
                    LEVEL_IN_2D, 4, .words = LEVEL_FREE_TEXT},
    [LEVEL_KILL3] = {"kill", "kill X Y Z W H D TEXT",
                     "a box that ends a try of an exploration: to fall there is no fault",
                     LEVEL_IN_3D, 6, .words = LEVEL_FREE_TEXT},
    [LEVEL_REACH] = {"reach", "reach X Y W H TEXT", "a box that the player must be able to get to",
                     LEVEL_IN_2D, 4, .words = LEVEL_FREE_TEXT},
    [LEVEL_REACH3] = {"reach", "reach X Y Z W H D TEXT",
                      "a box that the player must be able to get to", LEVEL_IN_3D, 6,
                      .words = LEVEL_FREE_TEXT},
};

#define AT(field) offsetof(level_attribute_values, field)

const level_attribute_info level_attributes[LEVEL_ATTRIBUTE_COUNT] = {
    {"radius", "radius=R", "rounds the shape, in world units", LEVEL_HAS_RADIUS, 1, AT(radius)},
    {"length", "length=L", "makes the player a capsule: its inner segment's length",
     LEVEL_HAS_LENGTH, 1, AT(length)},
    {"angle", "angle=DEG", "turns the shape counter-clockwise, in degrees", LEVEL_HAS_ANGLE, 1,
     AT(angle_degrees)},
    {"oneway", "oneway", "collides only from its left side, in 3D from its front; lets others pass",
     LEVEL_HAS_ONEWAY, 0, 0},
    {"spin", "spin=DEG_PER_S", "turns about its centroid, counter-clockwise, in degrees a second",
     LEVEL_HAS_SPIN, 1, AT(spin)},
    {"axis", "axis=X,Y,Z", "the direction of the axis it turns about; upward unless said",
     LEVEL_HAS_AXIS, 3, AT(axis)},
    {"shift", "shift=DX,DY,SECONDS", "moves that far and back in that many seconds",
     LEVEL_HAS_SHIFT, 3, AT(shift)},
    {"shift", "shift=DX,DY,DZ,SECONDS", "moves that far and back in that many seconds",
     LEVEL_HAS_SHIFT3, 4, AT(shift3)},
    {"at", "at=X,Y,Z", "where the file's origin stands, in world units", LEVEL_HAS_AT, 3, AT(at)},
    {"at", "at=X,Y", "where the file's origin stands, in world units", LEVEL_HAS_PLACE, 2, AT(at)},
    {"keep-seams", "keep-seams", "keeps the edges between tiles", LEVEL_HAS_SEAMS, 0, 0},
    {"scale", "scale=S", "makes it that many times as large", LEVEL_HAS_SCALE, 1, AT(scale)},
    {"onesided", "onesided", "collides only from its front", LEVEL_HAS_ONESIDED, 0, 0},
    {"twosided", "twosided", "collides from behind, too", LEVEL_HAS_TWOSIDED, 0, 0},
};

/* Compares letter by letter: most names differ in the first, and a call of memcmp costs ten times
 * as much. */
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

const level_attribute_info *level_find_attribute(level_kind kind, const char *name, size_t length) {
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++)
        if ((level_statements[kind].attributes & level_attributes[i].flag) != 0 &&
            is_named(level_attributes[i].name, name, length))
            return &level_attributes[i];
    return NULL;
}

/* ---- Operands ---------------------------------------------------------------------------- */

/* Finds the name of the number at `index` in a usage such as "circle X Y R" or
 * "shift=DX,DY,SECONDS". For a polyline it is a name of the first point. */
static const char *find_operand(level_kind kind, const level_attribute_info *attribute, int index,
                                int *length) {
    const char *at = attribute != NULL ? attribute->usage : level_statements[kind].usage;
    if (attribute == NULL && level_is_polyline(kind))
        index %= 2;
    for (; index >= 0; index--)
        at += strcspn(at, "=, ") + 1;
    *length = (int)strcspn(at, ", ");
    return at;
}

level_quote level_operand_name(level_kind kind, const level_attribute_info *attribute, int index) {
    int length;
    const char *name = find_operand(kind, attribute, index, &length);
    level_quote operand;
    if (attribute == NULL && level_is_polyline(kind))
        sprintf(operand.text, "%c%d", *name, index / 2 + 1);
    else
        sprintf(operand.text, "%.*s", length, name);
    return operand;
}

int level_count_points(level_kind kind, int number_count) {
    int points = 0;
    if (level_is_polyline(kind))
        return number_count / 2;
    for (const char *at = level_statements[kind].usage; (at = strstr(at, " X")) != NULL; at++)
        points++;
    return points;
}

level_range level_operand_range(level_kind kind, const level_attribute_info *attribute, int index) {
    static const struct {
        const char *operand;
        level_range range;
    } rules[] = {{"R", {0, LEVEL_NUMBER_MAX, false}},
                 {"L", {0, LEVEL_NUMBER_MAX, false}},
                 {"W", {0, LEVEL_NUMBER_MAX, false}},
                 {"H", {0, LEVEL_NUMBER_MAX, false}},
                 {"D", {0, LEVEL_NUMBER_MAX, false}},
                 {"S", {0, LEVEL_NUMBER_MAX, true}},
                 {"SECONDS", {0, LEVEL_NUMBER_MAX, true}},
                 {"WIDTH", {0, LEVEL_NUMBER_MAX, true}},
                 {"FACTOR", {LEVEL_SPEED_MIN, LEVEL_SPEED_MAX, false}},
                 {"HEIGHT", {0, 100, false}},
                 {"STEEPEST", {0, 85, false}},
                 {"RIGHT", {-1, 1, false}},
                 {"UP", {-1, 1, false}}};
    level_range range = {-LEVEL_NUMBER_MAX, LEVEL_NUMBER_MAX, false};
    int length;
    const char *name = find_operand(kind, attribute, index, &length);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (is_named(rules[i].operand, name, (size_t)length))
            range = rules[i].range;
    range.above |= level_is_player(kind) && *name == 'R';
    if (kind == LEVEL_PLAY && *name == 'S')
        range.max = LEVEL_PLAY_SECONDS_MAX;
    return range;
}

level_quote level_describe_range(level_range range) {
    level_quote words;
    sprintf(words.text, range.above ? "more than %.7g, at most %.7g" : "from %.7g to %.7g",
            (double)range.min, (double)range.max);
    return words;
}

/* ---- Lists for messages ------------------------------------------------------------------ */

static void append_item(level_items *list, const char *item) {
    size_t length = strlen(list->text);
    snprintf(list->text + length, sizeof list->text - length, "%s%s", length > 0 ? ", " : "", item);
}

level_items level_list_attributes(level_kind kind) {
    level_items list = {""};
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++)
        if (level_statements[kind].attributes & level_attributes[i].flag)
            append_item(&list, level_attributes[i].usage);
    return list;
}

level_items level_list_statements(int dimensions) {
    level_items list = {""};
    for (int kind = 0; kind < LEVEL_KIND_COUNT; kind++)
        if (level_has_kind(dimensions, (level_kind)kind) && !level_is_version((level_kind)kind))
            append_item(&list, level_statements[kind].name);
    return list;
}

level_items level_list_names(level_kind kind) {
    level_items list = {""};
    for (int i = 0; level_statements[kind].choice(i) != NULL; i++)
        append_item(&list, level_statements[kind].choice(i));
    return list;
}

/* ---- Words ------------------------------------------------------------------------------- */

int level_find_name(level_kind kind, const char *name, size_t length) {
    const char *known;
    for (int i = 0; (known = level_statements[kind].choice(i)) != NULL; i++)
        if (is_named(known, name, length))
            return i;
    return -1;
}

int level_keep_words(level *l, const char *words, size_t length) {
    if (l->words != NULL && words > l->words && words < l->words + l->words_length)
        return (int)(words - l->words);
    if (length > (size_t)(INT_MAX / 2 - 2 - l->words_length))
        return -1;
    int start = l->words_length > 0 ? l->words_length : 1, end = start + (int)length + 1;
    if (end > l->words_capacity) {
        char *larger = realloc(l->words, 2 * (size_t)end);
        if (larger == NULL)
            return -1;
        l->words = larger;
        l->words_capacity = 2 * end;
        l->words[0] = '\0';
    }
    memmove(l->words + start, words, length);
    l->words[end - 1] = '\0';
    l->words_length = end;
    return start;
}

const char *level_title(const level *l) {
    return l->title > 0 ? l->words + l->title : "";
}

const char *level_words(const level *l, int statement) {
    int words = l->statements[statement].words;
    return words > 0 ? l->words + words : "";
}

/* ---- The scene --------------------------------------------------------------------------- */

/* Returns the set of the names; "none" is in no set. */
static unsigned get_set(level_kind kind, const char *names) {
    unsigned set = 0;
    for (; *names != '\0'; names += strspn(names, " ")) {
        size_t length = strcspn(names, " ");
        int name = level_find_name(kind, names, length);
        if (strcmp(level_statements[kind].choice(name), LEVEL_NONE) != 0)
            set |= 1u << name;
        names += length;
    }
    return set;
}

static void take_statement(level_scene *scene, const level *l, int statement) {
    const level_statement *s = &l->statements[statement];
    const level_statement_info *info = &level_statements[s->kind];
    const char *words = level_words(l, statement);
    const float *numbers = s->number_count > 0 ? l->numbers + s->first_number : NULL;
    void *place = (char *)scene + info->place;
    scene->present |= info->sets;
    scene->inside |= s->kind == LEVEL_INSIDE;
    scene->paused |= s->kind == LEVEL_INSIDE || s->kind == LEVEL_PAUSED;
    if (s->kind == LEVEL_PLAY)
        scene->plays[scene->play_count++] = (level_play){numbers[0], numbers[1], numbers[2]};
    else if (info->words == LEVEL_ONE_NAME)
        *(int *)place = level_find_name(s->kind, words, strlen(words));
    else if (info->words == LEVEL_SOME_NAMES)
        *(unsigned *)place = get_set(s->kind, words);
    else if (info->sets != 0)
        memcpy(place, numbers, (size_t)s->number_count * sizeof *numbers);
}

level_scene level_get_scene(const level *l) {
    level_scene scene = {0};
    for (int i = 0; i < l->statement_count; i++)
        if (level_is_of_scene(l->statements[i].kind))
            take_statement(&scene, l, i);
    return scene;
}
