/* window: the SDL window, its events and its loop. */
#include "app.h"

#include <math.h>

#include "../level/memory.h"
#include "../view/overlays.h"
#include "options.h"

static const float turn_points = 400;  /* points a second that an arrow turns the view by */
static const double seconds_max = 0.1; /* the camera moves by at most this time at once */

/* ---- Events ------------------------------------------------------------------------------ */

static void change_window(app *a, const SDL_WindowEvent *e) {
    if (e->event == SDL_WINDOWEVENT_SIZE_CHANGED || e->event == SDL_WINDOWEVENT_DISPLAY_CHANGED)
        a->open = screen_resize(a) && a->open;
    else if (e->event == SDL_WINDOWEVENT_FOCUS_LOST)
        pointer_let_go(a);
    else if (e->event == SDL_WINDOWEVENT_LEAVE)
        pointer_leave(a);
}

/* Arrows move the selection or the drawing cross, when they do not drive the player. */
static bool press_arrow(app *a, SDL_Keysym key) {
    int right = (key.sym == SDLK_RIGHT) - (key.sym == SDLK_LEFT);
    int up = (key.sym == SDLK_UP) - (key.sym == SDLK_DOWN);
    pointer_tool *tool = &a->pointer_tool;
    if ((right == 0 && up == 0) || (key.mod & KMOD_CTRL) != 0)
        return false;
    if (pointer_tool_is_drawing(tool)) {
        pointer_tool_step_cross(tool, a->sandbox, right, up);
        return true;
    }
    if (!a->sandbox->paused || tool->selection.count == 0)
        return false;
    pointer_tool_nudge(tool, a->sandbox,
                       (sm_vec2){(float)right * tool->grid, (float)up * tool->grid});
    return true;
}

/* In 2D with gravity, the player cannot walk up: the key jumps. */
static bool makes_jump(const app *a, const SDL_Keysym *key) {
    const sandbox *s = a->sandbox;
    bool has_up = sandbox_has(s, HAS_DEPTH) || !s->player.gravity;
    return keys_drives(a, AXIS_RISE, key) || (!has_up && keys_drives(a, AXIS_WALK_UP, key));
}

static void press_key(app *a, const SDL_KeyboardEvent *e) {
    view_lay_out(&a->view, a->sandbox);
    if (typing_press(a, e) || press_arrow(a, e->keysym))
        return;
    if (exploring_press(a, e->keysym.sym)) {
        keys_tell_lesson(a, e->keysym);
        return;
    }
    if (pointer_tool_is_drawing(&a->pointer_tool) && e->keysym.sym == SDLK_SPACE) {
        pointer_tool_set_point(&a->pointer_tool, a->sandbox);
        return;
    }
    if (makes_jump(a, &e->keysym))
        a->rise_tapped = true;
    keys_tell_lesson(a, e->keysym);
    int argument = 0;
    const command_row *command = keys_find(a, e->keysym, &argument);
    if (command != NULL && (e->repeat == 0 || command->repeats))
        keys_run(a, command, argument);
}

static void plug_pad(app *a, int device) {
    if (a->pad == NULL && SDL_IsGameController(device)) {
        a->pad = SDL_GameControllerOpen(device);
        const char *name = a->pad != NULL ? SDL_GameControllerName(a->pad) : SDL_GetError();
        view_say(&a->view, a->pad != NULL ? "gamepad: %s" : "the gamepad cannot be opened: %s",
                 name != NULL ? name : "unnamed");
    }
}

static void unplug_pad(app *a) {
    SDL_GameControllerClose(a->pad);
    a->pad = NULL;
}

