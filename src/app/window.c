/* window: the SDL window, its events and its loop. */
#include "window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "../sandbox/simulate.h"
#include "../view/panel.h"
#include "app.h"

static const double tick_seconds = 1.0 / TICKS_PER_SECOND;
static const double longest_frame_seconds =
    0.25;                                        /* after a stall, time is dropped, not caught up */
static const double vsync_slack_seconds = 0.002; /* a frame this near to a tick's length is one */
static const int stick_dead_zone = 6000;         /* of 32767; sticks do not rest at zero */
static const float fine_nudge = 0.1f;            /* of the grid, with Shift */
static const float panel_least_points = 900;     /* a narrower window starts with it folded */
static const float turn_points = 400;            /* a second, that an arrow turns the view by */
static const float help_line_points = 40;        /* that an arrow key scrolls the help */

/* ---- Measures ---------------------------------------------------------------------------- */

static double seconds_since(Uint64 count) {
    return (double)(SDL_GetPerformanceCounter() - count) / (double)SDL_GetPerformanceFrequency();
}

/* Shown figures change slowly enough to be read. */
static float smoothed(float shown, double measured) {
    return shown == 0 ? (float)measured : shown + ((float)measured - shown) * 0.05f;
}

/* Where the system scales windows itself, a window has more pixels than units; elsewhere the dots
 * per inch tell, in steps of a quarter. */
static float screen_scale(const app *a, int pixel_width) {
    int unit_width, unit_height;
    SDL_GetWindowSize(a->window, &unit_width, &unit_height);
    float scale = (float)pixel_width / (float)(unit_width > 0 ? unit_width : 1);
    float dots_per_inch;
    int display = SDL_GetWindowDisplayIndex(a->window);
    if (scale == 1 && SDL_GetDisplayDPI(display, NULL, &dots_per_inch, NULL) == 0)
        scale = roundf(dots_per_inch / 96 * 4) / 4;
    return clamp(scale, 1, 4);
}

/* ---- Ticks ------------------------------------------------------------------------------- */

static float axis(key_action negative, key_action positive) {
    return (float)keys_held(positive) - (float)keys_held(negative);
}

static float stick(const app *a, SDL_GameControllerAxis which) {
    int value = a->pad != NULL ? SDL_GameControllerGetAxis(a->pad, which) : 0;
    if (abs(value) < stick_dead_zone)
        return 0;
    int beyond = value > 0 ? value - stick_dead_zone : value + stick_dead_zone;
    return (float)beyond / (float)(32767 - stick_dead_zone);
}

/* The help is open, and higher than the window. */
static bool scrolls_help(const app *a) {
    return a->view.help && a->view.help_most > 0;
}

/* Keys that go to a field, a dialog, the help or the drawing tool's cross do not move the player.
 */
static sandbox_input read_input(const app *a) {
    sandbox_input input = {0};
    bool typing = a->view.dialog.kind != DIALOG_NONE || typing_is_on(a);
    if (!typing && !hand_is_drawing(&a->hand) && !scrolls_help(a)) {
        input.turn = axis(HOLD_TURN_RIGHT, HOLD_TURN_LEFT);
        input.thrust = axis(HOLD_REVERSE, HOLD_THRUST);
    }
    if (!typing) {
        input.walk = (sm_vec2){axis(HOLD_LEFT, HOLD_RIGHT), axis(HOLD_DOWN, HOLD_UP)};
        input.slow = keys_held(HOLD_SLOW);
        input.ghost = keys_held(HOLD_GHOST);
    }
    input.walk.x += stick(a, SDL_CONTROLLER_AXIS_LEFTX);
    input.walk.y -= stick(a, SDL_CONTROLLER_AXIS_LEFTY);
    if (a->sandbox->space != NULL) {
        input.view_heading = a->view.solid.camera.yaw;
        input.rise = typing ? 0 : axis(HOLD_SINK, HOLD_RISE);
        if (a->rise_tapped)
            input.rise = 1;
        if (a->pad != NULL && SDL_GameControllerGetButton(a->pad, SDL_CONTROLLER_BUTTON_A) != 0)
            input.rise = 1;
        input.dragging = a->hand.solid.held == HAND3_PLAYER;
        input.drag_to3 = hand3_pull(&a->hand.solid);
        return input;
    }
    sm_vec2 at = pointer_world(a);
    input.dragging = a->hand.pulling;
    input.drag_to = (sm_vec2){at.x + a->hand.grab.x, at.y + a->hand.grab.y};
    return input;
}

