/* screen: the window on the screen and its scale. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../view/panel.h"
#include "options.h"

static const float panel_width_min = 900; /* a narrower window opens with the panel folded */

static const float screen_points = 1000; /* a higher screen has larger text */
static const float text_width_min = 900; /* if the window is still at least this wide */
static const float text_step = 1.1f, text_min = 0.5f, text_max = 3;

static float in_quarters(float scale) {
    return roundf(scale * 4) / 4;
}

/* If the system scales windows, a window has more pixels than units. Otherwise the dots per inch
 * and the size of the screen decide. */
static float screen_scale(const app *a, int pixel_width) {
    int unit_width, unit_height;
    SDL_GetWindowSize(a->window, &unit_width, &unit_height);
    float scale = (float)pixel_width / (float)(unit_width > 0 ? unit_width : 1);
    float dots_per_inch;
    SDL_Rect bounds;
    int display = SDL_GetWindowDisplayIndex(a->window);
    if (scale == 1 && !page_is_around() &&
        SDL_GetDisplayDPI(display, NULL, &dots_per_inch, NULL) == 0)
        scale = in_quarters(dots_per_inch / 96);
    if (SDL_GetDisplayBounds(display, &bounds) == 0) {
        float larger = fminf((float)bounds.h / screen_points, (float)pixel_width / text_width_min);
        scale = fmaxf(scale, in_quarters(larger));
    }
    return clamp(scale, 1, 4);
}

static bool is_wide(const app *a) {
    return (float)a->view.canvas->width >= panel_width_min * a->view.scale;
}

static void find_size(const app *a, int *width, int *height) {
    page_screen_size(sandbox_has(a->sandbox, HAS_DEPTH), width, height);
}

bool screen_resize(app *a) {
    int width, height;
    bool was_wide = is_wide(a);
    find_size(a, &width, &height);
    float scale = a->options->scale > 0 ? a->options->scale : screen_scale(a, width);
    scale *= a->text_size;
    if (!view_resize(&a->view, width, height, scale)) {
        snprintf(a->failure, sizeof a->failure, "no memory for %d x %d pixels", width, height);
        return false;
    }
    if (!page_screen_resize(width, height)) {
        snprintf(a->failure, sizeof a->failure, "no texture: %s", SDL_GetError());
        return false;
    }
    if (was_wide && !is_wide(a))
        view_open_panel(&a->view, a->sandbox, false);
    view_refit(&a->view, a->sandbox);
    return true;
}

bool screen_follow(app *a) {
    int width, height;
    find_size(a, &width, &height);
    return (width == a->view.canvas->width && height == a->view.canvas->height) || screen_resize(a);
}

void screen_step_text_size(app *a, int step) {
    float size = step == 0 ? 1 : a->text_size * (step > 0 ? text_step : 1 / text_step);
    a->text_size = clamp(size, text_min, text_max);
    a->open = screen_resize(a) && a->open;
}

/* The icon shows a disk that rests on a wall. */
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

/* Whether there is a screen. SDL may fall back on a driver without one, which is right only if the
 * user named it. */
static bool has_screen(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool shows_nothing = strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
    const char *asked_for = SDL_getenv("SDL_VIDEODRIVER");
    return !shows_nothing || (asked_for != NULL && asked_for[0] != '\0');
}

static bool open_window(app *a) {
    const options *o = a->options;
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* SDL would take a signal for a closed window */
    platform_catch_end();
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0 || !has_screen()) {
        snprintf(a->failure, sizeof a->failure,
                 "no display (%s); to draw without one: slidemove render LEVEL -o PICTURE.png",
                 SDL_GetError());
        return false;
    }
    a->window = SDL_CreateWindow(
        "slidemove", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, o->width, o->height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (a->window == NULL)
        return fail(a, "no window");
    if (!page_screen_open(a->window))
        return fail(a, "no renderer");
    SDL_SetWindowMinimumSize(a->window, 320, 200);
    for (int i = 0; i < SDL_NUM_SYSTEM_CURSORS; i++)
        a->cursors[i] = SDL_CreateSystemCursor((SDL_SystemCursor)i);
    SDL_StopTextInput(); /* until a field gets the focus */
    return true;
}

static bool open_view(app *a) {
    const options *o = a->options;
    int width, height;
    find_size(a, &width, &height);
    if (!view_open(&a->view, width, height, 1, a->commands, o->font, a->failure, sizeof a->failure))
        return false;
    a->view.glides = true;
    a->view.theme = o->theme;
    a->view.overlays = o->overlays;
    a->view.fitted = true;
    a->view.pointer_tool = &a->pointer_tool;
    set_icon(a);
    if (!screen_resize(a))
        return false;
    if (is_wide(a))
        view_open_panel(&a->view, a->sandbox, true);
    return true;
}

bool screen_open(app *a) {
    return open_window(a) && open_view(a);
}

void screen_close(app *a) {
    view_close(&a->view);
    for (int i = 0; i < SDL_NUM_SYSTEM_CURSORS; i++)
        SDL_FreeCursor(a->cursors[i]);
    page_screen_close();
    if (a->window != NULL)
        SDL_DestroyWindow(a->window);
    SDL_Quit();
}

void screen_end_progress(app *a) {
    if (!a->shows_progress)
        return;
    a->shows_progress = false;
    SDL_PumpEvents();
    SDL_FlushEvent(SDL_KEYDOWN);
    SDL_FlushEvent(SDL_TEXTINPUT);
    SDL_FlushEvent(SDL_MOUSEBUTTONDOWN);
    SDL_FlushEvent(SDL_MOUSEWHEEL);
}

/* Events other than keys wait for the end of the long work. A button that is released meanwhile
 * must not seem held after it. */
bool screen_show_progress(app *a, const char *words, float fraction) {
    bool goes_on = !platform_must_end();
    a->shows_progress = true;
    SDL_PumpEvents();
    for (SDL_Event e; SDL_PeepEvents(&e, 1, SDL_GETEVENT, SDL_KEYDOWN, SDL_KEYDOWN) > 0;)
        goes_on = goes_on && e.key.keysym.sym != SDLK_ESCAPE;
    goes_on = screen_follow(a) && goes_on;
    SDL_ShowWindow(a->window);
    view_draw_progress(&a->view, a->sandbox, words, fraction);
    page_screen_take(a->view.canvas->pixels);
    page_screen_show();
    return goes_on && !SDL_HasEvent(SDL_QUIT);
}