static void handle(app *a, const SDL_Event *e) {
    switch (e->type) {
    case SDL_QUIT:
        files_act(a, ACT_QUIT);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        keys_watch(&e->key);
        a->modifiers = (SDL_Keymod)e->key.keysym.mod;
        if (e->type == SDL_KEYDOWN)
            press_key(a, &e->key);
        else
            lesson_card_let_go(&a->view.lesson, a->sandbox);
        break;
    case SDL_TEXTINPUT:
        typing_insert(a, e->text.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
        pointer_press(a, &e->button);
        break;
    case SDL_MOUSEBUTTONUP:
        pointer_release(a, &e->button);
        break;
    case SDL_MOUSEMOTION:
        pointer_move(a, &e->motion);
        break;
    case SDL_MOUSEWHEEL:
        pointer_wheel(a, &e->wheel);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        pointer_touch(a, &e->tfinger);
        break;
    case SDL_WINDOWEVENT:
        change_window(a, &e->window);
        break;
    case SDL_DROPFILE:
        files_open(a, e->drop.file);
        SDL_free(e->drop.file);
        break;
    case SDL_CONTROLLERDEVICEADDED:
        plug_pad(a, e->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        unplug_pad(a);
        break;
    default:
        break;
    }
}

/* ---- The eye ----------------------------------------------------------------------------- */

/* Arrows and the right stick turn the view when they have no other use. */
static void turn_by_keys(app *a, float seconds) {
    if (!sandbox_has(a->sandbox, HAS_DEPTH) || dialog_is_open(&a->view.dialog) || typing_is_on(a) ||
        typing_scrolls_help(a) || exploring_takes_keys(a) ||
        (a->sandbox->paused && a->pointer_tool.selection.count > 0))
        return;
    float by = turn_points * a->view.scale * seconds;
    float right = keys_axis(a, AXIS_LOOK_RIGHT) + keys_stick(a, SDL_CONTROLLER_AXIS_RIGHTX);
    float up = keys_axis(a, AXIS_LOOK_UP) - keys_stick(a, SDL_CONTROLLER_AXIS_RIGHTY);
    if (right != 0 || up != 0)
        view_turn(&a->view, a->sandbox, (sm_vec2){right * by, -up * by});
}

/* After a stall the camera does not leap. */
static void move_eye(app *a, double seconds) {
    float passed = (float)fmin(seconds, seconds_max);
    turn_by_keys(a, passed);
    view_glide(&a->view, a->sandbox, passed);
    if (a->view.following)
        view_follow(&a->view, a->sandbox, passed);
}

/* ---- Loop -------------------------------------------------------------------------------- */

static void show(app *a) {
    view *v = &a->view;
    Uint64 start = SDL_GetPerformanceCounter();
    sandbox_look_ahead(a->sandbox, overlays_have(v->overlays, OVERLAY_ADVANCE));
    view_draw(v, a->sandbox, a->sandbox->paused ? 1 : (float)(a->unspent / TICK_SECONDS));
    page_screen_take(v->canvas->pixels);
    v->figures.frame_milliseconds =
        ticks_smoothed(v->figures.frame_milliseconds, ticks_seconds_since(start) * 1e3);
    page_screen_show();
}

/* Called when memory has run out, before the program ends. */
static void keep_at_end(void *context) {
    static bool is_again; /* there was no memory for the copy either */
    app *a = context;
    if (is_again) {
        fputs("slidemove: your unsaved changes could not be kept\n", stderr);
        return;
    }
    is_again = true;
    edit_take_back_open(a->sandbox->edit);
    files_keep_at_end(a);
}

/* Makes a frame. Returns whether to go on. */
static bool make_frame(void *context) {
    app *a = context;
    for (SDL_Event e; screen_end_progress(a), SDL_PollEvent(&e) != 0;)
        handle(a, &e);
    double seconds = ticks_seconds_since(a->last_count);
    a->last_count = SDL_GetPerformanceCounter();
    figures *f = &a->view.figures;
    f->frames_per_second = ticks_smoothed(f->frames_per_second, 1 / fmax(seconds, 1e-6));
    files_update(a, seconds);
    exploring_update(a, seconds);
    ticks_make(a, seconds);
    rewind_update(a, seconds);
    rule_watch_update(a);
    move_eye(a, seconds);
    a->view.message_seconds -= (float)seconds;
    pointer_update(a, (float)seconds);
    if ((SDL_GetWindowFlags(a->window) & SDL_WINDOW_MINIMIZED) != 0)
        SDL_Delay(50);
    else if (a->failure[0] == '\0' && screen_follow(a))
        show(a);
    else /* the picture may have another size than the texture */
        a->open = false;
    const view *v = &a->view;
    page_tell(open_path(a),
              v->error[0] != '\0'      ? v->error
              : v->message_seconds > 0 ? v->message
                                       : "",
              themes[v->theme].name, typing_is_on(a));
    return a->open && !platform_must_end();
}

static char *write_moment(void *context) {
    app *a = context;
    unsigned levels = a->sandbox->levels_shown;
    char *words = link_write(a);
    if (a->sandbox->levels_shown != levels) /* the last seconds lead through another level */
        open_follow(a);
    return words;
}

/* Writes the recovery copy now. */
static void keep_unsaved(void *context) {
    files_keep(context, RECOVERY_SECONDS);
}

static void close(app *a) {
    files_close(a);
    pointer_tool_free(&a->pointer_tool);
    session_destroy(a->session);
    sandbox_destroy(a->sandbox);
    if (a->pad != NULL)
        SDL_GameControllerClose(a->pad);
    screen_close(a);
}

const char *window_run(sandbox *s, const options *o, const char *path, FILE *log,
                       level_errors *errors) {
    static app a; /* static, as its failure is returned */
    a = (app){.sandbox = s,
              .options = o,
              .log = log,
              .commands = &app_commands,
              .text_size = 1,
              .open = true};
    memory_on_end(keep_at_end, &a);
    pointer_tool_init(&a.pointer_tool);
    if (screen_open(&a)) {
        if (files_open_first(&a, path, errors)) {
            if ((o->given & LEVEL_SETS_MOVER) != 0)
                sandbox_change(a.sandbox)->kind = o->mover;
            if (a.session == NULL)
                rule_watch_start(&a);
            if (a.session == NULL)
                a.view.session = a.session = session_create(s);
            else if (session_now(a.session).end > 1 && a.link.width == 0)
                rewind_play_all(&a); /* a recording; a single tick is looked into */
        }
        if (a.session != NULL) {
            SDL_ShowWindow(a.window);
            files_start(&a);
            a.last_count = SDL_GetPerformanceCounter();
            page_run(make_frame, write_moment, keep_unsaved, &a);
        } else {
            snprintf(a.failure, sizeof a.failure, "cannot open %s%s", platform_show_path(path).text,
                     errors->total == 0 ? ": cancelled" : "");
        }
    }
    close(&a);
    memory_on_end(NULL, NULL);
    return a.failure[0] != '\0' ? a.failure : NULL;
}
