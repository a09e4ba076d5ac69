#include "reader.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "characters.h"

#define FIRST_CAPACITY 64

void level_complain(reader *r, const char *at, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int column = 1 + level_count_characters(r->line_start, at);
    level_add_error(r->errors, r->line, column, format, values);
    va_end(values);
}

bool level_at_end(reader *r) {
    r->at = level_skip_blanks(r->at, r->line_end);
    return r->at == r->line_end || *r->at == '#';
}

bool level_grow(void **array, int *capacity, int count, size_t element_size) {
    if (count < *capacity)
        return true;
    int wanted = *capacity == 0             ? FIRST_CAPACITY
                 : *capacity <= INT_MAX / 2 ? *capacity * 2
                                            : INT_MAX;
    if (count >= wanted || (size_t)wanted > SIZE_MAX / element_size)
        return false;
    void *grown = realloc(*array, (size_t)wanted * element_size);
    if (grown == NULL)
        return false;
    *array = grown;
    *capacity = wanted;
    return true;
}
