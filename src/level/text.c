/* text: characters, errors and texts.
 *
 * Nearly every byte of a level is printable ASCII. So that is tested first, for eight bytes at a
 * time. The rest follows table 3-7 of the Unicode Standard: no overlong forms, no surrogates,
 * nothing above U+10FFFF.
 *
 * A suggestion is a name that begins with the word, or else the name with the smallest edit
 * distance (Wagner and Fischer 1974).
 */
#include "text.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TYPO_WORD_MAX 16 /* longer than any name and its typos */

/* ---- Characters ----------------------------------------------------------------------- */

static bool is_printable_ascii(char c) {
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x7f;
}

/* Returns whether eight bytes are printable ASCII. A byte below 0x20 borrows, 0x7f overflows into
 * its top bit, and bytes above have that bit set. A borrow or carry into a neighbour only follows
 * one of these. */
static bool are_printable_ascii(const char bytes[8]) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (((word - 0x20 * each) | (word + each) | word) & (0x80 * each)) == 0;
}

size_t text_mark_length(const char *text, size_t length) {
    size_t mark = strlen(LEVEL_BYTE_ORDER_MARK);
    return length >= mark && memcmp(text, LEVEL_BYTE_ORDER_MARK, mark) == 0 ? mark : 0;
}

int level_character_length(const char *at, const char *end) {
    static const uint32_t min[] = {
        0, 0, 0x80, 0x800,
        0x10000}; /* the smallest code of a length; below it the character is overlong */
    unsigned char lead = (unsigned char)*at;
    int length = lead < 0x80   ? 1
                 : lead < 0xc0 ? 0
                 : lead < 0xe0 ? 2
                 : lead < 0xf0 ? 3
                 : lead < 0xf8 ? 4
                               : 0;
    if (length <= 1 || end - at < length)
        return length == 1;
    uint32_t code = lead & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (!text_is_inside_character(at[i]))
            return 0;
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code >= min[length] && code <= 0x10ffff && !is_surrogate ? length : 0;
}

/* C0 (U+0000 to U+001F), DEL and C1 (U+0080 to U+009F, two bytes from 0xC2 on). */
static bool is_control(const char *at, int length) {
    unsigned char lead = (unsigned char)at[0];
    if (length == 1)
        return (lead < 0x20 && lead != '\t') || lead == 0x7f;
    return lead == 0xc2 && (unsigned char)at[1] < 0xa0;
}

const char *level_find_foreign(const char *at, const char *end) {
    while (at < end) {
        while (end - at >= 8 && are_printable_ascii(at))
            at += 8;
        if (at == end)
            break;
        if (is_printable_ascii(*at)) {
            at++;
            continue;
        }
        int length = level_character_length(at, end);
        if (length == 0 || is_control(at, length))
            return at;
        at += length;
    }
    return NULL;
}

int level_count_characters(const char *at, const char *end) {
    int count = 0;
    for (; at < end; count++) {
        int length = level_character_length(at, end);
        at += length > 0 ? length : 1;
    }
    return count;
}

bool text_has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* ---- Errors --------------------------------------------------------------------------- */

level_quote level_quote_text(const char *at, const char *end) {
    bool is_long = level_count_characters(at, end) > LEVEL_QUOTE_CHARACTERS;
    int shown = is_long ? LEVEL_QUOTE_CHARACTERS - 3 : LEVEL_QUOTE_CHARACTERS;
    level_quote quote;
    char *put = quote.text;
    for (; shown > 0 && at < end; shown--) {
        int length = level_character_length(at, end);
        bool is_plain = length > 0 && !is_control(at, length);
        length = length > 0 ? length : 1;
        memcpy(put, is_plain ? at : "??", (size_t)length); /* control characters have two at most */
        put += length;
        at += length;
    }
    strcpy(put, is_long ? "..." : "");
    return quote;
}

void level_add_error(level_errors *errors, int line, int column, const char *format,
                     va_list values) {
    errors->total++;
    if (errors->count == LEVEL_ERRORS_MAX)
        return;
    level_error *error = &errors->list[errors->count++];
    error->line = line;
    error->column = column;
    vsnprintf(error->message, sizeof error->message, format, values);
}

void level_refuse_file(level_errors *errors, const char *format, ...) {
    va_list values;
    va_start(values, format);
    errors->count = errors->total = 0;
    level_add_error(errors, 0, 0, format, values);
    va_end(values);
}

/* ---- Typos ------------------------------------------------------------------------------- */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Returns the edit distance between the word and the name, which has at most TYPO_WORD_MAX letters.
 */
