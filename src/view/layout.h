/* layout: where boxes stand over the scene, each beside the others.
 *
 * What has a fixed place (tools, side panel, title) takes it first. Every other box is then placed
 * as near to a wanted corner as nothing else stands. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>

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
    layout_box room;                /* boxes are placed within it */
    float gap;                      /* pixels, between two boxes */
    layout_box taken[LAYOUT_BOXES]; /* more boxes may overlap */
    int count;
} layout;

/* Returns the box with each side moved inward. */
static inline layout_box layout_inset(layout_box b, float by) {
    return (layout_box){b.x + by, b.y + by, b.width - 2 * by, b.height - 2 * by};
}

/* Whether a point lies in a box. */
static inline bool layout_has(layout_box b, float x, float y) {
    return x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height;
}

/* Cuts a strip off one side of a box. Returns the strip. */
static inline layout_box layout_cut_left(layout_box *b, float width) {
    layout_box strip = {b->x, b->y, width, b->height};
    b->x += width;
    b->width -= width;
    return strip;
}

static inline layout_box layout_cut_right(layout_box *b, float width) {
    b->width -= width;
    return (layout_box){b->x + b->width, b->y, width, b->height};
}

static inline layout_box layout_cut_top(layout_box *b, float height) {
    layout_box strip = {b->x, b->y, b->width, height};
    b->y += height;
    b->height -= height;
    return strip;
}

static inline layout_box layout_cut_bottom(layout_box *b, float height) {
    b->height -= height;
    return (layout_box){b->x, b->y + b->height, b->width, height};
}

/* Begins anew, with nothing taken. */
void layout_begin(layout *l, layout_box room, float gap);

/* Takes a place, in the room or not, so that no other box is placed there. */
void layout_take(layout *l, layout_box box);

/* Whether nothing is taken there, with the gap around it. */
bool layout_is_free(const layout *l, layout_box box);

/* Takes the free place of that size nearest to the wanted one, in whole pixels. Returns false, and
 * takes nothing, when there is none. */
bool layout_place_near(layout *l, layout_box wanted, layout_box *place);

/* The same in a corner of the room, or in the middle of its upper or lower side. */
bool layout_place(layout *l, layout_corner corner, float width, float height, layout_box *place);

#endif
