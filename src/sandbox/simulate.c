#include "simulate.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    error->line = reader->line_number;
    error->column = 1 + level_count_characters(reader->line, at);
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
        snprintf(error->message, sizeof error->message, "the moves cannot be read: %s",
                 strerror(errno));
        error->line = error->column = 0;
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

bool moves_read_all(FILE *file, int dimensions, sm3_vec **moves, int *count, level_error *error) {
    moves_reader reader;
    moves_status status;
    sm3_vec delta;
    int room = 0;
    *moves = NULL;
    *count = 0;
    moves_start(&reader, file, dimensions);
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ &&
           level_grow(moves, &room, *count, sizeof delta))
        (*moves)[(*count)++] = delta;
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

/* ---- The trace --------------------------------------------------------------------------- */

/* What is not finite has no JSON number. */
static void write_json_number(FILE *out, float value) {
    if (isfinite(value))
        fprintf(out, "%.9g", (double)value);
    else
        fputs("null", out);
}

static void write_json_vector(FILE *out, const char *name, sm3_vec v, int dimensions) {
    const float components[] = {v.x, v.y, v.z};
    fprintf(out, "\"%s\":[", name);
    for (int i = 0; i < dimensions; i++) {
        fputs(i > 0 ? "," : "", out);
        write_json_number(out, components[i]);
    }
    fputs("],", out);
}

static void write_json_member(FILE *out, const char *name, float value) {
    fprintf(out, "\"%s\":", name);
    write_json_number(out, value);
}

static void write_candidate(FILE *out, const sandbox *s, const move_record *m, int index) {
    const sm3_collision *c = &m->candidates[index];
    const obstacles *o = s->obstacles;
    int dimensions = s->level->dimensions;
    fprintf(out, "{\"obstacle\":%d,\"line\":%d,\"counts\":%s,", c->obstacle,
            s->level->statements[o->statements[c->obstacle]].line,
            m->let_through[index] ? "false" : "true");
    write_json_vector(out, "point", c->point, dimensions);
    write_json_vector(out, "normal", c->normal, dimensions);
    write_json_member(out, "depth", c->depth);
    fputc('}', out);
}

static void write_look(FILE *out, const sandbox *s, const move_record *m, int index) {
    static const char *const steps[] = {
        [SM_STEP_PUSH] = "push", [SM_STEP_TRAVEL] = "travel", [SM_STEP_CARRY] = "carry"};
    const sm_iteration *it = &m->trace.iterations[index];
    int dimensions = s->level->dimensions;
    fputc('{', out);
    write_json_vector(out, "before", it->before, dimensions);
    fputs("\"candidates\":[", out);
    for (int i = 0; i < it->candidate_count; i++) {
        fputs(i > 0 ? "," : "", out);
        write_candidate(out, s, m, it->first_candidate + i);
    }
    fputs("],\"chosen\":", out);
    if (it->chosen >= 0)
        fprintf(out, "%d,", m->candidates[it->chosen].obstacle);
    else
        fputs("null,", out);
    fprintf(out, "\"step\":\"%s\",", steps[it->step]);
    write_json_vector(out, "after", it->after, dimensions);
    fputs("\"held\":[", out);
    for (int i = 0; i < it->held_count; i++)
        fprintf(out, "%s%d", i > 0 ? "," : "", it->held[i]);
    fputs("],", out);
    write_json_vector(out, "way", it->way, dimensions);
    write_json_member(out, "left", it->left);
    fputc(',', out);
    write_json_member(out, "time", it->time);
    fputc('}', out);
}

/* Writes how the last tick came about as a line of JSON. */
static void write_trace(FILE *out, const sandbox *s) {
    static const char *const statuses[] = {[SM_MOVED] = "moved",
                                           [SM_NOT_FINITE] = "not finite",
                                           [SM_NO_RESOLVER] = "no resolver",
                                           [SM_NO_GATHER] = "no gather",
                                           [SM_CRUSHED] = "crushed"};
    const move_record *m = record_last(&s->record);
    int dimensions = s->level->dimensions;
    fprintf(out, "{\"tick\":%lu,\"resolver\":\"%s\",", s->tick,
            sm_resolver_name(m->trace.resolver));
    write_json_vector(out, "start", m->trace.start, dimensions);
    write_json_vector(out, "delta", m->trace.delta, dimensions);
    fputs("\"looks\":[", out);
    for (int i = 0; i < m->trace.iteration_count; i++) {
        fputs(i > 0 ? "," : "", out);
        write_look(out, s, m, i);
    }
    fprintf(out, "],\"candidates_lost\":%d,", m->trace.candidates_lost);
    write_json_vector(out, "position", m->result.position, dimensions);
    write_json_vector(out, "normal", m->result.normal, dimensions);
    write_json_member(out, "depth", m->result.depth);
    fprintf(out, ",\"pushes\":%d,\"status\":\"%s\"}\n", m->result.pushes,
            statuses[m->result.status]);
}

bool simulate(sandbox *s, FILE *moves, FILE *out, FILE *trace, level_error *error) {
    if (out != NULL)
        simulate_write_header(out, s->level->dimensions);
    if (trace != NULL)
        fprintf(trace, "{\"trace\":1,\"program\":\"" SM_VERSION "\",\"dimensions\":%d}\n",
                s->level->dimensions);
    moves_reader reader;
    moves_status status;
    sm3_vec delta;
    moves_start(&reader, moves, s->level->dimensions);
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ) {
        sandbox_tick_delta(s, delta);
        if (out != NULL)
            simulate_write_tick(out, s);
        if (trace != NULL)
            write_trace(trace, s);
    }
    return status == MOVES_END;
}
