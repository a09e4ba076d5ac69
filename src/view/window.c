#include "window.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <SDL.h>

#include "../sandbox/drag.h"
#include "../sandbox/level_list.h"
#include "../sandbox/live_file.h"
#include "../sandbox/simulate.h"
#include "keys.h"
#include "overlays.h"
#include "view.h"

static const double tick_seconds = 1.0 / TICKS_PER_SECOND;
static const double longest_frame_seconds =
    0.25;                                        /* after a stall, time is dropped, not caught up */
static const double vsync_slack_seconds = 0.002; /* a frame this near to a tick's length is one */
static const double watch_seconds = 0.1;         /* between two looks at the level's file */
static const float wheel_zoom = 1.15f;           /* a notch */
static const float scroll_points = 40;           /* a notch */
static const float radius_step = 1.1f;
static const float grab_points = 6;      /* how far beside the player it can still be grabbed */
static const int stick_dead_zone = 6000; /* of 32767; sticks do not rest at zero */

typedef struct window {
    SDL_Window *sdl;
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* the canvas on its way to the screen */
    SDL_GameController *pad;
    view view;
    sandbox *sandbox; /* not owned */
    char *level_path; /* owned */
    char *list_path;  /* owned; the level around whose folder N and B go */
    live_file file;
    float forced_scale; /* 0: ask the screen */
    FILE *log;
    bool open;

    bool pulling, panning;
    sm_vec2 grab; /* from the pointer to the player's position, world units */
    drag drag;    /* of a shape */
    SDL_Cursor *arrow, *hand;

    key_action asked; /* what would lose the changes and was asked for once; DO_NOTHING: none */

    Uint64 last_count; /* of the performance counter, at the last frame */
    double unspent;    /* seconds not yet ticked */
    double watch_left; /* seconds until the next look at the file */
    char failure[VIEW_MESSAGE_LENGTH];
} window;

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
static float screen_scale(const window *w, int pixel_width) {
    int unit_width, unit_height;
    SDL_GetWindowSize(w->sdl, &unit_width, &unit_height);
    float scale = (float)pixel_width / (float)(unit_width > 0 ? unit_width : 1);
    float dots_per_inch;
    int display = SDL_GetWindowDisplayIndex(w->sdl);
    if (scale == 1 && SDL_GetDisplayDPI(display, NULL, &dots_per_inch, NULL) == 0)
        scale = roundf(dots_per_inch / 96 * 4) / 4;
    return clamp(scale, 1, 4);
}

/* Window units (which events use) to pixels. */
static sm_vec2 pixels_at(const window *w, int x, int y) {
    int width, height;
    SDL_GetWindowSize(w->sdl, &width, &height);
    return (sm_vec2){((float)x + 0.5f) * (float)w->view.canvas->width / (float)width,
                     ((float)y + 0.5f) * (float)w->view.canvas->height / (float)height};
}

static sm_vec2 pointer(const window *w) {
    int x, y;
    SDL_GetMouseState(&x, &y);
    return pixels_at(w, x, y);
}

/* ---- Level ------------------------------------------------------------------------------- */

static void update_title(window *w) {
    char title[VIEW_MESSAGE_LENGTH];
    const char *name = w->sandbox->level->title;
    snprintf(title, sizeof title, "%s%s%sslidemove", edit_is_dirty(w->sandbox->edit) ? "* " : "",
             name, name[0] != '\0' ? " - " : "");
    if (strcmp(title, SDL_GetWindowTitle(w->sdl)) != 0)
        SDL_SetWindowTitle(w->sdl, title);
}

/* The level that is shown keeps its error on the screen until the file is mended; of another one it
 * is said once, for that one is not shown. */
static void show_level_errors(window *w, const char *path, const level_errors *errors) {
    const level_error *first = &errors->list[0];
    char where[64] = "";
    if (first->line > 0)
        snprintf(where, sizeof where, ":%d:%d", first->line, first->column);
    if (strcmp(path, w->level_path) != 0) {
        view_say(&w->view, "%s%s: %s", path, where, first->message);
        return;
    }
    snprintf(w->view.error, sizeof w->view.error, "%s%s: %s", path, where, first->message);
    w->view.error_count = errors->total;
}

