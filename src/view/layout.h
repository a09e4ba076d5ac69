/* layout: where boxes stand over the scene, each beside the others.
 *
 * What has a place of its own (tools, side panel, title) takes it first. Whoever else wants a box
 * then asks for a corner, and gets the place nearest to it that nothing else has. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "text.h"

typedef struct layout_box {
    float x, y, width, height; /* pixels, y down */
} layout_box;

typedef enum layout_corner {
    LAYOUT_TOP_LEFT,
    LAYOUT_TOP,
    LAYOUT_TOP_RIGHT,
    LAYOUT_BOTTOM_LEFT,
    LAYOUT_BOTTOM,
    LAYOUT_BOTTOM_RIGHT
} layout_corner;

enum { LAYOUT_BOXES = 256 };

typedef struct layout {
    layout_box room;                /* in which places are given */
    float gap;                      /* pixels, between two boxes */
    layout_box taken[LAYOUT_BOXES]; /* more than these are not kept apart */
    int count;
} layout;

/* Returns the box with each side so much further in. */
static inline layout_box layout_inset(layout_box b, float by) {
    return (layout_box){b.x + by, b.y + by, b.width - 2 * by, b.height - 2 * by};
}

/* Begins anew, with nothing taken. */
void layout_begin(layout *l, layout_box room, float gap);

/* Keeps others from what stands there, in the room or not. */
void layout_take(layout *l, layout_box box);

/* Whether nothing is taken there, with the gap around it. */
bool layout_is_free(const layout *l, layout_box box);

/* Takes the free place of that size nearest to the one that is wanted, in whole pixels. Returns
 * false when there is none; nothing is then taken. */
bool layout_place_near(layout *l, layout_box wanted, layout_box *place);

/* The same in a corner of the room, or in the middle of its upper or lower side. */
bool layout_place(layout *l, layout_corner corner, float width, float height, layout_box *place);

/* ---- Labels: words beside what they are about, none over another ----------------------------- */

/* They are collected while a scene is drawn, and drawn over it together: each at the place that it
 * wants, or as near as there is room, with a line to where it belongs. */

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
