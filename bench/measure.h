/* measure: how long something takes, as CPU time unless a name says otherwise. A noisy machine is
 * only ever slower, so the least of several times counts. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>

typedef void measured_fn(void *context);

/* Returns the seconds that one call takes: the least of several batches, each long enough for the
 * clock. */
double measure_seconds(measured_fn *call, void *context);

/* The same by the clock on the wall, for what several threads do together. */
double measure_wall_seconds(measured_fn *call, void *context);

/* Returns the seconds that this one call takes. */
double measure_once(measured_fn *call, void *context);

/* Returns the bytes that the program has allocated and not freed. */
double measure_memory(void);

/* Returns the processor's name as the system tells it, "an unknown processor" otherwise. */
const char *measure_machine(void);

/* ---- A race ------------------------------------------------------------------------------ */

enum { RACE_PARTS = 20 };

/* One of several that do comparable work, cut into parts. */
typedef struct entrant {
    void (*run)(void *context, int part); /* part 0 begins anew; NULL: it takes no part */
    void *context;
    double units; /* how many moves, or questions, all parts are */
    double least[RACE_PARTS];
} entrant;

/* Runs the entrants in turn, so that all meet the machine in the same moods. */
void measure_race(entrant *entrants, int count);

/* Returns the nanoseconds a unit: the sum of the least time of each part; 0 without `run`. */
double race_ns(const entrant *e);

typedef struct spread {
    double median, worst; /* nanoseconds */
} spread;

/* Calls `begin`, and then `call` so many times; all of it `repeats` times over. Finds the median
 * and the worst of the calls, each by the least of its times. Returns false without memory. */
bool measure_each(measured_fn *begin, measured_fn *call, void *context, int calls, int repeats,
                  spread *found);

#endif
