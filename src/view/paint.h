/* paint: boxes and words on a canvas, in the colours of a theme.
 *
 * A point is 1/96 inch: one pixel at scale 1. Line widths and text are in points, so they look the
 * same on a high-DPI screen. */
#ifndef PAINT_H
#define PAINT_H

#include <math.h>
#include <stdbool.h>

#include "../sandbox/resolvers.h"
#include "canvas.h"
#include "text.h"

/* ---- Themes ------------------------------------------------------------------------------ */

/* Colours by their use; their values are in assets/themes. */
typedef struct theme {
    color solid, floor; /* solid: inside of a wall's outline; floor: where the player can be */
    color grid, grid_strong;
    color wall, wall_body,
        oneway; /* line of a wall, inside of a rounded one, line of a one-way one */
    color vertex;
    color sky_top, sky_bottom;                     /* the 3D view's */
    color face, face_back, face_oneway, face_edge; /* its solids; face_back: of one-sided ones */
    color player, player_inside, player_hurt;      /* player_hurt: while it penetrates */
    color selected, hover;                         /* hover: the shape that a press would grab */
    color trail;
    color index;
    color ghost[RESOLVERS_MAX];                         /* by the number of its resolver */
    color closest, normal, depth, push, wanted, actual; /* overlays */
    color velocity, ray, advance;
    color ink, ink_dim;
    color panel, panel_edge, key;
    color badge, badge_ink;
    color error, error_panel, good;
} theme;

typedef struct theme_info {
    const char *name;
    const theme *colors;
} theme_info;

#define THEME_COUNT 2
extern const theme_info themes[THEME_COUNT]; /* the first is the default */

/* Returns the colour at an offset into the theme. */
static inline color theme_color_at(const theme *t, size_t offset) {
    return *(const color *)((const char *)t + offset);
}

/* Returns the theme's index in themes, -1 when there is none of that name. */
int theme_find(const char *name);

/* ---- Boxes ------------------------------------------------------------------------------- *
 *
 * A layout places boxes over the scene so that none covers another. Boxes with a fixed place
 * (tools, side panel, title) take it first; every other box is placed as near to a wanted corner as
 * there is room. */

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
    layout_box taken[LAYOUT_BOXES]; /* any further box may overlap others */
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

/* Takes a place, inside the room or not, so that no other box is placed there. */
void layout_take(layout *l, layout_box box);

/* Whether nothing is taken there, with the gap around it. */
bool layout_is_free(const layout *l, layout_box box);

/* Takes the free place of that size nearest to the wanted one, in whole pixels. Returns false, and
 * takes nothing, when there is none. */
bool layout_place_near(layout *l, layout_box wanted, layout_box *place);

/* The same in a corner of the room, or in the middle of its upper or lower side. */
bool layout_place(layout *l, layout_corner corner, float width, float height, layout_box *place);

/* ---- Boxes and lines of text ------------------------------------------------------------- */

typedef struct paint {
    canvas *canvas;
    text *text; /* NULL: a picture without words */
    const theme *theme;
    float scale; /* pixels a point */
} paint;

/* Returns the width of the thinnest line that is drawn in full colour, in pixels. */
static inline float paint_hairline(const paint *p) {
    return fmaxf(1, floorf(p->scale));
}

/* Fills a box with corners of that radius, in points. */
void paint_fill(const paint *p, layout_box box, float corner, color ink);

/* Fills a box with an opaque body and an edge around it. */
void paint_panel(const paint *p, layout_box box, color body, color edge);

/* Draws one line with its top left corner at (x, y). Returns the width drawn. */
float paint_text(const paint *p, text_style style, float x, float y, color ink, const char *words);

/* ---- Prose ------------------------------------------------------------------------------- */

/* Words in lines, broken at blanks. */
typedef struct prose {
    text_style style;
    float width;   /* of a line, pixels */
    int max_lines; /* further lines are left out; 0: all are drawn; 1: the line is cut with an
                      ellipsis */
    bool has_keys; /* "Press [Tab] for the next": words in brackets are drawn as keys. [[] and []]
                      are the keys of the brackets */
} prose;

/* Returns how many bytes the key at `at` has, its brackets included: 0 where none begins. */
size_t prose_key_length(const char *at);

/* Returns how wide and high the words are, in pixels. */
sm_vec2 prose_size(const paint *p, prose how, const char *words);

/* Draws them with the top left corner at (x, y). */
void prose_draw(const paint *p, prose how, const char *words, float x, float y, color ink);

#endif
