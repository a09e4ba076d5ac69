#include "measure.h"

#include <malloc.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double measure_memory(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)(info.uordblks + info.hblkhd);
}

enum { BATCHES = 7 };
static const double batch_seconds = 0.05;

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double batch(clockid_t clock, measured_fn *call, void *context, long calls) {
    double start = seconds_of(clock);
    for (long i = 0; i < calls; i++)
        call(context);
    return (seconds_of(clock) - start) / (double)calls;
}

static double least(clockid_t clock, measured_fn *call, void *context) {
    long calls = 1;
    while (batch(clock, call, context, calls) * (double)calls < batch_seconds)
        calls *= 2; /* warms up, too */
    double seconds = INFINITY;
    for (int i = 0; i < BATCHES; i++)
        seconds = fmin(seconds, batch(clock, call, context, calls));
    return seconds;
}

double measure_seconds(measured_fn *call, void *context) {
    return least(CLOCK_PROCESS_CPUTIME_ID, call, context);
}

double measure_wall_seconds(measured_fn *call, void *context) {
    return least(CLOCK_MONOTONIC, call, context);
}

double measure_once(measured_fn *call, void *context) {
    return batch(CLOCK_PROCESS_CPUTIME_ID, call, context, 1);
}

const char *measure_machine(void) {
    static char name[128] = "an unknown processor";
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (f != NULL)
        fclose(f);
    return name;
}

/* ---- A race ------------------------------------------------------------------------------ */

static double run_part(entrant *e, int part) {
    double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    e->run(e->context, part);
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
}

void measure_race(entrant *entrants, int count) {
    enum { ROUNDS = 6 };
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++)
            for (int part = 0; entrants[i].run != NULL && part < RACE_PARTS; part++) {
                double seconds = run_part(&entrants[i], part), *kept = &entrants[i].least[part];
                *kept = round == 0 ? seconds : fmin(*kept, seconds);
            }
}

double race_ns(const entrant *e) {
    double sum = 0;
    for (int i = 0; e->run != NULL && i < RACE_PARTS; i++)
        sum += e->least[i];
    return e->run != NULL ? sum / e->units * 1e9 : 0;
}

static int compare_floats(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* What it takes to look at the clock twice. */
static double clock_seconds(void) {
    double found = INFINITY;
    for (int i = 0; i < 1000; i++) {
        double start = seconds_of(CLOCK_MONOTONIC);
        found = fmin(found, seconds_of(CLOCK_MONOTONIC) - start);
    }
    return found;
}

bool measure_each(measured_fn *begin, measured_fn *call, void *context, int calls, int repeats,
                  spread *found) {
    float *ns = malloc((size_t)calls * sizeof *ns);
    if (ns == NULL)
        return false;
    double clock = clock_seconds();
    for (int k = 0; k < repeats; k++) {
        begin(context);
        for (int i = 0; i < calls; i++) {
            double start = seconds_of(CLOCK_MONOTONIC);
            call(context);
            float took = (float)((seconds_of(CLOCK_MONOTONIC) - start - clock) * 1e9);
            ns[i] = k == 0 ? took : fminf(ns[i], took);
        }
    }
    qsort(ns, (size_t)calls, sizeof *ns, compare_floats);
    *found = (spread){(double)ns[calls / 2], (double)ns[calls - 1]};
    free(ns);
    return true;
}
