/* svg_write: writes a level as a drawing. Each statement becomes an element. Its numbers become the
 * attributes that draw it; the rest stands in `data-slidemove`. */
#include <stdlib.h>
#include <string.h>

#include "statements.h"
#include "svg.h"
#include "text.h"

#define MARGIN 1 /* world units around everything */
#define RECT                                                                                       \
    " x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"%\" transform=\"translate(% ~) rotate(~)\""

/* How statements are drawn. All other statements become `desc`, which draws nothing. */
typedef struct drawn {
    const char *element;
    bool says_kind; /* without it the element would be read as another statement */
    const char *attributes;
} drawn;

static const drawn drawn_kinds[LEVEL_KIND_COUNT] = {
    [LEVEL_TITLE] = {"title", true, ""},
    [LEVEL_PLAYER] = {"rect", true, " id=\"player\" fill=\"#ffc66d\"" RECT},
    [LEVEL_SEGMENT] = {"line", false, " x1=\"%\" y1=\"~\" x2=\"%\" y2=\"~\""},
    [LEVEL_CHAIN] = {"polyline", true, NULL},
    [LEVEL_LOOP] = {"polygon", false, NULL},
    [LEVEL_CIRCLE] = {"circle", false, " fill=\"#aab4c8\" cx=\"%\" cy=\"~\" r=\"%\""},
    [LEVEL_CAPSULE] = {"line", true, " x1=\"%\" y1=\"~\" x2=\"%\" y2=\"~\""},
    [LEVEL_BOX] = {"rect", false, RECT},
    [LEVEL_LABEL] = {"text", true, " fill=\"#40506a\" stroke=\"none\" x=\"%\" y=\"~\""}};

/* Appends the pattern with a number in place of each %, and with its negative in place of each ~.
 * Returns how many there are. */
static int append_pattern(text_buffer *b, const char *pattern, const float *numbers) {
    int count = 0;
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '%' || *pattern == '~') {
            float number = numbers[count++];
            text_append_number(b, "", *pattern == '%' ? number : 0 - number);
        } else {
            text_append(b, pattern, 1);
        }
    }
    return count;
}

static void append_escaped(text_buffer *b, const char *words) {
    static const char *const escaped[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; *words != '\0'; words++) {
        const char *escape = strchr("&<>\"", *words);
        if (escape != NULL)
            text_append_string(b, escaped[escape - "&<>\""]);
        else
            text_append(b, words, 1);
    }
}

/* Appends the attributes that draw the statement. Returns how many of its numbers they hold. */
static int append_shape(text_buffer *b, const level *l, const level_statement *s) {
    const float *n = l->numbers + s->first_number;
    float radius = s->kind == LEVEL_CAPSULE ? n[4] : s->attributes.radius;
    if (s->kind == LEVEL_PLAYER || s->kind == LEVEL_BOX) {
        level_player p = level_get_player(l);
        bool is_box = s->kind == LEVEL_BOX;
        float width = is_box ? n[2] : p.length + 2 * p.radius,
              height = is_box ? n[3] : 2 * p.radius;
        append_pattern(b, drawn_kinds[s->kind].attributes,
                       (float[]){-width / 2, -height / 2, width, height, is_box ? 0 : p.radius,
                                 n[0], n[1], s->attributes.angle_degrees});
        return is_box ? 4 : 2;
    }
    if (radius > 0)
        append_pattern(b, " stroke-width=\"%\"", (float[]){2 * radius});
    if (!level_is_polyline(s->kind))
        return append_pattern(b, drawn_kinds[s->kind].attributes, n);
    for (int i = 0; i < s->number_count; i += 2)
        append_pattern(b, i == 0 ? " points=\"%,~" : " %,~", n + i);
    text_append_string(b, "\"");
    return s->number_count;
}

static void append_statement(text_buffer *b, const level *l, const level_statement *s) {
    const drawn *as = &drawn_kinds[s->kind];
    const char *element = as->element != NULL ? as->element : "desc";
    bool says_kind = as->element == NULL || as->says_kind;
    level_statement canonical = *s;
    canonical.changed = true; /* written from its numbers */
    if (s->kind == LEVEL_BOX)
        canonical.attributes.present &= ~(unsigned)LEVEL_HAS_ANGLE;
    char *line = level_write_statement(l, &canonical), *rest = line;
    text_print(b, "<%s", element);
    int numbers = as->element != NULL && s->kind != LEVEL_TITLE ? append_shape(b, l, s) : 0;
    for (int i = 0; i <= numbers; i++) {
        rest += strcspn(rest, " ");
        rest += *rest == ' ';
    }
    if (says_kind || *rest != '\0') {
        text_print(b, " data-slidemove=\"%s%s", says_kind ? level_statements[s->kind].name : "",
                   says_kind && s->words == 0 && *rest != '\0' ? " " : "");
        append_escaped(b, s->words == 0 ? rest : "");
        text_append_string(b, "\"");
    }
    text_append_string(b, ">");
    append_escaped(b, s->words > 0 ? rest : "");
    text_print(b, "</%s>\n", element);
    free(line);
}

/* Returns false when memory ran out. */
static bool append_root(text_buffer *b, const level *l) {
    level_shapes shapes;
    if (!level_make_shapes(l, &shapes))
        return false;
    level_box3 box = level_bounds(l, &shapes);
    level_free_shapes(&shapes);
    float width = box.max.x - box.min.x + 2 * MARGIN, height = box.max.y - box.min.y + 2 * MARGIN;
    append_pattern(
        b,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" data-slidemove=\"slidemove 1\" "
        "width=\"%cm\" height=\"%cm\" viewBox=\"% ~ % %\" fill=\"none\" stroke=\"#40506a\" "
        "stroke-width=\"0.08\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "
        "font-family=\"sans-serif\" font-size=\"0.6\">\n",
        (float[]){width, height, box.min.x - MARGIN, box.max.y + MARGIN, width, height});
    return true;
}

char *svg_write(const level *l, size_t *length) {
    text_buffer b;
    if (l->dimensions != 2)
        return NULL;
    text_start(&b, 4096);
    b.out_of_memory = !append_root(&b, l);
    for (int i = 0; i < l->statement_count; i++)
        if (!level_is_version(l->statements[i].kind))
            append_statement(&b, l, &l->statements[i]);
    text_append_string(&b, "</svg>\n");
    return text_try_finish(&b, length);
}
