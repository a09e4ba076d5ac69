#include "simulate.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/numbers.h"
#include "../level/text.h"

/* ---- Moves ------------------------------------------------------------------------------- */

void moves_start(moves_reader *reader, FILE *file, int dimensions) {
    reader->file = file;
    reader->dimensions = dimensions;
    reader->line_number = 0;
    reader->line[0] = '\0';
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\r");
}

static const char *word_end(const char *at) {
    return at + strcspn(at, " \t\r#");
}

static moves_status complain(const moves_reader *reader, level_error *error, const char *at,
                             const char *expected, const char *found) {
    int column = 1;
    for (const char *c = reader->line; c < at; c++)
        column += ((unsigned char)*c & 0xC0) != 0x80; /* bytes that begin a UTF-8 character */
    error->line = reader->line_number;
    error->column = column;
    snprintf(error->message, sizeof error->message, "expected %s, found %s", expected, found);
    return MOVES_ERROR;
}

static moves_status refuse_word(const moves_reader *reader, level_error *error, const char *at,
                                const char *expected) {
    const char *end = word_end(at);
    char found[LEVEL_MESSAGE_LENGTH] = "the end of the line";
    if (at < end)
        snprintf(found, sizeof found, "'%s'", level_quote_text(at, end).text);
    return complain(reader, error, at, expected, found);
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
    static const char *const numbers[] = {"a number for DX, at most 1e6",
                                          "a number for DY, at most 1e6",
                                          "a number for DZ, at most 1e6"};
    static const char *const ends[] = {"nothing after `DX`", "nothing after `DX DY`",
                                       "nothing after `DX DY DZ`"};
    float components[3] = {0};
    for (int i = 0; i < reader->dimensions; i++)
        if (!scan(&at, &components[i]))
            return refuse_word(reader, error, at, numbers[i]);
    if (*at != '\0' && *at != '#')
        return refuse_word(reader, error, at, ends[reader->dimensions - 1]);
    *delta = (sm3_vec){components[0], components[1], components[2]};
    return MOVES_READ;
}

/* Reads a line without its LF. A line that is longer than MOVES_LINE_MAX, or holds a NUL byte, is
 * left at that place. */
static moves_status read_line(moves_reader *reader, level_error *error) {
    int length = 0, c;
    reader->line_number++;
    while ((c = getc(reader->file)) != EOF && c != '\n' && c != '\0' && length < MOVES_LINE_MAX)
        reader->line[length++] = (char)c;
    reader->line[length] = '\0';
    if (ferror(reader->file)) {
        *error = (level_error){.message = "the moves cannot be read"};
        return MOVES_ERROR;
    }
    const char *at = reader->line + length;
    if (c == '\0')
        return complain(reader, error, at, "text", "a NUL byte");
    if (c != EOF && c != '\n')
        return complain(reader, error, at, "a line of at most 64 KiB", "a longer one");
    return c == EOF && length == 0 ? MOVES_END : MOVES_READ;
}

moves_status moves_next(moves_reader *reader, sm3_vec *delta, level_error *error) {
    moves_status status;
    while ((status = read_line(reader, error)) == MOVES_READ) {
        const char *at = skip_blanks(reader->line);
        if (*at != '\0' && *at != '#')
            return parse(reader, at, delta, error);
    }
    return status;
}

static bool append(sm3_vec **moves, int *count, int *room, sm3_vec delta) {
    void *grown = *moves;
    if (!level_grow(&grown, room, *count, sizeof delta))
        return false;
    *moves = grown;
    (*moves)[(*count)++] = delta;
    return true;
}

bool moves_read_all(FILE *file, int dimensions, sm3_vec **moves, int *count, level_error *error) {
    moves_reader reader;
    moves_status status;
    sm3_vec delta;
    int room = 0;
    *moves = NULL;
    *count = 0;
    moves_start(&reader, file, dimensions);
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ &&
           append(moves, count, &room, delta))
        ;
    if (status == MOVES_READ)
        *error = (level_error){.message = "no memory for the moves"};
    if (status == MOVES_END)
        return true;
    free(*moves);
    *moves = NULL;
    return false;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

void simulate_write_header(FILE *out, int dimensions) {
    fputs("tick", out);
    for (int i = 0; i < dimensions; i++)
        fprintf(out, "\t%c", "xyz"[i]);
    fputs("\tpushes\tdepth", out);
    for (int i = 0; i < dimensions; i++)
        fprintf(out, "\tn%c", "xyz"[i]);
    fputc('\n', out);
}

static void write_vector(FILE *out, sm3_vec v, int dimensions) {
    const float components[] = {v.x, v.y, v.z};
    for (int i = 0; i < dimensions; i++)
        fprintf(out, "\t%.9g", (double)components[i]);
}

void simulate_write_tick(FILE *out, const sandbox *s) {
    sm3_result r = record_last(&s->record)->result;
    fprintf(out, "%lu", s->tick);
    write_vector(out, r.position, s->level->dimensions);
    fprintf(out, "\t%d\t%.9g", r.pushes, (double)r.depth);
    write_vector(out, r.normal, s->level->dimensions);
    fputc('\n', out);
}

bool simulate(sandbox *s, FILE *moves, FILE *out, level_error *error) {
    if (out != NULL)
        simulate_write_header(out, s->level->dimensions);
    moves_reader reader;
    moves_status status;
    sm3_vec delta;
    moves_start(&reader, moves, s->level->dimensions);
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ) {
        sandbox_tick_delta(s, delta);
        if (out != NULL)
            simulate_write_tick(out, s);
    }
    return status == MOVES_END;
}
