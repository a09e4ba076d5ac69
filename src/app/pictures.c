#include "app.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../level/memory.h"
#include "../sandbox/scene_start.h"

enum {
    TICKS_MAX = 10 * TICKS_PER_SECOND
}; /* ticks that a level plays before its picture is drawn */

typedef struct picture_job {
    SDL_Thread *thread; /* NULL: no threads, so it was drawn at once */
    atomic_bool given_up, done;
    char *path;      /* owned; of the level */
    canvas *picture; /* owned until taken; NULL: none */
    picture_look look;
} picture_job;

/* ---- In the thread ----------------------------------------------------------------------- */

static bool goes_on(void *context, size_t done, size_t total) {
    picture_job *job = context;
    (void)done, (void)total;
    return !atomic_load(&job->given_up);
}

/* Returns a sandbox with the level, NULL when that fails. */
static sandbox *open_level(picture_job *job) {
    level_errors ignored;
    level *l = level_load_with(job->path, &ignored, (sm_progress){goes_on, job});
    sandbox *s = l != NULL ? sandbox_create(new_level(2)) : NULL;
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

/* Draws the level as it is a few seconds after it was opened. */
static canvas *draw_one(sandbox *s, picture_look look) {
    view v;
    scene_open(s, 0);
    view_open_picture(&v, s, look);
    scene_play(s, NULL, v.camera.yaw, TICKS_MAX);
    return view_take_picture(&v, s);
}

static int draw(void *context) {
    picture_job *job = context;
    sandbox *s = open_level(job);
    job->picture = s != NULL ? draw_one(s, job->look) : NULL;
    sandbox_destroy(s);
    atomic_store(&job->done, true);
    return 0;
}

/* ---- In the window ----------------------------------------------------------------------- */

/* Waits for the thread and takes its picture. */
static void end(app *a) {
    picture_job *job = a->pictures;
    while (!atomic_load(&job->done)) { /* a thread without memory never ends */
        if (atomic_load(&a->lacks_memory))
            memory_end();
        SDL_Delay(1);
    }
    SDL_WaitThread(job->thread, NULL); /* may be NULL */
    browser_take(&a->view.dialog.browser, job->path, job->look, job->picture);
    free(job->path);
    free(job);
    a->pictures = NULL;
}

static void begin(app *a) {
    const browser *b = &a->view.dialog.browser;
    const char *missing = browser_missing(b);
    if (missing == NULL)
        return;
    picture_job *job = memory_calloc(1, sizeof *job);
    a->pictures = job;
    job->path = memory_strdup(missing);
    job->look = b->look;
    job->thread = SDL_CreateThread(draw, "picture", job);
    if (job->thread == NULL)
        draw(job);
}

void pictures_update(app *a) {
    if (a->pictures != NULL && atomic_load(&a->pictures->done))
        end(a);
    if (a->pictures == NULL && dialog_browses(&a->view.dialog))
        begin(a);
}

void pictures_close(app *a) {
    if (a->pictures == NULL)
        return;
    atomic_store(&a->pictures->given_up, true);
    end(a);
}
