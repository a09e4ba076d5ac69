/* page: what a web page does otherwise than a desktop; web/page.js is the page's side of it. */
#ifndef PAGE_H
#define PAGE_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- Pictures on their way to the screen, of one window ---------------------------------- */

/* Returns false when it fails; SDL_GetError says why. page_screen_close must follow in both
 * cases. */
bool page_screen_open(SDL_Window *window);
void page_screen_close(void);

void page_screen_size(int *width, int *height); /* of the window, in pixels */

/* Makes place for pictures of that size. Returns false, and leaves the old place, when it fails. */
bool page_screen_resize(int width, int height);

/* Takes a picture of that size, 0xFFRRGGBB row by row, over; it is shown by the next call of the
 * other, which waits for the screen. */
void page_screen_take(const uint32_t *pixels);
void page_screen_show(void);

/* ---- The loop ---------------------------------------------------------------------------- */

/* Calls `frame` again and again until it returns false. On a page this never returns, so what main
 * and its callers hold stays as it is; `moment` is asked there for the text, to be freed with
 * free(), of what a link to what is shown holds: a recording or a level, NULL without memory.
 * `leave` is called when the page may be about to go, or the display is lost, to keep what is not
 * saved. */
void page_run(bool (*frame)(void *context), char *(*moment)(void *context),
              void (*leave)(void *context), void *context);

#endif
