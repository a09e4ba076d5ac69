#include "text_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "numbers.h"

/* Makes room for `count` bytes and a NUL. */
static bool reserve(text_buffer *b, size_t count) {
    if (b->out_of_memory)
        return false;
    if (b->capacity - b->length > count)
        return true;
    size_t capacity = (b->length + count + 1) * 2;
    char *grown = realloc(b->text, capacity);
    if (grown == NULL) {
        b->out_of_memory = true;
        return false;
    }
    b->text = grown;
    b->capacity = capacity;
    return true;
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

void text_append_number(text_buffer *b, const char *before, float value) {
    if (!reserve(b, 2 * LEVEL_NUMBER_LENGTH))
        return;
    while (*before != '\0')
        b->text[b->length++] = *before++;
    b->length += (size_t)level_print_number(value, b->text + b->length);
}

char *text_finish(text_buffer *b, size_t *length) {
    if (!reserve(b, 0)) {
        free(b->text);
        *b = (text_buffer){0};
        return NULL;
    }
    b->text[b->length] = '\0';
    *length = b->length;
    return b->text;
}
