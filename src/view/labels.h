/* labels: words beside what they are about, none over another.
 *
 * They are collected while a scene is drawn, and drawn over it together: each at the place that it
 * wants, or as near as there is room, with a line to where it belongs. */
#ifndef LABELS_H
#define LABELS_H

#include "layout.h"
#include "text.h"

enum { LABELS = 160, LABEL_LENGTH = 96 };

typedef struct scene_label {
    sm_vec2 at; /* what it is about, pixels */
    layout_box wanted;
    color ink;
    bool bare; /* no body; it is left out where it cannot be just there */
    char words[LABEL_LENGTH];
} scene_label;

typedef struct label_list {
    scene_label list[LABELS];
    int count;
} label_list;

/* Adds one about `at`, whose middle should be at (x, y). More than LABELS are left out. */
void labels_add(label_list *l, text *t, float scale, sm_vec2 at, float x, float y, color ink,
                const char *words);

/* Adds one without a body, whose upper left corner is at (x, y), or which is not there. */
void labels_add_bare(label_list *l, text *t, float x, float y, color ink, const char *words);

/* Draws all in the room, beside what is taken there, and forgets them. Where there is no room
 * within a few lines, one is left out. `body` is the colour under them. */
void labels_draw(label_list *l, canvas *c, text *t, float scale, layout *room, color body);

#endif