/* Reads the file and shows it; when it is bad, says so and keeps what is there. */
static bool load_level(window *w, const char *path, bool keep_player) {
    if (w->drag.what.part != PICK_NOTHING)
        drag_cancel(w->sandbox, &w->drag);
    w->view.hover.part = PICK_NOTHING;
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL) {
        show_level_errors(w, path, &errors);
        return false;
    }
    if (!sandbox_show(w->sandbox, l, keep_player)) {
        view_say(&w->view, "no memory for %s; the level shown stays", path);
        return false;
    }
    w->view.error[0] = '\0';
    update_title(w);
    return true;
}

static void set_level_path(window *w, const char *path) {
    char *copy = SDL_strdup(path);
    if (copy == NULL)
        return;
    SDL_free(w->level_path);
    w->level_path = copy;
    snprintf(w->view.path, sizeof w->view.path, "%s", path);
    live_file_watch(&w->file, path);
}

static void open_level(window *w, const char *path) {
    if (!load_level(w, path, false))
        return;
    set_level_path(w, path);
    view_fit(&w->view, w->sandbox);
}

/* A dropped level brings its own neighbours. */
static void open_dropped_level(window *w, const char *path) {
    open_level(w, path);
    char *copy = SDL_strdup(path);
    if (copy != NULL && strcmp(w->level_path, path) == 0) {
        SDL_free(w->list_path);
        w->list_path = copy;
    } else {
        SDL_free(copy);
    }
}

static void step_level(window *w, int step) {
    level_list list = level_list_around(w->list_path);
    const char *path = level_list_step(&list, w->level_path, step);
    if (path != NULL)
        open_level(w, path);
    level_list_free(&list);
}

/* Reads the shown level again; the player stays. */
static void reload_level(window *w) {
    if (load_level(w, w->level_path, true) && w->view.fitted)
        view_fit(&w->view, w->sandbox);
}

static void watch_file(window *w, double seconds) {
    w->watch_left -= seconds;
    if (w->watch_left > 0)
        return;
    w->watch_left = watch_seconds;
    if (!live_file_changed(&w->file))
        return;
    if (edit_is_dirty(w->sandbox->edit) || edit_is_open(w->sandbox->edit)) {
        snprintf(w->view.error, sizeof w->view.error,
                 "Your changes are kept. Ctrl+S saves them over the file; Ctrl+R drops them and "
                 "reads the file.");
        w->view.error_count = 0;
        return;
    }
    reload_level(w);
}

/* ---- Changes ----------------------------------------------------------------------------- */

/* Whether an action may go on that loses what is not saved: it must be asked for twice. */
static bool may_lose_changes(window *w, key_action action) {
    if (!edit_is_dirty(w->sandbox->edit) || w->asked == action)
        return true;
    w->asked = action;
    view_say(&w->view, "There are unsaved changes. Ctrl+S saves them; again drops them.");
    return false;
}

static void save_level(window *w) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!sandbox_save(w->sandbox, w->level_path, message)) {
        view_say(&w->view, "%s. Your changes are kept here.", message);
        return;
    }
    live_file_watch(&w->file, w->level_path);
    w->view.error[0] = '\0';
    view_say(&w->view, "saved %s", w->level_path);
}

static void travel_history(window *w, bool (*step)(edit *)) {
    if (!step(w->sandbox->edit)) {
        view_say(&w->view, step == edit_undo ? "nothing to undo" : "nothing to redo");
        return;
    }
    w->view.hover.part = PICK_NOTHING;
    sandbox_follow_edit(w->sandbox);
}

/* The pointer shows what it would grab. */
static void update_hover(window *w) {
    view *v = &w->view;
    v->hover_held = w->drag.what.part != PICK_NOTHING;
    if (v->hover_held)
        v->hover = w->drag.what;
    else if (w->pulling || w->panning || v->help || SDL_GetMouseFocus() != w->sdl)
        v->hover.part = PICK_NOTHING;
    else
        v->hover = pick_at(w->sandbox, camera_to_world(&v->camera, pointer(w)),
                           grab_points * v->scale / v->camera.zoom);
    SDL_SetCursor(v->hover.part != PICK_NOTHING ? w->hand : w->arrow);
}

