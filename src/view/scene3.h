/* scene3: the solids of a 3D level and the player among them. */
#ifndef SCENE3_H
#define SCENE3_H

#include "../sandbox/hand.h"
#include "frame3.h"

/* What is kept from one picture to the next. Zeroed to begin with. */
typedef struct scene3 {
    raster *raster;        /* owned */
    camera3 camera;        /* width 0: it has not looked at anything yet */
    unsigned char *edges;  /* owned; which edges of each obstacle are drawn; NULL: all */
    color *colors;         /* owned; of each obstacle */
    int count;             /* of the obstacles that these two are of */
    int slow_frames;       /* in a row, up to where pictures in motion get one sample a pixel */
    camera3 last_camera;   /* of the last picture, */
    sm3_vec last_position; /* and the player's place */
    unsigned level, layout, version; /* sandbox.levels_shown and space's, when they were made */
} scene3;

void scene3_free(scene3 *s);

/* Looks where the level's player looks, if that says so, and from above. To be followed by
 * scene3_fit. */
void scene3_begin(scene3 *s, const sandbox *sb);

/* Shows the whole level. Returns false when there was no memory to do that well. */
bool scene3_fit(scene3 *s, const sandbox *sb, int width, int height, float margin);

/* Shows the player in the middle, with so many world units across. */
void scene3_focus(scene3 *s, const sandbox *sb, int width, int height, float span);

/* Draws solids and player into the canvas' left `width` pixels; `h` NULL: nobody points. Returns
 * false, with nothing to draw overlays on, when memory ran out. */
bool scene3_draw(scene3 *s, const frame *flat, const hand *h, frame3 *f);

#endif
