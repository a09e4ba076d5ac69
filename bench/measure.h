/* measure: how long something takes, as CPU time unless a name says otherwise. */
#ifndef MEASURE_H
#define MEASURE_H

typedef void measured_fn(void *context);

/* Returns the seconds of CPU time that one call takes: the median of several batches, each long
 * enough for the clock. */
double measure_seconds(measured_fn *call, void *context);

/* The same by the clock on the wall, for what several threads do together. */
double measure_wall_seconds(measured_fn *call, void *context);

/* Returns the seconds of CPU time that this one call takes. */
double measure_once(measured_fn *call, void *context);

/* Returns the bytes that the program has allocated and not freed. */
double measure_memory(void);

/* Returns the processor's name as the system tells it, "an unknown processor" otherwise. */
const char *measure_machine(void);

#endif
