#include "platform.h"

#ifdef __EMSCRIPTEN__

#include <SDL.h>
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

/* What the page does is JavaScript, which clang-format takes for C. */
/* clang-format off */
EM_JS(void, page_ended, (void), { Module.ended(); })
EM_JS(void, page_saved, (const char *path), { Module.saved(UTF8ToString(path)); })
EM_JS(void, page_copied, (const char *text), { Module.copied(UTF8ToString(text)); })
/* clang-format on */

static struct {
    bool (*frame)(void *context);
    char *(*moment)(void *context);
    void *context;
} loop;

/* SDL has a clipboard of its own there: what is new in it is handed to the system's. */
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

/* As often as the screen shows a picture. */
void platform_run(bool (*frame)(void *context), char *(*moment)(void *context), void *context) {
    loop.frame = frame;
    loop.moment = moment;
    loop.context = context;
    emscripten_set_main_loop(step, 0, true);
}

void platform_saved(const char *path) {
    page_saved(path);
}

/* The page has written a file that was dropped on it, chosen or linked to. */
EMSCRIPTEN_KEEPALIVE void platform_open(const char *path) {
    SDL_PushEvent(&(SDL_Event){.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}});
}

/* Returns what a link to this moment holds, until the next call; NULL without memory. */
EMSCRIPTEN_KEEPALIVE const char *platform_moment(void) {
    static char *text;
    free(text);
    text = loop.moment(loop.context);
    return text;
}

/* The user pasted this. */
EMSCRIPTEN_KEEPALIVE void platform_paste(const char *text) {
    SDL_SetClipboardText(text);
    SDL_free(clipboard);
    clipboard = SDL_GetClipboardText();
    SDL_Keysym key = {.scancode = SDL_SCANCODE_V, .sym = SDLK_v, .mod = KMOD_LCTRL};
    SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = key}});
}

#else

void platform_run(bool (*frame)(void *context), char *(*moment)(void *context), void *context) {
    (void)moment;
    while (frame(context))
        ;
}

void platform_saved(const char *path) {
    (void)path;
}

#endif
