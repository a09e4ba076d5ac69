/* camera: world units to pixels and back; pixels are the canvas': y down, (0, 0) the corner of the
 * first one. In the plane by a zoom, in space by an eye that orbits a target: functions of the same
 * name and arguments, camera_ and camera3_. */
#ifndef CAMERA_H
#define CAMERA_H

#include <stdbool.h>

#include "../level/level.h"
#include "../sandbox/snap.h"
#include "../slidemove/vec.h"

/* NaN counts as `low`. */
static inline float clamp(float value, float low, float high) {
    return fminf(fmaxf(value, low), high);
}

#define CAMERA3_FIELD_OF_VIEW 0.8726646f /* radians: 50 degrees */

typedef struct camera {
    sm3_vec target; /* in the middle of the picture, world units; in space the eye orbits it */
    float zoom;     /* in the plane: pixels a world unit */

    /* In space: */
    float yaw, pitch; /* radians; yaw counter-clockwise seen from above; pitch negative looks down,
                         kept just within a right angle */
    float distance;   /* of the eye from the target, world units */
    float field_of_view; /* from the lower to the upper edge of the picture, radians */

    int width, height; /* pixels of the picture */
    int x, y;          /* its top left corner in the canvas, pixels: not 0 where it is a part */
} camera;

/* Moves the target a little of the way to `point`; `seconds` is the time since the last call. In
 * either. */
void camera_follow(camera *c, sm3_vec point, float seconds);

/* ---- In the plane: the world's y points up ----------------------------------------------- */

sm_vec2 camera_to_screen(const camera *c, sm_vec2 world);
sm_vec2 camera_to_world(const camera *c, sm_vec2 screen);

/* Shows the whole box with `margin` pixels around it, less where they would take more than half. */
void camera_fit(camera *c, level_box box, float margin);

/* Zooms by `factor`; the world point under `screen` stays where it is. */
void camera_zoom_at(camera *c, sm_vec2 screen, float factor);

/* Shows `span` world units across, around the middle. */
void camera_focus(camera *c, sm3_vec middle, float span);

/* Moves what is seen by so many pixels. */
void camera_pan(camera *c, sm_vec2 pixels);

/* Returns the ray straight down through the pixel; .at, .slack and .arrow are to be set. */
pointer_ray camera_ray(const camera *c, sm_vec2 pixel);

/* ---- In space ---------------------------------------------------------------------------- *
 *
 * Right-handed, y up, as in the physics: at yaw 0 the eye looks along +x and sees +z on its right.
 */

/* Returns a camera that looks at the origin obliquely from above. */
camera camera3_make(int width, int height);

/* Puts the eye at a place, looking at another one, which it then orbits; right above or below that
 * it looks as it did before, and where both are one nothing changes. */
void camera3_look(camera *c, sm3_vec eye, sm3_vec target);

/* ---- Moving it --------------------------------------------------------------------------- */

/* Shows all the points as large as they go, with `margin` pixels around them, as camera_fit has it;
 * yaw and pitch stay. */
void camera3_fit(camera *c, const sm3_vec *points, int count, float margin);

/* The same for the corners of a box. */
void camera3_fit_box(camera *c, sm3_vec low, sm3_vec high, float margin);

/* Shows `span` world units across at the target's depth, around the middle. */
void camera3_focus(camera *c, sm3_vec middle, float span);

/* Turns about the target; what lies before the target follows the pointer. */
void camera3_orbit(camera *c, sm_vec2 pixels);

/* Moves the target so that what is at its depth follows the pointer. */
void camera3_pan(camera *c, sm_vec2 pixels);

/* Divides the distance by `factor`; the point under `pixel` at the target's depth stays there. */
void camera3_zoom_at(camera *c, sm_vec2 pixel, float factor);

/* ---- Looking through it ------------------------------------------------------------------ */

typedef struct view3_point {
    float x, y;    /* pixels; NaN unless in front */
    float depth;   /* distance along the view direction, world units */
    bool in_front; /* of the near plane */
} view3_point;

view3_point camera3_project(const camera *c, sm3_vec world);

/* Returns the ray from the eye through the pixel; .at, .slack and .arrow are to be set. */
pointer_ray camera3_ray(const camera *c, sm_vec2 pixel);

/* Returns how many world units a pixel is wide at that depth. */
float camera3_pixel_size(const camera *c, float depth);

sm3_vec camera3_eye(const camera *c);

/* Unit axes of the view. */
sm3_vec camera3_up(const camera *c);
sm3_vec camera3_forward(const camera *c);

/* ---- As the drawing needs it ------------------------------------------------------------- *
 *
 * A camera's numbers in double: floats of an eye far from the origin would make the picture
 * tremble. View coordinates: x right, y up, z forward, world units. */

typedef struct camera_eye {
    vec3 position, right, up, forward;
    double focal;              /* pixels: x of a pixel from the middle is focal * x / z */
    double per_focal;          /* 1 / focal */
    double middle_x, middle_y; /* pixels */
    double near;               /* world units */
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

/* Where something is in the picture. */
typedef struct eye_spot {
    double x, y;     /* pixels */
    double nearness; /* 1 / depth, which is linear in the picture */
} eye_spot;

/* `v` is in view coordinates, before the near plane. */
static inline eye_spot eye_project(const camera_eye *e, vec3 v) {
    double nearness = 1 / v.z, k = e->focal * nearness;
    return (eye_spot){e->middle_x + k * v.x, e->middle_y - k * v.y, nearness};
}

/* Returns where from-to meets the near plane, between them. */
static inline vec3 eye_cut(const camera_eye *e, vec3 from, vec3 to) {
    double share = (e->near - from.z) / (to.z - from.z);
    vec3 on = vec3_add(from, vec3_scale(vec3_sub(to, from), share));
    return (vec3){on.x, on.y, e->near};
}

/* Returns the normal of a face with those corners, toward where they run counter-clockwise. View
 * coordinates are left-handed, so the factors change places. */
static inline vec3 eye_normal(vec3 a, vec3 b, vec3 c) {
    return vec3_cross(vec3_sub(c, a), vec3_sub(b, a));
}

#endif
