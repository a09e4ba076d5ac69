/* operands: the numbers and attributes of one statement, and the name of a mesh.
 *
 * What may follow is all in the tables: numbers up to the statement's count (a polyline's has no
 * end, but they come in pairs), then attributes. Whichever way it goes wrong, the message names the
 * operand that was expected and quotes what stood in its place.
 */
#include "operands.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "statements.h"

/* ---- Words of the present line --------------------------------------------------------- */

static bool looks_like_number(word w) {
    const char *p = w.start;
    if (p < w.end && (*p == '+' || *p == '-'))
        p++;
    return p < w.end && ((*p >= '0' && *p <= '9') || *p == '.');
}

/* `radius` of `radius=1`. */
static word attribute_name(word w) {
    const char *equals = memchr(w.start, '=', word_length(w));
    return (word){w.start, equals != NULL ? equals : w.end};
}

static const level_attribute_info *find_attribute(word w, int dimensions) {
    word name = attribute_name(w);
    return level_find_attribute(name.start, word_length(name), dimensions);
}

/* ---- One number -------------------------------------------------------------------------- */

/* Reads the word as the number at `index` of the attribute, of the statement when that is NULL. */
static bool read_number(reader *r, level_kind kind, const level_attribute_info *attribute,
                        int index, word w, float *value) {
    bool scanned = level_scan_number(w.start, w.end, value);
    level_range range = level_operand_range(kind, attribute, index);
    if (scanned && level_is_in_range(range, *value))
        return true;

    level_operand operand = level_operand_name(kind, attribute, index);
    char wanted[LEVEL_RANGE_LENGTH];
    level_describe_range(range, wanted);
    if (!scanned)
        return lines_expect(&r->in, w, "a number for %s", operand.name);
    if (fabsf(*value) > LEVEL_NUMBER_MAX)
        return lines_expect(&r->in, w, "a number from -%.0f to %.0f for %s",
                            (double)LEVEL_NUMBER_MAX, (double)LEVEL_NUMBER_MAX, operand.name);
    return lines_expect(&r->in, w, "%s to be %s", operand.name, wanted);
}

/* ---- The numbers of a statement ---------------------------------------------------------- */

/* A word in a number's place is taken for one, so that `circle 1 x 2` asks for a number for Y; an
 * attribute's name in its place means that the numbers ended too early. */
static bool number_comes_next(level_kind kind, int count, word w) {
    const level_statement_info *info = &level_statements[kind];
    if (looks_like_number(w))
        return level_is_polyline(kind) || count < info->max_numbers;
    bool wanted = count < info->min_numbers || (level_is_polyline(kind) && count % 2 == 1);
    return wanted && find_attribute(w, 3) == NULL;
}

static bool push_number(reader *r, float value) {
    level *l = r->level;
    if (!level_grow(&l->numbers, &r->number_capacity, l->number_count, sizeof *l->numbers)) {
        r->out_of_memory = true;
        return false;
    }
    l->numbers[l->number_count++] = value;
    return true;
}

static bool check_count(reader *r, level_kind kind, int count) {
    const level_statement_info *info = &level_statements[kind];
    word w = lines_word(&r->in);
    if (level_is_polyline(kind) && count % 2 == 1)
        return lines_complain(&r->in, r->in.at,
                              "expected %s after %s, found an odd count of numbers, %d",
                              level_operand_name(kind, NULL, count).name,
                              level_operand_name(kind, NULL, count - 1).name, count);
    if (level_is_polyline(kind) && count < info->min_numbers)
        return lines_complain(&r->in, r->in.at, "expected `%s` with at least %d points, found %d",
                              info->usage, info->min_numbers / 2, count / 2);
    if (count < info->min_numbers)
        return lines_complain(&r->in, r->in.at, "expected `%s`, found %d number%s", info->usage,
                              count, count == 1 ? "" : "s");
    if (info->words == LEVEL_NO_WORDS && looks_like_number(w))
        return lines_complain(&r->in, w.start, "expected `%s`, found one number too many, '%s'",
                              level_statements[kind].usage, word_quote(w).text);
    return true;
}

/* Whether the number may stand at `index` of the statement; asked in an order that is quick. */
static bool is_acceptable(level_kind kind, int index, float value) {
    if (!(fabsf(value) <= LEVEL_NUMBER_MAX))
        return false;
    return level_is_line(kind) || kind == LEVEL_TRIANGLE ||
           (value > 0 && !level_is_of_scene(kind)) ||
           level_is_in_range(level_operand_range(kind, NULL, index), value);
}

