#include "workers.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_THREADS = 7 }; /* beside the caller's: a picture has no more parts worth one */

struct workers {
    SDL_Thread *threads[MOST_THREADS];
    int thread_count;
    SDL_sem *go, *done; /* a post of each for each thread and piece of work */
    void (*part)(void *context, int i);
    void *context;
    SDL_atomic_t next; /* the part that nobody has taken yet, ... */
    int count;         /* ... of so many */
    bool is_ending;
};

/* Takes part after part. */
static void work(workers *w) {
    for (int i; (i = SDL_AtomicAdd(&w->next, 1)) < w->count;)
        w->part(w->context, i);
}

static int run_thread(void *context) {
    workers *w = context;
    for (SDL_SemWait(w->go); !w->is_ending; SDL_SemWait(w->go)) {
        work(w);
        SDL_SemPost(w->done);
    }
    return 0;
}

workers *workers_create(void) {
    workers *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->go = SDL_CreateSemaphore(0);
    w->done = SDL_CreateSemaphore(0);
    int others = w->go != NULL && w->done != NULL ? SDL_GetCPUCount() - 1 : 0;
    while (w->thread_count < others && w->thread_count < MOST_THREADS) {
        SDL_Thread *thread = SDL_CreateThread(run_thread, "worker", w);
        if (thread == NULL)
            break;
        w->threads[w->thread_count++] = thread;
    }
    return w;
}

void workers_destroy(workers *w) {
    if (w == NULL)
        return;
    w->is_ending = true;
    for (int i = 0; i < w->thread_count; i++)
        SDL_SemPost(w->go);
    for (int i = 0; i < w->thread_count; i++)
        SDL_WaitThread(w->threads[i], NULL);
    SDL_DestroySemaphore(w->done);
    SDL_DestroySemaphore(w->go);
    free(w);
}

void workers_run(workers *w, void (*part)(void *context, int i), void *context, int count) {
    if (w == NULL) {
        for (int i = 0; i < count; i++)
            part(context, i);
        return;
    }
    w->part = part;
    w->context = context;
    w->count = count;
    SDL_AtomicSet(&w->next, 0);
    int awake = w->thread_count;
    for (int i = 0; i < w->thread_count; i++)
        SDL_SemPost(w->go);
    work(w);
    while (awake > 0 && SDL_SemTryWait(w->go) == 0)
        awake--; /* one that has not woken up needs not any more */
    while (awake-- > 0)
        SDL_SemWait(w->done);
}
