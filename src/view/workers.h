/* workers: threads that share the parts of one piece of work, all processors' together.
 *
 *     workers_run(w, fill_band, &picture, bands);   // fill_band(&picture, 0), (&picture, 1), ...
 *
 * Who calls works along. Where there are no threads (a browser, a machine with one processor), the
 * caller does every part. */
#ifndef WORKERS_H
#define WORKERS_H

typedef struct workers workers;

/* Returns NULL when there is no memory; workers_run then does with the caller. */
workers *workers_create(void);
void workers_destroy(workers *w); /* NULL is fine */

/* Calls part(context, i) once for each i of 0 .. count - 1, several at a time and in no order, and
 * returns when all of them have returned. Parts must not write what others read. */
void workers_run(workers *w, void (*part)(void *context, int i), void *context, int count);

#endif
