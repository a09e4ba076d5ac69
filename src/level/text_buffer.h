/* text_buffer: a text that grows. */
#ifndef LEVEL_TEXT_BUFFER_H
#define LEVEL_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text_buffer {
    char *text; /* from malloc; no NUL behind it until text_finish */
    size_t length, capacity;
    bool out_of_memory; /* nothing is appended from then on */
} text_buffer;

/* Makes an empty text with room for `capacity` bytes. */
void text_start(text_buffer *b, size_t capacity);

void text_append(text_buffer *b, const char *bytes, size_t count);
void text_append_string(text_buffer *b, const char *string);

/* Appends `before`, at most LEVEL_NUMBER_LENGTH bytes, and the number with the fewest digits. */
void text_append_number(text_buffer *b, const char *before, float value);

/* Returns the text, NUL-terminated, to be freed with free(); NULL when memory ran out. */
char *text_finish(text_buffer *b, size_t *length);

#endif
