#include "screen.h"

#include <stdio.h>

static void show_canvas(screen *s) {
    SDL_UpdateTexture(s->texture, NULL, s->view.canvas->pixels, s->view.canvas->width * 4);
    SDL_RenderCopy(s->renderer, s->texture, NULL, NULL);
    SDL_RenderPresent(s->renderer);
}

void screen_whole_frame(void *context) {
    screen *s = context;
    view_draw(&s->view, s->sandbox, 1);
    show_canvas(s);
}

void screen_empty_frame(void *context) {
    screen *s = context;
    canvas_clear(s->view.canvas, themes[0].colors->floor);
    show_canvas(s);
}

static bool open_renderer(screen *s) {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* a window in memory: no display is needed */
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return false;
    s->window = SDL_CreateWindow("", 0, 0, SCREEN_WIDTH, SCREEN_HEIGHT, SDL_WINDOW_HIDDEN);
    s->renderer = s->window != NULL ? SDL_CreateRenderer(s->window, -1, 0) : NULL;
    if (s->renderer == NULL)
        return false;
    s->texture = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING,
                                   SCREEN_WIDTH, SCREEN_HEIGHT);
    return s->texture != NULL;
}

bool screen_open(screen *s, sandbox *shown, char *error, size_t error_size) {
    *s = (screen){.sandbox = shown};
    if (!view_open(&s->view, SCREEN_WIDTH, SCREEN_HEIGHT, 1, NULL, error, error_size))
        return false;
    if (!open_renderer(s)) {
        snprintf(error, error_size, "no software renderer: %s", SDL_GetError());
        return false;
    }
    view_fit(&s->view, shown);
    return true;
}

void screen_close(screen *s) {
    SDL_DestroyTexture(s->texture);
    if (s->renderer != NULL)
        SDL_DestroyRenderer(s->renderer);
    if (s->window != NULL)
        SDL_DestroyWindow(s->window);
    SDL_Quit();
    view_close(&s->view);
}
