/* hud: what stands over the scene: title, state, messages, help. */
#ifndef HUD_H
#define HUD_H

#include "controls.h"

/* Title and file on the left, resolver and state on the right, the way to the help at the bottom.
 */
void hud_draw_status(const frame *f, const char *path, bool following);

/* A line that tells what just happened. */
void hud_draw_message(const frame *f, const char *message, float opacity);

/* What is wrong with the level file; stays until it is mended. */
void hud_draw_error(const frame *f, const char *headline, const char *detail);

/* How much of something long is done, 0 .. 1, in the middle of the window. */
void hud_draw_progress(const frame *f, const char *words, float share);

/* All commands and overlays, from their tables. `shown` is the set of overlays that are on. Where
 * the screen is too low for all of it, *scroll pixels of it are passed over, which is brought into
 * what makes sense; returns how many do at most. */
float hud_draw_help(const frame *f, const command_table *commands, unsigned shown, float *scroll);

#endif
