/* svg_write: a level as a drawing: a statement an element, its numbers in the attributes that draw
 * it, and what draws nothing in `data-slidemove`. */
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "statements.h"
#include "svg.h"
#include "text.h"

#define MARGIN 1 /* around everything, world units */

static const char looks[] =
    "\" fill=\"none\" stroke=\"#40506a\" stroke-width=\"0.08\" stroke-linecap=\"round\" "
    "stroke-linejoin=\"round\" font-family=\"sans-serif\" font-size=\"0.6\">\n"; /* of all */

/* How statements are drawn; all others are `desc`, which shows nothing. */
typedef struct drawn {
    const char *element, *numbers; /* the attributes of as many numbers */
    bool says_kind;                /* the element alone would be another statement */
    const char *looks;
} drawn;

static const drawn drawn_kinds[LEVEL_KIND_COUNT] = {
    [LEVEL_TITLE] = {"title", "", true, ""},
    [LEVEL_PLAYER] = {"rect", "", true, " id=\"player\" fill=\"#ffc66d\""},
    [LEVEL_SEGMENT] = {"line", "x1 y1 x2 y2", false, ""},
    [LEVEL_CHAIN] = {"polyline", "", true, ""},
    [LEVEL_LOOP] = {"polygon", "", false, ""},
    [LEVEL_CIRCLE] = {"circle", "cx cy r", false, " fill=\"#aab4c8\""},
    [LEVEL_CAPSULE] = {"line", "x1 y1 x2 y2", true, ""},
    [LEVEL_BOX] = {"rect", "", false, ""},
    [LEVEL_LABEL] = {"text", "x y", true, " fill=\"#40506a\" stroke=\"none\""}};

static void append_escaped(text_buffer *b, const char *words) {
    static const char *const escaped[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; *words != '\0'; words++) {
        const char *special = strchr("&<>\"", *words);
        if (special != NULL)
            text_append_string(b, escaped[special - "&<>\""]);
        else
            text_append(b, words, 1);
    }
}

/* ` name="value"` */
static void append_attribute(text_buffer *b, const char *name, size_t length, float value) {
    text_append_string(b, " ");
    text_append(b, name, length);
    text_append_number(b, "=\"", value);
    text_append_string(b, "\"");
}

static void append_size(text_buffer *b, const char *name, float value) {
    append_attribute(b, name, strlen(name), value);
}

/* A rectangle around the origin, rounded, turned and moved. */
static void append_rect(text_buffer *b, const float *at, float width, float height, float radius,
                        float degrees) {
    append_size(b, "x", -width / 2);
    append_size(b, "y", -height / 2);
    append_size(b, "width", width);
    append_size(b, "height", height);
    if (radius > 0)
        append_size(b, "rx", radius);
    text_append_number(b, " transform=\"translate(", at[0]);
    text_append_number(b, " ", 0 - at[1]);
    if (degrees != 0)
        text_append_number(b, ") rotate(", -degrees);
    text_append_string(b, ")\"");
}

static void append_points(text_buffer *b, const float *n, int count) {
    for (int i = 0; i < count; i += 2) {
        text_append_number(b, i == 0 ? " points=\"" : " ", n[i]);
        text_append_number(b, ",", 0 - n[i + 1]);
    }
    text_append_string(b, "\"");
}

/* Returns how many numbers of the statement are drawn. */
static int append_shape(text_buffer *b, const level *l, const level_statement *s) {
    const drawn *as = &drawn_kinds[s->kind];
    const float *n = l->numbers + s->first_number;
    const level_attribute_values *a = &s->attributes;
    float radius = s->kind == LEVEL_CAPSULE ? n[4] : a->radius;
    text_append_string(b, as->looks);
    if (s->kind == LEVEL_PLAYER) {
        level_player p = level_get_player(l);
        append_rect(b, n, p.length + 2 * p.radius, 2 * p.radius, p.radius, a->angle_degrees);
        return 2;
    }
    if (radius > 0)
        append_size(b, "stroke-width", 2 * radius);
    if (s->kind == LEVEL_BOX) {
        append_rect(b, n, n[2], n[3], 0, a->angle_degrees);
        return 4;
    }
    if (level_is_polyline(s->kind)) {
        append_points(b, n, s->number_count);
        return s->number_count;
    }
    int count = 0;
    for (const char *name = as->numbers; *name != '\0'; count++) {
        size_t length = strcspn(name, " ");
        append_attribute(b, name, length, memchr(name, 'y', length) ? 0 - n[count] : n[count]);
        name += length + strspn(name + length, " ");
    }
    return count;
}

/* Appends what the element does not draw. Returns false when memory ran out. */
static bool append_rest(text_buffer *b, const level *l, const level_statement *s, int drawn_numbers,
                        bool says_kind, const char *element) {
    level_statement said = *s;
    said.changed = true; /* as the writer spells it */
    if (s->kind == LEVEL_BOX)
        said.attributes.present &= ~(unsigned)LEVEL_HAS_ANGLE;
    char *line = level_write_statement(l, &said);
    const char *rest = line;
    if (line == NULL)
        return false;
    for (int i = 0; i <= drawn_numbers; i++) {
        rest += strcspn(rest, " ");
        rest += *rest == ' ';
    }
    if (says_kind || *rest != '\0') {
        text_append_string(b, " data-slidemove=\"");
        text_append_string(b, says_kind ? level_statements[s->kind].name : "");
        text_append_string(b, says_kind && s->words == 0 && *rest != '\0' ? " " : "");
        append_escaped(b, s->words == 0 ? rest : "");
        text_append_string(b, "\"");
    }
    text_append_string(b, s->words > 0 ? ">" : "/>\n");
    if (s->words > 0) {
        append_escaped(b, rest);
        text_append_string(b, "</");
        text_append_string(b, element);
        text_append_string(b, ">\n");
    }
    free(line);
    return true;
}

static bool append_statement(text_buffer *b, const level *l, const level_statement *s) {
    const drawn *as = &drawn_kinds[s->kind];
    const char *element = as->element != NULL ? as->element : "desc";
    text_append_string(b, "<");
    text_append_string(b, element);
    int count = as->element != NULL ? append_shape(b, l, s) : 0;
    return append_rest(b, l, s, count, as->element == NULL || as->says_kind, element);
}

static bool append_root(text_buffer *b, const level *l) {
    level_shapes shapes;
    if (!level_make_shapes(l, &shapes))
        return false;
    level_box3 box = level_bounds(l, &shapes);
    level_free_shapes(&shapes);
    float width = box.max.x - box.min.x + 2 * MARGIN, height = box.max.y - box.min.y + 2 * MARGIN;
    text_append_string(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" data-slidemove=\"");
    text_append_string(b, level_statements[LEVEL_VERSION].usage);
    text_append_number(b, "\" width=\"", width);
    text_append_number(b, "cm\" height=\"", height);
    text_append_number(b, "cm\" viewBox=\"", box.min.x - MARGIN);
    text_append_number(b, " ", -box.max.y - MARGIN);
    text_append_number(b, " ", width);
    text_append_number(b, " ", height);
    text_append_string(b, looks);
    return true;
}

char *svg_write(const level *l, size_t *length) {
    text_buffer b;
    if (l->dimensions != 2)
        return NULL;
    text_start(&b, 4096);
    bool good = append_root(&b, l);
    for (int i = 0; i < l->statement_count && good; i++)
        good =
            level_is_version(l->statements[i].kind) || append_statement(&b, l, &l->statements[i]);
    text_append_string(&b, "</svg>\n");
    char *text = text_finish(&b, length);
    if (good)
        return text;
    free(text);
    return NULL;
}
