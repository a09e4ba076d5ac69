/* exploring: the commands that explore the shown level and go to a finding. */
#include "app.h"

#include "../sandbox/moments.h"

static const double slice_seconds = 0.005; /* of a frame; a cell that was begun is finished */
static const float seen_radii = 24;        /* width of the view of a finding */

/* Lists the findings, and pauses, so that keys go through them. */
static void finish(app *a) {
    explored *e = &a->view.explored;
    explored_finish(e);
    int count = explored_count(e);
    if (count > 0)
        sandbox_set_paused(a->sandbox, true);
    view_say(&a->view, count == 0 ? "explored: nothing was found, which is no proof"
                                  : "explored; press Up, Down or Enter to go to a finding");
}

/* Returns whether there is an exploration of the level as it is now; forgets any other. */
static bool has_current(app *a) {
    explored *e = &a->view.explored;
    if (e->explorer == NULL || explorer_is_current(e->explorer, a->sandbox))
        return e->explorer != NULL;
    explored_end(e);
    view_say(&a->view, "the level has changed; press Ctrl+E to explore it again");
    return false;
}

static void stop(app *a) {
    explore_stop(explorer_explore(a->view.explored.explorer));
    finish(a);
}

void exploring_begin(app *a, int argument) {
    (void)argument;
    explored *e = &a->view.explored;
    char message[SAVE_MESSAGE_LENGTH];
    if (has_current(a) && !e->is_over) {
        stop(a);
        return;
    }
    explored_end(e);
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    e->explorer =
        explorer_create(a->sandbox, &(explorer_options){.from_start = true, .slice = 1}, message);
    e->chosen = EXPLORE_NONE;
    if (e->explorer == NULL)
        view_say(&a->view, "%s", message);
}

void exploring_close(app *a, int argument) {
    (void)argument;
    if (has_current(a) && !a->view.explored.is_over)
        stop(a);
    else
        explored_end(&a->view.explored);
}

void exploring_toggle_map(app *a, int argument) {
    (void)argument;
    explored *e = &a->view.explored;
    e->hides_map = !e->hides_map;
    if (e->explorer == NULL)
        view_say(&a->view, "there is no map yet; press Ctrl+E to explore the level");
}

/* Shows the place and the player, which may have fallen far from it. */
static void look_at(app *a, sm3_vec place) {
    const player *p = &a->sandbox->player;
    sm3_vec away = sm3_between(place, p->position);
    float span = sm_maxf(seen_radii * p->radius, 3 * sm3_length(away));
    camera_focus(&a->view.camera, sm3_offset(place, away, 0.5f), span);
    a->view.fitted = a->view.following = false;
}

void exploring_show(app *a, int finding) {
    explored *e = &a->view.explored;
    sandbox *s = a->sandbox;
    if (!has_current(a) || finding >= explored_count(e))
        return;
    const explore_finding *f = explore_get_finding(explorer_explore(e->explorer), finding);
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, s);
    if (!explorer_show_path(e->explorer, f, &a->session)) {
        view_say(&a->view, "no memory for the path there");
        return;
    }
    a->view.session = a->session;
    a->view.timeline.playing = 0;
    sandbox_set_paused(s, true);
    a->unspent = 0;
    a->losses = s->player.losses;
    e->chosen = finding;
    e->follows_chosen = true;
    look_at(a, f->at);
    moments_explain(s);
    view_say(&a->view, "%s: %.2f s from the start", explore_kind_name((int)f->kind),
             (double)f->ticks / TICKS_PER_SECOND);
}

void exploring_update(app *a, double seconds) {
    explored *e = &a->view.explored;
    Uint64 start = SDL_GetPerformanceCounter();
    bool goes_on = true;
    if (!has_current(a) || e->is_over)
        return;
    while (goes_on && ticks_seconds_since(start) < slice_seconds)
        goes_on = explore_go_on(explorer_explore(e->explorer));
    e->seconds += seconds;
    if (!goes_on)
        finish(a);
}

bool exploring_takes_keys(const app *a) {
    const explored *e = &a->view.explored;
    return a->sandbox->paused && a->pointer_tool.selection.count == 0 &&
           !pointer_tool_is_drawing(&a->pointer_tool) && e->explorer != NULL &&
           explored_count(e) > 0;
}

bool exploring_press(app *a, SDL_Keycode key) {
    const explored *e = &a->view.explored;
    int step = (key == SDLK_DOWN) - (key == SDLK_UP), to = e->chosen + step;
    bool enters = key == SDLK_RETURN || key == SDLK_KP_ENTER;
    if ((step == 0 && !enters) || !exploring_takes_keys(a))
        return false;
    exploring_show(a, to < 0 ? 0 : to < explored_count(e) ? to : e->chosen);
    return true;
}
