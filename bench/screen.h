/* screen: a window in memory, drawn to by SDL's software renderer: what a frame costs where there
 * is no GPU. */
#ifndef BENCH_SCREEN_H
#define BENCH_SCREEN_H

#include <SDL.h>

#include "../src/view/view.h"

typedef struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    view view;
    sandbox *sandbox; /* not owned */
} screen;

enum { SCREEN_WIDTH = 1280, SCREEN_HEIGHT = 720 };

/* Opens it, and a view of the whole level. Returns false, with `error` filled, when that is not
 * possible; it is to be closed all the same. */
bool screen_open(screen *s, sandbox *shown, char *error, size_t error_size);
void screen_close(screen *s);

/* Draws the picture and shows it: to be measured. `context` is the screen. */
void screen_whole_frame(void *context);

/* The same of a picture with nothing in it. */
void screen_empty_frame(void *context);

#endif
