/* explored: shows an exploration of the level: its progress, the list of its findings, and in the
 * scene the findings and a map of how far from the start each place is. */
#ifndef EXPLORED_H
#define EXPLORED_H

#include "../sandbox/explorer.h"
#include "frame.h"
#include "ui.h"

/* What colours the ground of a 3D level. */
typedef struct explored_ground {
    const explore *explore;
    unsigned farthest; /* ticks */
    float height;      /* of the mover's middle above the ground */
} explored_ground;

/* Zeroed to begin with. */
typedef struct explored {
    explorer *explorer; /* owned; NULL: nothing is explored */
    bool is_over;       /* the findings are complete */
    double seconds;     /* the time so far, with that of the frames */
    bool hides_map, hides_list;
    explored_ground ground;
    char (*where)[EXPLORER_WHERE_LENGTH]; /* owned; where each finding is */
    int chosen;                           /* a finding; EXPLORE_NONE: none yet */
    bool follows_chosen;                  /* the next layout scrolls to the chosen one */
    ui_scroll scroll;
} explored;

/* Frees the exploration. */
void explored_end(explored *e);

/* Ends the exploration, and lists where its findings are. */
void explored_finish(explored *e);

/* Returns how many findings it lists. */
int explored_count(const explored *e);

void explored_lay_out(explored *e, ui *u, const frame *f);

/* Lets the frame's 3D scene colour the ground that a mover with gravity walks on. */
void explored_tint_ground(explored *e, frame *f);

/* Draws the rest of the map: in 2D its cells; in 3D a small dot for each cell of a mover that
 * flies, of very many cells only some. */
void explored_draw_map(const explored *e, const frame *f);
void explored_draw_findings(const explored *e, const frame *f);

#endif
