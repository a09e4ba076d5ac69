#include "workers.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_THREADS = 7 }; /* beside the caller's: a picture has no more parts worth one */

struct workers {
    SDL_Thread *threads[MOST_THREADS];
    int thread_count;
    SDL_mutex *lock; /* of all below */
    SDL_cond *wake, *done;
    void (*part)(void *context, int i);
    void *context;
    int next, count; /* the part that nobody has taken yet, of so many */
    int left;        /* parts that have not returned */
    bool is_ending;
};

/* Takes part after part. The lock is held, but for the work. */
static void work(workers *w) {
    while (w->next < w->count) {
        int i = w->next++;
        SDL_UnlockMutex(w->lock);
        w->part(w->context, i);
        SDL_LockMutex(w->lock);
        if (--w->left == 0)
            SDL_CondSignal(w->done);
    }
}

static int run_thread(void *context) {
    workers *w = context;
    SDL_LockMutex(w->lock);
    while (!w->is_ending) {
        work(w);
        SDL_CondWait(w->wake, w->lock);
    }
    SDL_UnlockMutex(w->lock);
    return 0;
}

workers *workers_create(void) {
    workers *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->lock = SDL_CreateMutex();
    w->wake = SDL_CreateCond();
    w->done = SDL_CreateCond();
    bool can_wait = w->lock != NULL && w->wake != NULL && w->done != NULL;
    int others = SDL_GetCPUCount() - 1;
    while (can_wait && w->thread_count < others && w->thread_count < MOST_THREADS) {
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
    if (w->thread_count > 0) {
        SDL_LockMutex(w->lock);
        w->is_ending = true;
        SDL_CondBroadcast(w->wake);
        SDL_UnlockMutex(w->lock);
    }
    for (int i = 0; i < w->thread_count; i++)
        SDL_WaitThread(w->threads[i], NULL);
    SDL_DestroyCond(w->done);
    SDL_DestroyCond(w->wake);
    SDL_DestroyMutex(w->lock);
    free(w);
}

void workers_run(workers *w, void (*part)(void *context, int i), void *context, int count) {
    if (w == NULL || w->thread_count == 0) {
        for (int i = 0; i < count; i++)
            part(context, i);
        return;
    }
    SDL_LockMutex(w->lock);
    w->part = part;
    w->context = context;
    w->next = 0;
    w->count = w->left = count;
    SDL_CondBroadcast(w->wake);
    work(w);
    while (w->left > 0)
        SDL_CondWait(w->done, w->lock);
    SDL_UnlockMutex(w->lock);
}
