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

bool lines_expect(lines *l, word found, const char *expected, ...) {
    char words[LEVEL_MESSAGE_LENGTH];
    va_list values;
    va_start(values, expected);
    vsnprintf(words, sizeof words, expected, values);
    va_end(values);
    if (found.start == found.end)
        return lines_complain(l, found.start, "expected %s, found nothing", words);
    return lines_complain(l, found.start, "expected %s, found '%s'", words, word_quote(found).text);
}

bool lines_expect_one_of(lines *l, word found, const char *list, const char *expected, ...) {
    char words[LEVEL_MESSAGE_LENGTH];
    va_list values;
    va_start(values, expected);
    vsnprintf(words, sizeof words, expected, values);
    va_end(values);
    level_quote suggestion = level_suggest(found.start, word_length(found), list);
    if (suggestion.text[0] == '\0')
        return lines_expect(l, found, "%s (%s)", words, list);
    return lines_complain(l, found.start, "expected %s, found '%s'%s", words,
                          word_quote(found).text, suggestion.text);
}

bool lines_lack_memory(lines *l) {
    level_refuse_file(l->errors, "out of memory");
    return false;
}

/* ---- Words ------------------------------------------------------------------------------- */

bool word_is(word w, const char *string) {
    return word_length(w) == strlen(string) && memcmp(w.start, string, word_length(w)) == 0;
}

word lines_word(lines *l) {
    l->at = level_skip_blanks(l->at, l->line_end);
    return (word){l->at, level_skip_word(l->at, l->line_end)};
}

word lines_take_word(lines *l) {
    word w = lines_word(l);
    l->at = level_skip_blanks(w.end, l->line_end);
    return w;
}

bool lines_at_end(lines *l) {
    l->at = level_skip_blanks(l->at, l->line_end);
    return l->at == l->line_end || *l->at == '#';
}

bool lines_expect_end(lines *l) {
    return lines_at_end(l) || lines_expect(l, lines_word(l), "the end of the line");
}

/* ---- Lines ------------------------------------------------------------------------------- */

lines lines_of(const char *text, const char *end, level_errors *errors) {
    return (lines){.text = text,
                   .end = end,
                   .next = text,
                   .line_start = text,
                   .line_end = text,
                   .errors = errors};
}

bool lines_take(lines *l) {
    if (l->next == l->end)
        return false;
    const char *feed = memchr(l->next, '\n', (size_t)(l->end - l->next));
    l->line++;
    l->line_start = l->at = l->next;
    l->line_end = feed != NULL ? feed : l->end;
    l->next = feed != NULL ? feed + 1 : l->end;
    if (feed != NULL && feed > l->line_start && feed[-1] == '\r')
        l->line_end--;
    return true;
}

bool lines_are_text(lines *l) {
    const char *at = level_find_foreign(l->line_start, l->line_end);
    if (at == NULL)
        return true;
    unsigned char byte = (unsigned char)*at;
    if (byte == '\r')
        return lines_complain(l, at, "expected LF or CRLF at the end of a line, found CR alone");
    if (level_character_length(at, l->line_end) > 0) /* of C1 the second byte is the number */
        return lines_complain(l, at, "expected text, found the control character U+%04X",
                              byte < 0x80 ? byte : (unsigned char)at[1]);
    return lines_complain(l, at, "expected text in UTF-8, found the byte 0x%02X", byte);
}

bool lines_next(lines *l) {
    while (lines_take(l)) {
        if (!lines_are_text(l))
            return false;
        if (!lines_at_end(l))
            return true;
    }
    return false;
}

bool lines_end_early(lines *l, const char *what, int line) {
    l->line += l->line == 0;
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
    while (lines_take(l)) {
        if (word_is(lines_word(l), "end")) {
            taken->end = l->line_start;
            return true;
        }
    }
    return lines_end_early(l, "end", line);
}

bool lines_next_of_block(lines *l, int line) {
    if (!lines_next(l))
        return l->errors->total == 0 && lines_end_early(l, "end", line);
    return !word_is(lines_word(l), "end");
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
