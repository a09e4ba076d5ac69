#include "app.h"

#include <stdlib.h>

#ifdef __EMSCRIPTEN__

#include <emscripten.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* These functions are JavaScript, which clang-format takes for C. */
/* clang-format off */
EM_JS(void, page_ended, (void), { Module.ended(); })
EM_JS(void, page_tells, (const char *path, const char *words), {
    Module.tells(UTF8ToString(path), UTF8ToString(words));
})
EM_JS(void, page_tells_theme, (const char *name), { Module.tellsTheme(UTF8ToString(name)); })
EM_JS(void, page_tells_typing, (bool types), { Module.tellsTyping(types); })
EM_JS(bool, page_is_plain, (void), { return Module.plain; })
EM_JS(bool, page_has_fingers, (void), { return matchMedia('(pointer: coarse)').matches; })
EM_JS(void, page_copied, (const char *text), { Module.copied(UTF8ToString(text)); })
EM_JS(void, page_fills_screen, (void), { Module.fillsScreen(); })
/* SDL gives the canvas a size of its own, as often as the page changes. */
EM_JS(void, page_shows, (const uint32_t *rgba, int width, int height), {
    const canvas = Module.canvas;
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
    const bytes = new Uint8ClampedArray(HEAPU8.buffer, rgba, 4 * width * height);
    Module.context.putImageData(new ImageData(bytes, width, height), 0, 0);
})
/* clang-format on */

/* A 2D canvas. WebGL takes three times as long in a browser without a graphics processor, and SDL's
 * canvas ignores that a page may have several pixels a point. */
static struct {
    SDL_Window *window;
    uint32_t *rgba;
    int width, height;
} out;

bool page_is_around(void) {
    return true;
}

bool page_screen_open(SDL_Window *window) {
    out.window = window;
    return true;
}

void page_screen_size(bool has_depth, int *width, int *height) {
    static const double most_flat = 0.8e6, most_deep = 0.6e6; /* pixels */
    int across, down;                                         /* points */
    SDL_GetWindowSize(out.window, &across, &down);
    SDL_GetWindowSizeInPixels(out.window, width, height);
    /* A pixel a point at least; a little less where no pixel of the screen is a point anyway. */
    double least = (*width > across ? 0.85 : 1) * across * down;
    double most = fmax(has_depth ? most_deep : most_flat, least);
    double smaller = sqrt(fmin(most / ((double)*width * *height), 1));
    *width = (int)(*width * smaller);
    *height = (int)(*height * smaller);
}

bool page_screen_resize(int width, int height) {
    uint32_t *rgba = realloc(out.rgba, sizeof *rgba * (size_t)width * (size_t)height);
    if (rgba == NULL)
        return false;
    out.rgba = rgba;
    out.width = width;
    out.height = height;
    return true;
}

void page_screen_fill(SDL_Window *window) {
    (void)window;
    page_fills_screen();
}

void page_screen_take(const uint32_t *pixels) {
    for (int i = 0; i < out.width * out.height; i++) {
        uint32_t p = pixels[i];
        out.rgba[i] = (p & 0xff00ff00) | (p >> 16 & 0xff) | (p & 0xff) << 16;
    }
}

void page_screen_show(void) {
    page_shows(out.rgba, out.width, out.height);
}

void page_screen_close(void) {
    free(out.rgba);
}

static struct {
    bool (*frame)(void *context);
    char *(*moment)(void *context);
    void (*leave)(void *context);
    void *context;
} loop;

/* SDL has its own clipboard there: new text in it is passed to the system's. */
static char *clipboard;

static void pass_on_clipboard(void) {
    char *now = SDL_GetClipboardText();
    if (clipboard != NULL && strcmp(now, clipboard) != 0)
        page_copied(now);
    SDL_free(clipboard);
    clipboard = now;
}

static void step(void) {
    bool goes_on = loop.frame(loop.context);
    pass_on_clipboard();
    if (goes_on)
        return;
    emscripten_cancel_main_loop();
    page_ended();
}

/* Calls make_frame for each picture of the screen. */
void page_run(bool (*make_frame)(void *context), char *(*write_moment)(void *context),
              void (*leave)(void *context), void *context) {
    loop.frame = make_frame;
    loop.moment = write_moment;
    loop.leave = leave;
    loop.context = context;
    app *a = context;
    a->view.is_plain = page_is_plain();
    a->view.ui.focus.by_finger = page_has_fingers();
    if (a->view.is_plain)
        view_open_panel(&a->view, a->sandbox, false);
    emscripten_set_main_loop(step, 0, true);
}

void page_tell(const char *path, const char *words, const char *theme_name, bool types) {
    static char told_path[512], told_words[512], told_theme[16];
    static bool told_types;
    if (types != told_types)
        page_tells_typing(types);
    told_types = types;
    if (strcmp(path, told_path) != 0 || strcmp(words, told_words) != 0) {
        snprintf(told_path, sizeof told_path, "%s", path);
        snprintf(told_words, sizeof told_words, "%s", words);
        page_tells(told_path, told_words);
    }
    if (strcmp(theme_name, told_theme) != 0) {
        snprintf(told_theme, sizeof told_theme, "%s", theme_name);
        page_tells_theme(told_theme);
    }
}

const char *page_copy_path(const char *path) {
    static char copy[512];
    path += path[0] == '/';
    if (strncmp(path, "levels/", 7) != 0 || strncmp(path, "levels/yours/", 13) == 0)
        return NULL;
    snprintf(copy, sizeof copy, "/levels/yours/%s", strrchr(path, '/') + 1);
    return copy;
}

