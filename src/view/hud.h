/* hud: what stands over the scene: title, state, messages, help. */
#ifndef HUD_H
#define HUD_H

#include "frame.h"
#include "ui.h"

/* Adds the resolver and what else the program is set to at the right, and title and file at the
 * left. */
void hud_lay_out_status(ui *u, const frame *f, const char *path);

/* What a first run says: sets of them are bits, 1 << hint. */
typedef enum hint { HINT_WALK, HINT_DRAG, HINT_RESOLVER, HINT_COUNT } hint;

/* Adds those of the set, each with a tool that puts it away. */
void hud_lay_out_hints(ui *u, const frame *f, unsigned hints);

/* Draws an arrow at the rim toward a player that is out of view. */
void hud_draw_arrow_to_player(const frame *f);

/* A line that tells what just happened. */
void hud_draw_message(const frame *f, const char *message, float opacity);

/* What is wrong with the level file, "" for nothing; stays until it is mended. */
void hud_lay_out_error(ui *u, const frame *f, const char *headline, const char *detail);

/* How much of something long is done, 0 .. 1, in the middle of the window. */
void hud_draw_progress(const frame *f, const char *words, float fraction);

/* Adds all commands and overlays, from their tables. */
void hud_lay_out_help(ui *u, const frame *f, ui_scroll *scroll);

#endif
