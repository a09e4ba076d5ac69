/* overlays: drawings of what a move did, from its record; no overlay computes physics of its own.
 * Each overlay is a row of one table, which keys, the help panel, the command line and docs/keys.md
 * read too. */
#ifndef OVERLAYS_H
#define OVERLAYS_H

#include "../sandbox/pointer_tool.h"
#include "frame.h"
#include "ui.h"

typedef struct seen_collision seen_collision;

typedef struct overlay_info {
    const char *key; /* one character */
    const char *summary;
    size_t ink; /* offset of its colour in a theme */
    void (*draw)(const frame *f);
    /* Instead of `draw`: draws one collision; or NULL. */
    void (*contact)(const frame *f, const seen_collision *c);
    void (*lay_out)(ui *u, const frame *f); /* NULL: it has no box over the scene */
    bool under_walls;                       /* drawn in 2D before the walls, which cover it */
    bool at_start; /* shown at first: it explains a push and leaves the level visible */
} overlay_info;

/* A row for each level_overlay; level_overlay_name has the names. */
extern const overlay_info overlays[OVERLAY_COUNT];

/* Sets of overlays are bits: 1 << index. */
#define OVERLAYS_ALL ((1u << OVERLAY_COUNT) - 1)

static inline bool overlays_have(unsigned set, int index) {
    return (set >> index & 1) != 0;
}

/* Returns the colour of an overlay. */
static inline color overlay_ink(const theme *t, int index) {
    return theme_color_at(t, overlays[index].ink);
}

/* Returns the set of overlays that are shown at first. */
unsigned overlays_at_start(void);

enum { OVERLAYS_UNDER_WALLS = 1, OVERLAYS_OVER_WALLS = 2, OVERLAYS_ALL_LAYERS = 3 };

/* Draws the overlays of the frame that are in one of these layers. */
void overlays_draw(const frame *f, unsigned layers);

/* Adds the boxes that overlays have over the scene. */
void overlays_lay_out(ui *u, const frame *f);

/* Fills the rows of a table with the figures of the last tick and with its cost. Returns how many
 * rows there are. */
enum { FIGURES_MAX = 8 };
extern const ui_column figure_columns[2];
int figures_list(ui *u, const frame *f, ui_row rows[FIGURES_MAX]);

/* The table of the steps of a look ahead, and its rows. */
enum { STEPS_COLUMNS = 5 };
extern const ui_column steps_columns[STEPS_COLUMNS];
ui_row steps_row(ui *u, const lookahead *a, int step);

/* Draw the ghosts and the places where they parted from the player, and lay out their legend. */
void ghosts_draw(const frame *f);
void ghosts_lay_out_legend(ui *u, const frame *f);

/* Draw where the other resolvers end the move that is stepped through, and add a table of that. */
void others_draw(const frame *f);
void others_add(ui *u, const frame *f, float x, float *y, float width);

/* Draws the letters of the marked collision's formula where they are in the scene: P0, P1, R, C, N,
 * d and p. */
void letters_draw(const frame *f);

/* Draws the shape under the pointer, the dragged, the selected and the drawn ones, with the numbers
 * that a drag changes. */
void handles_draw(const frame *f, pointer_tool *tool);

#endif
