#include "workers.h"

/* Does tasks until none is left. */
static void work(workers *w, int worker) {
    for (int i; (i = SDL_AtomicAdd(&w->next, 1)) < w->count;)
        w->task(w->context, i, worker);
}

static int run_thread(void *context) {
    const worker_thread *t = context;
    workers *w = t->all;
    for (SDL_SemWait(w->go); !w->is_ending; SDL_SemWait(w->go)) {
        work(w, t->number);
        SDL_SemPost(w->done);
    }
    return 0;
}

void workers_start(workers *w, int threads) {
    *w = (workers){.go = SDL_CreateSemaphore(0), .done = SDL_CreateSemaphore(0)};
    if (w->go == NULL || w->done == NULL)
        return;
    while (w->other_count < threads - 1 && w->other_count < WORKERS_MAX - 1) {
        worker_thread *t = &w->others[w->other_count];
        *t = (worker_thread){.all = w, .number = w->other_count + 1};
        t->thread = SDL_CreateThread(run_thread, "worker", t);
        if (t->thread == NULL)
            return;
        w->other_count++;
    }
}

void workers_stop(workers *w) {
    w->is_ending = true;
    for (int i = 0; i < w->other_count; i++)
        SDL_SemPost(w->go);
    for (int i = 0; i < w->other_count; i++)
        SDL_WaitThread(w->others[i].thread, NULL);
    SDL_DestroySemaphore(w->done);
    SDL_DestroySemaphore(w->go);
}

void workers_run(workers *w, worker_task *task, void *context, int count) {
    w->task = task;
    w->context = context;
    w->count = count;
    SDL_AtomicSet(&w->next, 0);
    int awake = w->other_count;
    for (int i = 0; i < w->other_count; i++)
        SDL_SemPost(w->go);
    work(w, 0);
    while (awake > 0 && SDL_SemTryWait(w->go) == 0)
        awake--; /* a thread that has not woken up stays asleep */
    while (awake-- > 0)
        SDL_SemWait(w->done);
}
