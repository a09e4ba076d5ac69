/* workers: threads that share the tasks of a job. The calling thread works, too; without others (a
 * browser, one processor) it does every task. */
#ifndef WORKERS_H
#define WORKERS_H

#include <SDL.h>
#include <stdbool.h>

enum { WORKERS_MAX = 64 }; /* with the calling thread */

/* Does one task. `worker` is 0 for the calling thread, and another number for each other thread. A
 * task must not write memory that others read. */
typedef void worker_task(void *context, int index, int worker);

typedef struct workers workers;

typedef struct worker_thread {
    workers *all;
    int number;
    SDL_Thread *thread;
} worker_thread;

struct workers {
    worker_thread others[WORKERS_MAX - 1];
    int other_count;
    SDL_sem *go, *done; /* each is posted once for each thread and job */
    worker_task *task;
    void *context;
    SDL_atomic_t next; /* the first task that no thread has begun */
    int count;         /* of tasks */
    bool is_ending;
};

/* Starts so many threads, the calling one included, or fewer if the system has no more. `w` must
 * stay where it is until workers_stop. */
void workers_start(workers *w, int threads);
void workers_stop(workers *w);

/* Does the tasks 0 .. count - 1, several at a time and in no order, and returns when all are done.
 */
void workers_run(workers *w, worker_task *task, void *context, int count);

#endif