static int edit_distance(const char *word, int word_length, const char *name, int name_length) {
    int edits[TYPO_WORD_MAX + 1]; /* between the word so far and the first letters of the name */
    for (int j = 0; j <= name_length; j++)
        edits[j] = j;
    for (int i = 1; i <= word_length; i++) {
        int before = edits[0];
        edits[0] = i;
        for (int j = 1; j <= name_length; j++) {
            int fewest = before + (lower(word[i - 1]) != name[j - 1]);
            before = edits[j];
            if (fewest > 1 + edits[j - 1])
                fewest = 1 + edits[j - 1];
            if (fewest > 1 + before)
                fewest = 1 + before;
            edits[j] = fewest;
        }
    }
    return edits[name_length];
}

level_quote level_suggest(const char *word, size_t length, const char *list) {
    level_quote suggestion = {""};
    int fewest = INT_MAX;
    const char *value = memchr(word, '=', length);
    length = value != NULL ? (size_t)(value - word) : length;
    for (const char *at = list; length <= TYPO_WORD_MAX && *at != '\0';) {
        const char *end = strstr(at, ", ");
        size_t item = end != NULL ? (size_t)(end - at) : strlen(at);
        const char *equals = memchr(at, '=', item);
        int name = equals != NULL ? (int)(equals - at) : (int)item;
        int allowed = name <= 3 ? 1 : 2; /* with two typos `box` could be any word */
        int edits = edit_distance(word, (int)length, at, name);
        bool begins = length >= 2 && strncmp(word, at, length) == 0;
        if ((edits <= allowed || begins) && edits < fewest) {
            fewest = edits;
            snprintf(suggestion.text, sizeof suggestion.text, "; did you mean `%.*s`?", name, at);
        }
        at += item + (end != NULL ? strlen(", ") : 0);
    }
    return suggestion;
}

/* ---- Texts and arrays that grow ------------------------------------------------------- */

/* Makes room for `count` bytes and a NUL. */
static bool reserve(text_buffer *b, size_t count) {
    if (b->out_of_memory)
        return false;
    if (b->capacity - b->length > count)
        return true;
    size_t capacity = (b->length + count + 1) * 2;
    char *larger = realloc(b->text, capacity);
    if (larger == NULL) {
        b->out_of_memory = true;
        return false;
    }
    b->text = larger;
    b->capacity = capacity;
    return true;
}

char *text_copy(const char *bytes, size_t length) {
    char *copy = memory_alloc(length + 1);
    if (length > 0) /* or there need not be any bytes */
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

void text_start(text_buffer *b, size_t capacity) {
    *b = (text_buffer){.text = malloc(capacity), .capacity = capacity};
    b->out_of_memory = b->text == NULL;
}

void text_append(text_buffer *b, const char *bytes, size_t count) {
    if (!reserve(b, count))
        return;
    memcpy(b->text + b->length, bytes, count);
    b->length += count;
}

void text_append_string(text_buffer *b, const char *string) {
    text_append(b, string, strlen(string));
}

void text_print(text_buffer *b, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int count = vsnprintf(NULL, 0, format, values);
    if (reserve(b, (size_t)count))
        b->length += (size_t)vsnprintf(b->text + b->length, (size_t)count + 1, format, again);
    va_end(again);
    va_end(values);
}

void text_append_numbers(text_buffer *b, const float *numbers, int count) {
    for (int i = 0; i < count; i++)
        text_append_number(b, " ", numbers[i]);
}

void text_append_number(text_buffer *b, const char *before, float value) {
    if (!reserve(b, 2 * LEVEL_NUMBER_LENGTH))
        return;
    while (*before != '\0')
        b->text[b->length++] = *before++;
    b->length += (size_t)level_print_number(value, b->text + b->length);
}

char *text_try_finish(text_buffer *b, size_t *length) {
    if (!reserve(b, 0)) {
        free(b->text);
        *b = (text_buffer){0};
        return NULL;
    }
    b->text[b->length] = '\0';
    *length = b->length;
    return b->text;
}

char *text_finish(text_buffer *b) {
    size_t length;
    if (text_try_finish(b, &length) == NULL)
        memory_end();
    return b->text;
}

int level_count_below(const int *numbers, int count, int number) {
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (numbers[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *text_decode_base64(const char *at, char *to, size_t *length) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char values[256] = {0}; /* 1 more than the digit stands for */
    uint32_t bits = 0;
    int held = 0;
    for (int i = 0; i < 64; i++)
        values[(unsigned char)digits[i]] = (unsigned char)(i + 1);
    for (*length = 0; *at != '\0' && *at != '='; at++) {
        uint32_t value = values[(unsigned char)*at];
        if (level_is_blank(*at) || *at == '\n' || *at == '\r')
            continue;
        if (value == 0)
            return at;
        bits = bits << 6 | (value - 1);
        held += 6;
        if (held >= 8) {
            held -= 8;
            to[(*length)++] = (char)(bits >> held & 0xff);
        }
    }
    return NULL;
}