/* The page has written a file that was dropped, chosen or linked to. */
EMSCRIPTEN_KEEPALIVE void page_open(const char *path) {
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
}

/* Returns the text of a link to this moment, valid until the next call; NULL without memory. */
EMSCRIPTEN_KEEPALIVE const char *page_moment(void) {
    static char *words;
    free(words);
    words = loop.moment(loop.context);
    return words;
}

/* ---- Controls of the page: a lesson's buttons and sliders, which stand around the scene ---- */

EMSCRIPTEN_KEEPALIVE void page_command(const char *name, int argument) {
    app *a = loop.context;
    const command_row *row =
        command_find(a->commands, a->sandbox->level->dimensions, name, argument);
    if (row != NULL)
        keys_run(a, row, argument);
}

/* Puts a slider of a setting to that fraction. */
EMSCRIPTEN_KEEPALIVE void page_slide(const char *name, double fraction) {
    app *a = loop.context;
    const setting *q = setting_find(name);
    if (q != NULL)
        sandbox_set(a->sandbox, (setting_id)(q - player_settings),
                    (double)setting_at(q, (float)fraction));
}

/* Returns a line for each setting: its name, its slider's fraction and its value, with tabs between
 * them; and the numbers of the resolver and of the set of ghosts. Valid until the next call. */
EMSCRIPTEN_KEEPALIVE const char *page_settings(void) {
    static char all[SETTING_COUNT * 100];
    app *a = loop.context;
    const player *p = &a->sandbox->player;
    int length = snprintf(all, sizeof all, "resolver\t%d\nghosts\t%u\n", (int)p->resolver,
                          a->sandbox->ghosts.set);
    for (int i = 0; i < SETTING_COUNT; i++) {
        const setting *q = &player_settings[i];
        char words[SETTING_WORDS_LENGTH] = "";
        if (!setting_is_switch(q))
            setting_write(q, p, words);
        length += snprintf(all + length, sizeof all - (size_t)length, "%s\t%g\t%s\n", q->name,
                           setting_is_switch(q) ? (double)setting_get(q, p)
                                                : (double)setting_fraction(q, setting_get(q, p)),
                           words);
    }
    return all;
}

/* The page is hidden and may be closed next. */
EMSCRIPTEN_KEEPALIVE void page_leave(void) {
    loop.leave(loop.context);
}

/* The user pasted this. */
EMSCRIPTEN_KEEPALIVE void page_paste(const char *words) {
    SDL_SetClipboardText(words);
    SDL_free(clipboard);
    clipboard = SDL_GetClipboardText();
    SDL_Keysym key = {.scancode = SDL_SCANCODE_V, .sym = SDLK_v, .mod = KMOD_LCTRL};
    SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = key}});
}

/* The keyboard of a touch screen, which presses no keys, has given these words or taken one letter
 * back: "\b". */
EMSCRIPTEN_KEEPALIVE void page_type(const char *words) {
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    if (strcmp(words, "\b") == 0)
        event.key = (SDL_KeyboardEvent){
            .type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = {.sym = SDLK_BACKSPACE}};
    else
        SDL_utf8strlcpy(event.text.text, words, sizeof event.text.text);
    SDL_PushEvent(&event);
}

#else

static struct {
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* the picture that the screen shows next */
    int width;
} out;

bool page_is_around(void) {
    return false;
}

bool page_screen_open(SDL_Window *window) {
    out.renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    return out.renderer != NULL;
}

void page_screen_size(bool has_depth, int *width, int *height) {
    (void)has_depth;
    SDL_GetRendererOutputSize(out.renderer, width, height);
}

bool page_screen_resize(int width, int height) {
    SDL_Texture *texture =
        SDL_CreateTexture(out.renderer, SDL_PIXELFORMAT_RGB888, /* opaque: no blending */
                          SDL_TEXTUREACCESS_STREAMING, width, height);
    if (texture == NULL)
        return false;
    SDL_DestroyTexture(out.texture);
    out.texture = texture;
    out.width = width;
    return true;
}

void page_screen_fill(SDL_Window *window) {
    bool full = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void page_screen_take(const uint32_t *pixels) {
    SDL_UpdateTexture(out.texture, NULL, pixels, out.width * 4);
    SDL_RenderCopy(out.renderer, out.texture, NULL, NULL);
}

void page_screen_show(void) {
    SDL_RenderPresent(out.renderer);
}

void page_screen_close(void) {
    if (out.texture != NULL)
        SDL_DestroyTexture(out.texture);
    if (out.renderer != NULL)
        SDL_DestroyRenderer(out.renderer);
    out.texture = NULL;
    out.renderer = NULL;
}

static struct {
    void (*leave)(void *context); /* NULL: not set */
    void *context;
} loop;

void page_tell(const char *path, const char *words, const char *theme_name, bool types) {
    (void)path;
    (void)types;
    (void)words;
    (void)theme_name;
}

const char *page_copy_path(const char *path) {
    (void)path;
    return NULL;
}

/* Called by Xlib, which ends the program when the display is lost. */
static void leave_unasked(void) {
    if (loop.leave != NULL)
        loop.leave(loop.context);
}

void page_run(bool (*make_frame)(void *context), char *(*write_moment)(void *context),
              void (*leave)(void *context), void *context) {
    (void)write_moment;
    loop.leave = leave;
    loop.context = context;
    atexit(leave_unasked);
    while (make_frame(context))
        ;
    loop.leave = NULL;
}

#endif