/* Big levels are plain numbers almost to the last byte. Takes those that no one can object to, in
 * one look at each; what stops it is none, or one that read_number refuses. */
static void read_plain_numbers(reader *r, level_statement *s) {
    int max = level_is_polyline(s->kind) ? INT_MAX : level_statements[s->kind].max_numbers;
    while (s->number_count < max) {
        float value;
        const char *at = level_skip_blanks(r->in.at, r->in.line_end);
        const char *end = level_scan_number_prefix(at, r->in.line_end, &value);
        if (end == NULL || end != level_skip_word(end, r->in.line_end) ||
            !is_acceptable(s->kind, s->number_count, value) || !push_number(r, value))
            return;
        s->number_count++;
        r->in.at = end;
    }
}

static bool read_numbers(reader *r, level_statement *s) {
    read_plain_numbers(r, s);
    float refused;
    if (r->out_of_memory)
        return false;
    if (!lines_at_end(&r->in) && number_comes_next(s->kind, s->number_count, lines_word(&r->in)))
        return read_number(r, s->kind, NULL, s->number_count, lines_word(&r->in), &refused);
    return check_count(r, s->kind, s->number_count);
}

/* ---- Attributes -------------------------------------------------------------------------- */

typedef struct level_expected {
    char words[LEVEL_MESSAGE_LENGTH];
} level_expected;

/* What may stand where an attribute does. */
static level_expected expected_attributes(level_kind kind) {
    const level_statement_info *info = &level_statements[kind];
    level_expected expected;
    char list[LEVEL_LIST_LENGTH];
    level_list_attributes(info->attributes, list);
    if (info->attributes == 0)
        snprintf(expected.words, sizeof expected.words, "`%s` and no more", info->usage);
    else
        snprintf(expected.words, sizeof expected.words, "%san attribute of `%s` (%s)",
                 level_is_polyline(kind) ? "a number or " : "", info->name, list);
    return expected;
}

static bool refuse_unknown_attribute(reader *r, level_kind kind, word w) {
    word name = attribute_name(w);
    char list[LEVEL_LIST_LENGTH];
    level_list_attributes(level_statements[kind].attributes, list);
    level_quote suggestion = level_suggest(name.start, word_length(name), list);
    bool may_be_name = kind == LEVEL_MESH && suggestion.text[0] == '\0' && name.end == w.end;
    return lines_complain(&r->in, w.start, "expected %s, found '%s'%s%s",
                          expected_attributes(kind).words, word_quote(w).text, suggestion.text,
                          may_be_name ? "; a name with blanks stands in quotes" : "");
}

static bool refuse_foreign_attribute(reader *r, level_kind kind,
                                     const level_attribute_info *attribute) {
    char takers[LEVEL_LIST_LENGTH];
    level_list_statements(r->level->dimensions, attribute->flag, takers);
    if (takers[0] == '\0')
        return lines_complain(&r->in, r->in.at, "expected %s, found `%s`, which is for 3D levels",
                              expected_attributes(kind).words, attribute->name);
    return lines_complain(&r->in, r->in.at, "expected `%s` only on %s, found it on `%s`",
                          attribute->name, takers, level_statements[kind].name);
}

/* Whether the attribute may stand here at all. */
static bool check_attribute(reader *r, const level_statement *s, word w,
                            const level_attribute_info *attribute) {
    if (s->attributes.present != 0 && looks_like_number(w))
        return lines_complain(&r->in, w.start,
                              "expected the numbers before the attributes, found '%s' after them",
                              word_quote(w).text);
    if (attribute == NULL)
        return refuse_unknown_attribute(r, s->kind, w);
    if ((level_statements[s->kind].attributes & attribute->flag) == 0)
        return refuse_foreign_attribute(r, s->kind, attribute);
    if (s->attributes.present & attribute->flag)
        return lines_complain(&r->in, w.start, "expected `%s` once, found it again",
                              attribute->name);
    return true;
}

/* Cuts the value at its commas. A single number keeps them: `radius=1,5` is a misspelt number.
 * Returns how many parts there are, which may be more than fit. */
