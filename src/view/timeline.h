/* timeline: the ticks of the session on a bar over the scene's lower end, to be gone to, with marks
 * where something happened. It is there while time stands: slim, so that the scene is seen, until
 * the pointer is on it or the past is shown; for that the scene gives it room. */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "../sandbox/session.h"
#include "frame.h"
#include "ui.h"

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

#endif
