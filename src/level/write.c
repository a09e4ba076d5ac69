/* write: a level back to its text.
 *
 * The source is walked line by line, since a line holds at most one statement. Lines of comments
 * and blanks are copied. A line whose statement is still in the level is copied too, or has the
 * statement's own words replaced when it was changed. A line whose statement is gone is left out.
 * Statements that have no line in the source become lines of their own: behind the statement they
 * follow, at the end of the text when nothing of the source follows them.
 */
#include <stdlib.h>
#include <string.h>

#include "characters.h"
#include "numbers.h"
#include "statements.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define SLACK           256 /* room for a few changed statements before the text must grow */

typedef struct writer {
    const level *level;
    const char *newline; /* as the source ends its first line */
    int next;            /* the first statement not yet written */
    int last_in_source;  /* index of the last statement that has a line; -1: none */
    char *text;
    size_t length, capacity;
    bool out_of_memory;
} writer;

/* ---- Appending --------------------------------------------------------------------------- */

static void append(writer *w, const char *bytes, size_t count) {
    if (w->out_of_memory)
        return;
    if (w->capacity - w->length <= count) {
        size_t capacity = (w->length + count + 1) * 2;
        char *grown = realloc(w->text, capacity);
        if (grown == NULL) {
            w->out_of_memory = true;
            return;
        }
        w->text = grown;
        w->capacity = capacity;
    }
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
}

static void append_string(writer *w, const char *string) {
    append(w, string, strlen(string));
}

static void append_number(writer *w, const char *before, float value) {
    char text[LEVEL_NUMBER_LENGTH];
    append_string(w, before);
    append(w, text, (size_t)level_print_number(value, text));
}

/* A title that a program set may hold what no line may; a line break would end the statement. */
static void append_title(writer *w, const char *title) {
    const char *end = title + strlen(title);
    for (const char *foreign; (foreign = level_find_foreign(title, end)) != NULL;) {
        int length = level_character_length(foreign, end);
        append(w, title, (size_t)(foreign - title));
        append_string(w, " ");
        title = foreign + (length > 0 ? length : 1);
    }
    append(w, title, (size_t)(end - title));
}

static void append_attributes(writer *w, level_attribute_values values) {
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
        const level_attribute_info *attribute = &level_attributes[i];
        if ((values.present & attribute->flag) == 0)
            continue;
        append_string(w, " ");
        append_string(w, attribute->name);
        float *numbers[LEVEL_ATTRIBUTE_NUMBERS];
        int count = level_attribute_numbers(&values, attribute->flag, numbers);
        for (int k = 0; k < count; k++)
            append_number(w, k == 0 ? "=" : ",", *numbers[k]);
    }
}

/* Writes the statement from its numbers, in the one canonical way. */
static void append_canonical(writer *w, const level_statement *s) {
    append_string(w, level_statements[s->kind].name);
    if (s->kind == LEVEL_TITLE && w->level->title[0] != '\0') {
        append_string(w, " ");
        append_title(w, w->level->title);
    }
    for (int i = 0; i < s->number_count; i++)
        append_number(w, " ", w->level->numbers[s->first_number + i]);
    append_attributes(w, s->attributes);
}

static void append_statement(writer *w, const level_statement *s) {
    if (s->changed || s->line == 0)
        append_canonical(w, s);
    else
        append(w, w->level->source + s->text_start, s->text_end - s->text_start);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static bool has_byte_order_mark(const level *l) {
    return strncmp(l->source, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0;
}

/* The last line of the source may have no line break of its own. */
static void end_line(writer *w) {
    size_t first = has_byte_order_mark(w->level) ? strlen(BYTE_ORDER_MARK) : 0;
    if (!w->out_of_memory && w->length > first && w->text[w->length - 1] != '\n')
        append_string(w, w->newline);
}

static void write_own_line(writer *w) {
    end_line(w);
    append_statement(w, &w->level->statements[w->next++]);
    append_string(w, w->newline);
}

/* Whether the next statement stands in the source from `start` on. Statements that a program put
 * before others of the source stand too early, and are written like new ones. */
static bool next_is_in_source(const writer *w, size_t start) {
    const level_statement *s = &w->level->statements[w->next];
    return s->line > 0 && s->text_start >= start;
}

static void write_new_statements(writer *w, size_t start) {
    while (w->next < w->last_in_source && !next_is_in_source(w, start))
        write_own_line(w);
}

static bool is_quiet(const char *line, const char *end) {
    line = level_skip_blanks(line, end);
    return line == end || *line == '#' || *line == '\r' || *line == '\n';
}

static void write_line(writer *w, size_t start, size_t end) {
    const char *source = w->level->source;
    bool any = w->next <= w->last_in_source && next_is_in_source(w, start);
    const level_statement *s = any ? &w->level->statements[w->next] : NULL;
    if (s != NULL && s->text_start < end) {
        append(w, source + start, s->text_start - start);
        append_statement(w, s);
        append(w, source + s->text_end, end - s->text_end);
        w->next++;
        write_new_statements(w, end);
    } else if (is_quiet(source + start, source + end)) {
        append(w, source + start, end - start);
    }
}

static void write_source(writer *w) {
    const level *l = w->level;
    size_t start = 0;
    if (has_byte_order_mark(l)) {
        append_string(w, BYTE_ORDER_MARK);
        start = strlen(BYTE_ORDER_MARK);
    }
    write_new_statements(w, start);
    while (start < l->source_length) {
        const char *feed = memchr(l->source + start, '\n', l->source_length - start);
        size_t end = feed != NULL ? (size_t)(feed - l->source) + 1 : l->source_length;
        write_line(w, start, end);
        start = end;
    }
}

static const char *find_newline(const level *l) {
    const char *feed = memchr(l->source, '\n', l->source_length);
    return feed != NULL && feed > l->source && feed[-1] == '\r' ? "\r\n" : "\n";
}

static int find_last_in_source(const level *l) {
    int last = l->statement_count - 1;
    while (last >= 0 && l->statements[last].line == 0)
        last--;
    return last;
}

static writer begin(const level *l, size_t capacity) {
    writer w = {.level = l, .newline = find_newline(l), .last_in_source = find_last_in_source(l)};
    w.capacity = capacity;
    w.text = malloc(w.capacity);
    w.out_of_memory = w.text == NULL;
    return w;
}

/* Returns the text, NULL when memory ran out. */
static char *finish(writer *w, size_t *length) {
    append(w, "", 1); /* not counted: the NUL */
    if (w->out_of_memory) {
        free(w->text);
        return NULL;
    }
    *length = w->length - 1;
    return w->text;
}

char *level_write(const level *l, size_t *length) {
    writer w = begin(l, l->source_length + SLACK);
    write_source(&w);
    while (w.next < l->statement_count)
        write_own_line(&w);
    return finish(&w, length);
}

char *level_write_statement(const level *l, int statement) {
    size_t length;
    writer w = begin(l, SLACK);
    append_statement(&w, &l->statements[statement]);
    return finish(&w, &length);
}
