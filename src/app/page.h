/* page: what differs between a web page and a desktop; web/page.js is the other side. */
#ifndef PAGE_H
#define PAGE_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- Pictures for the screen ------------------------------------------------------------- */

/* Returns false when it fails; SDL_GetError says why. page_screen_close must follow in both
 * cases. */
bool page_screen_open(SDL_Window *window);
void page_screen_close(void);

void page_screen_size(int *width, int *height); /* of the window, in pixels */

/* Allocates pictures of that size. Returns false and keeps the old ones when that fails. */
bool page_screen_resize(int width, int height);

/* Copies a picture of that size, 0xFFRRGGBB row by row. page_screen_show shows it and waits for the
 * screen. */
void page_screen_take(const uint32_t *pixels);
void page_screen_show(void);

/* ---- The loop ---------------------------------------------------------------------------- */

/* Calls `frame` until it returns false. On a page this never returns. There, `moment` returns the
 * text of a link to what is shown, a recording or a level, to be freed with free(); NULL without
 * memory. `leave` is called when the page may be about to close, or the display is lost, and must
 * keep unsaved work. */
void page_run(bool (*frame)(void *context), char *(*moment)(void *context),
              void (*leave)(void *context), void *context);

#endif
