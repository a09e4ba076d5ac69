/* write: writes a level as text.
 *
 * The source is copied line by line, as a line holds at most one statement. Lines of comments and
 * blanks are copied. So is a line with a statement that the level still has; when the statement was
 * changed, its words are replaced. A line with a statement that left the level is dropped.
 * Statements without a line in the source get lines of their own, behind the statement that they
 * follow, or at the end when nothing of the source follows them. */
#include <string.h>

#include "statements.h"
#include "text.h"

#define SLACK 256 /* room for a few changed statements before the text must grow */

typedef struct writer {
    const level *level;
    const char *newline; /* the line break of the first line */
    size_t mark;         /* length of the byte order mark */
    int next;            /* the next statement to write */
    int last_in_source;  /* index of the last statement that has a line; -1: none */
    text_buffer text;
} writer;

/* ---- Statements -------------------------------------------------------------------------- */

/* A name that needs quotes has no quote in it, or it could not have been read. */
static void append_name(writer *w, const char *name) {
    const char *quote = strpbrk(name, " \t#") == NULL ? "" : "\"";
    text_print(&w->text, " %s%s%s", quote, name, quote);
}

static void append_attributes(writer *w, level_attribute_values values) {
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
        const level_attribute_info *attribute = &level_attributes[i];
        if ((values.present & attribute->flag) == 0)
            continue;
        const float *numbers = level_attribute_numbers(&values, attribute);
        text_print(&w->text, " %s", attribute->name);
        for (int k = 0; k < attribute->numbers; k++)
            text_append_number(&w->text, k == 0 ? "=" : ",", numbers[k]);
    }
}

/* Writes the statement from its numbers, in its canonical form. */
static void append_canonical(writer *w, const level_statement *s) {
    text_append_string(&w->text, level_statements[s->kind].name);
    if (level_names_file(s->kind))
        append_name(w, w->level->meshes[s->mesh].name);
    if (s->number_count > 0)
        text_append_numbers(&w->text, w->level->numbers + s->first_number, s->number_count);
    if (s->words > 0)
        text_print(&w->text, " %s", w->level->words + s->words);
    append_attributes(w, s->attributes);
}

static void append_statement(writer *w, const level_statement *s) {
    if (s->changed || s->line == 0)
        append_canonical(w, s);
    else
        text_append(&w->text, w->level->source + s->text_start, s->text_end - s->text_start);
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* The last line of the source may have no line break of its own. */
static void end_line(writer *w) {
    const text_buffer *b = &w->text;
    if (b->length > w->mark && b->text[b->length - 1] != '\n')
        text_append_string(&w->text, w->newline);
}

static void write_own_line(writer *w) {
    end_line(w);
    append_statement(w, &w->level->statements[w->next++]);
    text_append_string(&w->text, w->newline);
}

/* Returns whether the next statement stands in the source from `start` on. A statement that a
 * program moved forward stands before `start`, and is written like a new one. */
static bool next_is_in_source(const writer *w, size_t start) {
    const level_statement *s = &w->level->statements[w->next];
    return s->line > 0 && s->text_start >= start;
}

static void write_new_statements(writer *w, size_t start) {
    while (w->next < w->last_in_source && !next_is_in_source(w, start))
        write_own_line(w);
}

static bool is_comment_or_blank(const char *line, const char *end) {
    line = level_skip_blanks(line, end);
    return line == end || *line == '#' || *line == '\r' || *line == '\n';
}

static void write_line(writer *w, size_t start, size_t end) {
    const char *source = w->level->source;
    const level_statement *s = &w->level->statements[w->next];
    if (w->next <= w->last_in_source && s->text_start < end) {
        text_append(&w->text, source + start, s->text_start - start);
        append_statement(w, s);
        text_append(&w->text, source + s->text_end, end - s->text_end);
        w->next++;
        write_new_statements(w, end);
    } else if (is_comment_or_blank(source + start, source + end)) {
        text_append(&w->text, source + start, end - start);
    }
}

static void write_source(writer *w) {
    const level *l = w->level;
    size_t start = w->mark;
    text_append(&w->text, l->source, w->mark);
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
    writer w = {.level = l,
                .newline = find_newline(l),
                .mark = text_mark_length(l->source, l->source_length),
                .last_in_source = find_last_in_source(l)};
    text_start(&w.text, capacity);
    return w;
}

char *level_write(const level *l, size_t *length) {
    writer w = begin(l, l->source_length + SLACK);
    write_source(&w);
    while (w.next < l->statement_count)
        write_own_line(&w);
    return text_try_finish(&w.text, length);
}

char *level_write_statement(const level *l, const level_statement *statement) {
    writer w = begin(l, SLACK);
    append_statement(&w, statement);
    return text_finish(&w.text);
}