static void drag_shape(window *w) {
    bool alone = (SDL_GetModState() & KMOD_ALT) != 0;
    drag_to(w->sandbox, &w->drag, camera_to_world(&w->view.camera, pointer(w)), alone);
}

/* ---- Ticks ------------------------------------------------------------------------------- */

static float axis(key_action negative, key_action positive) {
    return (float)keys_held(positive) - (float)keys_held(negative);
}

static float stick(const window *w, SDL_GameControllerAxis which) {
    int value = w->pad != NULL ? SDL_GameControllerGetAxis(w->pad, which) : 0;
    if (abs(value) < stick_dead_zone)
        return 0;
    int beyond = value > 0 ? value - stick_dead_zone : value + stick_dead_zone;
    return (float)beyond / (float)(32767 - stick_dead_zone);
}

static sandbox_input read_input(const window *w) {
    sm_vec2 at = camera_to_world(&w->view.camera, pointer(w));
    return (sandbox_input){
        .turn = axis(HOLD_TURN_RIGHT, HOLD_TURN_LEFT),
        .thrust = axis(HOLD_REVERSE, HOLD_THRUST),
        .walk = {axis(HOLD_LEFT, HOLD_RIGHT) + stick(w, SDL_CONTROLLER_AXIS_LEFTX),
                 axis(HOLD_DOWN, HOLD_UP) - stick(w, SDL_CONTROLLER_AXIS_LEFTY)},
        .slow = keys_held(HOLD_SLOW),
        .ghost = keys_held(HOLD_GHOST),
        .dragging = w->pulling,
        .drag_to = {at.x + w->grab.x, at.y + w->grab.y},
    };
}

static void make_tick(window *w) {
    sandbox_input input = read_input(w);
    Uint64 start = SDL_GetPerformanceCounter();
    sandbox_tick(w->sandbox, &input);
    figures *f = &w->view.figures;
    f->tick_microseconds = smoothed(f->tick_microseconds, seconds_since(start) * 1e6);
    if (w->log != NULL)
        simulate_write_tick(w->log, w->sandbox);
}

/* Spends the time on whole ticks. */
static void make_ticks(window *w, double seconds) {
    if (w->sandbox->paused) {
        w->unspent = 0;
        return;
    }
    if (fabs(seconds - tick_seconds) < vsync_slack_seconds)
        seconds =
            tick_seconds; /* in step with a 60 Hz screen: one tick a frame, none torn between two */
    w->unspent += fmin(seconds, longest_frame_seconds);
    while (w->unspent >= tick_seconds) {
        make_tick(w);
        w->unspent -= tick_seconds;
    }
}

/* ---- Actions ----------------------------------------------------------------------------- */

static void save_screenshot(window *w) {
    char path[64];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    size_t end = strftime(path, sizeof path, "slidemove-%Y%m%d-%H%M%S", &local);
    snprintf(path + end, sizeof path - end, ".png");
    for (int i = 2; access(path, F_OK) == 0 && i < 100; i++)
        snprintf(path + end, sizeof path - end, "-%d.png", i);
    const char *failure = canvas_save_png(w->view.canvas, path);
    if (failure != NULL) {
        view_say(&w->view, "no screenshot: %s", failure);
        return;
    }
    printf("%s\n", path);
    fflush(stdout);
    view_say(&w->view, "saved %s", path);
}

