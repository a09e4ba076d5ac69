#include "simulate.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/lines.h"

enum { LINE_MAX_BYTES = 65536 };

/* ---- Moves ------------------------------------------------------------------------------- */

/* Moves of 2 or 3 dimensions as they are read, a line each. */
typedef struct moves_reader {
    FILE *file;
    int dimensions;
    lines in;
    char line[LINE_MAX_BYTES];
} moves_reader;

static bool parse(moves_reader *m, sm3_vec *delta) {
    static const char *const ends[] = {
        [2] = "nothing after `DX DY`", [3] = "nothing after `DX DY DZ`"};
    float components[3] = {0};
    for (int i = 0; i < m->dimensions; i++) {
        word w = lines_take_word(&m->in);
        if (!level_scan_number(w.start, w.end, &components[i]) ||
            !(fabsf(components[i]) <= LEVEL_NUMBER_MAX))
            return lines_expect(&m->in, w, "a number for D%c, at most 1e6", "XYZ"[i]);
    }
    *delta = (sm3_vec){components[0], components[1], components[2]};
    return lines_at_end(&m->in) ||
           lines_expect(&m->in, lines_word(&m->in), "%s", ends[m->dimensions]);
}

/* Reads a line without its LF. A line that is too long, or holds a NUL byte, is left at that place.
 * Returns false at the end, or with an error. */
static bool read_line(moves_reader *m) {
    int length = 0, c;
    while ((c = getc(m->file)) != EOF && c != '\n' && c != '\0' && length < LINE_MAX_BYTES)
        m->line[length++] = (char)c;
    m->in.line++;
    m->in.at = m->line;
    m->in.line_end = m->line + length;
    if (ferror(m->file))
        level_refuse_file(m->in.errors, "the moves cannot be read: %s", strerror(errno));
    else if (c == '\0')
        lines_complain(&m->in, m->in.line_end, "expected text, found a NUL byte");
    else if (c != EOF && c != '\n')
        lines_complain(&m->in, m->in.line_end,
                       "expected a line of at most 64 KiB, found a longer one");
    m->in.line_end -= length > 0 && m->line[length - 1] == '\r';
    return m->in.errors->total == 0 && (c != EOF || length > 0);
}

bool moves_read_all(FILE *file, int dimensions, sm3_vec **moves, int *count, level_errors *errors) {
    int room = 0;
    sm3_vec delta;
    moves_reader *m = memory_calloc(1, sizeof *m);
    bool good = true;
    errors->count = errors->total = 0;
    *moves = NULL;
    *count = 0;
    m->file = file;
    m->dimensions = dimensions;
    m->in = lines_of(m->line, m->line, errors);
    while (good && read_line(m)) {
        if (lines_at_end(&m->in))
            continue;
        good = parse(m, &delta) &&
               (memory_try_grow(moves, &room, *count, sizeof delta) || lines_lack_memory(&m->in));
        if (good)
            (*moves)[(*count)++] = delta;
    }
    free(m);
    return errors->total == 0;
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

/* Writes null for a number that is not finite, which JSON does not have. */
static void put_number(text_buffer *out, const char *before, float number) {
    text_print(out, isfinite(number) ? "%s%.9g" : "%snull", before, (double)number);
}

static void put_vector(text_buffer *out, const sandbox *s, const char *before, sm3_vec v) {
    const float components[] = {v.x, v.y, v.z};
    text_append_string(out, before);
    for (int i = 0; i < s->level->dimensions; i++)
        put_number(out, i == 0 ? "[" : ",", components[i]);
    text_append_string(out, "]");
}

static void write_candidate(text_buffer *out, const sandbox *s, const move_record *m, int index) {
    const sm3_collision *c = &m->candidates[index];
    int statement = s->obstacles->statements[c->obstacle];
    text_print(out, "{\"obstacle\":%d,\"line\":%d,\"counts\":%s", c->obstacle,
               s->level->statements[statement].line, m->let_through[index] ? "false" : "true");
    put_vector(out, s, ",\"point\":", c->point);
    put_vector(out, s, ",\"normal\":", c->normal);
    put_number(out, ",\"depth\":", c->depth);
    text_append_string(out, "}");
}

static void write_look(text_buffer *out, const sandbox *s, const move_record *m, int index) {
    static const char *const steps[] = {
        [SM_STEP_PUSH] = "push", [SM_STEP_TRAVEL] = "travel", [SM_STEP_CARRY] = "carry"};
    const sm_iteration *it = &m->trace.iterations[index];
    put_vector(out, s, "{\"before\":", it->before);
    text_append_string(out, ",\"candidates\":[");
    for (int i = 0; i < it->candidate_count; i++) {
        text_append_string(out, i > 0 ? "," : "");
        write_candidate(out, s, m, it->first_candidate + i);
    }
    if (it->chosen >= 0)
        text_print(out, "],\"chosen\":%d", m->candidates[it->chosen].obstacle);
    else
        text_append_string(out, "],\"chosen\":null");
    text_print(out, ",\"step\":\"%s\"", steps[it->step]);
    put_vector(out, s, ",\"after\":", it->after);
    text_append_string(out, ",\"held\":[");
    for (int i = 0; i < it->held_count; i++)
        text_print(out, "%s%d", i > 0 ? "," : "", it->held[i]);
    put_vector(out, s, "],\"allowed\":", it->allowed);
    put_number(out, ",\"left\":", it->left);
    put_number(out, ",\"time\":", it->time);
    text_append_string(out, "}");
}

/* Writes the trace of the last tick as a line of JSON. */
static void write_trace(text_buffer *out, const sandbox *s) {
    static const char *const statuses[] = {[SM_MOVED] = "moved",
                                           [SM_NOT_FINITE] = "not finite",
                                           [SM_NO_RESOLVER] = "no resolver",
                                           [SM_NO_GATHER] = "no gather",
                                           [SM_CRUSHED] = "crushed"};
    const move_record *m = record_last(&s->record);
    text_print(out, "{\"tick\":%lu,\"resolver\":\"%s\"", s->tick, resolver_name(m->trace.resolver));
    put_vector(out, s, ",\"start\":", m->trace.start);
    put_vector(out, s, ",\"delta\":", m->trace.delta);
    text_append_string(out, ",\"looks\":[");
    for (int i = 0; i < m->trace.iteration_count; i++) {
        text_append_string(out, i > 0 ? "," : "");
        write_look(out, s, m, i);
    }
    text_print(out, "],\"candidates_lost\":%d", m->trace.candidates_lost);
    put_vector(out, s, ",\"position\":", m->result.position);
    put_vector(out, s, ",\"normal\":", m->result.normal);
    put_number(out, ",\"depth\":", m->result.depth);
    text_print(out, ",\"pushes\":%d,\"status\":\"%s\"}\n", m->result.pushes,
               statuses[m->result.status]);
}

void simulate(sandbox *s, const sm3_vec *moves, int count, FILE *out, text_buffer *trace) {
    int dimensions = s->level->dimensions;
    if (out != NULL)
        simulate_write_header(out, dimensions);
    if (trace != NULL)
        text_print(trace, "{\"trace\":1,\"program\":\"" SM_VERSION "\",\"dimensions\":%d}\n",
                   dimensions);
    for (int i = 0; i < count; i++) {
        sandbox_tick_delta(s, moves[i]);
        if (out != NULL)
            simulate_write_tick(out, s);
        if (trace != NULL)
            write_trace(trace, s);
    }
}
