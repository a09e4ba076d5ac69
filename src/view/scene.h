/* scene: the level and the player, in 2D and in 3D, without overlays. */
#ifndef SCENE_H
#define SCENE_H

#include "../sandbox/plane/plane.h"
#include "../sandbox/pointer_tool.h"
#include "frame.h"

/* ---- In the plane ------------------------------------------------------------------------ */

typedef struct scene_ring {
    int statement;
    level_box box;
    bool around_player; /* the player starts in it: a room, not a block */
    bool is_within;     /* a room in a larger room: floor is on both sides */
} scene_ring;

/* What is kept from one picture to the next; zeroed to begin with. The rings are the outlines that
 * divide the plane into where the player can be and what is solid, made once a level. */
typedef struct plane_scene {
    const plane *plane;      /* the obstacles, as drawn last */
    unsigned level, version; /* sandbox.levels_shown and the obstacles', when the rings were made */
    scene_ring *rings;       /* owned */
    int ring_count, ring_room;
    bool has_room;         /* the player starts in a room */
    obstacle_list visible; /* the obstacles in view, as drawn last */
} plane_scene;

void plane_scene_free(plane_scene *s);

/* Draws the floor and what is solid, and finds the obstacles within the canvas' clip for the
 * functions below and for overlays. */
void plane_scene_floor(plane_scene *s, frame *f);
void plane_scene_walls(const plane_scene *s, const frame *f);
void plane_scene_player(const frame *f);

/* ---- In space ---------------------------------------------------------------------------- */

/* What is kept from one picture to the next. Zeroed to begin with. */
typedef struct space_scene {
    raster *raster;        /* owned */
    unsigned char *edges;  /* owned; which edges of each obstacle are drawn; NULL: all */
    color *colors;         /* owned; of each obstacle */
    int count;             /* of the obstacles that these two are of */
    int slow_frames;       /* in a row, up to where pictures in motion get one sample a pixel */
    camera last_camera;    /* of the last picture, */
    sm3_vec last_position; /* and the player's place */
    unsigned level, layout,
        version; /* sandbox.levels_shown and the obstacles', when they were made */
} space_scene;

void space_scene_free(space_scene *s);

/* Turns the camera to where the level's player looks, if the level says it, and from above. Call
 * space_scene_fit next. */
void space_scene_begin(camera *c, const sandbox *sb);

/* Shows the whole level. */
void space_scene_fit(camera *c, const sandbox *sb, float margin);

/* Draws solids and player into the camera's rectangle of the canvas, and readies the frame for what
 * is drawn over them; `h` NULL: there is no pointer. Returns false, with nothing to draw over, when
 * memory ran out. */
bool space_scene_draw(space_scene *s, frame *f, const pointer_tool *h);

#endif