/* The arrows and the right stick turn the view of a 3D level, where they do nothing else. */
static void turn_view(app *a, float seconds) {
    if (a->sandbox->space == NULL || a->view.dialog.kind != DIALOG_NONE || typing_is_on(a) ||
        scrolls_help(a) || (a->sandbox->paused && a->hand.selection.count > 0))
        return;
    float by = turn_points * a->view.scale * seconds;
    float right = axis(HOLD_TURN_LEFT, HOLD_TURN_RIGHT) + stick(a, SDL_CONTROLLER_AXIS_RIGHTX);
    float up = axis(HOLD_REVERSE, HOLD_THRUST) - stick(a, SDL_CONTROLLER_AXIS_RIGHTY);
    if (right == 0 && up == 0)
        return;
    camera3_orbit(&a->view.solid.camera, right * by, -up * by);
    a->view.fitted = false;
}

/* A level of another kind has other columns. */
static void write_log(app *a) {
    int dimensions = a->sandbox->level->dimensions;
    if (a->log_dimensions != dimensions)
        simulate_write_header(a->log, dimensions);
    a->log_dimensions = dimensions;
    simulate_write_tick(a->log, a->sandbox);
}

static void say_loss(app *a) {
    const space *sp = a->sandbox->space;
    if (sp != NULL && sp->losses > a->losses)
        view_say(&a->view, "it fell out of the level, and is back at the start");
    a->losses = sp != NULL ? sp->losses : 0;
}

void app_make_tick(app *a) {
    sandbox_input input = read_input(a);
    Uint64 start = SDL_GetPerformanceCounter();
    sandbox_tick(a->sandbox, &input);
    a->rise_tapped = false;
    figures *f = &a->view.figures;
    f->tick_microseconds = smoothed(f->tick_microseconds, seconds_since(start) * 1e6);
    if (a->log != NULL)
        write_log(a);
    say_loss(a);
}

/* Spends the time on whole ticks. */
static void make_ticks(app *a, double seconds) {
    if (a->sandbox->paused) {
        a->unspent = 0;
        return;
    }
    if (fabs(seconds - tick_seconds) < vsync_slack_seconds)
        seconds =
            tick_seconds; /* in step with a 60 Hz screen: one tick a frame, none torn between two */
    a->unspent += fmin(seconds, longest_frame_seconds);
    while (a->unspent >= tick_seconds) {
        app_make_tick(a);
        a->unspent -= tick_seconds;
    }
}

/* ---- Events ------------------------------------------------------------------------------ */

static bool resize(app *a) {
    int width, height;
    SDL_GetRendererOutputSize(a->renderer, &width, &height);
    float scale = a->forced_scale > 0 ? a->forced_scale : screen_scale(a, width);
    if (!view_resize(&a->view, width, height, scale)) {
        snprintf(a->failure, sizeof a->failure, "no memory for %d x %d pixels", width, height);
        return false;
    }
    SDL_Texture *texture =
        SDL_CreateTexture(a->renderer, SDL_PIXELFORMAT_RGB888, /* opaque: no blending */
                          SDL_TEXTUREACCESS_STREAMING, width, height);
    if (texture == NULL) {
        snprintf(a->failure, sizeof a->failure, "no texture: %s", SDL_GetError());
        return false;
    }
    SDL_DestroyTexture(a->texture);
    a->texture = texture;
    if (a->view.fitted)
        view_fit(&a->view, a->sandbox);
    return true;
}

static void change_window(app *a, const SDL_WindowEvent *e) {
    if (e->event == SDL_WINDOWEVENT_SIZE_CHANGED || e->event == SDL_WINDOWEVENT_DISPLAY_CHANGED)
        a->open = resize(a) && a->open;
    else if (e->event == SDL_WINDOWEVENT_FOCUS_LOST)
        pointer_let_go(a);
    else if (e->event == SDL_WINDOWEVENT_LEAVE)
        pointer_leave(a);
}

/* The arrows move what is being edited, where they do not drive the player. */
static bool press_arrow(app *a, SDL_Keysym key) {
    int right = (key.sym == SDLK_RIGHT) - (key.sym == SDLK_LEFT);
    int up = (key.sym == SDLK_UP) - (key.sym == SDLK_DOWN);
    hand *h = &a->hand;
    if (right == 0 && up == 0)
        return false;
    if (hand_is_drawing(h)) {
        hand_step_cross(h, a->sandbox, right, up);
        return true;
    }
    if (!a->sandbox->paused || h->selection.count == 0)
        return false;
    float by = h->grid * ((key.mod & KMOD_SHIFT) != 0 ? fine_nudge : 1);
    hand_nudge(h, a->sandbox, (sm_vec2){(float)right * by, (float)up * by});
    return true;
}