static int split_value(word value, int wanted, word parts[LEVEL_ATTRIBUTE_NUMBERS]) {
    if (wanted == 1) {
        parts[0] = value;
        return 1;
    }
    int count = 0;
    for (const char *at = value.start;; at++) {
        const char *comma = memchr(at, ',', (size_t)(value.end - at));
        if (count < LEVEL_ATTRIBUTE_NUMBERS)
            parts[count] = (word){at, comma != NULL ? comma : value.end};
        count++;
        if (comma == NULL)
            return count;
        at = comma;
    }
}

static bool read_value(reader *r, level_statement *s, const level_attribute_info *attribute,
                       word value) {
    float *numbers = level_attribute_numbers(&s->attributes, attribute);
    word parts[LEVEL_ATTRIBUTE_NUMBERS];
    int wanted = attribute->numbers, found = split_value(value, wanted, parts);
    if (found != wanted)
        return lines_complain(&r->in, value.start,
                              "expected `%s`, %d numbers without blanks, found %d",
                              attribute->usage, wanted, found);
    for (int i = 0; i < wanted; i++)
        if (!read_number(r, s->kind, attribute, i, parts[i], &numbers[i]))
            return false;
    return true;
}

static bool read_attribute(reader *r, level_statement *s) {
    word w = lines_word(&r->in);
    word name = attribute_name(w);
    const level_attribute_info *attribute = find_attribute(w, r->level->dimensions);
    if (!check_attribute(r, s, w, attribute))
        return false;

    bool has_value = name.end < w.end, wants_value = strchr(attribute->usage, '=') != NULL;
    word value = {has_value ? name.end + 1 : w.end, w.end};
    if (has_value && !wants_value)
        return lines_complain(&r->in, name.end, "expected `%s` without a value, found '%s'",
                              attribute->name, word_quote(w).text);
    if (wants_value && value.start == value.end)
        return lines_complain(&r->in, value.start, "expected `%s`, found no value",
                              attribute->usage);
    if (wants_value && !read_value(r, s, attribute, value))
        return false;
    s->attributes.present |= attribute->flag;
    r->in.at = w.end;
    return true;
}

/* ---- Words ------------------------------------------------------------------------------- */

static bool keep_words(reader *r, level_statement *s, const char *start, size_t length) {
    s->words = level_keep_words(r->level, start, length);
    r->out_of_memory = s->words < 0;
    return s->words >= 0;
}

/* The text runs to the end of the line, comment signs included. */
static bool read_free_text(reader *r, level_statement *s) {
    const char *start = level_skip_blanks(r->in.at, r->in.line_end), *end = r->in.line_end;
    while (end > start && level_is_blank(end[-1]))
        end--;
    if (start == end && s->kind == LEVEL_TITLE)
        return true;
    if (start == end)
        return lines_complain(&r->in, start, "expected `%s`, found no text",
                              level_statements[s->kind].usage);
    r->in.at = end;
    return keep_words(r, s, start, (size_t)(end - start));
}

static bool refuse_name(reader *r, level_kind kind, word w) {
    char list[LEVEL_LIST_LENGTH];
    level_list_names(kind, list);
    if (w.start == w.end)
        return lines_complain(&r->in, w.start, "expected `%s` with a name (%s), found none",
                              level_statements[kind].usage, list);
    return lines_complain(&r->in, w.start, "expected a name behind `%s` (%s), found '%s'%s",
                          level_statements[kind].name, list, word_quote(w).text,
                          level_suggest(w.start, word_length(w), list).text);
}

/* Whether one more name may stand behind those that were `seen`. */
static bool check_name(reader *r, level_kind kind, word w, int name, unsigned seen) {
    bool is_none = name >= 0 && strcmp(level_statements[kind].choice(name), LEVEL_NONE) == 0;
    int none = level_find_name(kind, LEVEL_NONE, strlen(LEVEL_NONE));
    if (seen != 0 && level_statements[kind].words == LEVEL_ONE_NAME)
        return lines_expect(&r->in, w, "`%s` and no more", level_statements[kind].usage);
    if (name < 0)
        return refuse_name(r, kind, w);
    if (seen & 1u << name)
        return lines_complain(&r->in, w.start, "expected `%s` once, found it again",
                              word_quote(w).text);
    if (seen != 0 && (is_none || (none >= 0 && (seen & 1u << none) != 0)))
        return lines_complain(&r->in, w.start,
                              "expected `" LEVEL_NONE "` alone, found it beside other names");
    return true;
}

