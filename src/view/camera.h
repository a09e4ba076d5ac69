/* camera: world units to pixels and back. The world's y points up, the screen's down. */
#ifndef CAMERA_H
#define CAMERA_H

#include "../level/level.h"

typedef struct camera {
    sm_vec2 centre;    /* world point in the middle of the screen */
    float zoom;        /* pixels a world unit */
    int width, height; /* of the screen, pixels */
} camera;

sm_vec2 camera_to_screen(const camera *c, sm_vec2 world);
sm_vec2 camera_to_world(const camera *c, sm_vec2 screen);

/* Shows the whole box with `margin` pixels around it. */
void camera_fit(camera *c, level_box box, float margin);

/* Zooms by `factor`; the world point under `screen` stays where it is. */
void camera_zoom_at(camera *c, sm_vec2 screen, float factor);

/* Moves what is seen by so many pixels. */
void camera_pan(camera *c, sm_vec2 pixels);

/* Moves the centre a little of the way toward `world`; `seconds` is the time since the last call.
 */
void camera_follow(camera *c, sm_vec2 world, float seconds);

/* The part of the world that is on the screen. */
level_box camera_view(const camera *c);

#endif