static bool press_in_help(app *a, SDL_Keycode key) {
    const float page = 0.8f * (float)a->view.canvas->height,
                line = help_line_points * a->view.scale;
    if (!scrolls_help(a))
        return false;
    switch (key) {
    case SDLK_UP:
    case SDLK_DOWN:
        a->view.help_scroll += key == SDLK_UP ? -line : line;
        return true;
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN:
        a->view.help_scroll += key == SDLK_PAGEUP ? -page : page;
        return true;
    default:
        return false;
    }
}

static bool repeats(key_action action) {
    return action == DO_STEP || action == DO_GROW || action == DO_SHRINK || action == DO_FASTER ||
           action == DO_SLOWER || action == DO_MORE_PUSHES || action == DO_FEWER_PUSHES ||
           action == DO_UNDO || action == DO_REDO;
}

static void press_key(app *a, const SDL_KeyboardEvent *e) {
    view_lay_out(&a->view, a->sandbox);
    if (typing_press(a, e) || press_in_help(a, e->keysym.sym) || press_arrow(a, e->keysym))
        return;
    if (hand_is_drawing(&a->hand) && e->keysym.sym == SDLK_SPACE) {
        hand_set_point(&a->hand, a->sandbox);
        return;
    }
    if (a->sandbox->space != NULL && keys_is(HOLD_RISE, &e->keysym))
        a->rise_tapped = true;
    int argument = 0;
    key_action action = keys_action(e->keysym, a->sandbox->level->dimensions, &argument);
    if (e->repeat == 0 || repeats(action))
        app_act(a, action, argument);
}

static void plug_pad(app *a, int device) {
    if (a->pad == NULL && SDL_IsGameController(device)) {
        a->pad = SDL_GameControllerOpen(device);
        view_say(&a->view, "gamepad: %s", SDL_GameControllerName(a->pad));
    }
}

static void unplug_pad(app *a) {
    SDL_GameControllerClose(a->pad);
    a->pad = NULL;
}

static void handle(app *a, const SDL_Event *e) {
    switch (e->type) {
    case SDL_QUIT:
        files_do(a, DO_QUIT, NULL);
        break;
    case SDL_KEYDOWN:
        keys_watch(&e->key);
        a->modifiers = (SDL_Keymod)e->key.keysym.mod;
        press_key(a, &e->key);
        break;
    case SDL_KEYUP:
        keys_watch(&e->key);
        a->modifiers = (SDL_Keymod)e->key.keysym.mod;
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
    case SDL_WINDOWEVENT:
        change_window(a, &e->window);
        break;
    case SDL_DROPFILE:
        files_do(a, DO_CHOOSE, e->drop.file);
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

/* ---- Loop -------------------------------------------------------------------------------- */

static void copy_to_screen(app *a) {
    SDL_UpdateTexture(a->texture, NULL, a->view.canvas->pixels, a->view.canvas->width * 4);
    SDL_RenderCopy(a->renderer, a->texture, NULL, NULL);
}

static void show(app *a) {
    view *v = &a->view;
    Uint64 start = SDL_GetPerformanceCounter();
    sandbox_look_ahead(a->sandbox);
    view_draw(v, a->sandbox, a->sandbox->paused ? 1 : (float)(a->unspent / tick_seconds));
    copy_to_screen(a);
    v->figures.frame_milliseconds =
        smoothed(v->figures.frame_milliseconds, seconds_since(start) * 1e3);
    SDL_RenderPresent(a->renderer); /* waits for the screen */
}

bool app_show_progress(app *a, const char *words, float share) {
    bool goes_on = true;
    for (SDL_Event e; SDL_PollEvent(&e);)
        goes_on = goes_on && e.type != SDL_QUIT &&
                  !(e.type == SDL_KEYDOWN && e.key.keysym.sym == SDLK_ESCAPE);
    SDL_ShowWindow(a->window);
    view_draw_progress(&a->view, a->sandbox, words, share);
    copy_to_screen(a);
    SDL_RenderPresent(a->renderer);
    return goes_on;
}

static void follow(app *a, float seconds) {
    if (a->sandbox->space != NULL)
        camera3_follow(&a->view.solid.camera, a->sandbox->space->position, seconds);
    else
        camera_follow(&a->view.camera, a->sandbox->position, seconds);
}

static void run(app *a) {
    a->last_count = SDL_GetPerformanceCounter();
    while (a->open) {
        SDL_Event e;
        while (SDL_PollEvent(&e))
            handle(a, &e);
        double seconds = seconds_since(a->last_count);
        a->last_count = SDL_GetPerformanceCounter();
        figures *f = &a->view.figures;
        f->frames_per_second = smoothed(f->frames_per_second, 1 / fmax(seconds, 1e-6));
        files_update(a, seconds);
        make_ticks(a, seconds);
        turn_view(a, (float)fmin(seconds, 0.1));
        if (a->view.following)
            follow(a, (float)fmin(seconds, 0.1));
        a->view.message_seconds -= (float)seconds;
        pointer_update(a, (float)seconds);
        files_update_title(a);
        if ((SDL_GetWindowFlags(a->window) & SDL_WINDOW_MINIMIZED) != 0)
            SDL_Delay(50);
        else
            show(a);
    }
}

/* The icon is the program's own picture of itself: a disk that rests on a wall. */
static void set_icon(app *a) {
    canvas *c = canvas_create(64, 64);
    if (c == NULL)
        return;
    const theme *t = themes[0].colors;
    canvas_clear(c, t->floor);
    canvas_line(c, (sm_vec2){2, 56}, (sm_vec2){62, 48}, 5, t->wall);
    canvas_capsule(c, (sm_vec2){30, 28}, (sm_vec2){30, 28}, 21, t->player_inside);
    canvas_capsule_outline(c, (sm_vec2){30, 28}, (sm_vec2){30, 28}, 20, 4, t->player);
    canvas_arrow(c, (sm_vec2){32, 51}, (sm_vec2){29, 24}, 4, 12, t->normal);
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormatFrom(c->pixels, 64, 64, 32, 64 * 4, SDL_PIXELFORMAT_ARGB8888);
    SDL_SetWindowIcon(a->window, surface);
    SDL_FreeSurface(surface);
    canvas_destroy(c);
}

static bool fail(app *a, const char *what) {
    snprintf(a->failure, sizeof a->failure, "%s: %s", what, SDL_GetError());
    return false;
}

/* SDL may fall back on a driver that shows nothing to anybody. Asked for by name, it is what is
 * wanted. */
static bool has_screen(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool shows_nothing = strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
    const char *asked_for = SDL_getenv("SDL_VIDEODRIVER");
    return !shows_nothing || (asked_for != NULL && asked_for[0] != '\0');
}

static bool open_window(app *a, const window_def *def) {
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "0");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0 || !has_screen()) {
        snprintf(a->failure, sizeof a->failure,
                 "no display (%s); to draw without one: slidemove render LEVEL -o PICTURE.png",
                 SDL_GetError());
        return false;
    }
    int width = def->width > 0 ? def->width : 1280, height = def->height > 0 ? def->height : 720;
    a->window =
        SDL_CreateWindow("slidemove", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                         SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (a->window == NULL)
        return fail(a, "no window");
    a->renderer = SDL_CreateRenderer(a->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (a->renderer == NULL)
        return fail(a, "no renderer");
    SDL_SetWindowMinimumSize(a->window, 320, 200);
    a->arrow = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW);
    a->grabbing = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND);
    a->cross = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_CROSSHAIR);
    a->beam = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM);
    SDL_StopTextInput(); /* until a field is typed into */
    return true;
}