static bool read_names(reader *r, level_statement *s) {
    char names[LEVEL_LIST_LENGTH];
    size_t length = 0;
    unsigned seen = 0;
    while (!lines_at_end(&r->in)) {
        word w = lines_word(&r->in);
        int name = level_find_name(s->kind, w.start, word_length(w));
        if (!check_name(r, s->kind, w, name, seen))
            return false;
        if (seen != 0)
            names[length++] = ' ';
        memcpy(names + length, w.start, word_length(w));
        length += word_length(w);
        seen |= 1u << name;
        r->in.at = w.end;
    }
    return seen != 0 ? keep_words(r, s, names, length)
                     : refuse_name(r, s->kind, lines_word(&r->in));
}

/* ---- The name of a mesh ------------------------------------------------------------------ */

int level_find_mesh(const level *l, const char *name, size_t length) {
    for (int i = 0; i < l->mesh_count; i++)
        if (strncmp(l->meshes[i].name, name, length) == 0 && l->meshes[i].name[length] == '\0')
            return i;
    return -1;
}

/* Returns the index of the mesh of that name, which is added for the statement when the level has
 * none; -1 when there are LEVEL_MESHES_MAX already, or when memory ran out. */
static int add_mesh(reader *r, const level_statement *s, const char *name, size_t length) {
    level *l = r->level;
    int found = level_find_mesh(l, name, length);
    if (found >= 0 || l->mesh_count == LEVEL_MESHES_MAX)
        return found;
    char *copy = text_copy(name, length);
    if (copy == NULL ||
        !level_grow(&l->meshes, &r->mesh_capacity, l->mesh_count, sizeof *l->meshes)) {
        free(copy);
        r->out_of_memory = true;
        return -1;
    }
    int column = 1 + level_count_characters(r->in.line_start, l->source + s->text_start);
    l->meshes[l->mesh_count] = (level_mesh){.name = copy, .line = s->line, .column = column};
    return l->mesh_count++;
}

/* Takes "my hill.obj" with its quotes, or a plain word. Returns false when a quote is not closed.
 */
static bool take_name(reader *r, word *name) {
    *name = lines_word(&r->in);
    if (*name->start != '"') {
        r->in.at = name->end;
        return true;
    }
    name->start++;
    const char *close = memchr(name->start, '"', (size_t)(r->in.line_end - name->start));
    if (close == NULL)
        return lines_complain(&r->in, r->in.at,
                              "expected a second '\"' behind the name of the file, found none");
    name->end = close;
    r->in.at = close + 1;
    if (r->in.at != level_skip_word(r->in.at, r->in.line_end))
        return lines_expect(&r->in, lines_word(&r->in), "a blank behind the name of the file");
    return true;
}

/* An attribute in the name's place means that there is none, unless it is in quotes. */
static bool is_name(word name, bool is_quoted) {
    return name.start < name.end && (is_quoted || find_attribute(name, 3) == NULL);
}

static bool read_mesh_name(reader *r, level_statement *s) {
    const char *usage = level_statements[s->kind].usage;
    if (lines_at_end(&r->in))
        return lines_complain(&r->in, r->in.at, "expected `%s`, found no name of a file", usage);
    const char *start = r->in.at;
    bool is_quoted = *start == '"';
    word name;
    if (!take_name(r, &name))
        return false;
    if (!is_name(name, is_quoted))
        return lines_expect(&r->in, (word){start, r->in.at}, "`%s`", usage);
    s->mesh = add_mesh(r, s, name.start, word_length(name));
    if (s->mesh < 0 && !r->out_of_memory)
        lines_complain(&r->in, start,
                       "expected at most %d mesh files in a level, found another one, '%s'",
                       LEVEL_MESHES_MAX, word_quote(name).text);
    return s->mesh >= 0;
}

/* ------------------------------------------------------------------------------------------ */

bool level_read_operands(reader *r, level_statement *s) {
    if (s->kind == LEVEL_MESH && !read_mesh_name(r, s))
        return false;
    if (!read_numbers(r, s))
        return false;
    if (level_statements[s->kind].words == LEVEL_FREE_TEXT)
        return read_free_text(r, s);
    if (level_statements[s->kind].words != LEVEL_NO_WORDS)
        return read_names(r, s);
    while (!lines_at_end(&r->in))
        if (!read_attribute(r, s))
            return false;
    return true;
}
