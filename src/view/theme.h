/* theme: the colours, by what they are for. The values are in assets/themes. */
#ifndef THEME_H
#define THEME_H

#include "canvas.h"

typedef struct theme {
    color solid, floor; /* what is inside a wall's outline, and where the player can be */
    color grid, grid_strong;
    color wall, wall_body,
        oneway; /* line of a wall, inside of a rounded one, line of a one-way one */
    color vertex;
    color sky_top, sky_bottom;                /* the 3D view's */
    color face, face_back, face_edge;         /* its solids; face_back: of one-sided ones */
    color player, player_inside, player_hurt; /* hurt: while it penetrates */
    color trail;
    color crowd; /* the others */
    color index;
    color ghost_deepest, ghost_last, ghost_first, ghost_shallowest, ghost_sweep;
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

/* Returns the theme's index in themes, -1 when there is none of that name. */
int theme_find(const char *name);

#endif
