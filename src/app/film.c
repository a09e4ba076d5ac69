/* film: draws ticks one after another, and the steps inside one of them. */
#include "app.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "../sandbox/moments.h"
#include "../sandbox/scene_start.h"
#include "../view/overlays.h"
#include "options.h"

session *film_play(sandbox *s, float view_heading) {
    session *t = session_create(s);
    scene_play(s, t, view_heading, INT_MAX);
    session_seek(t, 0);
    return t;
}

static double ticks_a_picture(const film *f) {
    return (double)f->asked->speed * TICKS_PER_SECOND / f->asked->rate;
}

static bool add_picture(const film *f, view *v, animation *a, float between, float seconds) {
    moment inside;
    if (f->asked->span > 0 && !v->near.is_on && !moments_now(f->sandbox, &inside))
        view_focus(v, f->sandbox, between, f->asked->span);
    view_glide(v, f->sandbox, seconds);
    sandbox_look_ahead(f->sandbox, overlays_have(v->overlays, OVERLAY_ADVANCE));
    return view_draw(v, f->sandbox, between) && animation_add(a, v->canvas, (double)seconds);
}

/* Stops at the tick and shows each step of its move. */
static bool add_steps(const film *f, view *v, animation *a) {
    sandbox *s = f->sandbox;
    moment m = {.count = 1};
    v->lens.shown = f->asked->lens ? LENS_OPEN : LENS_BY_NEED;
    sandbox_set_paused(s, true);
    bool good = add_picture(f, v, a, 1, f->asked->step);
    float rate = (float)f->asked->rate;
    int first = (int)ceilf(rate * f->asked->step); /* pictures of the first step: the view glides */
    for (int i = 0; i < m.count && good && moments_step(s, 1, false); i++) {
        float seconds = i == 0 ? 1 / rate : f->asked->step;
        for (int k = 0; k < (i == 0 ? first : 1) && good; k++)
            good = moments_now(s, &m) && add_picture(f, v, a, 1, seconds);
    }
    moments_leave(s);
    sandbox_set_paused(s, false);
    v->lens.shown = LENS_BY_NEED;
    return good;
}

/* Makes ticks up to `until`, and shows the steps inside the tick that was asked for. */
static bool make_ticks(film *f, int until, view *v, animation *a) {
    bool good = true;
    while (f->made < until && good) {
        unsigned levels = f->sandbox->levels_shown;
        if (f->session != NULL)
            good = session_seek(f->session, (unsigned long)f->made + 1);
        else
            sandbox_tick_delta(f->sandbox, f->moves[f->made]);
        f->made++;
        if (levels != f->sandbox->levels_shown)
            view_open_scene(v, f->sandbox, 0);
        if (f->made == f->asked->inside)
            good = good && add_steps(f, v, a);
    }
    return good;
}

/* Returns the number of pictures of the ticks; 0 with `message` filled when they cannot be shown.
 */
static int count_pictures(const film *f, char message[SAVE_MESSAGE_LENGTH]) {
    int from = f->asked->from, inside = f->asked->inside;
    int to = f->asked->to < 0 ? f->ticks : f->asked->to;
    double step = ticks_a_picture(f), count = floor((to - from) / step) + 1;
    if (to > f->ticks || from > to)
        snprintf(message, SAVE_MESSAGE_LENGTH, "there are ticks 0 to %d; %d to %d cannot be shown",
                 f->ticks, from, to);
    else if (inside >= 0 && (inside < from || inside > to || inside == 0))
        snprintf(message, SAVE_MESSAGE_LENGTH, "tick %d, to be looked into, is not one of %d to %d",
                 inside, from > 0 ? from : 1, to);
    else if (count > FILM_PICTURES_MAX)
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "it would have %.0f pictures, and may have %d: show fewer ticks, fewer pictures a "
                 "second, or a higher speed",
                 count, FILM_PICTURES_MAX);
    else
        return (int)count;
    return 0;
}

bool film_make(film *f, view *v, animation *a, sm_progress progress,
               char message[SAVE_MESSAGE_LENGTH]) {
    int count = count_pictures(f, message);
    if (count == 0)
        return false;
    bool good = true;
    sandbox_set_paused(f->sandbox, false);
    v->glides = true;
    for (int i = 0; i < count && good; i++) {
        double at = f->asked->from + i * ticks_a_picture(f);
        int tick = (int)ceil(at);
        good = make_ticks(f, tick, v, a) &&
               add_picture(f, v, a, (float)(at - tick + 1), 1 / (float)f->asked->rate);
        good = good && (progress.tell == NULL ||
                        progress.tell(progress.context, (size_t)i + 1, (size_t)count));
    }
    if (!good)
        snprintf(message, SAVE_MESSAGE_LENGTH, "no memory for the whole animation");
    return good;
}
