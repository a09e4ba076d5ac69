#include "moves.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/complain.h"
#include "../level/numbers.h"

moves_reader moves_start(FILE *file, int dimensions) {
    return (moves_reader){.file = file, .dimensions = dimensions};
}

void moves_finish(moves_reader *reader) {
    free(reader->line);
    *reader = (moves_reader){0};
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\r");
}

static const char *word_end(const char *at) {
    return at + strcspn(at, " \t\r#");
}

static moves_status complain(const moves_reader *reader, level_error *error, const char *at,
                             const char *expected) {
    int column = 1;
    for (const char *c = reader->line; c < at; c++)
        column += ((unsigned char)*c & 0xC0) != 0x80; /* bytes that begin a UTF-8 character */
    error->line = reader->line_number;
    error->column = column;
    const char *end = word_end(at);
    if (at == end)
        snprintf(error->message, sizeof error->message, "expected %s, found the end of the line",
                 expected);
    else
        snprintf(error->message, sizeof error->message, "expected %s, found '%s'", expected,
                 level_quote_text(at, end).text);
    return MOVES_ERROR;
}

static bool scan(const char **at, float *value) {
    const char *end = word_end(*at);
    if (!level_scan_number(*at, end, value) || !(fabsf(*value) <= LEVEL_NUMBER_MAX))
        return false;
    *at = skip_blanks(end);
    return true;
}

static moves_status parse(const moves_reader *reader, const char *at, sm3_vec *delta,
                          level_error *error) {
    *delta = (sm3_vec){0, 0, 0};
    if (!scan(&at, &delta->x))
        return complain(reader, error, at, "a number for DX, at most 1e6");
    if (!scan(&at, &delta->y))
        return complain(reader, error, at, "a number for DY, at most 1e6");
    if (reader->dimensions == 3 && !scan(&at, &delta->z))
        return complain(reader, error, at, "a number for DZ, at most 1e6");
    if (*at != '\0' && *at != '#')
        return complain(reader, error, at,
                        reader->dimensions == 3 ? "nothing after `DX DY DZ`"
                                                : "nothing after `DX DY`");
    return MOVES_READ;
}

moves_status moves_next(moves_reader *reader, sm3_vec *delta, level_error *error) {
    ssize_t length;
    while ((length = getline(&reader->line, &reader->line_capacity, reader->file)) >= 0) {
        reader->line_number++;
        if (length > 0 && reader->line[length - 1] == '\n')
            reader->line[--length] = '\0';
        if (strlen(reader->line) != (size_t)length)
            return complain(reader, error, reader->line + strlen(reader->line),
                            "text, not a NUL byte");
        const char *at = skip_blanks(reader->line);
        if (*at != '\0' && *at != '#')
            return parse(reader, at, delta, error);
    }
    if (ferror(reader->file)) {
        *error = (level_error){.message = "the moves cannot be read"};
        return MOVES_ERROR;
    }
    return MOVES_END;
}

static bool append(sm3_vec **moves, int *count, int *room, sm3_vec delta) {
    if (*count == *room) {
        int wanted = *room > INT_MAX / 2 ? 0 : 2 * *room + 1024;
        sm3_vec *grown = wanted > 0 ? realloc(*moves, (size_t)wanted * sizeof *grown) : NULL;
        if (grown == NULL)
            return false;
        *moves = grown;
        *room = wanted;
    }
    (*moves)[(*count)++] = delta;
    return true;
}

bool moves_read_all(FILE *file, int dimensions, sm3_vec **moves, int *count, level_error *error) {
    moves_reader reader = moves_start(file, dimensions);
    moves_status status;
    sm3_vec delta;
    int room = 0;
    *moves = NULL;
    *count = 0;
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ) {
        if (!append(moves, count, &room, delta)) {
            *error = (level_error){.message = "no memory for the moves"};
            status = MOVES_ERROR;
            break;
        }
    }
    moves_finish(&reader);
    if (status == MOVES_END)
        return true;
    free(*moves);
    *moves = NULL;
    return false;
}
