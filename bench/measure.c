#include "measure.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double measure_memory(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)(info.uordblks + info.hblkhd);
}

enum { BATCHES = 9 };
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

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(clockid_t clock, measured_fn *call, void *context) {
    long calls = 1;
    while (batch(clock, call, context, calls) * (double)calls < batch_seconds)
        calls *= 2; /* warms up, too */
    double seconds[BATCHES];
    for (int i = 0; i < BATCHES; i++)
        seconds[i] = batch(clock, call, context, calls);
    qsort(seconds, BATCHES, sizeof *seconds, compare_doubles);
    return seconds[BATCHES / 2];
}

double measure_seconds(measured_fn *call, void *context) {
    return median(CLOCK_PROCESS_CPUTIME_ID, call, context);
}

double measure_wall_seconds(measured_fn *call, void *context) {
    return median(CLOCK_MONOTONIC, call, context);
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
