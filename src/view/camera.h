/* camera: world units to pixels and back; pixels are the canvas': y down, (0, 0) the corner of the
 * first one. In 2D the camera has a zoom, in 3D an eye that orbits a target. Functions named
 * camera3_ are for 3D alone; those that take or return an sm_vec2 of the world are for 2D alone. */
#ifndef CAMERA_H
#define CAMERA_H

#include <stdbool.h>

#include "../level/level.h"
#include "../sandbox/snap.h"
#include "../slidemove/vec.h"
#include "canvas.h"

#define CAMERA3_FIELD_OF_VIEW 0.8726646f /* radians: 50 degrees */

typedef struct camera {
    sm3_vec target; /* in the middle of the picture, world units; in space the eye orbits it */
    float zoom;     /* in the plane: pixels a world unit */

    /* In space: */
    float yaw, pitch; /* radians; yaw counter-clockwise seen from above; pitch negative looks down,
                         kept just within a right angle */
    float distance;   /* of the eye from the target, world units */
    float field_of_view; /* from the lower to the upper edge of the picture, radians; 0: a plane */

    int width, height; /* pixels of the picture */
    int x, y;          /* its top left corner in the canvas, pixels; not 0 in an inset */
} camera;

/* Returns a camera that looks at the origin of space obliquely from above. It is right-handed, y
 * up, as in the physics: at yaw 0 the eye looks along +x and sees +z on its right. */
camera camera3_make(int width, int height);

/* ---- Looking through it ------------------------------------------------------------------ */

/* Returns whether a place is before the eye. Sets *pixel to where it is seen, or to NaN. */
bool camera_see(const camera *c, sm3_vec world, sm_vec2 *pixel);

/* Returns how many pixels a length in the world takes at the depth of a place. */
float camera_pixels(const camera *c, sm3_vec at, float length);

/* Returns the ray from the eye through the pixel; in the plane it goes straight down. The caller
 * sets .at, .slack and .arrow. */
pointer_ray camera_ray(const camera *c, sm_vec2 pixel);

/* Convert between the world of the plane, where y points up, and pixels. */
sm_vec2 camera_to_screen(const camera *c, sm_vec2 world);
sm_vec2 camera_to_world(const camera *c, sm_vec2 screen);

sm3_vec camera3_eye(const camera *c);

/* Unit axes of the view. */
sm3_vec camera3_up(const camera *c);
sm3_vec camera3_forward(const camera *c);

/* ---- Moving it --------------------------------------------------------------------------- */

/* Moves the target a little toward `point`; `seconds` is the time since the last call. */
void camera_follow(camera *c, sm3_vec point, float seconds);

/* Shows `span` world units across, in space at the target's depth, around the middle. */
void camera_focus(camera *c, sm3_vec middle, float span);

/* Does the same like a lens: in space the eye stays at its distance and has a narrower field of
 * view, so that it stays out of what is near the middle. */
void camera_magnify(camera *c, sm3_vec middle, float span);

/* Brings the camera nearer to another; `seconds` is the time since the last call. Returns whether
 * it is there. */
bool camera_glide(camera *c, const camera *to, float seconds);

/* Moves the target so that things at its depth follow the pointer. */
void camera_pan(camera *c, sm_vec2 pixels);

/* Enlarges things at the target's depth by `factor`; the point under `pixel` stays there. */
void camera_zoom_at(camera *c, sm_vec2 pixel, float factor);

/* Shows the whole box of a plane with `margin` pixels around it, or less if they would take more
 * than half of the picture. */
void camera_fit(camera *c, level_box box, float margin);

/* Shows all the points of space as large as they go, with the same margin; yaw and pitch stay. */
void camera3_fit(camera *c, const sm3_vec *points, int count, float margin);

/* The same for the corners of a box. */
void camera3_fit_box(camera *c, sm3_vec low, sm3_vec high, float margin);

/* Puts the eye at a place, looking at a target, which it then orbits. Straight above or below the
 * target the yaw stays as it was; an eye at the target changes nothing. */
void camera3_look(camera *c, sm3_vec eye, sm3_vec target);

/* Turns the eye about the target; things before the target follow the pointer. */
void camera3_orbit(camera *c, sm_vec2 pixels);

/* ---- As the drawing needs it ------------------------------------------------------------- *
 *
 * A camera's numbers in double: floats of an eye far from the origin would make the picture
 * tremble. View coordinates: x right, y up, z forward, world units. */

typedef struct camera_eye {
    vec3 position, right, up, forward; /* in the plane only right and up are set */
    double focal;                      /* pixels: x of a pixel from the middle is focal * x / z */
    double per_focal;                  /* 1 / focal */
    double middle_x, middle_y;         /* pixels */
    double near;                       /* world units */
} camera_eye;

camera_eye eye_of_camera(const camera *c);

static inline vec3 eye_see(const camera_eye *e, sm3_vec world) {
    vec3 d = vec3_sub(vec3_of(world), e->position);
    return (vec3){vec3_dot(d, e->right), vec3_dot(d, e->up), vec3_dot(d, e->forward)};
}

/* Returns where the ray through the pixel is at depth 1, in view coordinates. */
static inline vec3 eye_ray(const camera_eye *e, double x, double y) {
    return (vec3){(x - e->middle_x) * e->per_focal, (e->middle_y - y) * e->per_focal, 1};
}

/* A point in the picture. */
typedef struct eye_spot {
    double x, y;      /* pixels */
    double inv_depth; /* 1 / depth, which is linear in the picture */
} eye_spot;

/* `v` is in view coordinates, before the near plane. */
static inline eye_spot eye_project(const camera_eye *e, vec3 v) {
    double inv_depth = 1 / v.z, k = e->focal * inv_depth;
    return (eye_spot){e->middle_x + k * v.x, e->middle_y - k * v.y, inv_depth};
}

/* Returns where from-to meets the near plane, between them. */
static inline vec3 eye_cut(const camera_eye *e, vec3 from, vec3 to) {
    double fraction = (e->near - from.z) / (to.z - from.z);
    vec3 on = vec3_add(from, vec3_scale(vec3_sub(to, from), fraction));
    return (vec3){on.x, on.y, e->near};
}

/* Returns the normal of a face toward the side from which its corners run counter-clockwise. View
 * coordinates are left-handed, so the factors change places. */
static inline vec3 eye_normal(vec3 a, vec3 b, vec3 c) {
    return vec3_cross(vec3_sub(c, a), vec3_sub(b, a));
}

#endif
