#include "lines.h"

#include <stdio.h>
#include <string.h>

bool lines_complain(lines *l, const char *at, const char *format, ...) {
    va_list values;
    va_start(values, format);
    level_add_error(l->errors, l->line, 1 + level_count_characters(l->line_start, at), format,
                    values);
    va_end(values);
    return false;
}

bool lines_expect(lines *l, const char *at, const char *end, const char *expected, ...) {
    char words[LEVEL_MESSAGE_LENGTH];
    va_list values;
    va_start(values, expected);
    vsnprintf(words, sizeof words, expected, values);
    va_end(values);
    if (at == end)
        return lines_complain(l, at, "expected %s, found nothing", words);
    return lines_complain(l, at, "expected %s, found '%s'", words, level_quote_text(at, end).text);
}

bool lines_lack_memory(lines *l) {
    level_refuse_file(l->errors, "out of memory");
    return false;
}

/* ---- Words ------------------------------------------------------------------------------- */

const char *lines_word_end(const lines *l) {
    return level_skip_word(l->at, l->line_end);
}

bool lines_at_end(lines *l) {
    l->at = level_skip_blanks(l->at, l->line_end);
    return l->at == l->line_end || *l->at == '#';
}

bool lines_has_word(const lines *l, const char *word) {
    size_t length = strlen(word);
    return (size_t)(lines_word_end(l) - l->at) == length && memcmp(l->at, word, length) == 0;
}

bool lines_expect_end(lines *l) {
    return lines_at_end(l) || lines_expect(l, l->at, lines_word_end(l), "the end of the line");
}

/* ---- Lines ------------------------------------------------------------------------------- */

static bool take_line(lines *l) {
    if (l->next == l->end)
        return false;
    const char *feed = memchr(l->next, '\n', (size_t)(l->end - l->next));
    l->line++;
    l->line_start = l->at = l->next;
    l->line_end = feed != NULL ? feed : l->end;
    l->next = feed != NULL ? feed + 1 : l->end;
    if (l->line_end > l->line_start && l->line_end[-1] == '\r')
        l->line_end--;
    return true;
}

bool lines_next(lines *l) {
    while (take_line(l)) {
        const char *foreign = level_find_foreign(l->line_start, l->line_end);
        if (foreign != NULL)
            return lines_complain(
                l, foreign, "expected text in UTF-8, found a control character or another byte");
        if (!lines_at_end(l))
            return true;
    }
    return false;
}

bool lines_end_early(lines *l, const char *what, int line) {
    l->line += l->line == 0;
    l->line_start = l->line_start != NULL ? l->line_start : l->text;
    return line == 0
               ? lines_complain(l, l->line_start, "expected `%s`, found the end of the file", what)
               : lines_complain(
                     l, l->line_start,
                     "expected `%s` for what begins on line %d, found the end of the file", what,
                     line);
}

bool lines_take_block(lines *l, lines_block *taken) {
    int line = l->line;
    *taken = (lines_block){l->next, l->next, line};
    while (take_line(l)) {
        l->at = level_skip_blanks(l->at, l->line_end);
        if (lines_has_word(l, "end")) {
            taken->end = l->line_start;
            return true;
        }
    }
    return lines_end_early(l, "end", line);
}

bool lines_next_of_block(lines *l, int line) {
    if (!lines_next(l))
        return l->errors->total == 0 && lines_end_early(l, "end", line);
    return !lines_has_word(l, "end");
}

bool lines_take_errors(lines *l, const level_errors *errors, int line, int column) {
    *l->errors = *errors;
    for (int i = 0; i < l->errors->count; i++) {
        level_error *e = &l->errors->list[i];
        e->column += e->line <= 1 ? column : 0;
        e->line += line;
    }
    return false;
}
