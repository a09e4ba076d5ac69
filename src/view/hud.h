/* hud: what stands over the scene: title, state, messages, help. */
#ifndef HUD_H
#define HUD_H

#include "frame.h"
#include "ui.h"

/* Adds the resolver and what else the program is set to at the right, and title and file at the
 * left. */
void hud_lay_out_status(ui *u, const frame *f, const char *path);

/* Draws an arrow at the rim toward a player that is out of view. */
void hud_draw_arrow_to_player(const frame *f);

/* Draws a message about what just happened. */
void hud_draw_message(const frame *f, const char *message, float opacity);

/* Adds what is wrong with the level file, "" for nothing; it stays until the file is good. */
void hud_lay_out_error(ui *u, const frame *f, const char *headline, const char *detail);

/* Draws how much of a long task is done, 0 .. 1, in the middle of the window. */
void hud_draw_progress(const frame *f, const char *words, float fraction);

/* Adds all commands and overlays, from their tables. */
void hud_lay_out_help(ui *u, const frame *f, ui_scroll *scroll);

#endif
