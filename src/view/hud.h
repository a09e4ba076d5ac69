/* hud: title, state, messages, timeline and help over the scene. */
#ifndef HUD_H
#define HUD_H

#include "../sandbox/session.h"
#include "frame.h"
#include "ui.h"

/* Adds badges of the resolver and other settings at the right, and title and file at the left.
 * Where ticks are recorded, a badge opens the last one that was pushed. */
void hud_lay_out_status(ui *u, const frame *f, const char *path, bool is_recorded);

/* Returns where the badges end, pixels from the top. */
float hud_status_bottom(const ui *u);

/* Draws an arrow at the rim toward a player that is out of view. */
void hud_draw_arrow_to_player(const frame *f);

/* Draws a message. */
void hud_draw_message(const frame *f, const char *message, float opacity);

/* Adds the errors of the level file; `detail` "": there is none. */
void hud_lay_out_error(ui *u, const frame *f, const char *headline, const char *detail);

/* Draws the progress of a long task, 0 .. 1, in the middle of the window. */
void hud_draw_progress(const frame *f, const char *words, float fraction);

/* Adds all commands and overlays, from their tables. */
void hud_lay_out_help(ui *u, const frame *f, ui_scroll *scroll);

/* ---- The timeline ------------------------------------------------------------------------ *
 *
 * A bar with the ticks of the session over the scene's lower end, with marks where something
 * happened; a press on it goes to a tick. It is shown while the program is paused and in the past.
 * It is slim until the pointer is on it. In the past it is full, and the scene ends above it. */

/* Zeroed to begin with. */
typedef struct timeline {
    int playing;             /* plays the recorded ticks: -1 backwards, 1 forwards; 0: does not */
    double unspent;          /* seconds of playing that were not enough for a tick */
    const session *recorded; /* not owned; as laid out */
    layout_box box;          /* width 0: it is not shown */
    float room;              /* how much higher the scene ends for it, pixels */
} timeline;

/* Lays the timeline out, and sets .room to the height that the scene gives up for it. `recorded`
 * NULL: there is no session. */
void timeline_lay_out(timeline *t, ui *u, const frame *f, const session *recorded);

/* Finds the tick of a mark at that place of its bar, one of a move that met something. Returns
 * false when there is none. */
bool timeline_find_mark(const timeline *t, const ui *u, layout_box bar, sm_vec2 at,
                        unsigned long *tick);

#endif
