/* hud: what stands over the scene: title, state, messages, the ticks of the session, help. */
#ifndef HUD_H
#define HUD_H

#include "../sandbox/session.h"
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

/* ---- The timeline ------------------------------------------------------------------------ *
 *
 * The ticks of the session on a bar over the scene's lower end, to go back to, with marks where
 * something happened. It is there while time stands still: a slim bar, so that the scene is seen,
 * until the pointer is on it or the past is shown; then the scene gives it room. */

/* Zeroed to begin with. */
typedef struct timeline {
    int playing;             /* what was recorded: -1 backwards, 1 forwards; 0: not */
    double unspent;          /* seconds of that */
    const session *recorded; /* not owned; as laid out */
    layout_box box;          /* where it lies; no width: it is not shown */
    float room;              /* pixels that the scene is to end higher for it */
} timeline;

/* Lays it out where the scene has room, or has given it, and says in .room how much it is to give.
 * `recorded` NULL: there is no session. */
void timeline_lay_out(timeline *t, ui *u, const frame *f, const session *recorded);

/* Finds the tick of a mark at that place of its bar, one of a move that met something. Returns
 * false when there is none. */
bool timeline_find_mark(const timeline *t, layout_box bar, sm_vec2 at, float scale,
                        unsigned long *tick);

#endif