static void toggle_full_screen(window *w) {
    bool full = (SDL_GetWindowFlags(w->sdl) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(w->sdl, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void toggle_overlay(window *w, int index) {
    view *v = &w->view;
    v->overlays ^= 1u << index;
    bool on = (v->overlays & 1u << index) != 0;
    view_say(v, "%s: %s", overlays[index].name, on ? overlays[index].summary : "off");
}

static void toggle_all_overlays(window *w) {
    w->view.overlays = w->view.overlays == OVERLAYS_ALL ? 0 : OVERLAYS_ALL;
}

static void step_once(window *w) {
    w->sandbox->paused = true;
    make_tick(w);
}

static void next_resolver(window *w) {
    sandbox *s = w->sandbox;
    sandbox_cycle_resolver(s, (SDL_GetModState() & KMOD_SHIFT) != 0 ? -1 : 1);
    view_say(&w->view, "%s: %s", sm_resolver_name(s->resolver), sm_resolver_summary(s->resolver));
}

/* Esc leaves the innermost thing. */
static void leave(window *w) {
    if (w->drag.what.part != PICK_NOTHING)
        drag_cancel(w->sandbox, &w->drag);
    else if (w->view.help)
        w->view.help = false;
    else if (may_lose_changes(w, DO_QUIT))
        w->open = false;
}

static void act(window *w, key_action action, int argument) {
    sandbox *s = w->sandbox;
    view *v = &w->view;
    switch (action) {
    case DO_RESET:
        sandbox_reset_player(s);
        break;
    case DO_PAUSE:
        s->paused = !s->paused;
        break;
    case DO_STEP:
        step_once(w);
        break;
    case DO_NEXT_RESOLVER:
        next_resolver(w);
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
    case DO_TOGGLE_OVERLAY:
        toggle_overlay(w, argument);
        break;
    case DO_TOGGLE_ALL_OVERLAYS:
        toggle_all_overlays(w);
        break;
    case DO_FIT:
        v->following = false;
        view_fit(v, s);
        break;
    case DO_FOLLOW:
        v->following = !v->following;
        v->fitted = false;
        break;
    case DO_THEME:
        v->theme = (v->theme + 1) % THEME_COUNT;
        break;
    case DO_FULL_SCREEN:
        toggle_full_screen(w);
        break;
    case DO_NEXT_LEVEL:
        if (may_lose_changes(w, action))
            step_level(w, 1);
        break;
    case DO_PREVIOUS_LEVEL:
        if (may_lose_changes(w, action))
            step_level(w, -1);
        break;
    case DO_UNDO:
        travel_history(w, edit_undo);
        break;
    case DO_REDO:
        travel_history(w, edit_redo);
        break;
    case DO_SAVE:
        save_level(w);
        break;
    case DO_RELOAD:
        reload_level(w);
        break;
    case DO_SCREENSHOT:
        save_screenshot(w);
        break;
    case DO_HELP:
        v->help = !v->help;
        break;
    case DO_QUIT:
        leave(w);
        break;
    default: /* held keys are read by the tick */
        break;
    }
}

/* ---- Events ------------------------------------------------------------------------------ */

static void press_left(window *w, sm_vec2 world) {
    pick what = pick_at(w->sandbox, world, grab_points * w->view.scale / w->view.camera.zoom);
    if (what.part == PICK_PLAYER) {
        w->grab = (sm_vec2){w->sandbox->position.x - world.x, w->sandbox->position.y - world.y};
        w->pulling = true;
    } else if (what.part != PICK_NOTHING) {
        w->drag = drag_begin(w->sandbox, what, world, 1 / w->view.camera.zoom);
    }
}

static void press_button(window *w, const SDL_MouseButtonEvent *e) {
    if (w->view.help)
        return;
    if (e->button == SDL_BUTTON_LEFT)
        press_left(w, camera_to_world(&w->view.camera, pixels_at(w, e->x, e->y)));
    else
        w->panning = true;
}

static void let_go(window *w) {
    w->pulling = w->panning = false;
    if (w->drag.what.part != PICK_NOTHING)
        drag_end(w->sandbox, &w->drag);
}

static void release_button(window *w, const SDL_MouseButtonEvent *e) {
    if (e->button == SDL_BUTTON_LEFT)
        let_go(w);
    else
        w->panning = false;
}

static void move_pointer(window *w, const SDL_MouseMotionEvent *e) {
    if (w->drag.what.part != PICK_NOTHING)
        drag_shape(w);
    if (!w->panning)
        return;
    float pixels = (float)w->view.canvas->width;
    int width, height;
    SDL_GetWindowSize(w->sdl, &width, &height);
    float ratio = pixels / (float)width;
    camera_pan(&w->view.camera, (sm_vec2){(float)e->xrel * ratio, (float)e->yrel * ratio});
    w->view.fitted = false;
    w->view.following = false;
}

static void turn_wheel(window *w, const SDL_MouseWheelEvent *e) {
    if (w->view.help) {
        w->view.help_scroll -= e->preciseY * scroll_points * w->view.scale;
        return;
    }
    camera_zoom_at(&w->view.camera, pointer(w), powf(wheel_zoom, e->preciseY));
    w->view.fitted = false;
}

static bool resize(window *w) {
    int width, height;
    SDL_GetRendererOutputSize(w->renderer, &width, &height);
    float scale = w->forced_scale > 0 ? w->forced_scale : screen_scale(w, width);
    if (!view_resize(&w->view, width, height, scale)) {
        snprintf(w->failure, sizeof w->failure, "no memory for %d x %d pixels", width, height);
        return false;
    }
    SDL_Texture *texture =
        SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_RGB888, /* opaque: no blending */
                          SDL_TEXTUREACCESS_STREAMING, width, height);
    if (texture == NULL) {
        snprintf(w->failure, sizeof w->failure, "no texture: %s", SDL_GetError());
        return false;
    }
    SDL_DestroyTexture(w->texture);
    w->texture = texture;
    if (w->view.fitted)
        view_fit(&w->view, w->sandbox);
    return true;
}

static void change_window(window *w, const SDL_WindowEvent *e) {
    if (e->event == SDL_WINDOWEVENT_SIZE_CHANGED || e->event == SDL_WINDOWEVENT_DISPLAY_CHANGED)
        w->open = resize(w) && w->open;
    else if (e->event == SDL_WINDOWEVENT_FOCUS_LOST)
        let_go(w);
}

static void press_key(window *w, const SDL_KeyboardEvent *e) {
    int argument = 0;
    key_action action = keys_action(e->keysym, &argument);
    bool repeats = action == DO_STEP || action == DO_GROW || action == DO_SHRINK ||
                   action == DO_FASTER || action == DO_SLOWER || action == DO_UNDO ||
                   action == DO_REDO;
    if (e->repeat == 0 || repeats)
        act(w, action, argument);
    if (action != DO_NOTHING && action != w->asked)
        w->asked = DO_NOTHING; /* what was asked for twice must be so in a row */
}

static void plug_pad(window *w, int device) {
    if (w->pad == NULL && SDL_IsGameController(device)) {
        w->pad = SDL_GameControllerOpen(device);
        view_say(&w->view, "gamepad: %s", SDL_GameControllerName(w->pad));
    }
}

static void unplug_pad(window *w) {
    SDL_GameControllerClose(w->pad);
    w->pad = NULL;
}

static void handle(window *w, const SDL_Event *e) {
    switch (e->type) {
    case SDL_QUIT:
        w->open = !may_lose_changes(w, DO_QUIT);
        break;
    case SDL_KEYDOWN:
        press_key(w, &e->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
        press_button(w, &e->button);
        break;
    case SDL_MOUSEBUTTONUP:
        release_button(w, &e->button);
        break;
    case SDL_MOUSEMOTION:
        move_pointer(w, &e->motion);
        break;
    case SDL_MOUSEWHEEL:
        turn_wheel(w, &e->wheel);
        break;
    case SDL_WINDOWEVENT:
        change_window(w, &e->window);
        break;
    case SDL_DROPFILE:
        if (may_lose_changes(w, DO_RELOAD))
            open_dropped_level(w, e->drop.file);
        SDL_free(e->drop.file);
        break;
    case SDL_CONTROLLERDEVICEADDED:
        plug_pad(w, e->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        unplug_pad(w);
        break;
    default:
        break;
    }
}

/* ---- Loop -------------------------------------------------------------------------------- */

static void show(window *w) {
    view *v = &w->view;
    Uint64 start = SDL_GetPerformanceCounter();
    view_draw(v, w->sandbox, w->sandbox->paused ? 1 : (float)(w->unspent / tick_seconds));
    SDL_UpdateTexture(w->texture, NULL, v->canvas->pixels, v->canvas->width * 4);
    SDL_RenderCopy(w->renderer, w->texture, NULL, NULL);
    v->figures.frame_milliseconds =
        smoothed(v->figures.frame_milliseconds, seconds_since(start) * 1e3);
    SDL_RenderPresent(w->renderer); /* waits for the screen */
}

static void run(window *w) {
    w->last_count = SDL_GetPerformanceCounter();
    while (w->open) {
        SDL_Event e;
        while (SDL_PollEvent(&e))
            handle(w, &e);
        double seconds = seconds_since(w->last_count);
        w->last_count = SDL_GetPerformanceCounter();
        figures *f = &w->view.figures;
        f->frames_per_second = smoothed(f->frames_per_second, 1 / fmax(seconds, 1e-6));
        watch_file(w, seconds);
        make_ticks(w, seconds);
        if (w->view.following)
            camera_follow(&w->view.camera, w->sandbox->position, (float)fmin(seconds, 0.1));
        w->view.message_seconds -= (float)seconds;
        update_hover(w);
        update_title(w);
        if ((SDL_GetWindowFlags(w->sdl) & SDL_WINDOW_MINIMIZED) != 0)
            SDL_Delay(50);
        else
            show(w);
    }
}

/* The icon is the program's own picture of itself: a disk that rests on a wall. */
static void set_icon(window *w) {
    canvas *c = canvas_create(64, 64);
    if (c == NULL)
        return;
    const theme *t = themes[0].colors;
    canvas_clear(c, t->floor);
    canvas_line(c, (sm_vec2){2, 56}, (sm_vec2){62, 48}, 5, t->wall);
    canvas_capsule(c, (sm_vec2){30, 28}, (sm_vec2){30, 28}, 21, t->player_inside);
    canvas_capsule_outline(c, (sm_vec2){30, 28}, (sm_vec2){30, 28}, 20, 4, t->player);
    canvas_arrow(c, (sm_vec2){32, 51}, (sm_vec2){29, 24}, 4, 12, t->normal);
    SDL_Surface *icon =
        SDL_CreateRGBSurfaceWithFormatFrom(c->pixels, 64, 64, 32, 64 * 4, SDL_PIXELFORMAT_ARGB8888);
    SDL_SetWindowIcon(w->sdl, icon);
    SDL_FreeSurface(icon);
    canvas_destroy(c);
}

static bool fail(window *w, const char *what) {
    snprintf(w->failure, sizeof w->failure, "%s: %s", what, SDL_GetError());
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

static bool open_window(window *w, const window_def *def) {
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "0");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0 || !has_screen()) {
        snprintf(w->failure, sizeof w->failure,
                 "no display (%s); to draw without one: slidemove render LEVEL -o PICTURE.png",
                 SDL_GetError());
        return false;
    }
    int width = def->width > 0 ? def->width : 1280, height = def->height > 0 ? def->height : 720;
    w->sdl = SDL_CreateWindow("slidemove", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                              height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (w->sdl == NULL)
        return fail(w, "no window");
    w->renderer = SDL_CreateRenderer(w->sdl, -1, SDL_RENDERER_PRESENTVSYNC);
    if (w->renderer == NULL)
        return fail(w, "no renderer");
    SDL_SetWindowMinimumSize(w->sdl, 320, 200);
    w->arrow = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW);
    w->hand = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND);
    return true;
}

static bool open_view(window *w, const window_def *def) {
    w->forced_scale = def->scale;
    int width, height;
    SDL_GetRendererOutputSize(w->renderer, &width, &height);
    if (!view_open(&w->view, width, height, 1, def->font_path, w->failure, sizeof w->failure))
        return false;
    w->view.theme = def->theme;
    w->view.overlays = def->overlays;
    w->view.fitted = true;
    set_icon(w);
    return resize(w);
}

static void close_window(window *w) {
    live_file_forget(&w->file);
    SDL_free(w->level_path);
    SDL_free(w->list_path);
    view_close(&w->view);
    if (w->pad != NULL)
        SDL_GameControllerClose(w->pad);
    SDL_FreeCursor(w->arrow);
    SDL_FreeCursor(w->hand);
    SDL_DestroyTexture(w->texture);
    if (w->renderer != NULL)
        SDL_DestroyRenderer(w->renderer);
    if (w->sdl != NULL)
        SDL_DestroyWindow(w->sdl);
    SDL_Quit();
}

const char *window_run(sandbox *s, const window_def *def) {
    static window w; /* its failure is returned */
    w = (window){.sandbox = s, .log = def->log, .open = true, .asked = DO_NOTHING};
    if (open_window(&w, def) && open_view(&w, def)) {
        w.list_path = SDL_strdup(def->level_path);
        set_level_path(&w, def->level_path);
        update_title(&w);
        if (w.log != NULL)
            simulate_write_header(w.log);
        run(&w);
    }
    close_window(&w);
    return w.failure[0] != '\0' ? w.failure : NULL;
}
