#include "app.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../sandbox/scene_start.h"

enum {
    BATCH = 16, /* pictures that are asked for at once: what is in sight changes */
    MOST_TICKS = 10 * TICKS_PER_SECOND /* that a level plays before its picture is drawn */
};

typedef struct picture_job {
    SDL_Thread *thread; /* NULL: there are no threads, and each frame draws one */
    atomic_bool given_up;
    atomic_int done; /* how many of the pictures are */
    int taken;       /* of those, by the window */
    int count;
    char *paths[BATCH];      /* owned; of the levels */
    canvas *pictures[BATCH]; /* owned until taken; NULL: there can be none */
    picture_look look;
} picture_job;

/* ---- In the thread ----------------------------------------------------------------------- */

static bool goes_on(void *context, size_t done, size_t total) {
    picture_job *job = context;
    (void)done, (void)total;
    return !atomic_load(&job->given_up);
}

/* Returns a sandbox with the level in it, NULL when there can be none. */
static sandbox *open_level(picture_job *job, const char *path) {
    level_errors ignored;
    level *l = level_load_with(path, &ignored, (sm_progress){goes_on, job});
    level *empty = l != NULL ? new_level(2) : NULL;
    sandbox *s = empty != NULL ? sandbox_create(empty) : NULL;
    if (s == NULL) {
        level_free(l);
        return NULL;
    }
    sandbox_tell(s, (sm_progress){goes_on, job});
    if (sandbox_show(s, l, false))
        return s;
    sandbox_destroy(s);
    return NULL;
}

/* The level as it is a few seconds after it was opened. */
static canvas *draw_one(sandbox *s, picture_look look) {
    view v;
    scene_open(s, 0);
    if (!view_open_picture(&v, s, look))
        return NULL;
    scene_play(s, NULL, v.camera.yaw, MOST_TICKS);
    return view_take_picture(&v, s);
}

static void draw_next(picture_job *job) {
    int i = atomic_load(&job->done);
    sandbox *s = open_level(job, job->paths[i]);
    job->pictures[i] = s != NULL ? draw_one(s, job->look) : NULL;
    sandbox_destroy(s);
    atomic_store(&job->done, i + 1);
}

static int draw(void *context) {
    picture_job *job = context;
    while (atomic_load(&job->done) < job->count)
        draw_next(job);
    return 0;
}

/* ---- In the window ----------------------------------------------------------------------- */

/* Takes what is done since the last time. */
static void take(app *a) {
    picture_job *job = a->pictures;
    for (int done = atomic_load(&job->done); job->taken < done; job->taken++) {
        int i = job->taken;
        browser_take(&a->view.dialog.browser, job->paths[i], job->look, job->pictures[i]);
    }
}

/* Waits for the thread. */
static void end(app *a) {
    picture_job *job = a->pictures;
    SDL_WaitThread(job->thread, NULL); /* which may be NULL */
    take(a);
    for (int i = 0; i < job->count; i++)
        SDL_free(job->paths[i]);
    free(job);
    a->pictures = NULL;
}

static void begin(app *a) {
    const browser *b = &a->view.dialog.browser;
    const char *paths[BATCH];
    int missing = browser_missing(b, paths, BATCH);
    if (missing == 0 || (a->pictures = calloc(1, sizeof *a->pictures)) == NULL)
        return;
    picture_job *job = a->pictures;
    job->look = b->look;
    for (int i = 0; i < missing; i++) {
        job->paths[job->count] = SDL_strdup(paths[i]);
        job->count += job->paths[job->count] != NULL;
    }
    job->thread = SDL_CreateThread(draw, "pictures", job);
}

void pictures_update(app *a) {
    picture_job *job = a->pictures;
    if (job != NULL && job->thread == NULL && job->done < job->count)
        draw_next(job);
    if (job != NULL && atomic_load(&job->done) == job->count)
        end(a);
    if (a->pictures != NULL)
        take(a);
    else if (dialog_browses(&a->view.dialog))
        begin(a);
}

void pictures_close(app *a) {
    if (a->pictures == NULL)
        return;
    atomic_store(&a->pictures->given_up, true);
    end(a);
}
