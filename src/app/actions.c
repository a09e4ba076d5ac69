#include "actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../sandbox/clip.h"
#include "../view/overlays.h"
#include "../view/panel.h"
#include "files.h"
#include "ticks.h"
#include "typing.h"

static const float radius_step = 1.1f;

/* ---- View -------------------------------------------------------------------------------- */

static void save_screenshot(app *a) {
    char path[64];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    size_t end = strftime(path, sizeof path, "slidemove-%Y%m%d-%H%M%S", &local);
    snprintf(path + end, sizeof path - end, ".png");
    for (int i = 2; access(path, F_OK) == 0 && i < 100; i++)
        snprintf(path + end, sizeof path - end, "-%d.png", i);
    const char *failure = canvas_save_png(a->view.canvas, path);
    if (failure != NULL) {
        view_say(&a->view, "no screenshot: %s", failure);
        return;
    }
    printf("%s\n", path);
    fflush(stdout);
    view_say(&a->view, "saved %s", path);
}

static void toggle_full_screen(app *a) {
    bool full = (SDL_GetWindowFlags(a->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(a->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void toggle_overlay(view *v, int index) {
    v->overlays ^= 1u << index;
    bool on = (v->overlays & 1u << index) != 0;
    view_say(v, "%s: %s", overlays[index].name, on ? overlays[index].summary : "off");
}

/* ---- Method ------------------------------------------------------------------------------ */

static void set_resolver(app *a, sm_resolver resolver) {
    a->sandbox->resolver = resolver;
    view_say(&a->view, "%s: %s", sm_resolver_name(resolver), sm_resolver_summary(resolver));
}

static void next_resolver(app *a) {
    sandbox_cycle_resolver(a->sandbox, (a->modifiers & KMOD_SHIFT) != 0 ? -1 : 1);
    set_resolver(a, a->sandbox->resolver);
}

static void change_pushes(app *a, int by) {
    sandbox_set_pushes(a->sandbox, a->sandbox->max_pushes + by);
    view_say(&a->view, "at most %d pushes a move", a->sandbox->max_pushes);
}

static void change_crowd(app *a, int wanted) {
    int count = sandbox_set_crowd(a->sandbox, wanted);
    view_say(&a->view,
             count < wanted && wanted <= CROWD_MAX ? "a crowd of %d: there is no room for more"
                                                   : "a crowd of %d",
             count);
}

static void toggle_ghost(app *a, sm_resolver resolver) {
    ghosts *g = &a->sandbox->ghosts;
    ghosts_set(g, a->sandbox, g->set ^ 1u << resolver);
    view_say(&a->view, "ghost of %s: %s", sm_resolver_name(resolver),
             ghosts_has(g, resolver) ? "it goes by the same input" : "off");
}

static void return_ghosts(app *a) {
    ghosts_return(&a->sandbox->ghosts, a->sandbox);
    view_say(&a->view, a->sandbox->ghosts.set != 0 ? "all ghosts are back at the player"
                                                   : "there are no ghosts");
}

static void set_mover(app *a, mover_kind kind) {
    sandbox_set_mover(a->sandbox, kind);
    view_say(&a->view, "%s: %s", sandbox_mover_name(a->sandbox, a->sandbox->mover),
             mover_kinds[a->sandbox->mover].summary);
}

static void next_mover(app *a) {
    mover_kind next = (mover_kind)((a->sandbox->mover + 1) % MOVER_KIND_COUNT);
    set_mover(a, sandbox_mover_name(a->sandbox, next) != NULL ? next : MOVER_DISK);
}

static void toggle_gravity(app *a) {
    space *sp = a->sandbox->space;
    sp->gravity = !sp->gravity;
    sp->fall = 0;
    sp->stands = false;
    view_say(&a->view, sp->gravity ? "gravity: it falls, stands and jumps (E)"
                                   : "no gravity: E rises, C sinks");
}

static void toggle_sides(app *a) {
    space *sp = a->sandbox->space;
    sp->both_sides = !sp->both_sides;
    view_say(&a->view, sp->both_sides ? "one-sided faces collide from behind, too"
                                      : "one-sided faces collide from their front alone");
}

/* What there is in 2D alone. */
static bool is_flat_action(key_action action, int argument) {
    switch (action) {
    case DO_TOOL:
        return argument != DRAFT_NONE;
    case DO_MORE_CROWD:
    case DO_FEWER_CROWD:
    case DO_MOMENTUM:
    case DO_GHOST:
    case DO_GHOSTS_BACK:
    case DO_SPLIT:
    case DO_COARSER_GRID:
    case DO_FINER_GRID:
    case DO_SET_CROWD:
        return true;
    case DO_TOGGLE_OVERLAY:
        return overlays[argument].draw3 == NULL;
    default:
        return false;
    }
}

static void toggle_momentum(app *a) {
    sandbox_set_momentum(a->sandbox, !a->sandbox->momentum);
    view_say(&a->view, a->sandbox->momentum
                           ? "momentum: thrust accelerates, contacts take what leads into them"
                           : "no momentum: what is asked is one tick's displacement");
}

static void step_once(app *a) {
    a->sandbox->paused = true;
    ticks_make_one(a);
}

/* ---- Editing ----------------------------------------------------------------------------- */

static bool has_selection(app *a) {
    if (a->hand.selection.count > 0)
        return true;
    view_say(&a->view, "nothing is selected");
    return false;
}

static void edit_selection(app *a, void (*change)(hand *, sandbox *)) {
    if (has_selection(a))
        change(&a->hand, a->sandbox);
}

static void travel(app *a, int step) {
    if (!hand_travel(&a->hand, a->sandbox, step))
        view_say(&a->view, step < 0 ? "nothing to undo" : "nothing to redo");
}

static void split(app *a) {
    if (!hand_split(&a->hand, a->sandbox))
        view_say(&a->view, "point at an edge, or select a shape that has some");
}

static bool copy(app *a) {
    if (!has_selection(a))
        return false;
    char *words = clip_copy(&a->hand.selection, a->sandbox->level);
    bool good = words != NULL && SDL_SetClipboardText(words) == 0;
    view_say(&a->view, good ? "copied as level text" : "the clipboard did not take it");
    free(words);
    return good;
}

static void paste(app *a) {
    level_errors errors;
    char *words = SDL_GetClipboardText();
    sm3_vec offset = hand_beside(&a->hand, a->sandbox);
    if (words == NULL || words[0] == '\0')
        view_say(&a->view, "the clipboard is empty");
    else if (clip_paste(&a->hand.selection, a->sandbox->edit, words, strlen(words), offset,
                        &errors) < 0)
        view_say(&a->view, "the clipboard is no level text: line %d: %s", errors.list[0].line,
                 errors.list[0].message);
    else
        sandbox_follow_edit(a->sandbox);
    SDL_free(words);
}

static void change_grid(app *a, int step) {
    a->hand.grid = snap_step_grid(a->hand.grid, step);
    view_say(&a->view, "snap grid: %g u (hold Ctrl to snap)", (double)a->hand.grid);
}

static void finish(app *a) {
    const control_list *l = &a->view.controls;
    if (hand_finish(&a->hand, a->sandbox))
        return;
    for (int i = 0; i < l->count; i++) {
        if (control_takes_text(&l->list[i])) {
            typing_focus(a, l->list[i].command->role, l->list[i].argument);
            return;
        }
    }
}

static void toggle_property(app *a, int id) {
    for (int i = 0; i < a->view.property_count; i++) {
        const property *p = &a->view.properties[i];
        char message[PROPERTY_MESSAGE_LENGTH];
        if (p->id == id &&
            property_set(a->sandbox->edit, a->hand.selection.statements, a->hand.selection.count,
                         id, p->present ? "" : "1", message))
            sandbox_follow_edit(a->sandbox);
    }
}

/* Esc leaves the innermost thing. */
static void leave(app *a) {
    if (hand_cancel(&a->hand, a->sandbox))
        return;
    if (a->view.help)
        a->view.help = false;
    else
        files_quit(a);
}

/* ---- The table --------------------------------------------------------------------------- */

static void act_on_player(app *a, key_action action) {
    sandbox *s = a->sandbox;
    switch (action) {
    case DO_RESET:
        sandbox_reset_player(s);
        break;
    case DO_PAUSE:
        s->paused = !s->paused;
        break;
    case DO_STEP:
        step_once(a);
        break;
    case DO_NEXT_RESOLVER:
        next_resolver(a);
        break;
    case DO_GROW:
        sandbox_scale_radius(s, radius_step);
        break;
    case DO_SHRINK:
        sandbox_scale_radius(s, 1 / radius_step);
        break;
    case DO_FASTER:
        sandbox_step_speed(s, 1);
        break;
    case DO_SLOWER:
        sandbox_step_speed(s, -1);
        break;
    case DO_MORE_PUSHES:
        change_pushes(a, 1);
        break;
    case DO_MORE_CROWD:
        change_crowd(a, s->crowd.count == 0 ? 10 : 2 * s->crowd.count);
        break;
    case DO_NEXT_MOVER:
        next_mover(a);
        break;
    case DO_MOMENTUM:
        toggle_momentum(a);
        break;
    case DO_GRAVITY:
        toggle_gravity(a);
        break;
    case DO_BOTH_SIDES:
        toggle_sides(a);
        break;
    case DO_FEWER_CROWD:
        change_crowd(a, s->crowd.count > 10 ? s->crowd.count / 2 : 0);
        break;
    default:
        change_pushes(a, -1);
        break;
    }
}

static void act_on_view(app *a, key_action action, int argument) {
    view *v = &a->view;
    switch (action) {
    case DO_TOGGLE_OVERLAY:
        toggle_overlay(v, argument);
        break;
    case DO_TOGGLE_ALL_OVERLAYS:
        v->overlays = v->overlays == OVERLAYS_ALL ? 0 : OVERLAYS_ALL;
        break;
    case DO_FIT:
        v->following = false;
        view_fit(v, a->sandbox);
        break;
    case DO_FOLLOW:
        v->following = !v->following;
        v->fitted = false;
        break;
    case DO_THEME:
        v->theme = (v->theme + 1) % THEME_COUNT;
        break;
    case DO_PANEL:
        view_open_panel(v, a->sandbox, !v->panel);
        break;
    default:
        toggle_full_screen(a);
        break;
    }
}

static void act_on_shapes(app *a, key_action action, int argument) {
    hand *h = &a->hand;
    sandbox *s = a->sandbox;
    switch (action) {
    case DO_TOOL:
        hand_take_tool(h, s, (draft_tool)argument);
        break;
    case DO_FINISH:
        finish(a);
        break;
    case DO_SELECT_ALL:
        selection_all(&h->selection, s->level);
        break;
    case DO_SELECT_NEXT:
    case DO_SELECT_PREVIOUS:
        selection_cycle(&h->selection, s->level, action == DO_SELECT_NEXT ? 1 : -1);
        break;
    case DO_DELETE:
        edit_selection(a, hand_delete);
        break;
    case DO_DUPLICATE:
        edit_selection(a, hand_duplicate);
        break;
    case DO_SPLIT:
        split(a);
        break;
    case DO_REVERSE:
        edit_selection(a, hand_reverse);
        break;
    case DO_COPY:
        copy(a);
        break;
    case DO_CUT:
        if (copy(a))
            hand_delete(h, s);
        break;
    case DO_PASTE:
        paste(a);
        break;
    case DO_COARSER_GRID:
    case DO_FINER_GRID:
        change_grid(a, action == DO_COARSER_GRID ? 1 : -1);
        break;
    default:
        travel(a, action == DO_UNDO ? -1 : 1);
        break;
    }
}

static void act_on_control(app *a, key_action action, int argument) {
    switch (action) {
    case DO_SET_RESOLVER:
        set_resolver(a, (sm_resolver)argument);
        break;
    case DO_SET_MOVER:
        set_mover(a, (mover_kind)argument);
        break;
    case DO_SET_PROPERTY:
        toggle_property(a, argument);
        break;
    case DO_ANSWER:
        files_answer(a, (dialog_answer)argument);
        break;
    case DO_CHOOSE:
        a->view.dialog.row = argument;
        files_answer(a, ANSWER_FIRST);
        break;
    default: /* held keys are read by the tick; a slider has a value besides */
        break;
    }
}

static void act_on_file(app *a, key_action action) {
    if (action == DO_NEW)
        files_new(a);
    else if (action == DO_OPEN)
        files_choose(a);
    else if (action == DO_RELOAD)
        files_reload(a);
    else if (action != DO_SAVE && action != DO_SAVE_AS)
        files_step(a, action == DO_NEXT_LEVEL ? 1 : -1);
}

void app_act(app *a, key_action action, int argument) {
    if (a->sandbox->space != NULL && is_flat_action(action, argument))
        view_say(&a->view, "that is for 2D levels alone");
    else if (action >= DO_RESET && action <= DO_BOTH_SIDES)
        act_on_player(a, action);
    else if (action == DO_GHOST)
        toggle_ghost(a, (sm_resolver)argument);
    else if (action == DO_GHOSTS_BACK)
        return_ghosts(a);
    else if (action >= DO_TOGGLE_OVERLAY && action <= DO_FULL_SCREEN)
        act_on_view(a, action, argument);
    else if (action >= DO_TOOL && action <= DO_REDO)
        act_on_shapes(a, action, argument);
    else if (action == DO_SAVE)
        files_save(a);
    else if (action == DO_SAVE_AS)
        files_save_as(a);
    else if (action >= DO_NEW && action <= DO_PREVIOUS_LEVEL)
        act_on_file(a, action);
    else if (action == DO_SCREENSHOT)
        save_screenshot(a);
    else if (action == DO_HELP)
        a->view.help = !a->view.help;
    else if (action == DO_QUIT)
        leave(a);
    else
        act_on_control(a, action, argument);
}
