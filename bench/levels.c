#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/level/level.h"
#include "generate.h"
#include "measure.h"

enum { SEGMENTS = 1000000 };

typedef struct subject {
    generate_kind kind;
    char *bytes;
    size_t length;
    level *level;
    volatile float sink; /* keeps the compiler from dropping what is measured */
    bool failed;
} subject;

static void generate_text(void *context) {
    subject *s = context;
    free(s->bytes);
    s->bytes = generate_level(s->kind, SEGMENTS, 1, &s->length);
}

static void read_level(void *context) {
    subject *s = context;
    level_errors errors;
    level_free(s->level);
    s->level = level_read(s->bytes, s->length, &errors);
    s->failed = s->failed || s->level == NULL;
}

/* What a reader must at least do: the C library's conversion of each number, nothing checked. */
static void read_numbers_alone(void *context) {
    subject *s = context;
    float sum = 0;
    for (char *at = s->bytes, *end; (at = strpbrk(at, " \n")) != NULL; at = end) {
        sum += strtof(at, &end);
        if (end == at)
            end = at + 1;
    }
    s->sink = sum;
}

static void make_shapes(void *context) {
    subject *s = context;
    level_shapes shapes;
    s->failed = s->failed || !level_make_shapes(s->level, &shapes);
    if (s->failed)
        return;
    s->sink = level_bounds(s->level, &shapes).max.x;
    level_free_shapes(&shapes);
}

/* As if every statement had been changed: that is the slow case, the others are copied. */
static void write_level(void *context) {
    subject *s = context;
    for (int i = 0; i < s->level->statement_count; i++)
        s->level->statements[i].changed = true;
    size_t length;
    char *text = level_write(s->level, &length);
    s->failed = s->failed || text == NULL;
    free(text);
}

static void print_numbers_alone(void *context) {
    subject *s = context;
    char text[32];
    int sum = 0;
    for (int i = 0; i < s->level->number_count; i++)
        sum += snprintf(text, sizeof text, "%.9g", (double)s->level->numbers[i]);
    s->sink = (float)sum;
}

static bool bench_kind(generate_kind kind) {
    subject s = {.kind = kind};
    double generating = measure_seconds(generate_text, &s);
    double reading = measure_seconds(read_level, &s);
    if (!s.failed) {
        double scanning = measure_seconds(read_numbers_alone, &s);
        double shaping = measure_seconds(make_shapes, &s);
        double printing = measure_seconds(print_numbers_alone, &s);
        double writing = measure_seconds(write_level, &s);
        double megabytes = (double)s.length * 1e-6;
        printf("  %-8s  %6.1f   %9.0f   %8.2f   %10.0f   %8.2f   %9.1f   %12.0f\n",
               generate_names[kind], megabytes, megabytes / reading, reading / scanning,
               megabytes / writing, writing / printing, shaping * 1e3, generating * 1e3);
    }
    level_free(s.level);
    free(s.bytes);
    return !s.failed;
}

bool bench_levels(void) {
    printf("\nLevels of %d segments, as text\n", SEGMENTS);
    puts("  level         MB   read MB/s   x strtof   write MB/s   x printf   shapes ms   "
         "generate ms");
    /* one of short lines, and one of long ones */
    bool good = bench_kind(GENERATE_MAZE) && bench_kind(GENERATE_TERRAIN);
    if (!good)
        fputs("bench: no memory for a level of a million segments\n", stderr);
    return good;
}