static bool open_view(app *a, const window_def *def) {
    a->forced_scale = def->scale;
    int width, height;
    SDL_GetRendererOutputSize(a->renderer, &width, &height);
    if (!view_open(&a->view, width, height, 1, &key_commands, def->font_path, a->failure,
                   sizeof a->failure))
        return false;
    a->view.theme = def->theme;
    a->view.overlays = def->overlays;
    a->view.fitted = true;
    a->view.hand = &a->hand;
    set_icon(a);
    if (!resize(a))
        return false;
    if ((float)a->view.canvas->width >= panel_least_points * a->view.scale)
        view_open_panel(&a->view, a->sandbox, true);
    return true;
}

static void close_window(app *a) {
    files_close(a);
    hand_free(&a->hand);
    view_close(&a->view);
    if (a->pad != NULL)
        SDL_GameControllerClose(a->pad);
    SDL_FreeCursor(a->arrow);
    SDL_FreeCursor(a->grabbing);
    SDL_FreeCursor(a->cross);
    SDL_FreeCursor(a->beam);
    SDL_DestroyTexture(a->texture);
    if (a->renderer != NULL)
        SDL_DestroyRenderer(a->renderer);
    if (a->window != NULL)
        SDL_DestroyWindow(a->window);
    SDL_Quit();
}

const char *window_run(sandbox *s, const window_def *def) {
    static app a; /* its failure is returned */
    a = (app){.sandbox = s, .log = def->log, .open = true, .pending = DO_NOTHING};
    hand_init(&a.hand);
    if (open_window(&a, def) && open_view(&a, def)) {
        if (files_open_first(&a, def->level_path, def->errors)) {
            if (def->mover != NULL)
                sandbox_set_mover(s, *def->mover);
            sandbox_set_crowd(s, def->crowd);
            SDL_ShowWindow(a.window);
            files_start(&a);
            run(&a);
        } else {
            snprintf(a.failure, sizeof a.failure, "%s was not opened", def->level_path);
        }
    }
    close_window(&a);
    return a.failure[0] != '\0' ? a.failure : NULL;
}
