#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 9 };
static const double batch_seconds = 0.05;

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double batch(measured_fn *call, void *context, long calls) {
    double start = cpu_seconds();
    for (long i = 0; i < calls; i++)
        call(context);
    return (cpu_seconds() - start) / (double)calls;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_seconds(measured_fn *call, void *context) {
    long calls = 1;
    while (batch(call, context, calls) * (double)calls < batch_seconds)
        calls *= 2; /* warms up, too */
    double seconds[BATCHES];
    for (int i = 0; i < BATCHES; i++)
        seconds[i] = batch(call, context, calls);
    qsort(seconds, BATCHES, sizeof *seconds, compare_doubles);
    return seconds[BATCHES / 2];
}

double measure_once(measured_fn *call, void *context) {
    return batch(call, context, 1);
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
