/* scene: the level and the player as they are. */
#ifndef SCENE_H
#define SCENE_H

#include "frame.h"

typedef struct scene_ring {
    int statement;
    int first, count; /* of the points */
    level_box box;
    bool around_player; /* around where it starts */
} scene_ring;

/* The outlines that divide the plane into where the player can be and what is solid. Made once a
 * level. */
typedef struct scene_outlines {
    unsigned version;   /* of the ground that they were made from; 0: none yet */
    sm_vec2 *points;    /* owned; of the rings, one after the other, world units */
    sm_vec2 *on_screen; /* owned; those of the rings that are drawn, in pixels */
    int *ring_sizes;    /* owned; of these rings */
    scene_ring *rings;  /* owned */
    int ring_count, point_count;
    bool player_inside; /* the player starts where an odd number of rings is around it */
} scene_outlines;

/* Makes the outlines anew when the sandbox shows another level. Returns false when there was no
 * memory for them. */
bool scene_update_outlines(scene_outlines *o, const sandbox *s);
void scene_free_outlines(scene_outlines *o);

void scene_draw_floor(const frame *f, const scene_outlines *o);
void scene_draw_walls(const frame *f);
void scene_draw_crowd(const frame *f);
void scene_draw_player(const frame *f);

#endif
