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
    bool is_within;     /* a room inside a larger room: both sides are floor */
} scene_ring;

/* The state between pictures; zeroed at first. The rings are the outlines between the floor, where
 * the player can be, and the solid parts; they are made once a level. */
typedef struct plane_scene {
    const plane *plane;      /* the obstacles, as drawn last */
    unsigned level, version; /* sandbox.levels_shown and the obstacles', when the rings were made */
    scene_ring *rings;       /* owned */
    int ring_count, ring_room;
    int room; /* the statement of the room that the player starts in; -1: it starts in none */
    obstacle_list visible; /* the obstacles in view, as drawn last */
} plane_scene;

void plane_scene_free(plane_scene *s);

/* Draws the floor and the solid parts, and finds the obstacles within the canvas' clip for the
 * functions below and for overlays. */
void plane_scene_floor(plane_scene *s, frame *f);
void plane_scene_walls(const plane_scene *s, const frame *f);
void plane_scene_player(const frame *f);

/* ---- In space ---------------------------------------------------------------------------- */

/* The state between pictures. Zeroed at first. */
typedef struct space_scene {
    raster *raster;       /* owned */
    unsigned char *edges; /* owned; which edges of each obstacle are drawn; NULL: all */
    color *colors;        /* owned; of each obstacle */
    int count;            /* of obstacles in `edges` and `colors` */
    int slow_frames; /* slow frames in a row; many of them make pictures in motion get one sample a
                        pixel */
    camera last_camera;    /* of the last picture */
    sm3_vec last_position; /* the player's, in the last picture */
    unsigned level, layout,
        version; /* sandbox.levels_shown and the obstacles', when they were made */
} space_scene;

void space_scene_free(space_scene *s);

/* Turns the camera to look obliquely down, in the player's direction if the level gives one. Call
 * space_scene_fit next. */
void space_scene_begin(camera *c, const sandbox *sb);

/* Shows the whole level. */
void space_scene_fit(camera *c, const sandbox *sb, float margin);

/* Draws solids and player into the camera's rectangle of the canvas, and prepares the frame for
 * overlays; `tool` NULL: there is no pointer. Returns false when memory ran out; do not draw
 * overlays then. */
bool space_scene_draw(space_scene *s, frame *f, const pointer_tool *tool);

#endif
