/* platform: what a web page does otherwise than a desktop; web/page.js is the page's side of it. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdbool.h>

/* Calls `frame` again and again until it returns false. On a page this never returns, so what main
 * and its callers hold stays as it is; `moment` is asked there for the text, to be freed with
 * free(), of what a link to what is shown holds: a recording or a level, NULL without memory. */
void platform_run(bool (*frame)(void *context), char *(*moment)(void *context), void *context);

/* Called when the user's file was saved: a page hands it to the browser's downloads. */
void platform_saved(const char *path);

#endif
